"""What a workbook shows, cell by cell, and what stands behind it."""

import zipfile
from pathlib import Path

import pytest

from evidence.errors import InputRefused
from evidence.locators import CellLocator
from evidence.pages import Block, OriginKind, Page, PageKind
from evidence.spans import CharSpan
from ingest.options import ReadOptions
from ingest.xlsx import read_xlsx
from ingest.xlsx.cells import moved_formula
from ingest.xlsx.formats import read_format
from tests.unit.ingest.made_up_office import RELATIONS, S, formula, num, relationships, row, rows, text, write_xlsx


def read(path: Path) -> list[Page]:
    return list(read_xlsx(path, document="e" * 64, options=ReadOptions()))


@pytest.fixture
def xlsx(tmp_path: Path):
    def make(*sheets: str, **more: object) -> list[Page]:
        return read(write_xlsx(tmp_path / "made-up.xlsx", *sheets, **more))  # type: ignore[arg-type]

    return make


def cells(*pages: Page) -> dict[str, str]:
    return {b.cell.a1: shown(page, b) for page in pages for b in page.blocks if b.cell is not None and b.role == "cell"}


def shown(page: Page, block: Block) -> str:
    return page.text[block.span.start : block.span.end]


def cell(page: Page, a1: str):
    return next(b for b in page.blocks if b.cell is not None and b.cell.a1 == a1)


def codes(*pages: Page) -> set[str]:
    return {problem.code for page in pages for problem in page.problems}


def problem(pages: list[Page], code: str) -> str:
    return next(found.message for page in pages for found in page.problems if found.code == code)


class TestFormulas:
    def test_a_stored_value_is_cited_as_stored_with_its_formula(self, xlsx) -> None:
        (page,) = xlsx(rows(row(1, num("A1", 5), num("B1", 7), formula("C1", "SUM(A1:B1)", "12"))))
        assert page.text == "5\t7\t12"
        block = cell(page, "C1")
        assert (block.cell.formula, block.origin.detail) == ("=SUM(A1:B1)", "value stored by application")
        locator = page.locator_of(block.span)
        assert isinstance(locator, CellLocator)
        assert (locator.sheet, locator.cell, locator.formula) == ("Лист1", "C1", "=SUM(A1:B1)")

    def test_a_formula_without_stored_value_is_reported_and_not_citable(self, xlsx) -> None:
        pages = xlsx(rows(row(1, text("A1", "Итого"), formula("B1", "SUM(C1:C9)", None))))
        assert pages[0].text == "Итого"
        assert "B1" in problem(pages, "not_calculated")
        assert [(w.text, w.path) for w in pages[0].withheld] == [("=SUM(C1:C9)", "Лист1!B1")]

    def test_no_row_is_dropped_for_a_missing_value(self, xlsx) -> None:
        (page,) = xlsx(
            rows(*(row(n, text(f"A{n}", f"строка {n}"), formula(f"B{n}", "1+1", None)) for n in range(1, 6)))
        )
        assert page.text.split("\n") == [f"строка {n}" for n in range(1, 6)]

    def test_a_workbook_that_recalculates_says_that_values_may_be_stale(self, xlsx, tmp_path: Path) -> None:
        path = write_xlsx(tmp_path / "a.xlsx", rows(row(1, num("A1", 1))))
        whole = zipfile.ZipFile(path)
        parts = {name: whole.read(name) for name in whole.namelist()}
        parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(
            b"</workbook>", b'<calcPr fullCalcOnLoad="1"/></workbook>'
        )
        with zipfile.ZipFile(tmp_path / "b.xlsx", "w") as package:
            for name, data in parts.items():
                package.writestr(name, data)
        assert "stale_values" in codes(*read(tmp_path / "b.xlsx"))

    @pytest.mark.parametrize(
        ("total", "stored", "is_stale"),
        [
            ("SUM(A1:B1)", "12", False),
            ("SUM(A1:B1)", "10", True),
            ("SUM($A$1:$B$1)", "12.004", False),
            ("A1+B1", "10", True),
            ("B1-A1", "2", False),
            ("A1+D1", "10", False),
            ("SUM(A1:B1)*2", "10", False),
            ("SUM(A1:A9)", "10", True),
        ],
    )
    def test_a_stored_total_that_its_cells_do_not_add_up_to_is_named(
        self, xlsx, total: str, stored: str, is_stale: bool
    ) -> None:
        pages = xlsx(rows(row(1, num("A1", 5), num("B1", 7), formula("C1", total, stored), text("D1", "сум"))))
        assert pages[0].text.split("\t")[2].startswith(stored)
        assert ("stale_sums" in codes(*pages)) == is_stale
        if is_stale:
            assert ": C1;" in problem(pages, "stale_sums")

    def test_shared_formulas_read_as_each_cell_has_them(self, xlsx) -> None:
        first = '<c r="B1"><f t="shared" ref="B1:B2" si="0">A1*$C$1</f><v>2</v></c>'
        second = '<c r="B2"><f t="shared" si="0"/><v>4</v></c>'
        (page,) = xlsx(rows(row(1, num("A1", 1), first), row(2, num("A2", 2), second)))
        assert cell(page, "B2").cell.formula == "=A2*$C$1"

    def test_moving_a_formula_leaves_text_names_and_functions_alone(self) -> None:
        assert moved_formula("IF(A1=\"B2\",LOG10(C$3),'Q1 A1'!D4)", rows=2, columns=1) == (
            "IF(B3=\"B2\",LOG10(D$3),'Q1 A1'!E6)"
        )

    def test_errors_are_not_values(self, xlsx) -> None:
        pages = xlsx(rows(row(1, text("A1", "Маржа"), formula("B1", "A9/A8", "#DIV/0!", kind="e"))))
        assert pages[0].text == "Маржа"
        assert "B1" in problem(pages, "cell_errors")


class TestDisplay:
    @pytest.mark.parametrize(
        ("raw", "style", "expected"),
        [
            ("1234567", 0, "1234567"),
            ("1234567.5", 4, "1234567.5"),
            ("12.300000000000001", 0, "12.3"),
            ("3.01234567E8", 0, "301234567"),
            ("0.125", 2, "12.5%"),
            ("0.2", 2, "20%"),
            ("14", 3, "00014"),
            ("-1250.5", 0, "-1250.5"),
            ("0.153846153846154", 9, "0.15"),
            ("0.153846153846154", 0, "0.153846153846154"),
            ("44286", 1, "2021-03-31"),
            ("44286.5", 10, "2021-03-31 12:00:00"),
            ("20208000900000000001", 0, "20208000900000000001"),
        ],
    )
    def test_values_are_whole_and_free_of_locale(self, xlsx, raw: str, style: int, expected: str) -> None:
        (page,) = xlsx(rows(row(1, num("A1", raw, style))))
        assert page.text == expected

    def test_the_calendar_of_1904_is_honoured(self, xlsx) -> None:
        (page,) = xlsx(rows(row(1, num("A1", 42824, 1))), workbook='<workbookPr date1904="1"/>')
        assert page.text == "2021-03-31"

    def test_a_date_written_as_text_stays_as_written(self, xlsx) -> None:
        (page,) = xlsx(rows(row(1, text("A1", "04.03.2020"), text("B1", "13/07/2021"))))
        assert page.text == "04.03.2020\t13/07/2021"

    def test_a_currency_of_the_format_names_the_column(self, xlsx) -> None:
        (page,) = xlsx(rows(row(1, text("A1", "Выручка"), num("B1", 5, 4))))
        assert page.text == "Выручка\t5"
        assert cell(page, "B1").cell.column_header == "сум"

    @pytest.mark.parametrize(
        ("code", "kind"),
        [
            ("dd.mm.yyyy", "date"), ("[$-419]d mmmm yyyy;@", "date"), ("m/d/yy h:mm", "datetime"), ("h:mm:ss", "time"),
            ("[h]:mm", "elapsed"), ("0.00%", "percent"), ("#,##0.00\\ _₽", "number"), ("General", "number"), ("@", "text"),
            ('#,##0" дней"', "number"), ("[Red]-#,##0.00", "number"), (";;;", "nothing"), ("yyyy", "date"),
        ],
    )  # fmt: skip
    def test_number_formats_are_told_apart(self, code: str, kind: str) -> None:
        assert read_format(code).kind == kind


class TestHidden:
    def test_a_hidden_sheet_is_kept_apart_and_named(self, xlsx) -> None:
        for state in ("hidden", "veryHidden"):
            pages = xlsx(
                rows(row(1, text("A1", "видно"))), rows(row(1, text("A1", "тайна"), num("B1", 9))),
                names=("Баланс", "Черновик"), states=("", state),
            )  # fmt: skip
            assert [page.text for page in pages] == ["видно", ""]
            assert "'Черновик'" in problem(pages, "hidden_sheet")
            assert [(w.text, w.origin.kind, w.path) for w in pages[1].withheld] == [
                ("тайна\t9", OriginKind.HIDDEN, "Черновик!A1:B1")
            ]

    def test_hidden_rows_and_columns_are_kept_apart(self, xlsx) -> None:
        pages = xlsx(
            '<cols><col min="2" max="2" hidden="1"/></cols>'
            + rows(row(1, text("A1", "да"), text("B1", "нет")), row(2, text("A2", "тоже нет"), attributes='hidden="1"'))
        )
        assert pages[0].text == "да"
        assert [(w.text, w.reason) for w in pages[0].withheld] == [
            ("нет", "in a hidden column"), ("тоже нет", "in a hidden row"),
        ]  # fmt: skip

    def test_letters_nobody_sees_are_kept_apart(self, xlsx) -> None:
        pages = xlsx(rows(row(1, text("A1", "видно", 7), text("B1", "белым", 6), num("C1", 5, 8))))
        assert pages[0].text == "видно"
        assert [w.text for w in pages[0].withheld] == ["белым", "5"]


class TestShape:
    def test_a_wrong_dimension_is_not_believed(self, xlsx) -> None:
        for stated in ('<dimension ref="A1"/>', ""):
            pages = xlsx(stated + rows(*(row(n, num(f"A{n}", n)) for n in range(1, 501))))
            assert len(cells(*pages)) == 500

    def test_styled_empty_cells_cost_nothing_and_gaps_lose_nothing(self, xlsx) -> None:
        lines = [row(n, num(f"A{n}", n)) for n in range(1, 201)]
        lines += [row(n, f'<c r="A{n}" s="1"/>') for n in range(201, 801)]
        lines += [row(n, num(f"A{n}", n)) for n in range(801, 1001)]
        lines += [row(1_048_576, '<c r="XFD1048576" s="5"/>')]
        assert [int(a1[1:]) for a1 in cells(*xlsx(rows(*lines)))] == [*range(1, 201), *range(801, 1001)]

    def test_cells_without_addresses_are_counted(self, xlsx) -> None:
        (page,) = xlsx("<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row></sheetData>")
        assert cells(page) == {"A1": "1", "B1": "2", "A2": "3"}

    def test_pages_hold_at_most_two_hundred_rows_of_one_sheet(self, xlsx) -> None:
        pages = xlsx(rows(*(row(n, num(f"A{n}", n)) for n in range(1, 451))), rows(row(1, text("A1", "б"))))
        assert [(page.number, page.label, page.text.count("\n") + 1) for page in pages] == [
            (1, "Лист1", 200), (2, "Лист1", 200), (3, "Лист1", 50), (4, "Лист2", 1),
        ]  # fmt: skip
        assert all(page.kind is PageKind.SHEET for page in pages)

    def test_a_quote_over_several_cells_has_a_range(self, xlsx) -> None:
        (page,) = xlsx(rows(row(3, text("B3", "Прибыль"), num("C3", 7), num("D3", 9))))
        locator = page.locator_of(CharSpan(start=0, end=len(page.text)))
        assert isinstance(locator, CellLocator)
        assert (locator.cell, locator.range) == (None, "B3:D3")

    def test_line_breaks_in_a_cell_do_not_break_its_row(self, xlsx) -> None:
        (page,) = xlsx(rows(row(1, text("A1", "ООО\nАльфа_x000D_"), num("B1", 1))))
        assert page.text == "ООО Альфа\t1"

    def test_an_empty_workbook_is_a_page_that_says_so(self, xlsx) -> None:
        (page,) = xlsx(rows())
        assert codes(page) == {"no_text"}


class TestHeadings:
    def test_two_merged_levels_name_the_columns(self, xlsx) -> None:
        (page,) = xlsx(
            rows(
                row(1, text("A1", "Баланс, тыс. сум")),
                row(2, text("A2", "Показатель"), text("B2", "2022 год"), text("D2", "2023 год")),
                row(3, text("B3", "начало"), text("C3", "конец"), text("D3", "начало"), text("E3", "конец")),
                row(4, text("A4", "Основные средства"), num("B4", 10), num("C4", 20), num("D4", 20), num("E4", 30)),
                row(5, text("A5", "Запасы"), num("B5", 1), num("C5", 2), num("D5", 2), num("E5", 3)),
            )
            + '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B2:C2"/><mergeCell ref="D2:E2"/></mergeCells>'
        )
        found = cell(page, "E5")
        assert (found.cell.row_header, found.cell.column_header) == ("Запасы", "2023 год / конец")
        assert found.heading == "Баланс, тыс. сум"
        assert cell(page, "B2").cell.column_span == 2

    def test_years_over_figures_are_headings(self, xlsx) -> None:
        (page,) = xlsx(
            rows(
                row(1, text("A1", "Показатель"), num("B1", 2022), num("C1", 2023)),
                row(2, text("A2", "Выручка"), num("B2", 500), num("C2", 700)),
            )
        )
        assert cell(page, "C2").cell.column_header == "2023"

    def test_a_name_merged_down_names_all_its_rows_from_its_anchor(self, xlsx) -> None:
        (page,) = xlsx(
            rows(
                row(1, text("A1", "ООО «Альфа»"), text("B1", "кредит"), num("C1", 5)),
                row(2, text("B2", "лизинг"), num("C2", 6)),
                row(3, text("A3", "ООО «Бета»"), text("B3", "кредит"), num("C3", 7)),
            )
            + '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>'
        )
        assert cell(page, "C2").cell.row_header == "ООО «Альфа» / лизинг"
        assert cell(page, "C3").cell.row_header == "ООО «Бета» / кредит"
        assert "A2" not in cells(page)

    def test_a_second_table_has_headings_of_its_own(self, xlsx) -> None:
        (page,) = xlsx(
            rows(
                row(1, text("A1", "Актив"), text("B1", "Сумма"), text("C1", "Доля")),
                row(2, text("A2", "Здание"), num("B2", 5), num("C2", 1)),
                row(5, text("A5", "Долг"), text("B5", "Банк"), text("C5", "Ставка")),
                row(6, text("A6", "Кредит"), text("B6", "Банк-1"), num("C6", 20)),
            )
        )
        assert cell(page, "C6").cell.column_header == "Ставка"
        assert cell(page, "C2").cell.column_header == "Доля"

    def test_titles_add_up_and_sections_keep_the_columns(self, xlsx) -> None:
        (page,) = xlsx(
            rows(
                row(1, text("A1", "Баланс")),
                row(2, text("A2", "Единица измерения: тыс. сум")),
                row(4, text("A4", "Показатель"), text("B4", "Код"), text("C4", "2023 год")),
                row(5, text("A5", "АКТИВ")),
                row(6, text("A6", "I. Долгосрочные активы")),
                row(7, text("A7", "Здания"), text("B7", "012"), num("C7", 5)),
                row(9, text("A9", "ПАССИВ")),
                row(10, text("A10", "Капитал"), text("B10", "410"), num("C10", 7)),
                row(13, text("A13", "Дебиторы")),
                row(14, text("A14", "Имя"), text("B14", "Страна"), text("C14", "Долг")),
                row(15, text("A15", "ООО «Альфа»"), text("B15", "РУз"), num("C15", 9)),
            )
        )
        headings = {a1: cell(page, a1).heading for a1 in ("C7", "C10", "C15")}
        assert headings == {
            "C7": "Баланс / Единица измерения: тыс. сум / АКТИВ / I. Долгосрочные активы",
            "C10": "Баланс / Единица измерения: тыс. сум / ПАССИВ",
            "C15": "Дебиторы",
        }
        assert [cell(page, a1).cell.column_header for a1 in headings] == ["2023 год", "2023 год", "Долг"]

    def test_a_form_is_no_table(self, xlsx) -> None:
        (page,) = xlsx(
            rows(
                row(1, text("A1", "Наименование"), text("B1", "ООО «Альфа»")),
                row(2, text("A2", "ИНН"), num("B2", 301234567)),
                row(3, text("A3", "Адрес"), text("B3", "г. Ташкент")),
            )
        )
        assert {b.cell.column_header for b in page.blocks} == {None}
        assert cell(page, "B2").cell.row_header == "ИНН"

    def test_the_line_of_column_numbers_is_no_data(self, xlsx) -> None:
        (page,) = xlsx(
            rows(
                row(1, text("A1", "Показатель"), text("B1", "Код"), text("C1", "Сумма")),
                row(2, num("A2", 1), num("B2", 2), num("C2", 3)),
                row(3, text("A3", "Выручка"), num("B3", 10), num("C3", 500)),
            )
        )
        assert cell(page, "C3").cell.column_header == "Сумма"


class TestOddPackages:
    def test_shared_texts_are_found_in_any_case(self, tmp_path: Path) -> None:
        path = write_xlsx(
            tmp_path / "case.xlsx",
            rows(row(1, '<c r="A1" t="s"><v>0</v></c>')),
            texts=("Привет",),
            texts_part="xl/SharedStrings.xml",
        )
        assert read(path)[0].text == "Привет"

    def test_missing_shared_texts_are_reported_by_cell(self, xlsx) -> None:
        pages = xlsx(rows(row(1, '<c r="A1" t="s"><v>0</v></c>', num("B1", 5))))
        assert pages[0].text == "5"
        assert "A1" in problem(pages, "missing_texts")

    def test_comments_are_annotations_at_their_cell(self, xlsx) -> None:
        comments = (
            f'<comments {S}><authors><author>Аудитор</author></authors><commentList><comment ref="B1" authorId="0"><text>'
            "<r><t>Не сходится</t></r></text></comment></commentList></comments>"
        )
        (page,) = xlsx(
            rows(row(1, text("A1", "Итого"), num("B1", 5))),
            parts={
                "xl/worksheets/_rels/sheet1.xml.rels": relationships(("c", "comments", "../comments1.xml")),
                "xl/comments1.xml": comments,
            },
        )
        assert page.text == "Итого\t5\nНе сходится"
        note = page.blocks[-1]
        assert (note.origin.kind, note.origin.detail, note.cell.a1) == (
            OriginKind.ANNOTATION,
            "comment by Аудитор",
            "B1",
        )

    def test_text_boxes_are_read_at_the_cell_they_cover(self, xlsx) -> None:
        drawing = (
            '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
            'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col>'
            "<xdr:row>4</xdr:row></xdr:from><xdr:sp><xdr:txBody><a:p><a:r><a:t>Данные не проверены</a:t></a:r></a:p></xdr:txBody>"
            "</xdr:sp></xdr:twoCellAnchor></xdr:wsDr>"
        )
        (page,) = xlsx(
            rows(row(1, num("A1", 5))),
            parts={
                "xl/worksheets/_rels/sheet1.xml.rels": relationships(("d", "drawing", "../drawings/drawing1.xml")),
                "xl/drawings/drawing1.xml": drawing,
            },
        )
        box = page.blocks[-1]
        assert (shown(page, box), box.origin.kind, box.cell.a1) == ("Данные не проверены", OriginKind.TEXT_BOX, "D5")

    def test_macros_and_embedded_files_are_named_and_never_run(self, xlsx) -> None:
        pages = xlsx(rows(row(1, num("A1", 1))), parts={"xl/vbaProject.bin": b"x", "xl/embeddings/договор.docx": b"y"})
        assert {"macros", "attachments"} <= codes(*pages)
        assert "договор.docx" in problem(pages, "attachments")

    def test_a_sheet_that_breaks_off_keeps_its_rows_and_says_so(self, tmp_path: Path) -> None:
        broken = "<sheetData>" + row(1, text("A1", "есть")) + '<row r="2"><c r="A2"><v>1'
        path = write_xlsx(tmp_path / "broken.xlsx", rows(row(1, num("A1", 1))))
        whole = zipfile.ZipFile(path)
        with zipfile.ZipFile(tmp_path / "b.xlsx", "w") as package:
            for name in whole.namelist():
                data = whole.read(name)
                if name.endswith("sheet1.xml"):
                    data = f"<worksheet {S}>{broken}".encode()
                package.writestr(name, data)
        pages = read(tmp_path / "b.xlsx")
        assert pages[0].text == "есть"
        assert "breaks off after row 1" in problem(pages, "unreadable")

    def test_a_workbook_by_openpyxl_is_read_whole(self, tmp_path: Path) -> None:
        import datetime as dt

        import openpyxl

        book = openpyxl.Workbook()
        sheet = book.active
        sheet.title = "Данные"
        sheet.append(["Показатель", "Дата", "Сумма"])
        sheet.append(["Выручка", dt.date(2023, 12, 31), 1500.25])
        sheet["D2"] = "=C2*2"
        book.save(tmp_path / "o.xlsx")
        (page,) = read(tmp_path / "o.xlsx")
        assert page.text == "Показатель\tДата\tСумма\nВыручка\t2023-12-31\t1500.25"
        assert "not_calculated" in codes(page)

    def test_a_word_document_under_this_name_is_refused_in_words(self, tmp_path: Path) -> None:
        from tests.unit.ingest.made_up_office import p, write_docx

        with pytest.raises(InputRefused, match="Word document"):
            read(write_docx(tmp_path / "wrong.xlsx", p("Текст.")))

    def test_strict_workbooks_are_read_like_any(self, tmp_path: Path) -> None:
        path = write_xlsx(tmp_path / "t.xlsx", rows(row(1, text("A1", "Строго"))))
        whole = zipfile.ZipFile(path)
        with zipfile.ZipFile(tmp_path / "s.xlsx", "w") as package:
            for name in whole.namelist():
                data = whole.read(name).replace(
                    b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
                    b"http://purl.oclc.org/ooxml/spreadsheetml/main",
                ).replace(RELATIONS.encode(), b"http://purl.oclc.org/ooxml/officeDocument/relationships")  # fmt: skip
                package.writestr(name, data)
        assert read(tmp_path / "s.xlsx")[0].text == "Строго"


class TestStruckOut:
    def test_a_cell_of_a_struck_font_is_kept_apart(self, xlsx) -> None:
        fonts = '<fonts><font/><font><strike/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs>'
        styles = f"<styleSheet {S}>{fonts}</styleSheet>"
        pages = xlsx(rows(row(1, text("A1", "ОКЭД"), num("B1", 10510, style=1))), parts={"xl/styles.xml": styles})
        assert pages[0].text == "ОКЭД"
        assert [(w.text, w.reason, w.origin.kind) for w in pages[0].withheld] == [
            ("10510", "struck out", OriginKind.DELETED)
        ]
        assert codes(*pages) == {"struck_text"}

    @pytest.mark.parametrize("shared", [True, False])
    def test_struck_runs_of_a_text_are_kept_apart(self, xlsx, shared: bool) -> None:
        item = "<r><rPr><strike/></rPr><t>60</t></r><r><t> 36 месяцев</t></r>"
        if shared:
            part = f"<sst {S}><si>{item}</si></sst>"
            cell_of = '<c r="A1" t="s"><v>0</v></c>'
            pages = xlsx(rows(row(1, cell_of)), texts=("",), parts={"xl/sharedStrings.xml": part})
        else:
            pages = xlsx(rows(row(1, f'<c r="A1" t="inlineStr"><is>{item}</is></c>')))
        assert pages[0].text.strip() == "36 месяцев"
        assert [(w.text, w.path) for w in pages[0].withheld] == [("60", "Лист1!A1")]
