from pathlib import Path

import pytest

from evidence.locators import CellLocator
from evidence.pages import Page, PageKind
from ingest.options import ReadOptions
from ingest.tabular import delimiter_of, read_csv


def read(tmp_path: Path, content: str, encoding: str = "utf-8") -> list[Page]:
    path = tmp_path / "a.csv"
    path.write_bytes(content.encode(encoding))
    return list(read_csv(path, document="9" * 64, options=ReadOptions()))


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
def test_values_have_the_addresses_of_a_sheet(tmp_path: Path, delimiter: str) -> None:
    lines = [["Показатель", "2022", "2023"], ["Выручка", "500", "700"], ["Прибыль", "5", "7"]]
    (page,) = read(tmp_path, "\n".join(delimiter.join(line) for line in lines))
    assert page.kind is PageKind.SHEET
    assert page.text == "Показатель\t2022\t2023\nВыручка\t500\t700\nПрибыль\t5\t7"
    last = page.blocks[-1]
    assert last.cell is not None
    assert (last.cell.a1, last.cell.row_header, last.cell.column_header) == ("C3", "Прибыль", "2023")
    locator = page.locator_of(last.span)
    assert isinstance(locator, CellLocator)
    assert (locator.sheet, locator.cell) == ("CSV", "C3")


def test_quoted_values_keep_their_delimiters_and_lose_their_line_breaks(tmp_path: Path) -> None:
    (page,) = read(tmp_path, 'Имя;Адрес;Сумма\n"ООО «А; Б»";"г. Ташкент,\nул. 1";5\n"ООО «В»";"г. Термез";7\n')
    assert page.text.split("\n")[1] == "ООО «А; Б»\tг. Ташкент, ул. 1\t5"


def test_text_that_is_no_table_is_read_as_lines(tmp_path: Path) -> None:
    (page,) = read(tmp_path, "Долга нет.\nСправка выдана.\n")
    assert page.kind is PageKind.FLOW


def test_windows_files_are_read(tmp_path: Path) -> None:
    (page,) = read(tmp_path, "Показатель;Сумма\nВыручка от продаж;500\nПрибыль до налога;7\n", "cp1251")
    assert page.text.startswith("Показатель\tСумма")


def test_decimal_commas_do_not_make_a_table() -> None:
    assert delimiter_of("Год;Сумма\n2022;1,5\n2023;2,5\n") == ";"
    assert delimiter_of("Один абзац текста.\n") is None
