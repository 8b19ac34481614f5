"""Names the cells of a sheet while its rows stream past: column headings above, row headings to the left.

A sheet is not one table. A row of words over rows of figures begins a table; a single cell of words is the title of
what follows. Memory stays the size of one row.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from ingest.grid import LONGEST_HEADING, is_wording, shortened

_AHEAD = 3
"""Rows that are looked at before one is taken for a heading."""
_WIDEST = 512
"""Columns that one heading names at most."""
_LEVELS = 4
_LABELS = 2


class SheetCell(NamedTuple):
    column: int
    text: str
    kind: Literal["text", "figure", "date", "year"] = "text"
    """``date`` and ``year`` may stand in a heading."""
    distinct: bool = False
    """Set in bold or filled."""
    across: int = 1
    """Columns that a merge covers."""
    down: int = 1


class SheetRow(NamedTuple):
    number: int
    cells: Sequence[SheetCell]
    """Visible and not empty, ascending."""


class NamedRow(NamedTuple):
    row: SheetRow
    column_headings: Sequence[str | None]
    """One for each cell."""
    row_headings: Sequence[str | None]
    title: str | None
    is_heading: bool


class _Down(NamedTuple):
    text: str
    until: int


class SheetNamer:
    """Feed it rows in order; each comes back named, a few rows later. Call ``rest`` at the end."""

    def __init__(self) -> None:
        self._waiting: list[SheetRow] = []
        self._head: dict[int, list[str]] = {}
        self._joined: dict[int, str | None] = {}
        """The headings above a column as one text, for as long as they stand."""
        self._merged_down: dict[int, _Down] = {}
        self._title: str | None = None
        self._banner: list[str] = []
        self._sections: list[str] = []
        self._last: Literal["none", "title", "head", "data"] = "none"
        self._last_number = -1
        self._head_rows: list[SheetRow] = []

    def feed(self, row: SheetRow) -> Iterator[NamedRow]:
        self._waiting.append(row)
        if len(self._waiting) > _AHEAD:
            yield self._next()

    def rest(self) -> Iterator[NamedRow]:
        while self._waiting:
            yield self._next()

    def _next(self) -> NamedRow:
        row = self._waiting.pop(0)
        gap = row.number > self._last_number + 1
        self._last_number = row.number
        if self._merged_down:
            self._merged_down = {c: down for c, down in self._merged_down.items() if down.until >= row.number}
        if self._is_title(row):
            self._take_title(row.cells[0].text, gap=gap)
            self._last = "title"
            return _unnamed(row, self._title)
        if self._last == "head" and self._goes_on(row):
            self._add_level(row)
            return _unnamed(row, self._title)
        if self._opens_table(row, gap=gap):
            self._begin_table()
            self._add_level(row)
            self._last = "head"
            return _unnamed(row, self._title)
        if gap and self._last == "data" and not self._same_shape(row):
            self._begin_head()
        self._last = "data"
        return self._named(row)

    def _take_title(self, text: str, *, gap: bool) -> None:
        """Titles above a table make its banner; one within it names the section that follows."""
        opens = self._last == "none" or (gap and self._heads_ahead())
        if opens:
            self._banner, self._sections = [text], []
            self._begin_head()
        elif not self._head:
            self._banner.append(text)
        elif self._last == "title" and len(self._sections) < _LABELS:
            self._sections.append(text)
        else:
            self._sections = [text]
        self._join_title()

    def _join_title(self) -> None:
        banner = " / ".join(self._banner)
        banner = banner if len(banner) <= LONGEST_HEADING else banner[:LONGEST_HEADING].rstrip() + "…"
        self._title = shortened(" / ".join([banner, *self._sections] if banner else self._sections))

    def _heads_ahead(self) -> bool:
        """Whether a row of column headings follows, perhaps below more titles."""
        for row in self._waiting:
            if not self._is_title(row):
                return _is_wordy(row) and len(row.cells) >= 3
        return False

    def _is_title(self, row: SheetRow) -> bool:
        return len(row.cells) == 1 and row.cells[0].kind == "text" and is_wording(row.cells[0].text)

    def _opens_table(self, row: SheetRow, *, gap: bool) -> bool:
        if not _is_wordy(row):
            return False
        below = [later for later in self._waiting if len(later.cells) > 1]
        if not below:
            return False
        fresh = gap or self._last == "none" or (self._last == "title" and not self._head)
        distinct = all(cell.distinct for cell in row.cells if cell.kind == "text")
        plain_below = not all(cell.distinct for cell in below[0].cells)
        if not fresh:
            return distinct and plain_below and len(row.cells) >= 3
        if distinct and plain_below:
            return True
        figures = [sum(1 for cell in later.cells if cell.kind == "figure") for later in below]
        if len(row.cells) == 2:
            second = row.cells[1].column
            return len(below) >= 2 and all(
                any(cell.column == second and cell.kind == "figure" for cell in later.cells) for later in below[:2]
            )
        return any(figures) or len(row.cells) >= 4 or self._leads_to_figures()

    def _leads_to_figures(self) -> bool:
        return any(cell.kind == "figure" for later in self._waiting for cell in later.cells)

    def _goes_on(self, row: SheetRow) -> bool:
        """Whether this row is one more level of the heading above it."""
        if len(self._head_rows) >= _LEVELS:
            return False
        if _counts_columns(row):
            return True
        above = self._head_rows[-1]
        if not _is_wordy(row, alone=True) or not self._waiting:
            return False
        if row.number <= max(cell.down - 1 for cell in above.cells) + above.number:
            return True  # beside a heading that is merged downwards
        if any(cell.across > 1 for cell in above.cells):
            return True
        # headings that span without being merged leave gaps, and the row below fills them
        covered = {cell.column for cell in above.cells}
        return len(row.cells) > 1 and any(cell.column not in covered for cell in row.cells) and self._leads_to_figures()

    def _begin_table(self) -> None:
        if self._sections:
            self._sections = []
            self._join_title()
        self._begin_head()

    def _begin_head(self) -> None:
        self._head, self._joined, self._head_rows = {}, {}, []

    def _add_level(self, row: SheetRow) -> None:
        self._head_rows.append(row)
        self._joined = {}
        if _counts_columns(row) and len(self._head_rows) > 1:
            return
        for place, cell in enumerate(row.cells):
            across = min(cell.across, _WIDEST)
            if across == 1 and cell.kind != "figure":
                across = self._reach_over_gap(row, place)
            for column in range(cell.column, cell.column + across):
                levels = self._head.setdefault(column, [])
                if not levels or levels[-1] != cell.text:
                    levels.append(cell.text)

    def _reach_over_gap(self, row: SheetRow, place: int) -> int:
        """Columns up to the next heading, where the row below fills the gap with headings of its own."""
        if not self._waiting or place == len(row.cells) - 1:
            below = self._waiting[0] if self._waiting else None
            if below is None or place == 0 or not _is_wordy(below):
                return 1
            end = below.cells[-1].column + 1
        else:
            below, end = self._waiting[0], row.cells[place + 1].column
        start = row.cells[place].column
        filled = {cell.column for cell in below.cells}
        if _is_wordy(below) and start in filled and all(column in filled for column in range(start, end)):
            return max(1, end - start)
        return 1

    def _same_shape(self, row: SheetRow) -> bool:
        inside = sum(1 for cell in row.cells if cell.column in self._head)
        return inside >= 0.6 * len(row.cells)

    def _named(self, row: SheetRow) -> NamedRow:
        labels = [(column, down.text) for column, down in self._merged_down.items()]
        counted = 0
        columns = [self._column_heading(cell.column) for cell in row.cells]
        names: list[str | None] = []
        name: str | None = None
        known = -1
        figures = False
        for cell in row.cells:
            left = [label for label in labels if label[0] < cell.column] if labels else labels
            if len(left) != known:
                name, known = shortened(" / ".join(dict.fromkeys(text for _, text in left))), len(left)
            names.append(name)
            if cell.kind != "text":
                figures = True
            elif len(cell.text) <= LONGEST_HEADING and is_wording(cell.text):
                if counted < _LABELS and not figures:
                    labels.append((cell.column, cell.text))
                    counted += 1
                if cell.down > 1:
                    self._merged_down[cell.column] = _Down(cell.text, row.number + cell.down - 1)
        return NamedRow(row, columns, names, self._title, is_heading=False)

    def _column_heading(self, column: int) -> str | None:
        if column not in self._joined:
            self._joined[column] = shortened(" / ".join(self._head.get(column, ())))
        return self._joined[column]


def _unnamed(row: SheetRow, title: str | None) -> NamedRow:
    nothing = [None] * len(row.cells)
    return NamedRow(row, nothing, nothing, title, is_heading=True)


def _is_wordy(row: SheetRow, *, alone: bool = False) -> bool:
    """Words, years and dates only, as a heading has them."""
    if len(row.cells) < (1 if alone else 2):
        return False
    if any(cell.kind == "figure" or len(cell.text) > LONGEST_HEADING for cell in row.cells):
        return False
    return any(is_wording(cell.text) or cell.kind in ("date", "year") for cell in row.cells)


def _counts_columns(row: SheetRow) -> bool:
    """``1 2 3 4``: the line of column numbers that printed forms have under their headings."""
    return len(row.cells) >= 3 and _consecutive(cell.text for cell in row.cells)


def _consecutive(texts: Iterable[str]) -> bool:
    last: int | None = None
    for text in texts:
        if not text.isascii() or not text.isdigit() or len(text) > 3:
            return False
        number = int(text)
        if last is not None and number != last + 1:
            return False
        last = number
    return True
