"""The cells of one worksheet part, streamed: formula and stored value together, in one pass.

openpyxl gives formulas or stored values and needs two passes for both; and it believes the stated dimension, which
many programs get wrong. Here nothing is believed but the cells themselves.
"""

import re
from collections.abc import Iterator
from typing import IO, NamedTuple

from lxml import etree

from evidence.errors import InputRefused
from ingest.a1 import column_letters, column_number, read_range
from ingest.xlsx.names import Element, S, is_on, plain_text, struck_text

_MERGE = re.compile(rb"<(?:\w+:)?mergeCell\b[^>]*?\bref\s*=\s*[\"']([A-Za-z0-9:$]+)[\"']")
_ADDRESS = re.compile(r"([A-Za-z]{1,3})(\d{1,7})$")
_CELL_IN_FORMULA = re.compile(r"(?<![A-Za-z0-9_.$])(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?![A-Za-z0-9_(.])")
LONGEST_FORMULA = 500
"""Characters that are kept; a formula is shown to people and never calculated."""
_OVERLAP = 256
_MOST_MERGES = 200_000
_ROW, _COLUMN, _CELL = S + "row", S + "col", S + "c"
_VALUE, _FORMULA, _INLINE = S + "v", S + "f", S + "is"
_PAST_THE_ROWS = (S + "mergeCells", S + "conditionalFormatting", S + "dataValidations", S + "hyperlinks")
_MOST_ROWS, _MOST_COLUMNS = 1_048_576, 16_384


class StoredCell(NamedTuple):
    column: int
    kind: str
    """``n`` number, ``s`` shared text, ``str`` text, ``b``, ``e`` error, ``d`` ISO date, ``inlineStr``."""
    style: int
    value: str | None
    formula: str | None
    struck: str = ""
    """What an inline text strikes out."""


class StoredRow(NamedTuple):
    number: int
    hidden: bool
    cells: list[StoredCell]
    """Those with a value or a formula, ascending."""


class Merges:
    """Which ranges are merged. Read ahead of the rows: the file states them at its end."""

    def __init__(self, source: IO[bytes]) -> None:
        self.anchors: dict[tuple[int, int], tuple[int, int]] = {}
        """(row, column) of the top left cell -> rows and columns that it covers."""
        self.truncated = False
        rest = b""
        while chunk := source.read(1 << 20):
            if b"mergeCell" in chunk or rest:
                window = rest + chunk
                end = 0
                for found in _MERGE.finditer(window):
                    end = found.end()
                    self._add(found.group(1).decode("ascii"))
                rest = window[max(end, len(window) - _OVERLAP) :]
            else:
                rest = chunk[-_OVERLAP:]

    def _add(self, reference: str) -> None:
        shape = read_range(reference)
        if shape is None:
            return
        if len(self.anchors) >= _MOST_MERGES:
            self.truncated = True
            return
        top, left, bottom, right = shape
        self.anchors[top, left] = (bottom - top + 1, right - left + 1)


class Rows:
    """Iterate once. ``hidden_columns`` is complete when the first row comes."""

    def __init__(self, source: IO[bytes], *, part: str) -> None:
        self._source = source
        self._part = part
        self.hidden_columns: list[tuple[int, int]] = []
        """(first, last), both included."""
        self.drawings = 0
        self._shared: dict[str, tuple[str, int, int]] = {}
        """Formula group -> its formula and where it was written."""

    def __iter__(self) -> Iterator[StoredRow]:
        events = etree.iterparse(
            self._source,
            events=("end",),
            tag=(_ROW, _COLUMN),
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=True,
        )
        last = -1
        try:
            for _, element in events:
                if element.tag == _COLUMN:
                    self._note_column(element)
                    continue
                row = self._row(element, last)
                _forget(element)
                if row is not None:
                    last = row.number
                    if row.cells:
                        yield row
        except etree.XMLSyntaxError as error:
            raise InputRefused(
                f"{self._part} breaks off after row {last + 1} ({error}); open the workbook in Excel and save it again"
            ) from None

    def is_hidden_column(self, column: int) -> bool:
        return any(first <= column <= last for first, last in self.hidden_columns)

    def _note_column(self, element: Element) -> None:
        if is_on(element.get("hidden")) or _is_nothing(element.get("width")):
            first, last = element.get("min") or "", element.get("max") or ""
            if first.isdigit() and last.isdigit():
                self.hidden_columns.append((int(first) - 1, int(last) - 1))

    def _row(self, element: Element, last: int) -> StoredRow | None:
        stated = element.get("r")
        number = int(stated) - 1 if stated is not None and stated.isdigit() else last + 1
        if not 0 <= number < _MOST_ROWS:
            return None
        hidden = is_on(element.get("hidden")) or (is_on(element.get("customHeight")) and _is_nothing(element.get("ht")))
        cells: list[StoredCell] = []
        column = -1
        for item in element.iterchildren(_CELL):
            address = item.get("r")
            found = _ADDRESS.match(address) if address is not None else None
            column = column_number(found.group(1)) if found is not None else column + 1
            if len(item) == 0 or column >= _MOST_COLUMNS:
                continue
            cell = self._cell(item, number, column)
            if cell is not None:
                cells.append(cell)
        return StoredRow(number, hidden, cells)

    def _cell(self, item: Element, row: int, column: int) -> StoredCell | None:
        value: str | None = None
        formula: str | None = None
        struck = ""
        for part in item:
            if part.tag == _VALUE:
                value = part.text
            elif part.tag == _FORMULA:
                formula = self._formula(part, row, column)
            elif part.tag == _INLINE:
                value, struck = plain_text(part), struck_text(part)
        if value is None and formula is None:
            return None
        style = item.get("s") or "0"
        return StoredCell(column, item.get("t") or "n", int(style) if style.isdigit() else 0, value, formula, struck)

    def _formula(self, part: Element, row: int, column: int) -> str:
        text = part.text or ""
        group = part.get("si")
        if len(text) > LONGEST_FORMULA:
            return f"={text[:LONGEST_FORMULA]}…"
        if part.get("t") != "shared" or group is None:
            return f"={text}"
        if text:
            self._shared[group] = (text, row, column)
            return f"={text}"
        written = self._shared.get(group)
        if written is None:
            return "="
        return "=" + moved_formula(written[0], rows=row - written[1], columns=column - written[2])


def moved_formula(formula: str, *, rows: int, columns: int) -> str:
    """The formula as it reads in a cell so many rows below and columns right of where it was written."""

    def moved(found: re.Match[str]) -> str:
        fixed_column, letters, fixed_row, number = found.groups()
        if not fixed_column:
            letters = column_letters(max(column_number(letters) + columns, 0))
        if not fixed_row:
            number = str(max(int(number) + rows, 1))
        return f"{fixed_column}{letters}{fixed_row}{number}"

    pieces = re.split(r"(\"[^\"]*\"|'[^']*')", formula)  # text and sheet names stay as they are
    return "".join(piece if place % 2 else _CELL_IN_FORMULA.sub(moved, piece) for place, piece in enumerate(pieces))


def _is_nothing(size: str | None) -> bool:
    try:
        return size is not None and float(size) == 0.0
    except ValueError:
        return False


def _forget(element: Element) -> None:
    """Free the row and what lies before it: a sheet need not fit into memory."""
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]  # type: ignore[union-attr]  # a row has a parent
