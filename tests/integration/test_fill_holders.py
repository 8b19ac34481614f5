"""What belongs to a person is taken only where that person is named beside it, whoever reads."""

from agents.fill.run import fill
from agents.labels.reader import LabelsReader
from agents.scripted import ScriptedReader
from agents.steps import Answer, Claim, Reader, SpanPointer
from evidence.fields import Field, FieldType, ReportTemplate
from evidence.findings import Finding, Status
from evidence.memory import MemoryFindings, MemoryPages
from evidence.spans import CharSpan
from tests.integration.texts import case

DIRECTOR = Field(id="director", question="Кто директор?", type=FieldType.PERSON, labels=("Директор",))
PASSPORT = Field(
    id="passport", question="Паспорт директора", type=FieldType.IDENTIFIER, labels=("Паспорт",), checks=("passport",),
    holder="director",
)  # fmt: skip
TEMPLATE = ReportTemplate(id="t", title="T", sha256="0", languages=("en",), fields=(PASSPORT, DIRECTOR))
ORDER = "Директор\tСобиров Акмал Тохирович"
OWN = "Ф.И.О.\tСобиров Акмал Тохирович\nПаспорт\tAE 1058347"
GUARANTOR = "Ф.И.О.\tРахимов Жахонгир Шавкатович\nПаспорт\tAA 9902417"


async def filled(source: MemoryPages, reader: Reader | None = None) -> Finding:
    findings = await fill(
        TEMPLATE, source=source, searcher=None, reader=reader or LabelsReader(source), log=MemoryFindings(), run_id="r"
    )
    return next(finding for finding in findings if finding.field == "passport")


async def test_the_guarantors_passport_is_shown_with_the_reason_and_not_taken() -> None:
    passport = await filled(case(ORDER, GUARANTOR))
    assert passport.status is Status.NOT_FOUND
    assert any("Собиров Акмал Тохирович" in piece.why_not for piece in passport.partial)


async def test_of_two_passports_the_directors_answers() -> None:
    passport = await filled(case(ORDER, GUARANTOR, OWN))
    assert [value.value.normalised for value in passport.values] == ["AE1058347"]


async def test_without_a_director_nobodys_passport_is_taken() -> None:
    passport = await filled(case(OWN, GUARANTOR))
    assert passport.status is Status.NOT_FOUND


async def test_a_model_is_held_to_the_same() -> None:
    source = case(ORDER, GUARANTOR)

    def says(value: str, document: str, text: str) -> list[Answer]:
        pointer = SpanPointer(document=document * 64, page=1, span=CharSpan(start=0, end=len(text)))
        return [Answer(claims=(Claim(value=value, evidence=(pointer,)),))]

    reader = ScriptedReader(
        {"director": says("Собиров Акмал Тохирович", "1", ORDER), "passport": says("AA 9902417", "2", GUARANTOR)}
    )
    passport = await filled(source, reader)
    assert passport.status is Status.NOT_FOUND
    assert any("Собиров Акмал Тохирович" in piece.why_not for piece in passport.partial)
