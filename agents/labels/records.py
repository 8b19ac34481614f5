"""Rows of a list of things: a table field that takes every row the documents give."""

import re
from collections.abc import Iterable, Iterator

from agents.labels.grids import Grid, Square, grids_of
from agents.labels.layout import Layout
from agents.labels.notebook import Notebook
from agents.labels.readings import Reader
from agents.labels.subject import Subject
from agents.labels.table_cells import HEAD_ROWS, TableAnswer, cell_of, headed_columns, reader_for
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from agents.steps import Claim, RowClaim
from evidence.fields import Column, Field, FieldType

_TITLED = 0.6
"""Share of a label's words above the table from which its columns need not all be there."""

_PERCENT = re.compile(r"%|процент|foiz|фоиз|per ?cent", re.IGNORECASE)
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
    return TableAnswer(best[1], ()) if best is not None else None


def _records_of(
    field: Field, grid: Grid, layout: Layout, notebook: Notebook
) -> tuple[float, tuple[RowClaim, ...]] | None:
    titled = _title_fit(field, grid.title)
    if titled is None:
        return None
    reader = reader_for(field, layout, notebook)
    rows = list(grid.rows())
    for place, row in enumerate(rows[:HEAD_ROWS]):
        columns = headed_columns(field, row, layout)
        matched = len(columns)
        headless = field.columns[0].id not in columns.values()
        if matched < min(2, len(field.columns)) or (headless and (titled < 1.0 or matched < _HEADLESS)):
            continue
        if titled < _TITLED and matched < max(3, len(field.columns) - 1):
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
        cells: dict[str, Claim | None] = {}
        for square in row:
            column = by_id.get(columns.get(square.column, ""))
            if column is None:
                continue
            claim = _cell_claim(column, square, layout, reader)
            if claim is not None:
                cells[column.id] = claim
        first = layout.text[row[0].start : row[0].end]
        if any(stem in thesaurus().members["total"] for stem in stems_of(first)[:2]):
            return
        is_named = field.columns[0].id in cells or field.columns[0].id not in columns.values()
        if not is_named or len(cells) < min(2, len(columns)):
            misses += 1
            if misses > 1:
                return
            continue
        yield RowClaim(cells={column.id: cells.get(column.id) for column in field.columns})


def _cell_claim(column: Column, square: Square, layout: Layout, reader: Reader) -> Claim | None:
    readings = reader._replace(kind=column.type).read(layout.text, square.start, square.end)
    if (
        not readings
        and column.type is FieldType.PERCENT
        and _PERCENT.search(square.column_header or " ".join(column.labels))
    ):
        readings = reader._replace(kind=FieldType.NUMBER).read(layout.text, square.start, square.end)
    if not readings:
        return None
    if column.type in (FieldType.TEXT, FieldType.LONG_TEXT, FieldType.ORGANISATION, FieldType.PERSON):
        return cell_of(layout, square, context="", fit=1.0).claim
    best = max(readings, key=lambda one: one.fit)
    if not best.certain:
        return None
    whole = cell_of(layout, square, context="", fit=1.0).claim
    return whole.model_copy(update={"value": " ".join(layout.text[best.start : best.end].split())})


def _title_fit(field: Field, title: str) -> float | None:
    """How well the words above the table name the field; None where they name something that is not wanted."""
    stems = frozenset(stems_of(title))
    if any(stop and stop <= stems for stop in (frozenset(stems_of(label)) for label in field.stop_labels)):
        return None
    empty = thesaurus().empty
    best = 0.0
    for label in field.labels:
        wanted = frozenset(stems_of(label)) - empty
        if wanted:
            best = max(best, len(wanted & stems) / len(wanted))
    return best
