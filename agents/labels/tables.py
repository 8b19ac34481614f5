"""Answers to table fields: rows of a list of things, or figures by account and year."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from agents.labels.grids import Grid, Square, grids_of
from agents.labels.keys import KeyText
from agents.labels.layout import Layout
from agents.labels.matching import Vetoes, likeness
from agents.labels.notebook import Notebook
from agents.labels.readings import Reader
from agents.labels.thesaurus import thesaurus
from agents.labels.wordings import Wording, wordings_of
from agents.labels.words import stems_of
from agents.steps import Claim, RowClaim, SpanPointer
from evidence.fields import Column, Field, FieldType
from evidence.spans import CharSpan

_HEADING = 0.72
"""Least likeness of a heading to a column's label."""
_LONGEST_HEADING = 14
"""Words."""
_TITLED = 0.6
_OPENING_DAY = re.compile(r"(?<!\d)0?1[./]0?1[./](?:19|20)?\d\d(?!\d)")
"""1 January of a year holds the figures of the year before."""


class Cell(NamedTuple):
    document: str
    page: int
    start: int
    end: int
    text: str
    context: str
    fit: float

    @property
    def claim(self) -> Claim:
        pointer = SpanPointer(document=self.document, page=self.page, span=CharSpan(start=self.start, end=self.end))
        return Claim(value=" ".join(self.text.split()), evidence=(pointer,), context=self.context or None)


class TableAnswer(NamedTuple):
    rows: tuple[RowClaim, ...]
    cautions: tuple[str, ...]


def table_answer(field: Field, notebook: Notebook, *, set_aside: frozenset[str]) -> TableAnswer | None:
    """None where no table of the case has the field's columns."""
    leaves = _promising(field, notebook, set_aside)
    if field.rows:
        return _by_rows_wanted(field, notebook, leaves)
    return _records(field, notebook, leaves)


def _promising(field: Field, notebook: Notebook, set_aside: frozenset[str]) -> list[int]:
    """Leaves on which a word of at least two columns' labels stands as a key."""
    known = thesaurus()
    seen: dict[int, set[str]] = defaultdict(set)
    for column in field.columns:
        stems = {stem for wording in wordings_of(column) for stem in wording.stems if stem not in known.empty}
        for place in notebook.keys_with(stems):
            seen[notebook.keys[place].leaf].add(column.id)
    needed = 2 if len(field.columns) > 2 else 1
    return sorted(
        leaf
        for leaf, columns in seen.items()
        if len(columns) >= needed and notebook.leaves[leaf].document not in set_aside
    )


# ------------------------------------------------------------------ figures by account and year
class _Figure(NamedTuple):
    cell: Cell
    scale: int
    header: Cell | None
    """Where the wanted row heading stands."""


def _by_rows_wanted(field: Field, notebook: Notebook, leaves: Iterable[int]) -> TableAnswer | None:
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
    cautions = (f"the source gives these amounts in units of {scale}",) if scale != 1 else ()
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
    wanted_of = _wanted_columns(field, grid, layout)
    if not wanted_of:
        return
    reader = _reader(field, layout, notebook)
    measured = field.columns[1:]
    best: dict[str, tuple[float, int]] = {}
    heads: dict[int, str] = {}
    for row in grid.rows():
        heading = _row_heading(row, layout)
        if heading is None:
            continue
        heads[row[0].row] = heading
        for column in measured:
            fit = _fit(column, heading, vetoes=_vetoes(field))
            if fit >= _HEADING and fit > best.get(column.id, (0.0, 0))[0]:
                best[column.id] = fit, row[0].row
    squares = {(square.row, square.column): square for square in grid.squares}
    for column in measured:
        if column.id not in best:
            continue
        fit, row_number = best[column.id]
        for place, (wanted, head) in wanted_of.items():
            square = squares.get((row_number, place))
            if square is None:
                continue
            readings = reader._replace(kind=column.type).read(layout.text, square.start, square.end)
            if len(readings) != 1 or not readings[0].certain or readings[0].fit < 0.85:
                continue
            context = f"{heads[row_number]} / {layout.text[head.start : head.end]}"
            cell = _cell(layout, square, context=context, fit=fit)
            yield (wanted, column.id), _Figure(cell, grid.scale, _cell(layout, head, context="", fit=1.0))


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
        if len(text) > 60:
            continue
        for wanted in field.rows:
            if not re.search(rf"(?<![\d.,]){re.escape(wanted)}(?!\d)", text) and wanted not in text.split("."):
                continue
            if _OPENING_DAY.search(text):
                continue
            for place in _under(square, wanted, headers):
                above = headers.get(place, text)
                if place in found or any(_holds(stems_of(above), stop) for stop in stops):
                    continue
                found[place] = wanted, square
    return found


def _under(square: Square, wanted: str, headers: dict[int, str]) -> list[int]:
    """The columns that a heading covers: its own, and those whose full heading names it (a merged heading)."""
    covered = [place for place, header in headers.items() if re.search(rf"(?<!\d){re.escape(wanted)}(?!\d)", header)]
    return covered or [square.column]


def _holds(stems: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    return bool(wanted) and all(stem in stems for stem in wanted)


def _row_heading(row: tuple[Square, ...], layout: Layout) -> str | None:
    header = next((square.row_header for square in row if square.row_header), None)
    first = layout.text[row[0].start : row[0].end]
    text = header or first
    return " ".join(text.split()) if any(letter.isalpha() for letter in text) else None


# ------------------------------------------------------------------ rows of a list of things
def _records(field: Field, notebook: Notebook, leaves: Iterable[int]) -> TableAnswer | None:
    best: tuple[float, tuple[RowClaim, ...]] | None = None
    for number in leaves:
        layout = notebook.layout(number)
        for grid in grids_of(layout):
            found = _records_of(field, grid, layout, notebook)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    return TableAnswer(best[1], ()) if best is not None else None


def _records_of(
    field: Field, grid: Grid, layout: Layout, notebook: Notebook
) -> tuple[float, tuple[RowClaim, ...]] | None:
    titled = _title_fit(field, grid.title)
    if titled is None:
        return None
    reader = _reader(field, layout, notebook)
    rows = list(grid.rows())
    for place, row in enumerate(rows[:40]):
        columns = _headed(field, row, layout)
        matched = len(columns)
        if matched < min(2, len(field.columns)) or field.columns[0].id not in columns.values():
            continue
        if titled < _TITLED and matched < max(3, len(field.columns) - 1):
            continue
        claims = tuple(_record_rows(field, rows[place + 1 :], columns, layout, reader))
        if claims:
            return titled + matched + 0.05 * len(claims), claims
    return None


def _headed(field: Field, row: tuple[Square, ...], layout: Layout) -> dict[int, str]:
    """Grid column to the id of the field's column that its heading names; each at most once."""
    pairs = sorted(
        (
            (
                _fit(column, layout.text[square.start : square.end], vetoes=Vetoes((), frozenset())),
                square.column,
                column.id,
            )
            for square in row
            for column in field.columns
        ),
        reverse=True,
    )
    found: dict[int, str] = {}
    for fit, place, column in pairs:
        if fit >= _HEADING and place not in found and column not in found.values():
            found[place] = column
    return found


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
        if field.columns[0].id not in cells or len(cells) < min(2, len(columns)):
            misses += 1
            if misses > 1:
                return
            continue
        yield RowClaim(cells={column.id: cells.get(column.id) for column in field.columns})


def _cell_claim(column: Column, square: Square, layout: Layout, reader: Reader) -> Claim | None:
    readings = reader._replace(kind=column.type).read(layout.text, square.start, square.end)
    if not readings and column.type is FieldType.PERCENT and "%" in (square.column_header or " ".join(column.labels)):
        readings = reader._replace(kind=FieldType.NUMBER).read(layout.text, square.start, square.end)
    if not readings:
        return None
    if column.type in (FieldType.TEXT, FieldType.LONG_TEXT, FieldType.ORGANISATION, FieldType.PERSON):
        return _cell(layout, square, context="", fit=1.0).claim
    best = max(readings, key=lambda one: one.fit)
    if not best.certain:
        return None
    whole = _cell(layout, square, context="", fit=1.0).claim
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


# ------------------------------------------------------------------ shared
def _fit(column: Column, heading: str, *, vetoes: Vetoes) -> float:
    stems = stems_of(heading)
    if not stems or len(stems) > _LONGEST_HEADING:
        return 0.0
    return _likeness(column, stems, vetoes.stop)


@lru_cache(maxsize=50_000)
def _likeness(column: Column, stems: tuple[str, ...], stop: tuple[frozenset[str], ...]) -> float:
    known = thesaurus()
    wordings, asked, wanted = _column_words(column)
    if wanted.isdisjoint(stems):
        return 0.0
    key = KeyText(0, 1, None, 1, "whole", stems)
    vetoes = Vetoes(stop, asked)
    return max(likeness(key, wording, kind=column.type, vetoes=vetoes, known=known) for wording in wordings)


@lru_cache(maxsize=512)
def _column_words(column: Column) -> tuple[tuple[Wording, ...], frozenset[str], frozenset[str]]:
    """Its wordings, the stems of its own labels, and every stem that may name it."""
    known = thesaurus()
    wordings = wordings_of(column)
    asked = frozenset(stem for wording in wordings if wording.strength > 0.94 for stem in wording.stems)
    wanted = frozenset(alike for wording in wordings for stem in wording.stems for alike in known.alike(stem))
    return wordings, asked, wanted - known.empty


def _vetoes(field: Field) -> Vetoes:
    return Vetoes(tuple(frozenset(stems_of(label)) for label in field.stop_labels), frozenset())


def _reader(field: Field, layout: Layout, notebook: Notebook) -> Reader:
    return Reader(
        FieldType.TEXT,
        language=layout.page.language,
        currency=field.currency,
        conventions=notebook.conventions_of(layout.page.document),
    )


def _cell(layout: Layout, square: Square, *, context: str, fit: float) -> Cell:
    page = layout.page
    return Cell(
        page.document, page.number, square.start, square.end, layout.text[square.start : square.end], context, fit
    )
