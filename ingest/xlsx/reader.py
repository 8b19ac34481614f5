"""Reads one workbook sheet by sheet, streaming."""

import re
from collections.abc import Iterator
from pathlib import Path

from evidence.errors import InputRefused
from evidence.pages import Origin, Page, Problem, Withheld
from ingest.a1 import column_letters
from ingest.ooxml import Package
from ingest.options import ReadOptions
from ingest.sheet import CellNote, SheetPages
from ingest.sheet_headings import SheetCell
from ingest.struck import STRUCK, origin_of, struck_problem
from ingest.xlsx.annotations import read_boxes, read_comments
from ingest.xlsx.cells import Merges, Rows, StoredCell, StoredRow
from ingest.xlsx.display import Shown, show_number
from ingest.xlsx.formats import Format
from ingest.xlsx.sums import StoredSums
from ingest.xlsx.workbook import Sheet, Workbook

_STORED = Origin(detail="value stored by application")
_VALUE = Origin()
_HIDDEN = "hidden"
_LONGEST_TEXT = 32_767
"""Characters; Excel holds no more in a cell."""
_NAMED = 8
"""Cells that a problem names; it counts the rest."""
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def read_xlsx(path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]:
    """SHEET pages. Raises PasswordNeeded, TooLarge, InputRefused (damaged, or no workbook)."""
    with Package(path, options=options) as package:
        book = Workbook(package)
        number = 0
        for sheet in book.sheets:
            pages = SheetPages(document, label=sheet.name, number=number)
            if number == 0:
                for problem in _book_problems(book):
                    pages.report(problem)
            yield from _SheetReading(book, sheet, pages).pages()
            number = pages.number
        if number == 0:
            empty = SheetPages(document, label="", number=0)
            empty.report(Problem(code="no_text", message="No sheet of it holds a value."))
            yield from empty.finish()


def _book_problems(book: Workbook) -> Iterator[Problem]:
    if book.recalculates:
        yield Problem(
            code="stale_values",
            message="It asks to be calculated anew when it is opened, so stored values of formulas may be out of date; open "
            "it in Excel, save it and add it again.",
            severity="note",
        )
    files = [name for name in book.package.names() if "/embeddings/" in f"/{name}".casefold()]
    if files:
        named = ", ".join(repr(name.rsplit("/", 1)[-1]) for name in files[:_NAMED])
        message = f"It embeds {len(files)} other files, which are not read: {named}; save each and add it."
        yield Problem(code="attachments", message=message)
    pictures = sum(1 for name in book.package.names() if "/media/" in f"/{name}".casefold())
    if pictures:
        message = f"It shows {pictures} pictures, and text in them is not read."
        yield Problem(code="pictures_not_read", message=message, severity="note")
    if any(name.casefold().endswith("vbaproject.bin") for name in book.package.names()):
        yield Problem(code="macros", message="It holds macros. They are not run.", severity="note")


class _Tally:
    """Cells to name in one problem."""

    def __init__(self) -> None:
        self.count = 0
        self.first: list[str] = []

    def add(self, column: int, row: int) -> None:
        self.count += 1
        if len(self.first) < _NAMED:
            self.first.append(f"{column_letters(column)}{row + 1}")

    def __str__(self) -> str:
        more, named = self.count - len(self.first), ", ".join(self.first)
        return f"{named} and {more} more" if more else named


class _SheetReading:
    def __init__(self, book: Workbook, sheet: Sheet, pages: SheetPages) -> None:
        self._book = book
        self._sheet = sheet
        self._pages = pages
        self._errors = _Tally()
        self._uncalculated = _Tally()
        self._unreadable = _Tally()
        self._cut_short = _Tally()
        self._hidden = _Tally()
        self._struck = _Tally()
        self._sums = StoredSums()
        self._hidden_rows = 0
        self._hidden_columns: set[int] = set()

    def pages(self) -> Iterator[Page]:
        part = self._sheet.part
        if part is None:
            self._report(
                "unread_part", f"sheet {self._sheet.name!r} holds no cells that can be read (a chart, or damaged)"
            )
            yield from self._pages.finish()
            return
        with self._book.package.stream(part) as source:
            merges = Merges(source)
        try:
            with self._book.package.stream(part) as source:
                rows = Rows(source, part=part)
                for row in rows:
                    yield from self._row(row, rows, merges)
        except InputRefused as refused:
            self._report("unreadable", str(refused), severity="error")
        for note in (*read_comments(self._book.package, part), *read_boxes(self._book.package, part)):
            if self._sheet.hidden:
                self._withhold(note.text, f"{column_letters(note.column)}{note.row + 1}", "in a hidden sheet")
            else:
                yield from self._pages.annotate(note.row, note.column, note.text, origin=note.origin)
        self._report_all(merges)
        yield from self._pages.finish()

    def _row(self, row: StoredRow, rows: Rows, merges: Merges) -> Iterator[Page]:
        shown: list[SheetCell] = []
        notes: dict[int, CellNote] = {}
        hidden: list[tuple[str, str]] = []
        """Address and text of cells that a hidden sheet, row or column holds."""
        plain = not (self._sheet.hidden or row.hidden or rows.hidden_columns)
        anchors = merges.anchors
        for cell in row.cells:
            form = self._book.format(cell.style)
            self._sums.note(cell, row.number)
            if self._book.struck_texts or cell.struck:
                self._strike(cell, row.number)
            if plain and cell.formula is None and form.hidden is None and cell.kind in ("n", "s"):
                value = self._show(cell, form, row.number)  # nearly every cell of a large sheet
                withheld = None
            else:
                value, withheld = self._judge(cell, form, row, rows)
            if value is None:
                continue
            if withheld is not None:
                address = f"{column_letters(cell.column)}{row.number + 1}"
                if withheld == _HIDDEN:
                    hidden.append((address, value.text))
                else:
                    self._withhold(value.text, address, withheld)
                continue
            down, across = anchors.get((row.number, cell.column), (1, 1)) if anchors else (1, 1)
            shown.append(SheetCell(cell.column, value.text, value.kind, form.distinct, across, down))
            if cell.formula is not None or form.unit is not None:
                origin = _STORED if cell.formula is not None else _VALUE
                notes[cell.column] = CellNote(origin, cell.formula, form.unit)
        if hidden:
            self._withhold_row(hidden, row)
        yield from self._pages.add(row.number, shown, notes)
        if self._pages.crowded:
            yield from self._pages.close_page()

    def _strike(self, cell: StoredCell, row: int) -> None:
        """Keep apart what a part of the cell's text strikes out."""
        struck = cell.struck
        if cell.kind == "s" and cell.value is not None and cell.value.strip().isdigit():
            struck = self._book.struck_texts.get(int(cell.value), "")
        if struck.strip():
            self._struck.add(cell.column, row)
            self._withhold(struck, f"{column_letters(cell.column)}{row + 1}", STRUCK)

    def _judge(self, cell: StoredCell, form: Format, row: StoredRow, rows: Rows) -> tuple[Shown | None, str | None]:
        """What the cell shows, and why it is kept apart (None where it is not)."""
        if cell.formula is not None and not cell.value and cell.kind != "str":
            self._uncalculated.add(cell.column, row.number)
            return Shown(cell.formula, "text"), "a formula that was never calculated"
        if cell.kind == "e":
            self._errors.add(cell.column, row.number)
            return Shown(cell.value or "error", "text"), "an error instead of a value"
        shown = self._show(cell, form, row.number)
        if shown is None or not shown.text.strip():
            return None, None
        if self._sheet.hidden or row.hidden:
            return shown, _HIDDEN
        if rows.hidden_columns and rows.is_hidden_column(cell.column):
            self._hidden_columns.add(cell.column)
            return shown, _HIDDEN
        if form.hidden is not None:
            (self._struck if form.hidden == STRUCK else self._hidden).add(cell.column, row.number)
        return shown, form.hidden

    def _show(self, cell: StoredCell, form: Format, row: int) -> Shown | None:
        value = cell.value
        if value is None:
            return None
        match cell.kind:
            case "s":
                if value.isdigit() and int(value) < len(self._book.texts):
                    return Shown(self._cut(_unescaped(self._book.texts[int(value)]), cell, row), "text")
                self._unreadable.add(cell.column, row)
                return None
            case "str" | "inlineStr":
                return Shown(self._cut(_unescaped(value), cell, row), "text")
            case "b":
                return Shown("TRUE" if value.strip() in ("1", "true") else "FALSE", "text")
            case "d":
                return Shown(value.removesuffix("T00:00:00").replace("T", " "), "date")
            case _:
                return show_number(value, form, self._book.epoch)

    def _cut(self, text: str, cell: StoredCell, row: int) -> str:
        if len(text) <= _LONGEST_TEXT:
            return text
        self._cut_short.add(cell.column, row)
        return text[:_LONGEST_TEXT]

    def _withhold_row(self, hidden: list[tuple[str, str]], row: StoredRow) -> None:
        reason = "in a hidden column"
        if self._sheet.hidden:
            reason = "in a hidden sheet"
        elif row.hidden:
            reason = "in a hidden row"
            self._hidden_rows += 1
        first, last = hidden[0][0], hidden[-1][0]
        self._withhold("\t".join(text for _, text in hidden), first if first == last else f"{first}:{last}", reason)

    def _withhold(self, text: str, address: str, reason: str) -> None:
        origin = origin_of(reason)
        self._pages.withhold(Withheld(text=text, origin=origin, path=f"{self._sheet.name}!{address}", reason=reason))

    def _report(self, code: str, message: str, severity: str = "warning") -> None:
        self._pages.report(Problem.model_validate({"code": code, "message": message, "severity": severity}))

    def _report_all(self, merges: Merges) -> None:
        name = self._sheet.name
        if self._sheet.hidden:
            self._report("hidden_sheet", f"sheet {name!r} is hidden: its cells are kept apart and never cited")
        if self._hidden_rows:
            self._report(
                "hidden_text", f"{self._hidden_rows} rows of sheet {name!r} are hidden: kept apart, never cited"
            )
        if self._hidden_columns:
            letters = ", ".join(column_letters(column) for column in sorted(self._hidden_columns)[:_NAMED])
            self._report("hidden_text", f"columns {letters} of sheet {name!r} are hidden: kept apart, never cited")
        if self._hidden.count:
            self._report("hidden_text", f"cells of sheet {name!r} that nobody sees are kept apart: {self._hidden}")
        if self._struck.count:
            self._pages.report(struck_problem(f"cells of sheet {name!r} ({self._struck})"))
        if self._uncalculated.count:
            self._report(
                "not_calculated",
                f"formulas of sheet {name!r} have no stored value and cannot be cited: {self._uncalculated}; open the "
                "workbook in Excel, save it and add it again",
            )
        stale = _Tally()
        for row, column in self._sums.stale():
            stale.add(column, row)
        if stale.count:
            self._report(
                "stale_sums",
                f"stored totals of sheet {name!r} are not what their cells add up to: {stale}; open the workbook in Excel, "
                "save it and add it again, and look at each value taken from there",
            )
        if self._errors.count:
            self._report("cell_errors", f"cells of sheet {name!r} hold errors instead of values: {self._errors}")
        if self._unreadable.count:
            self._report(
                "missing_texts",
                f"texts of sheet {name!r} are missing from the file: {self._unreadable}; open the workbook in Excel, save "
                "it and add it again",
                severity="error",
            )
        if self._cut_short.count:
            self._report("truncated", f"cells of sheet {name!r} hold more text than Excel allows: {self._cut_short}")
        if merges.truncated:
            self._report(
                "truncated", f"sheet {name!r} merges more cells than are looked at; some headings may be missing"
            )


def _unescaped(text: str) -> str:
    """``_x000D_`` is how the format writes characters that XML cannot hold."""
    return _ESCAPE.sub(lambda found: chr(int(found.group(1), 16)), text) if "_x" in text else text
