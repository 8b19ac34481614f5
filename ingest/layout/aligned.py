"""Tables without lines: rows whose pieces stand under one another."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from evidence.pages import TableCell
from ingest.grid import GridCell, is_figure, is_wording, name_cells
from ingest.layout.items import Piece, Row
from ingest.layout.segments import Segment

BIN = 2.0
"""Points."""
BRIDGED = 0.12
"""Share of a table's lines that may run across the white between two of its columns: headings that span it."""
TIGHT = 1.4
"""Times the font size: lines no further apart may be lines of one cell."""

Line = list[Segment]


@dataclass(slots=True)
class Cell:
    column: int
    span: int
    lines: list[Line] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(segment.text for line in self.lines for segment in line)

    @property
    def last(self) -> Segment:
        return self.lines[-1][-1]


def as_table(lines: Sequence[Line], *, table: int) -> list[Row] | None:
    """Rows with row and column numbers; None where the lines are no table but, say, a form."""
    stops = _columns([line for line in lines if len(line) > 1])
    if len(stops) < 2:
        return None
    rows = [_cells(line, stops) for line in lines]
    if not _looks_tabular(rows, len(stops)):
        return None
    return _rows(_with_continuations(rows), table)


def _columns(lines: Sequence[Line]) -> list[tuple[float, float]]:
    """The x ranges of the columns: where lines put text, between the white that nearly all leave free."""
    if len(lines) < 2:
        return []
    left = min(line[0].x0 for line in lines)
    right = max(segment.x1 for line in lines for segment in line)
    covered = np.zeros(int((right - left) / BIN) + 2, dtype=np.int64)
    for line in lines:
        for segment in line:
            covered[int((segment.x0 - left) / BIN) : int((segment.x1 - left) / BIN) + 1] += 1
    filled = (covered > BRIDGED * len(lines)).astype(np.int8)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], filled, [0]))))
    return [(left + a * BIN, left + b * BIN) for a, b in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)]


def _cells(line: Line, stops: list[tuple[float, float]]) -> list[Cell]:
    cells: list[Cell] = []
    for segment in line:
        touched = [i for i, (x0, x1) in enumerate(stops) if min(x1, segment.x1) - max(x0, segment.x0) > 1.0]
        first = touched[0] if touched else _nearest(segment, stops)
        span = touched[-1] - first + 1 if touched else 1
        if cells and cells[-1].column + cells[-1].span > first:
            cells[-1].lines[-1].append(segment)
            cells[-1].span = max(cells[-1].span, first + span - cells[-1].column)
        else:
            cells.append(Cell(first, span, [[segment]]))
    return cells


def _nearest(segment: Segment, stops: list[tuple[float, float]]) -> int:
    middle = (segment.x0 + segment.x1) / 2
    return min(range(len(stops)), key=lambda i: abs((stops[i][0] + stops[i][1]) / 2 - middle))


def _looks_tabular(rows: list[list[Cell]], columns: int) -> bool:
    full = [row for row in rows if len(row) > 1]
    crowded = sum(any(len(line) > 1 for cell in row for line in cell.lines) for row in full)
    if len(full) < 2 or crowded > 0.25 * len(full):
        return False
    figures = [is_figure(row[-1].text) for row in full]
    if columns == 2:
        # two columns of words are a form: label and value, and no cell names another
        return len(full) >= 3 and sum(figures) >= 0.5 * len(full)
    wide = sum(len(row) >= 3 for row in full)
    return wide >= 2 and wide >= 0.4 * len(full)


def _with_continuations(rows: list[list[Cell]]) -> list[list[Cell]]:
    """Further lines of a cell's text put into the cell they continue.

    Only words right below words, closer than the rows are, in columns that the row above fills and never the first:
    what might begin a row of its own stays one.
    """
    merged: list[list[Cell]] = []
    for index, row in enumerate(rows):
        if merged and _continues(row, merged[-1], rows[index + 1] if index + 1 < len(rows) else None):
            above = {cell.column: cell for cell in merged[-1]}
            for cell in row:
                above[cell.column].lines.extend(cell.lines)
        else:
            merged.append(row)
    return merged


def _continues(row: list[Cell], above: list[Cell], below: list[Cell] | None) -> bool:
    by_column = {cell.column: cell for cell in above}
    if len(above) < 2 or len(row) >= len(above):
        return False
    for cell in row:
        over = by_column.get(cell.column)
        if over is None or cell.column == 0 or cell.span > 1 or not is_wording(cell.text) or not is_wording(over.text):
            return False
        if cell.last.baseline - over.last.baseline > TIGHT * cell.last.size:
            return False
    pitch = row[0].last.baseline - max(cell.last.baseline for cell in above)
    if below is None:
        return True
    return below[0].column == 0 and below[0].last.baseline - row[0].last.baseline >= pitch


def _rows(rows: list[list[Cell]], table: int) -> list[Row]:
    grid = [
        GridCell(number, cell.column, cell.text, 1, cell.span, all(s.bold for line in cell.lines for s in line))
        for number, row in enumerate(rows)
        for cell in row
    ]
    names = name_cells(grid)
    made = []
    for number, row in enumerate(rows):
        pieces = []
        for cell in row:
            name = names.get((number, cell.column))
            place = TableCell(
                table=table,
                row=number,
                column=cell.column,
                column_span=cell.span,
                row_header=name.row if name else None,
                column_header=name.column if name else None,
            )
            words = [[word for segment in line for word in segment.words] for line in cell.lines]
            pieces.append(Piece(words, "cell", place))
        made.append(Row(pieces, inline=True))
    return made
