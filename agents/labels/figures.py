"""Figures by account and year: a table field whose row headings the template names."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agents.labels.grids import Grid, Square, grids_of
from agents.labels.layout import Layout
from agents.labels.notebook import Notebook
from agents.labels.table_cells import (
    HEAD_ROWS,
    HEADING,
    Cell,
    TableAnswer,
    cell_of,
    fit_of_heading,
    headed_columns,
    reader_for,
    vetoes_of_table,
)
from agents.labels.words import stems_of
from agents.steps import Claim, RowClaim
from evidence.fields import Field
from evidence.reasons import because

_WHOLE = 0.85
"""Least fit of a figure in its square: nothing else may stand there."""
_LONGEST_ROW_NAME = 60
_OPENING_DAY = re.compile(r"(?<!\d)0?1[./]0?1[./](?:19|20)?\d\d(?!\d)")
"""1 January of a year holds the figures of the year before."""


class _Figure(NamedTuple):
    cell: Cell
    scale: int
    header: Cell | None
    """Where the wanted row heading stands."""


def figures_by_row(field: Field, notebook: Notebook, leaves: Iterable[int]) -> TableAnswer | None:
    """Each document's figures by themselves: two documents may count in different units."""
    by_document: dict[str, dict[tuple[str, str], _Figure]] = defaultdict(dict)
    for number in leaves:
        leaf = notebook.leaves[number]
        layout = notebook.layout(number)
        for grid in grids_of(layout):
            for key, figure in _figures(field, grid, layout, notebook):
                held = by_document[leaf.document].get(key)
                if held is None or held.cell.fit < figure.cell.fit:
                    by_document[leaf.document][key] = figure
    if not by_document:
        return None
    ranked = sorted(by_document.values(), key=_worth, reverse=True)
    chosen = dict(ranked[0])
    scale = next(iter(chosen.values())).scale
    for other in ranked[1:]:
        for key, figure in other.items():
            if figure.scale == scale:
                chosen.setdefault(key, figure)
    said = because("scaled_table", "the source gives these amounts in units of {scale}", scale=scale)
    cautions = (said,) if scale != 1 else ()
    rows = tuple(_row_of(field, wanted, chosen) for wanted in field.rows)
    return TableAnswer(tuple(row for row in rows if row is not None), cautions)


def _worth(figures: dict[tuple[str, str], _Figure]) -> tuple[int, int, float]:
    plain = sum(figure.scale == 1 for figure in figures.values())
    return len(figures), plain, sum(figure.cell.fit for figure in figures.values())


def _row_of(field: Field, wanted: str, figures: dict[tuple[str, str], _Figure]) -> RowClaim | None:
    cells: dict[str, Claim | None] = {}
    header: Cell | None = None
    for column in field.columns:
        figure = figures.get((wanted, column.id))
        if figure is not None:
            cells[column.id] = figure.cell.claim
            header = header or figure.header
    if not cells:
        return None
    if header is not None:
        cells[field.columns[0].id] = _renamed(header, wanted)
    return RowClaim(cells=cells)


def _renamed(header: Cell, wanted: str) -> Claim:
    return header.claim.model_copy(update={"value": wanted})


def _figures(field: Field, grid: Grid, layout: Layout, notebook: Notebook) -> Iterator[tuple[tuple[str, str], _Figure]]:
    """Accounts in rows and wanted headings over columns; the other way round where the columns' labels head columns."""
    places = _crossings(field, grid, layout)
    reader = reader_for(field, layout, notebook)
    types = {column.id: column.type for column in field.columns}
    found: dict[tuple[str, str], list[_Figure]] = defaultdict(list)
    for wanted, column, square, head, fit, context in places:
        readings = reader._replace(kind=types[column]).read(layout.text, square.start, square.end)
        if len(readings) != 1 or not readings[0].certain or readings[0].fit < _WHOLE:
            continue
        cell = cell_of(layout, square, context=context, fit=fit)
        found[wanted, column].append(_Figure(cell, grid.scale, cell_of(layout, head, context="", fit=1.0)))
    for key, figures in found.items():
        if len({figure.cell.text for figure in figures}) == 1:  # two columns of one year that differ tell nothing
            yield key, figures[0]


class _Crossing(NamedTuple):
    """A square where a wanted heading and a column's label meet."""

    wanted: str
    column: str
    square: Square
    head: Square
    fit: float
    context: str


def _crossings(field: Field, grid: Grid, layout: Layout) -> Iterator[_Crossing]:
    wanted_of = _wanted_columns(field, grid, layout)
    if wanted_of:
        yield from _accounts_in_rows(field, grid, layout, wanted_of)
    else:
        yield from _accounts_over_columns(field, grid, layout)


def _accounts_in_rows(
    field: Field, grid: Grid, layout: Layout, wanted_of: dict[int, tuple[str, Square]]
) -> Iterator[_Crossing]:
    vetoes = vetoes_of_table(field)
    best: dict[str, tuple[float, tuple[Square, ...], str]] = {}
    for row in grid.rows():
        heading = _row_heading(row, layout)
        if heading is None or not any(square.column in wanted_of for square in row):
            continue  # a section's heading has no figures of its own
        for column in field.columns[1:]:
            fit = fit_of_heading(column, heading, vetoes=vetoes)
            if fit >= HEADING and fit > best.get(column.id, (0.0,))[0]:
                best[column.id] = fit, row, heading
    for column_id, (fit, row, heading) in best.items():
        for square in row:
            if square.column in wanted_of:
                wanted, head = wanted_of[square.column]
                context = f"{heading} / {layout.text[head.start : head.end]}"
                yield _Crossing(wanted, column_id, square, head, fit, context)


def _accounts_over_columns(field: Field, grid: Grid, layout: Layout) -> Iterator[_Crossing]:
    rows = list(grid.rows())
    for place, row in enumerate(rows[:HEAD_ROWS]):
        columns = headed_columns(field, row, layout)
        if len(set(columns.values()) - {field.columns[0].id}) < min(2, len(field.columns) - 1):
            continue
        headings = {square.column: layout.text[square.start : square.end] for square in row}
        for below in rows[place + 1 :]:
            first = layout.text[below[0].start : below[0].end]
            wanted = next((name for name in field.rows if _names_row(name, first)), None)
            if wanted is None or _OPENING_DAY.search(first):
                continue
            for square in below[1:]:
                column = columns.get(square.column)
                if column is not None and column != field.columns[0].id:
                    yield _Crossing(wanted, column, square, below[0], 1.0, f"{first} / {headings[square.column]}")
        return


def _names_row(wanted: str, text: str) -> bool:
    return len(text) <= _LONGEST_ROW_NAME and re.search(rf"(?<![\d.,]){re.escape(wanted)}(?!\d)", text) is not None


def _wanted_columns(field: Field, grid: Grid, layout: Layout) -> dict[int, tuple[str, Square]]:
    """Grid column to the wanted row heading that stands over it, and the square that says so."""
    found: dict[int, tuple[str, Square]] = {}
    stops = [stems_of(label) for label in field.stop_labels]
    headers: dict[int, str] = {}
    for square in grid.squares:
        if square.column_header:
            headers.setdefault(square.column, square.column_header)
    for square in grid.squares:
        text = layout.text[square.start : square.end]
        if len(text) > _LONGEST_ROW_NAME:
            continue
        for wanted in field.rows:
            if not _names_row(wanted, text) and wanted not in text.split("."):
                continue
            if square.column == 0 or _OPENING_DAY.search(text):
                continue
            for place in _under(square, wanted, headers):
                above = headers.get(place, text)
                if place in found or any(_holds(stems_of(above), stop) for stop in stops):
                    continue
                found[place] = wanted, square
    return found


def _under(square: Square, wanted: str, headers: dict[int, str]) -> list[int]:
    """The columns that a heading covers: its own, and those whose full heading names it (a merged heading)."""
    covered = [
        place
        for place, header in headers.items()
        if re.search(rf"(?<!\d){re.escape(wanted)}(?!\d)", header) and not _OPENING_DAY.search(header)
    ]
    return covered or [square.column]


def _holds(stems: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    return bool(wanted) and all(stem in stems for stem in wanted)


def _row_heading(row: tuple[Square, ...], layout: Layout) -> str | None:
    header = next((square.row_header for square in row if square.row_header), None)
    first = layout.text[row[0].start : row[0].end]
    text = header or first
    return " ".join(text.split()) if any(letter.isalpha() for letter in text) else None
