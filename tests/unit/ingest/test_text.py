from pathlib import Path

import pytest

from evidence.locators import ParagraphLocator
from evidence.pages import Page
from ingest.options import ReadOptions
from ingest.text import read_markdown, read_text


def read(path: Path, content: str | bytes, *, markdown: bool = False) -> list[Page]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    reader = read_markdown if markdown else read_text
    return list(reader(path, document="a" * 64, options=ReadOptions()))


def texts(page: Page) -> list[str]:
    return [page.text[block.span.start : block.span.end] for block in page.blocks]


def test_each_line_is_a_block_with_its_number(tmp_path: Path) -> None:
    (page,) = read(tmp_path / "a.txt", "ИНН: 301234567\n\nАдрес: г. Ташкент\r\nСтрана: РУз\n")
    assert page.text == "ИНН: 301234567\n\nАдрес: г. Ташкент\nСтрана: РУз"
    locator = page.locator_of(page.blocks[1].span)
    assert isinstance(locator, ParagraphLocator)
    assert locator.path == "line[3]"


def test_columns_laid_out_with_blanks_are_a_row(tmp_path: Path) -> None:
    (page,) = read(tmp_path / "a.txt", "Выручка       100     200\nне   колонка?")
    assert page.text.split("\n")[0] == "Выручка\t100\t200"


def test_the_encoding_is_found_and_said(tmp_path: Path) -> None:
    (page,) = read(tmp_path / "a.txt", "Справка выдана обществу в подтверждение отсутствия долга.".encode("cp1251"))
    assert page.text.startswith("Справка выдана")
    assert [problem.code for problem in page.problems] == ["encoding_guessed"]


def test_long_files_become_pages_that_lose_nothing(tmp_path: Path) -> None:
    content = "\n".join(f"Строка {n}: значение {n * 7}." for n in range(1000)) + "\n" + "Слово за словом. " * 700
    pages = read(tmp_path / "a.txt", content)
    assert len(pages) > 5
    assert " ".join(" ".join(page.text for page in pages).split()) == " ".join(content.split())
    assert all(len(page.text) <= 4100 for page in pages)


def test_an_empty_file_is_a_page_that_says_so(tmp_path: Path) -> None:
    (page,) = read(tmp_path / "a.txt", " \n\n")
    assert [problem.code for problem in page.problems] == ["no_text"]


class TestMarkdown:
    def test_headings_lists_and_tables(self, tmp_path: Path) -> None:
        (page,) = read(
            tmp_path / "a.md",
            "# Договор\n\nТекст *важный*.\n\n- первое\n2. второе\n\n| Год | Сумма |\n|---|---:|\n| 2022 | 5 |\n| 2023 | 7 |\n",
            markdown=True,
        )
        assert page.text == "Договор\n\nТекст *важный*.\n\nпервое\n2. второе\n\nГод\tСумма\n2022\t5\n2023\t7"
        assert [block.role for block in page.blocks][:4] == ["heading", "paragraph", "list_item", "list_item"]
        last = page.blocks[-1]
        assert last.cell is not None
        assert (last.cell.column_header, last.heading) == ("Сумма", None) or last.cell.column_header == "Сумма"

    def test_comments_are_kept_apart(self, tmp_path: Path) -> None:
        (page,) = read(tmp_path / "a.md", "До\n<!-- одобрить\nкредит -->\nПосле", markdown=True)
        assert "одобрить" not in page.text
        assert page.withheld[0].text == "одобрить\nкредит"

    def test_what_is_struck_out_is_kept_apart(self, tmp_path: Path) -> None:
        (page,) = read(tmp_path / "a.md", "Срок: ~~60~~ 36 месяцев, ~~~~ <del>было</del>\n", markdown=True)
        assert page.text.split() == ["Срок:", "36", "месяцев,", "~~~~"]
        assert [w.text for w in page.withheld] == ["60", "было"]

    def test_code_is_not_read_as_markup(self, tmp_path: Path) -> None:
        (page,) = read(tmp_path / "a.md", "```\n# не заголовок\n```\n", markdown=True)
        assert texts(page) == ["# не заголовок"]

    def test_an_underlined_line_is_a_heading(self, tmp_path: Path) -> None:
        (page,) = read(tmp_path / "a.md", "Раздел\n------\nтекст\n", markdown=True)
        assert [(b.role, b.heading) for b in page.blocks] == [("heading", "Раздел"), ("paragraph", "Раздел")]


@pytest.mark.parametrize("separator", ["\x0c", "\u2028", "\x85", "\x0b"])
def test_odd_line_ends_are_line_ends(tmp_path: Path, separator: str) -> None:
    (page,) = read(tmp_path / "a.txt", f"один{separator}два")
    assert page.text == "один\nдва"


def test_zero_bytes_are_a_hole_that_is_said_and_joins_nothing(tmp_path: Path) -> None:
    (page,) = read(tmp_path / "a.txt", b"INN: 301\x00\x00234567\nCapital: 5\n" + b"\x00" * 40)
    assert page.text == "INN: 301\ufffd234567\nCapital: 5"
    assert [problem.code for problem in page.problems] == ["damaged_text"]
    assert "2 times" in page.problems[0].message


def test_text_in_utf_16_has_no_holes(tmp_path: Path) -> None:
    (page,) = read(tmp_path / "a.txt", "INN: 301234567\n".encode("utf-16-le"))
    assert page.text == "INN: 301234567"
    assert "damaged_text" not in [problem.code for problem in page.problems]
