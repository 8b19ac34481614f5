"""Numbers of people and companies are told from amounts by what stands over their column."""

import pytest

from agents.fill.headings import numbers_heading, planned_heading
from evidence.pages import Block, Page, PageKind, TableCell
from evidence.spans import CharSpan

TABLE = "Наименование\tИНН\tОборот, сум\nООО «Бета»\t302115640\t900000000\nООО «Гамма»\t309876544\t800000000\nитого два"


def page_of(text: str, *blocks: Block) -> Page:
    return Page(document="a" * 64, number=1, kind=PageKind.TEXT, text=text, blocks=blocks, language="ru")


def span_of(text: str, wanted: str) -> CharSpan:
    return CharSpan(start=text.index(wanted), end=text.index(wanted) + len(wanted))


@pytest.mark.parametrize(("wanted", "heading"), [("302115640", "ИНН"), ("309876544", "ИНН"), ("800000000", None)])
def test_the_heading_is_that_of_the_values_own_column(wanted: str, heading: str | None) -> None:
    assert numbers_heading(page_of(TABLE), span_of(TABLE, wanted)) == heading


def test_a_cells_own_heading_goes_first() -> None:
    text = "302115640"
    block = Block(span=span_of(text, text), cell=TableCell(table=0, row=1, column=1, column_header="Реквизиты / СТИР"))
    assert numbers_heading(page_of(text, block), span_of(text, text)) == "Реквизиты / СТИР"


def test_running_text_has_no_columns() -> None:
    text = "ИНН указан выше.\nВзнос составляет 302115640 сум."
    assert numbers_heading(page_of(text), span_of(text, "302115640")) is None


def sheet(*rows: tuple[str, ...]) -> tuple[Page, dict[str, CharSpan]]:
    text, blocks, places = "", [], {}
    for row, cells in enumerate(rows):
        for column, said in enumerate(cells):
            if said:
                lead = "" if not text else "\t" if column and cells[:column] != ("",) * column else "\n"
                text += lead
                span = CharSpan(start=len(text), end=len(text) + len(said))
                text += said
                wide = 2 if row == 0 and column else 1
                cell = TableCell(table=0, row=row, column=column, column_span=wide)
                blocks.append(Block(span=span, role="cell", cell=cell))
                places[said] = span
    return Page(document="d" * 64, number=1, kind=PageKind.SHEET, text=text, blocks=tuple(blocks)), places


def test_the_heading_of_a_plan_is_found_under_a_merged_year() -> None:
    page, at = sheet(("", "2024", ""), ("", "План", "Факт"), ("Выручка", "100", "90"))
    assert planned_heading(page, at["100"]) == "План"
    assert planned_heading(page, at["90"]) is None


def test_a_plan_over_all_columns_gives_way_to_an_actual_nearer_by() -> None:
    page, at = sheet(("", "Прогноз и отчёт", ""), ("", "Forecast", "Actual"), ("Revenue", "7", "8"))
    assert planned_heading(page, at["7"]) == "Forecast"
    assert planned_heading(page, at["8"]) is None
