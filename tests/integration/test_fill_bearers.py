"""A case about a person whose spouse and child have papers of the same kinds in the folder."""

from agents.fill.run import fill
from agents.fill.subject import KnownSubject
from agents.labels.reader import LabelsReader
from evidence.fields import Field, FieldType, ReportTemplate, Subject
from evidence.findings import Finding, Status
from evidence.memory import MemoryFindings
from tests.integration.texts import case

NAME = Field(id="name", question="Nome do beneficiário?", type=FieldType.PERSON, labels=("Nome completo", "Nome"))
PASSPORT = Field(
    id="passport", question="Número do passaporte?", type=FieldType.IDENTIFIER, labels=("Passaporte nº",), holder="name"
)
BORN = Field(
    id="born", question="Data de nascimento?", type=FieldType.DATE, labels=("Data de nascimento",), holder="name",
    about_subject=True,
)  # fmt: skip
MOTHER = Field(id="mother", question="Nome da mãe?", type=FieldType.PERSON, labels=("Nome da mãe",), holder="name")
TEMPLATE = ReportTemplate(
    id="t", title="T", sha256="0", languages=("pt",), fields=(PASSPORT, BORN, MOTHER, NAME),
    subject=Subject(names=("name",), identifiers=("passport",)),
)  # fmt: skip
OWN = "PASSAPORTE\nNome completo: Ana Beatriz Rocha\nPassaporte nº: GC112233\nData de nascimento: 12/11/1985"
HUSBAND = "PASSAPORTE\nNome: Rui Dias\nPassaporte nº: FB776655\nData de nascimento: 23/01/1984"
CHILD = "CERTIDÃO DE NASCIMENTO\nNome: Lucas Rocha Dias\nData de nascimento: 15/05/2018\nNome da mãe: Ana Beatriz Rocha"
LETTER = "Confirmamos que Ana Beatriz Rocha trabalha conosco desde 2019."
SHORT = "PASSAPORTE\nNome: ANA B. ROCHA\nPassaporte nº: GD445566"


async def filled(*texts: str) -> dict[str, Finding]:
    source = case(*texts)
    findings = await fill(
        TEMPLATE, source=source, searcher=None, reader=LabelsReader(source), log=MemoryFindings(), run_id="r"
    )
    return {finding.field: finding for finding in findings}


def texts_of(finding: Finding) -> list[str]:
    return [one.value.text for one in finding.values]


async def test_the_husbands_and_the_childs_papers_answer_nothing() -> None:
    found = await filled(OWN, HUSBAND, CHILD, LETTER)
    assert texts_of(found["passport"]) == ["GC112233"]
    assert texts_of(found["born"]) == ["12/11/1985"]


async def test_what_only_relatives_papers_say_is_not_found() -> None:
    found = await filled(LETTER, "Nome completo: Ana Beatriz Rocha", HUSBAND, CHILD)
    assert {found[name].status for name in ("passport", "born")} == {Status.NOT_FOUND}


async def test_the_mother_of_the_child_is_not_her_own_mother() -> None:
    found = await filled(OWN, CHILD, LETTER)
    assert found["mother"].status is Status.NOT_FOUND


async def test_a_passport_under_a_shorter_name_contradicts_the_other() -> None:
    found = await filled(OWN, SHORT, LETTER)
    assert found["passport"].status is Status.CONFLICT
    assert set(texts_of(found["passport"])) == {"GC112233", "GD445566"}


async def test_where_as_many_papers_speak_of_two_people_nobody_is_chosen() -> None:
    found = await filled(OWN, "PASSAPORTE\nNome completo: Rui Dias\nPassaporte nº: FB776655")
    assert {one.status for field, one in found.items() if field != "name"} == {Status.NOT_FOUND}
    assert set(texts_of(found["name"])) == {"Rui Dias", "Ana Beatriz Rocha"}


async def test_the_one_whose_label_fits_better_is_shown_and_not_taken_where_another_is_as_likely() -> None:
    found = await filled("Nome completo: Ana Beatriz Rocha", "Employee: Rui Dias\nPassaporte nº: FB776655")
    assert found["name"].status is Status.NOT_FOUND
    assert "Rui Dias" in (found["name"].reason or "")
    assert [piece.citation.quote for piece in found["name"].partial] == ["Nome completo: Ana Beatriz Rocha"]
    assert found["passport"].status is Status.NOT_FOUND


async def test_a_label_that_says_whose_case_it_is_settles_it() -> None:
    other = "PASSAPORTE\nNome completo: Rui Dias\nPassaporte nº: FB776655"
    found = await filled(OWN, other, "Beneficiário: Ana Beatriz Rocha")
    assert texts_of(found["passport"]) == ["GC112233"]


async def test_a_number_says_whose_of_two_peoples_case_it_is() -> None:
    source, own_name = case(OWN, HUSBAND), NAME.model_copy(update={"about_subject": True})
    form = TEMPLATE.model_copy(update={"fields": (PASSPORT, BORN, MOTHER, own_name)})
    findings = await fill(
        form, source=source, searcher=None, reader=LabelsReader(source), log=MemoryFindings(), run_id="r",
        subject=KnownSubject(identifiers=("FB 776655",)),
    )  # fmt: skip
    found = {finding.field: texts_of(finding) for finding in findings}
    assert (found["name"], found["passport"], found["born"]) == (["Rui Dias"], ["FB776655"], ["23/01/1984"])


async def test_where_the_papers_name_two_people_for_it_a_passport_of_either_is_left_open() -> None:
    director = Field(id="director", question="Директор?", type=FieldType.PERSON, labels=("Директор",))
    passport = Field(
        id="passport", question="Паспорт?", type=FieldType.IDENTIFIER, labels=("Паспорт",), holder="director"
    )  # fmt: skip
    template = ReportTemplate(id="t", title="T", sha256="0", languages=("ru",), fields=(director, passport))
    source = case(
        "Директор: Олимов Жахонгир Бахромович",
        "Директор: Каримова Дилноза Азизовна",
        "Фамилия, имя: Олимов Жахонгир\nПаспорт: AA1234567",
    )
    found = await fill(
        template, source=source, searcher=None, reader=LabelsReader(source), log=MemoryFindings(), run_id="r"
    )
    assert [one.status for one in found] == [Status.CONFLICT, Status.NOT_FOUND]
    assert [piece.citation.quote for piece in found[1].partial]
