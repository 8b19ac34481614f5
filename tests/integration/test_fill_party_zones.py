"""Another party's particulars do not answer for the subject, whoever reads; its own block in the same paper does."""

from agents.fill.run import fill
from agents.labels.reader import LabelsReader
from agents.scripted import ScriptedReader
from agents.steps import Answer, Claim, Reader, RowClaim, SpanPointer
from evidence.fields import Column, Field, FieldType, ReportTemplate, Subject
from evidence.findings import Finding, Status
from evidence.memory import MemoryFindings, MemoryPages
from evidence.pages import Block, Page, PageKind, TableCell
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


FIGURES = Field(
    id="figures", question="Показатели по годам", type=FieldType.TABLE, rows=("2031",), currency="UZS", about_subject=True,
    columns=(
        Column(id="year", labels=("Год",), type=FieldType.TEXT),
        Column(id="revenue", labels=("Выручка",), type=FieldType.MONEY),
    ),
)  # fmt: skip
FOUNDERS = Field(
    id="founders", question="Учредители", type=FieldType.TABLE, about_subject=True, labels=("Учредители",),
    columns=(
        Column(id="name", labels=("Учредитель",), type=FieldType.TEXT),
        Column(id="share", labels=("Доля",), type=FieldType.PERCENT),
    ),
)  # fmt: skip


def with_table(source: MemoryPages, document: str, table: list[tuple[str, ...]]) -> MemoryPages:
    """The document's page with a table behind its text."""
    (page,) = source.pages(document)
    text, blocks = page.text, []
    for number, row in enumerate(table):
        for column, said in enumerate(row):
            text += "\t" if column else "\n"
            span = CharSpan(start=len(text), end=len(text) + len(said))
            blocks.append(Block(span=span, role="cell", cell=TableCell(table=0, row=number, column=column)))
            text += said
    made = Page(document=document, number=1, kind=PageKind.FLOW, text=text, blocks=tuple(blocks), language="ru")
    others = [one for known in source.documents() if known.sha256 != document for one in source.pages(known.sha256)]
    return MemoryPages(source.documents(), [*others, made])


def told(source: MemoryPages, document: str, *row: tuple[str, str]) -> Answer:
    """What a model says: each column's value, wherever the page has it last."""
    (page,) = source.pages(document)

    def claim(value: str) -> Claim:
        start = page.text.rindex(value)
        span = CharSpan(start=start, end=start + len(value))
        return Claim(value=value, evidence=(SpanPointer(document=document, page=1, span=span),))

    return Answer(rows=(RowClaim(cells={column: claim(value) for column, value in row}),))


async def answered(asked: Field, source: MemoryPages, answer: Answer) -> Finding:
    form = TEMPLATE.model_copy(update={"fields": (NAME, TAX, asked)})
    reader = ScriptedReader({asked.id: [answer]})
    log = MemoryFindings()
    findings = await fill(form, source=source, searcher=None, reader=reader, log=log, run_id="r")
    return next(finding for finding in findings if finding.field == asked.id)


TABLE = [("Показатель", "2031"), ("Выручка", "7 300 000 сум")]


async def test_a_models_rows_from_another_partys_particulars_are_refused() -> None:
    source = with_table(case(CERTIFICATE, CERTIFICATE, PLEDGE), "3" * 64, TABLE)
    finding = await answered(FIGURES, source, told(source, "3" * 64, ("year", "2031"), ("revenue", "7 300 000 сум")))
    assert finding.status is Status.NOT_FOUND
    assert any("Бета" in piece.why_not for piece in finding.partial)


async def test_a_models_rows_from_a_table_under_another_companys_name_are_refused() -> None:
    text = (
        f"Справка для ООО «Альфа Текс», ИНН {INN}, о поставках сырья за минувший год.\nПоказатели ООО «Бета» по годам"
    )
    source = with_table(case(CERTIFICATE, CERTIFICATE, text), "3" * 64, TABLE)
    finding = await answered(FIGURES, source, told(source, "3" * 64, ("year", "2031"), ("revenue", "7 300 000 сум")))
    assert finding.status is Status.NOT_FOUND
    assert any("Бета" in piece.why_not for piece in finding.partial)


async def test_a_models_rows_from_the_subjects_own_table_stand() -> None:
    source = with_table(case(CERTIFICATE, CERTIFICATE, "Показатели ООО «Альфа Текс» по годам"), "3" * 64, TABLE)
    finding = await answered(FIGURES, source, told(source, "3" * 64, ("year", "2031"), ("revenue", "7 300 000 сум")))
    assert finding.status is Status.FOUND
    assert [row.cells["revenue"].value.normalised for row in finding.rows if row.cells["revenue"]] == ["7300000"]


async def test_a_row_about_the_other_company_itself_stands() -> None:
    table = [("Учредитель", "Доля"), ("ООО «Бета»", "40 %")]
    source = with_table(case(CERTIFICATE, CERTIFICATE, "Учредители ООО «Альфа Текс»"), "3" * 64, table)
    finding = await answered(FOUNDERS, source, told(source, "3" * 64, ("name", "ООО «Бета»"), ("share", "40 %")))
    assert finding.status is Status.FOUND
