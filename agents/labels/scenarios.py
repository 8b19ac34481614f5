"""Headings of two levels: under one year a column of what was planned and one of what was."""

import re

from agents.labels.grids import Grid, Square
from agents.labels.layout import Layout
from evidence.periods import says_expected

ACTUAL = re.compile(
    r"(?<!\w)(?:факт\w*|отч[её]т|actuals?|fact|fakt\w*|realizad\w+|efetiv\w+|haqiqat\w*|haqiqiy|amalda\w*|ҳақиқ\w*|амалда\w*)(?!\w)",
    re.IGNORECASE,
)
_LONGEST = 40


def without_plans(wanted: dict[int, tuple[str, Square]], grid: Grid, layout: Layout) -> dict[int, tuple[str, Square]]:
    """Columns by the heading over them, where the row below that heading parts plan from fact: only the fact's."""
    rows = {row[0].row: row for row in grid.rows() if row}
    kept = dict(wanted)
    for square in {square.start: square for _, square in wanted.values()}.values():
        beside = [other.column for other in rows.get(square.row, ()) if other.column > square.column]
        end = min(beside, default=max(one.column for one in grid.squares) + 1)
        below = [one for one in rows.get(square.row + 1, ()) if square.column <= one.column < end]
        said = {one.column: layout.text[one.start : one.end] for one in below if one.end - one.start <= _LONGEST}
        planned = [column for column, text in said.items() if says_expected(text)]
        if not planned:
            continue
        name = next(name for name, one in wanted.values() if one == square)
        for column in range(square.column, end):
            if column in kept and kept[column][1] == square:
                del kept[column]
        actual = [column for column, text in said.items() if column not in planned and ACTUAL.search(text)]
        if len(actual) == 1 and actual[0] not in kept:
            kept[actual[0]] = name, square
    return kept
