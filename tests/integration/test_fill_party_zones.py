"""Another party's particulars do not answer for the subject, whoever reads; its own block in the same paper does."""

from agents.fill.run import fill
from agents.labels.reader import LabelsReader
from agents.scripted import ScriptedReader
from agents.steps import Answer, Claim, Reader, SpanPointer
from evidence.fields import Field, FieldType, ReportTemplate, Subject
from evidence.findings import Finding, Status
from evidence.memory import MemoryFindings, MemoryPages
from evidence.spans import CharSpan
from tests.integration.texts import case

INN = "306123457"
CERTIFICATE = f"Наименование\tООО «Альфа Текс»\nИНН\t{INN}"
PLEDGE = (
    "Залог в обеспечение кредита ООО «Альфа Текс».\n\nРЕКВИЗИТЫ\nЗалогодатель:\nООО «Бета»\nИНН: 309876544\n"
    "Уставный фонд: 6 000 000 000 сум"
)
OWN_BLOCK = f"\nЗаёмщик:\nООО «Альфа Текс»\nИНН: {INN}\nУставный фонд: 1 500 000 000 сум"
NAME = Field(id="name", question="?", type=FieldType.ORGANISATION, labels=("Наименование",), about_subject=True)
TAX = Field(id="inn", question="ИНН заёмщика", type=FieldType.IDENTIFIER, labels=("ИНН",), about_subject=True)
CAPITAL = Field(
    id="capital", question="Уставный фонд", type=FieldType.MONEY, labels=("Уставный фонд",), currency="UZS",
    about_subject=True,
)  # fmt: skip
TEMPLATE = ReportTemplate(
    id="t", title="T", sha256="0", languages=("en",), fields=(NAME, TAX, CAPITAL),
    subject=Subject(names=("name",), identifiers=("inn",)),
)  # fmt: skip


async def filled(source: MemoryPages, reader: Reader) -> dict[str, Finding]:
    log = MemoryFindings()
    findings = await fill(TEMPLATE, source=source, searcher=None, reader=reader, log=log, run_id="r")
    return {finding.field: finding for finding in findings}


async def test_the_pledgors_capital_is_partial_evidence_with_the_reason() -> None:
    source = case(CERTIFICATE, CERTIFICATE, PLEDGE)
    capital = (await filled(source, LabelsReader(source)))["capital"]
    assert capital.status is Status.NOT_FOUND
    assert any("Бета" in piece.why_not for piece in capital.partial)


async def test_the_subjects_own_block_of_the_same_paper_answers() -> None:
    source = case(CERTIFICATE, CERTIFICATE, PLEDGE + OWN_BLOCK)
    capital = (await filled(source, LabelsReader(source)))["capital"]
    assert capital.status is Status.FOUND
    assert [value.value.normalised for value in capital.values] == ["1500000000"]


async def test_a_model_is_held_to_the_same() -> None:
    source = case(CERTIFICATE, CERTIFICATE, PLEDGE)
    start = PLEDGE.index("Уставный фонд")
    pointer = SpanPointer(document="3" * 64, page=1, span=CharSpan(start=start, end=len(PLEDGE)))
    claim = Claim(value="6 000 000 000 сум", evidence=(pointer,))
    reader = ScriptedReader({"capital": [Answer(claims=(claim,))]})
    capital = (await filled(source, reader))["capital"]
    assert capital.status is Status.NOT_FOUND
    assert any("Бета" in piece.why_not for piece in capital.partial)


async def test_a_strangers_number_in_a_paper_that_only_names_the_subject_is_no_rival() -> None:
    source = case(CERTIFICATE, CERTIFICATE, PLEDGE)
    inn = (await filled(source, LabelsReader(source)))["inn"]
    assert inn.status is Status.FOUND
    assert [value.value.normalised for value in inn.values] == [INN]
