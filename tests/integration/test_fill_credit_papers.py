"""A credit package by the whole road with the reader that needs no model. All names and figures are invented."""

from agents.fill.run import fill
from agents.labels.reader import LabelsReader
from evidence.fields import Choice, Column, Field, FieldType, ReportTemplate, Subject
from evidence.findings import Finding, Status
from evidence.memory import MemoryFindings
from evidence.pages import Page
from tests.unit.agents.labels.papers import case_of, flow, sheet

NAME = Field(
    id="name",
    question="Наименование заёмщика",
    type=FieldType.ORGANISATION,
    labels=("Наименование",),
    about_subject=True,
)
INN = Field(id="inn", question="ИНН заёмщика", type=FieldType.IDENTIFIER, labels=("ИНН",), about_subject=True)
DEBT = Field(
    id="debt", question="Есть ли задолженность по налогам?", type=FieldType.CHOICE, labels=("Задолженность по налогам",),
    about_subject=True,
    choices=(Choice(id="absent", labels=("отсутствует", "не имеет")), Choice(id="present", labels=("имеется", "имеет"))),
)  # fmt: skip
NUMBER = Field(
    id="number", question="Номер справки налогового органа?", type=FieldType.IDENTIFIER, labels=("Номер справки", "Справка №"),
    about_subject=True,
)  # fmt: skip
FIGURES = Field(
    id="figures", question="Показатели по годам", type=FieldType.TABLE, labels=("Бухгалтерский баланс",), rows=("2023", "2024"),
    currency="UZS", about_subject=True,
    columns=(
        Column(id="year", labels=("Год",), type=FieldType.TEXT),
        Column(id="assets", labels=("Всего по активу баланса",), type=FieldType.MONEY),
        Column(id="liabilities", labels=("Итого обязательства",), type=FieldType.MONEY),
    ),
)  # fmt: skip
TEMPLATE = ReportTemplate(
    id="t", title="T", sha256="0", languages=("ru",), fields=(NAME, INN, DEBT, NUMBER, FIGURES),
    subject=Subject(names=("name",), identifiers=("inn",)),
)  # fmt: skip
HEADS = ["Показатель", "Код", "На начало отчётного периода", "На конец отчётного периода"]
LINES = [["ВСЕГО ПО АКТИВУ БАЛАНСА", "400", "4300", "5000"], ["ИТОГО ПО РАЗДЕЛУ II", "770", "1800", "2400"]]
CERTIFICATE = flow(
    "СВИДЕТЕЛЬСТВО", "Наименование: ООО «НАМУНА ТЕКС»", "ИНН: 306123457", name="certificate", language="ru"
)


def tax(number: str, to: str, said: str) -> Page:
    return flow("НАЛОГОВАЯ ИНСПЕКЦИЯ", f"СПРАВКА № {number}", f"Дана {to}. {said}", name=number, language="ru")


def balance(company: str) -> Page:
    title = f"БУХГАЛТЕРСКИЙ БАЛАНС на 1 января 2025 года, {company}, тыс. сум"
    return sheet([HEADS, *LINES], title=title, name=company, language="ru")


async def filled(*pages: Page) -> dict[str, Finding]:
    source = case_of(CERTIFICATE, *pages)
    findings = await fill(
        TEMPLATE, source=source, searcher=None, reader=LabelsReader(source), log=MemoryFindings(), run_id="r"
    )
    return {finding.field: finding for finding in findings}


async def test_years_that_only_the_title_says_are_found_and_cited() -> None:
    finding = (await filled(balance("ООО «НАМУНА ТЕКС»")))["figures"]
    assert finding.status is Status.FOUND
    shown = [{key: cell.value.text for key, cell in row.cells.items() if cell} for row in finding.rows]
    assert shown == [
        {"year": "2023", "assets": "4300", "liabilities": "1800"},
        {"year": "2024", "assets": "5000", "liabilities": "2400"},
    ]
    year = finding.rows[0].cells["year"]
    assert year is not None
    quotes = [finding.citations[index].quote for index in year.citations]
    assert "1 января 2025" in quotes[0] and quotes[-1] == "На начало отчётного периода"


async def test_anothers_balance_and_tax_certificate_do_not_answer() -> None:
    theirs = "ООО «БОШҚА ГАРОВ» (ИНН 301222333)"
    found = await filled(balance(theirs), tax("7-1", theirs, "имеется задолженность по налогам в сумме 5 000 000 сум."))
    assert found["figures"].status is found["debt"].status is found["number"].status is Status.NOT_FOUND


async def test_the_subjects_own_certificate_is_not_disputed_by_anothers() -> None:
    own = tax("7-2", "ООО «НАМУНА ТЕКС» (ИНН 306123457)", "не имеет задолженности по налогам.")
    theirs = tax("7-1", "ООО «БОШҚА ГАРОВ» (ИНН 301222333)", "имеется задолженность по налогам в сумме 5 000 000 сум.")
    found = await filled(own, theirs)
    assert [value.value.normalised for value in found["debt"].values] == ["absent"]
    assert [value.value.text for value in found["number"].values] == ["7-2"]
