"""Tables that are drawn with lines: rulings -> grid of cells, spans included."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from evidence.spans import Box
from ingest.layout.face import Ruling, Word

NEAR = 3.0
"""Points: ends and crossings of lines that are meant to meet do so within this."""
MOST_RULES = 800
"""Per direction; a page with more is a drawing, not a table."""
SHORTEST = 4.0


class Rule(NamedTuple):
    """A merged line: at ``at`` across, from ``start`` to ``end`` along."""

    at: float
    start: float
    end: float


@dataclass(slots=True)
class GridPlace:
    row: int
    column: int
    row_span: int
    column_span: int
    box: Box
    words: list[Word] = field(default_factory=list)


@dataclass(slots=True)
class Grid:
    box: Box
    places: list[GridPlace]


def find_grids(rulings: Sequence[Ruling], words: Iterable[Word]) -> tuple[list[Grid], list[Word]]:
    """Grids with their words in them, and the words that are in none. Upright coordinates throughout."""
    rows = _merge_rules([Rule((r.top + r.bottom) / 2, r.x0, r.x1) for r in rulings if r.is_horizontal])
    columns = _merge_rules([Rule((r.x0 + r.x1) / 2, r.top, r.bottom) for r in rulings if not r.is_horizontal])
    rest = list(words)
    grids = []
    if rows and columns and len(rows) <= MOST_RULES and len(columns) <= MOST_RULES:
        for some_rows, some_columns in _connected(rows, columns):
            grid = _grid(some_rows, some_columns)
            if grid is not None:
                rest = _fill(grid, rest)
                if _is_table(grid):
                    grids.append(grid)
                else:
                    rest.extend(word for place in grid.places for word in place.words)
    return grids, rest


def _merge_rules(rules: list[Rule]) -> list[Rule]:
    """Collinear pieces joined: most programs draw each cell's border by itself, and twice."""
    merged: list[Rule] = []
    group: list[Rule] = []
    for rule in sorted(rules):
        if group and rule.at - group[0].at > 1.5:
            merged.extend(_joined(group))
            group = []
        group.append(rule)
    merged.extend(_joined(group))
    return [rule for rule in merged if rule.end - rule.start >= SHORTEST]


def _joined(group: list[Rule]) -> list[Rule]:
    if not group:
        return []
    at = sum(rule.at for rule in group) / len(group)
    joined: list[Rule] = []
    for rule in sorted(group, key=lambda rule: rule.start):
        if joined and rule.start <= joined[-1].end + NEAR:
            joined[-1] = Rule(at, joined[-1].start, max(joined[-1].end, rule.end))
        else:
            joined.append(Rule(at, rule.start, rule.end))
    return joined


def _connected(rows: list[Rule], columns: list[Rule]) -> list[tuple[list[Rule], list[Rule]]]:
    """Groups of lines that cross or touch one another, top to bottom."""
    parent = list(range(len(rows) + len(columns)))

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            on_row = row.start - NEAR <= column.at <= row.end + NEAR
            if on_row and column.start - NEAR <= row.at <= column.end + NEAR:
                parent[root(i)] = root(len(rows) + j)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = defaultdict(lambda: ([], []))
    for i, row in enumerate(rows):
        groups[root(i)][0].append(row)
    for j, column in enumerate(columns):
        groups[root(len(rows) + j)][1].append(column)
    found = [group for group in groups.values() if len(group[0]) >= 2 and len(group[1]) >= 2]
    return sorted(found, key=lambda group: group[0][0].at)


def _grid(rows: list[Rule], columns: list[Rule]) -> Grid | None:
    ys, xs = _stops(rows), _stops(columns)
    if len(ys) < 2 or len(xs) < 2 or (len(ys) - 1) * (len(xs) - 1) > 20_000:
        return None
    down, right = len(ys) - 1, len(xs) - 1
    parent = list(range(down * right))

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    for i in range(down):
        middle_y = (ys[i] + ys[i + 1]) / 2
        for j in range(right):
            middle_x = (xs[j] + xs[j + 1]) / 2
            if j + 1 < right and not _crossed(columns, xs[j + 1], middle_y):
                parent[root(i * right + j + 1)] = root(i * right + j)
            if i + 1 < down and not _crossed(rows, ys[i + 1], middle_x):
                parent[root((i + 1) * right + j)] = root(i * right + j)
    groups: dict[int, list[int]] = defaultdict(list)
    for item in range(down * right):
        groups[root(item)].append(item)
    places = [place for group in groups.values() if (place := _place(group, right, xs, ys)) is not None]
    places.sort(key=lambda place: (place.row, place.column))
    return Grid(Box(xs[0], ys[0], xs[-1], ys[-1]), places)


def _stops(rules: list[Rule]) -> list[float]:
    stops: list[float] = []
    for rule in sorted(rules):
        if not stops or rule.at - stops[-1] > NEAR:
            stops.append(rule.at)
    return stops


def _crossed(rules: list[Rule], at: float, along: float) -> bool:
    return any(abs(rule.at - at) <= NEAR and rule.start - NEAR <= along <= rule.end + NEAR for rule in rules)


def _place(group: list[int], right: int, xs: list[float], ys: list[float]) -> GridPlace | None:
    """The cell of a group of unit cells; None where they make no rectangle, as the space around a stepped table does."""
    rows, columns = [item // right for item in group], [item % right for item in group]
    row, column = min(rows), min(columns)
    row_span, column_span = max(rows) - row + 1, max(columns) - column + 1
    if row_span * column_span != len(group):
        return None
    box = Box(xs[column], ys[row], xs[column + column_span], ys[row + row_span])
    return GridPlace(row, column, row_span, column_span, box)


def _fill(grid: Grid, words: list[Word]) -> list[Word]:
    """Put the words into their places; returns those that are in none."""
    x0, top, x1, bottom = grid.box
    outside: list[Word] = []
    for word in words:
        x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
        place = None
        if x0 <= x <= x1 and top <= y <= bottom:
            place = next((p for p in grid.places if p.box.x0 <= x <= p.box.x1 and p.box.top <= y <= p.box.bottom), None)
        (outside if place is None else place.words).append(word)
    return outside


def _is_table(grid: Grid) -> bool:
    """Two rows and two columns with something in them; a frame around text, or a line of boxes, is none."""
    held = [place for place in grid.places if place.words]
    rows = {place.row for place in held}
    columns = {place.column for place in held}
    return len(held) >= 3 and len(rows) >= 2 and len(columns) >= 2
