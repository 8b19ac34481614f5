"""The company's own balance and results in sums: merged two-level head, formulas with cached values, a hidden sheet."""

from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from examples.credit_case import facts
from examples.credit_case.accounts import BALANCE, RESULTS, TOTALS
from examples.credit_case.facts import YEARS
from examples.office import save_xlsx

_THIN = Side(style="thin", color="808080")
_BOX = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)
_HEAD = PatternFill("solid", fgColor="DDE3EC")
_FORMULAS = {
    "130": ("012", "022"),
    "390": ("140", "210", "320"),
    "400": ("130", "390"),
    "480": ("410", "430", "450"),
    "600": ("730", "610", "680"),
    "770": ("570", "600"),
    "780": ("480", "770"),
}


def workbook(path: Path) -> None:
    """Balance with a two-level merged head, results, receivables, and a hidden sheet with other figures."""
    book = Workbook()
    cached: dict[tuple[str, str], Any] = {}
    balance = book.active
    assert balance is not None
    balance.title = "Форма №1"
    _balance_sheet(balance, cached)
    _results_sheet(book.create_sheet("Форма №2"), cached)
    _receivables(book.create_sheet("Дебиторы"))
    forecast = book.create_sheet("Прогноз для инвестора")
    _forecast(forecast)
    forecast.sheet_state = "hidden"
    save_xlsx(book, path, cached=cached, title="Бухгалтерская отчётность 2022–2024", author=facts.ACCOUNTANT_SHORT_RU)


def _top(sheet: Worksheet, *, title: str, width: int) -> None:
    for row, text in enumerate([title, f"{facts.FULL_RU}, ИНН {facts.INN}", "Единица измерения: сум"], start=1):
        sheet.cell(row, 1, text).font = Font(bold=row == 1, size=13 if row == 1 else 10)
        sheet.merge_cells(start_row=row, start_column=1, end_row=row, end_column=width)
    sheet.column_dimensions["A"].width = 62
    for column in range(3, width + 1):
        sheet.column_dimensions[get_column_letter(column)].width = 20
    sheet.sheet_view.showGridLines = False


def _head(sheet: Worksheet, row: int, column: int, text: str, *, rows: int = 1, columns: int = 1) -> None:
    cell = sheet.cell(row, column, text)
    cell.font, cell.fill = Font(bold=True), _HEAD
    cell.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)
    for r in range(row, row + rows):
        for c in range(column, column + columns):
            sheet.cell(r, c).border = _BOX
    if rows > 1 or columns > 1:
        sheet.merge_cells(start_row=row, start_column=column, end_row=row + rows - 1, end_column=column + columns - 1)


def _figure(sheet: Worksheet, row: int, column: int, value: Any) -> None:
    cell = sheet.cell(row, column, value)
    cell.number_format, cell.border = "#,##0", _BOX


def _balance_sheet(sheet: Worksheet, cached: dict[tuple[str, str], Any]) -> None:
    _top(sheet, title="Бухгалтерский баланс (форма №1)", width=8)
    _head(sheet, 5, 1, "Наименование показателя", rows=2)
    _head(sheet, 5, 2, "Код стр.", rows=2)
    for at, year in enumerate((2022, 2023, 2024)):
        _head(sheet, 5, 3 + 2 * at, f"{year} год", columns=2)
        _head(sheet, 6, 3 + 2 * at, "На начало отчётного периода")
        _head(sheet, 6, 4 + 2 * at, "На конец отчётного периода")
    rows = {code: row for row, (_, code, value) in enumerate(BALANCE, start=7) if value}
    for row, (label, code, value) in enumerate(BALANCE, start=7):
        strong = value is None or code in TOTALS
        sheet.cell(row, 1, label).font = Font(bold=strong)
        sheet.cell(row, 1).border = sheet.cell(row, 2).border = _BOX
        if value is None:
            continue
        sheet.cell(row, 2, code)
        for at, year in enumerate((2022, 2023, 2024)):
            for column, source in ((3 + 2 * at, YEARS[year - 1]), (4 + 2 * at, YEARS[year])):
                letter = get_column_letter(column)
                if code in _FORMULAS:
                    _figure(sheet, row, column, "=" + "+".join(f"{letter}{rows[part]}" for part in _FORMULAS[code]))
                    cached[sheet.title, f"{letter}{row}"] = value(source) * 1000
                else:
                    _figure(sheet, row, column, value(source) * 1000)
                sheet.cell(row, column).font = Font(bold=strong)
    sheet.freeze_panes = "C7"
    last = 7 + len(BALANCE)
    sheet.cell(last + 1, 1, f"Директор: {facts.DIRECTOR_SHORT_RU}")
    sheet.cell(last + 2, 1, f"Главный бухгалтер: {facts.ACCOUNTANT_SHORT_RU}")


def _results_sheet(sheet: Worksheet, cached: dict[tuple[str, str], Any]) -> None:
    _top(sheet, title="Отчёт о финансовых результатах (форма №2)", width=5)
    _head(sheet, 5, 1, "Наименование показателя", rows=2)
    _head(sheet, 5, 2, "Код стр.", rows=2)
    _head(sheet, 5, 3, "За отчётный год", columns=3)
    for at, year in enumerate((2022, 2023, 2024)):
        _head(sheet, 6, 3 + at, f"{year} год")
    rows = {code: row for row, (_, code, _) in enumerate(RESULTS, start=7)}
    formulas = {
        code: "+".join("{c}" + str(rows[part]) for part in plus) + "".join("-{c}" + str(rows[part]) for part in minus)
        for code, plus, minus in (
            ("030", ("010",), ("020",)),
            ("100", ("030", "090"), ("050", "060")),
            ("240", ("100",), ("180",)),
            ("270", ("240",), ("250",)),
        )
    }
    for row, (label, code, value) in enumerate(RESULTS, start=7):
        sheet.cell(row, 1, label).font = Font(bold=code in TOTALS)
        sheet.cell(row, 2, code)
        sheet.cell(row, 1).border = sheet.cell(row, 2).border = _BOX
        for at, year in enumerate((2022, 2023, 2024)):
            letter = get_column_letter(3 + at)
            if code in formulas:
                _figure(sheet, row, 3 + at, "=" + formulas[code].format(c=letter))
                cached[sheet.title, f"{letter}{row}"] = value(YEARS[year]) * 1000
            else:
                _figure(sheet, row, 3 + at, value(YEARS[year]) * 1000)
    sheet.freeze_panes = "C7"


def _receivables(sheet: Worksheet) -> None:
    _top(sheet, title="Расшифровка дебиторской задолженности на 31.12.2024", width=4)
    for column, text in enumerate(("Дебитор", "Страна", "До 30 дней", "31–90 дней"), start=1):
        _head(sheet, 5, column, text)
    names = (
        ("BALTIC LOOM TRADING OÜ", "Эстония"),
        ("ООО «SAVDO LOGISTIKA»", "Узбекистан"),
        ("Anadolu Iplik A.Ş.", "Турция"),
        ("ООО «Ивановский трикотаж»", "Россия"),
        ("ЧП «KOSONSOY TO‘QIMACHI»", "Узбекистан"),
        ("Прочие", ""),
    )
    left = YEARS[2024].receivables * 1000
    for at, (name, country) in enumerate(names):
        share = left if at == len(names) - 1 else left * (38, 30, 26, 22, 18)[at] // 100
        left -= share
        sheet.cell(6 + at, 1, name)
        sheet.cell(6 + at, 2, country)
        _figure(sheet, 6 + at, 3, share * 9 // 10)
        _figure(sheet, 6 + at, 4, share - share * 9 // 10)


def _forecast(sheet: Worksheet) -> None:
    _top(sheet, title="Отчёт о финансовых результатах — вариант для инвестора", width=5)
    for column, text in enumerate(("Наименование показателя", "Код стр.", "2022 год", "2023 год", "2024 год"), start=1):
        _head(sheet, 5, column, text)
    sheet.cell(6, 1, RESULTS[0][0])
    sheet.cell(6, 2, "010")
    for column, value in enumerate((60_100_000_000, 77_350_000_000, facts.HIDDEN_REVENUE_2024), start=3):
        _figure(sheet, 6, column, value)
    sheet.cell(7, 1, RESULTS[-1][0])
    sheet.cell(7, 2, "270")
    for column, value in enumerate((7_900_000_000, 11_240_000_000, 15_480_000_000), start=3):
        _figure(sheet, 7, column, value)
