"""Drawn tables -> rows: each drawn cell one block, unless what is drawn is only a frame around rows of its own."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from evidence.pages import TableCell
from ingest.grid import GridCell, name_cells
from ingest.layout.columns import reading_order
from ingest.layout.face import Ruling, Word
from ingest.layout.flow import read_region
from ingest.layout.items import Piece, Row
from ingest.layout.ruled import Grid, GridPlace
from ingest.layout.segments import Segment, cut_segments

MOST_LINES = 14
"""A cell with more lines of running text than this is a frame around it."""
WRAPPED = 0.6
"""Share of a cell's line ends that must be forced by its width for the text to be one flow."""

Kind = Literal["plain", "listing", "nested", "prose"]


@dataclass(slots=True)
class _Held:
    """A drawn cell with words in it."""

    place: GridPlace
    lines: list[list[Word]]
    kind: Kind

    @property
    def text(self) -> str:
        return " ".join(word.text for line in self.lines for word in line)


def read_grid(grid: Grid, rulings: Sequence[Ruling], *, body: float, first_table: int) -> tuple[list[Row], int]:
    """The grid's rows and how many tables they make; the first is numbered ``first_table``."""
    by_row: dict[int, list[_Held]] = {}
    for place in grid.places:
        if place.words:
            by_row.setdefault(place.row, []).append(_held(place))
    numbers = sorted(by_row)
    opened = {number for number in numbers if _is_open(by_row[number])}
    tables = 0
    rows: list[Row] = []
    closed: list[_Held] = []
    for number in numbers:
        if number not in opened:
            closed.extend(by_row[number])
            continue
        # single lines right above rows that only columns part are the headings of those columns
        headings = _headings_above(closed) if _shares_lines(by_row[number]) else []
        closed = closed[: len(closed) - len(headings)]
        for found, count in (
            _closed_rows(closed, first_table + tables),
            _open_row(headings, by_row[number], rulings, body, first_table + tables + bool(closed)),
        ):
            rows.extend(found)
            tables += count
        closed = []
    found, count = _closed_rows(closed, first_table + tables)
    return rows + found, tables + count


def _held(place: GridPlace) -> _Held:
    segments = cut_segments(place.words)
    by_line: dict[int, list[Segment]] = {}
    for segment in segments:
        by_line.setdefault(segment.line, []).append(segment)
    lines = [[word for segment in line for word in segment.words] for line in by_line.values()]
    kind: Kind = "plain"
    if len(lines) > 1:
        if any(len(line) > 1 and not _is_filled(line) for line in by_line.values()):
            kind = "nested"
        elif not _wraps(lines, place):
            kind = "listing"
        elif len(lines) > MOST_LINES:
            kind = "prose"
    return _Held(place, lines, kind)


def _is_filled(line: list[Segment]) -> bool:
    """A printed label with the field that was filled in beside it is no table inside the cell."""
    return any(word.atom for segment in line for word in segment.words)


def _wraps(lines: list[list[Word]], place: GridPlace) -> bool:
    """Whether lines end because the next word would not have fitted, and not because something else begins."""
    pad = min(min(line[0].x0 - place.box.x0 for line in lines), min(place.box.x1 - line[-1].x1 for line in lines))
    room = place.box.x1 - place.box.x0 - 2 * max(0.0, pad)
    forced = 0
    for line, after in itertools.pairwise(lines):
        width = line[-1].x1 - line[0].x0
        forced += width + 0.3 * line[-1].size + (after[0].x1 - after[0].x0) > room - 0.5
    return forced >= WRAPPED * (len(lines) - 1)


def _is_open(cells: list[_Held]) -> bool:
    return any(cell.kind in ("nested", "prose") for cell in cells) or _shares_lines(cells)


def _shares_lines(cells: list[_Held]) -> bool:
    """Whether several cells of a row hold lists whose lines stand level: rows that nobody drew lines between."""
    lists = [cell for cell in cells if cell.kind in ("listing", "nested")]
    for index, cell in enumerate(lists):
        for other in lists[index + 1 :]:
            level = sum(
                any(abs(a[0].baseline - b[0].baseline) < 0.3 * a[0].size for b in other.lines) for a in cell.lines
            )
            if level >= 2 and level >= 0.6 * min(len(cell.lines), len(other.lines)):
                return True
    return False


def _headings_above(closed: list[_Held]) -> list[_Held]:
    if not closed:
        return []
    last = closed[-1].place.row
    row = [cell for cell in closed if cell.place.row == last]
    return row if len(row) > 1 and all(len(cell.lines) == 1 for cell in row) else []


def _open_row(
    headings: list[_Held], cells: list[_Held], rulings: Sequence[Ruling], body: float, first_table: int
) -> tuple[list[Row], int]:
    """A drawn row that is read by its own lines: all of it where cells share lines, else cell by cell."""
    if _shares_lines(cells):
        words = [word for cell in (*headings, *cells) for word in cell.place.words]
        return _region(words, rulings, body, first_table)
    rows: list[Row] = []
    tables = 0
    plain = [cell for cell in cells if cell.kind in ("plain", "listing")]
    if plain:
        rows.append(Row([Piece(lines, "line") for cell in plain for lines in _by_origin(cell.lines)], inline=True))
    for cell in cells:
        if cell.kind in ("nested", "prose"):
            found, count = _region(cell.place.words, rulings, body, first_table + tables)
            rows.extend(found)
            tables += count
    return rows, tables


def _region(words: Sequence[Word], rulings: Sequence[Ruling], body: float, first_table: int) -> tuple[list[Row], int]:
    rows: list[Row] = []
    tables = 0
    for region in reading_order(cut_segments(words, rulings)):
        found, count = read_region(region, body=body, first_table=first_table + tables)
        rows.extend(found)
        tables += count
    return rows, tables


def _closed_rows(cells: list[_Held], table: int) -> tuple[list[Row], int]:
    """Rows of drawn cells, each with its place and the headings that name it."""
    if not cells:
        return [], 0
    grid = [
        GridCell(
            cell.place.row,
            cell.place.column,
            cell.text,
            cell.place.row_span,
            cell.place.column_span,
            all(word.bold for word in cell.place.words),
        )
        for cell in cells
    ]
    names = name_cells(grid)
    rows: dict[int, Row] = {}
    for cell in cells:
        place = cell.place
        name = names.get((place.row, place.column))
        spot = TableCell(
            table=table,
            row=place.row,
            column=place.column,
            row_span=place.row_span,
            column_span=place.column_span,
            row_header=name.row if name else None,
            column_header=name.column if name else None,
        )
        row = rows.setdefault(place.row, Row([], inline=True))
        row.pieces.extend(Piece(lines, "cell", spot) for lines in _by_origin(cell.lines))
    return [rows[number] for number in sorted(rows)], 1


def _by_origin(lines: list[list[Word]]) -> list[list[list[Word]]]:
    """Lines in groups of one origin each: a form field's value inside a printed cell is a block of its own."""
    groups: list[list[list[Word]]] = []
    last = None
    for line in lines:
        for word in line:
            if last is None or word.origin is not last.origin or word.atom or last.atom:
                groups.append([[]])
            elif word is line[0]:
                groups[-1].append([])
            groups[-1][-1].append(word)
            last = word
    return groups
