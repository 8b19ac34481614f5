"""Rows of a list of things: a table field that takes every row the documents give."""

from collections.abc import Iterable, Iterator, Mapping

from agents.labels.cards import cards, opens_an_ended_part, says_it_has_ended
from agents.labels.grids import Grid, Square, grids_of
from agents.labels.layout import Layout
from agents.labels.notebook import Notebook
from agents.labels.readings import Reader
from agents.labels.record_rows import (
    TITLED,
    cell_claim,
    lacks_its_measures,
    promises_measures,
    repeats_headings,
    title_fit,
    with_plain_sums,
)
from agents.labels.subject import Subject
from agents.labels.table_cells import HEAD_ROWS, TableAnswer, headed_columns, reader_for
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from agents.steps import Claim, RowClaim
from evidence.fields import Field

_HEADLESS = 3
"""Columns that a table must have in which the first one asked for is missing: loans of the one bank that writes."""


def records(field: Field, notebook: Notebook, leaves: Iterable[int], subject: Subject) -> TableAnswer | None:
    best: tuple[float, tuple[RowClaim, ...]] | None = None
    for number in leaves:
        layout = notebook.layout(number)
        for grid in grids_of(layout):
            found = _records_of(field, grid, layout, notebook) if subject.owns(field, grid, layout) else None
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    if best is not None:
        return TableAnswer(best[1], ())
    found_cards = cards(field, notebook, list(leaves), subject)
    return TableAnswer(found_cards, ()) if found_cards else None


def _records_of(
    field: Field, grid: Grid, layout: Layout, notebook: Notebook
) -> tuple[float, tuple[RowClaim, ...]] | None:
    titled = title_fit(field, grid.title, grid.said)
    if titled is None:
        return None
    reader = reader_for(field, layout, notebook)
    rows = list(grid.rows())
    for place, row in enumerate(rows[:HEAD_ROWS]):
        columns = with_plain_sums(field, row, layout, headed_columns(field, row, layout))
        matched = len(columns)
        headless = field.columns[0].id not in columns.values()
        if matched < min(2, len(field.columns)) or (headless and (titled < 1.0 or matched < _HEADLESS)):
            continue
        if titled < TITLED and matched < max(3, len(field.columns) - 1):
            continue
        if not promises_measures(field, set(columns.values())):
            continue
        claims = tuple(_record_rows(field, rows[place + 1 :], columns, layout, reader))
        if claims:
            return titled + matched + 0.05 * len(claims), claims
    return None


def _record_rows(
    field: Field, rows: list[tuple[Square, ...]], columns: dict[int, str], layout: Layout, reader: Reader
) -> Iterator[RowClaim]:
    by_id = {column.id: column for column in field.columns}
    misses = 0
    for row in rows:
        if opens_an_ended_part(field, row, layout):
            return
        if says_it_has_ended(field, row, columns, layout):
            continue
        cells: dict[str, Claim | None] = {}
        for square in row:
            column = by_id.get(columns.get(square.column, ""))
            if column is None:
                continue
            claim = cell_claim(column, square, layout, reader)
            if claim is not None:
                cells[column.id] = claim
        first = layout.text[row[0].start : row[0].end]
        if any(stem in thesaurus().members["total"] for stem in stems_of(first)[:2]):
            return
        is_named = field.columns[0].id in cells or field.columns[0].id not in columns.values()
        if not is_named or len(cells) < min(2, len(columns)) or _is_no_row(field, row, columns, cells, layout):
            misses += 1
            if misses > 1:
                return
            continue
        yield RowClaim(cells={column.id: cells.get(column.id) for column in field.columns})


def _is_no_row(
    field: Field, row: tuple[Square, ...], columns: dict[int, str], cells: Mapping[str, Claim | None], layout: Layout
) -> bool:
    return lacks_its_measures(field, set(columns.values()), set(cells)) or repeats_headings(field, row, layout)
