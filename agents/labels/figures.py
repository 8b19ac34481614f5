"""Figures by account and year: a table field whose row headings the template names."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from agents.labels.grids import Grid, Square, grids_of
from agents.labels.layout import Layout
from agents.labels.lines import rows_of_columns
from agents.labels.notebook import Notebook
from agents.labels.scenarios import without_plans
from agents.labels.statements import Carry, StatementFigure, is_stopped, last_figure, statement_figures
from agents.labels.subject import Subject
from agents.labels.table_cells import HEAD_ROWS, Cell, TableAnswer, cell_of, headed_columns, reader_for
from agents.labels.words import stems_of
from agents.steps import Claim, RowClaim, SpanPointer
from evidence.fields import Field
from evidence.pages import Page
from evidence.periods import holds_no_closed_year
from evidence.reasons import Reason, because
from evidence.roundings import Written, agree, written
from evidence.spans import CharSpan
from evidence.stated_units import NOTHING_STATED, Stated
from evidence.values.units import scaled

_WHOLE = 0.85
"""Least fit of a figure in its square: nothing else may stand there."""
_LONGEST_ROW_NAME = 60
_OPENING_DAY = re.compile(r"(?<!\d)0?1[./]0?1[./](?:19|20)?\d\d(?!\d)")
"""1 January of a year holds the figures of the year before."""
_MOST_TOLD = 4
_COARSE = 100
"""Steps of one paper's last digit in one of another's from which the two are not put into one row."""
_SILENT = 0.96
"""Of a figure in a table that names no unit."""


_MISREAD = 0.94
"""Of a doubtful figure of a scan: below the same figure that a later statement repeats."""
_LEAST_CONFIDENCE = 75.0
_REGULAR = re.compile(r"[-(]?(?:\d+|\d{1,3}([ \u00a0.,'])\d{3}(?:\1\d{3})*)(?:[.,]\d{1,2})?\)?")


class _Figure(NamedTuple):
    cell: Cell
    stated: Stated | None
    """The unit it is given in; None where the square holds digits, and they are no certain figure."""
    header: Claim | None
    """Of the wanted row heading."""
    amount: str
    """In whole units, for comparing."""
    written: Written | None = None
    """How finely; None where the digits are no number."""
    is_titled: bool = False

    def agrees(self, other: "_Figure") -> bool:
        if self.amount == other.amount:
            return True
        return self.written is not None and other.written is not None and agree(self.written, other.written)

    def is_finer(self, other: "_Figure") -> bool:
        return self.written is not None and other.written is not None and self.written.step < other.written.step

    @property
    def is_open(self) -> bool:
        return self.stated is None or self.stated.is_doubtful


def figures_by_row(field: Field, notebook: Notebook, leaves: Iterable[int], subject: Subject) -> TableAnswer | None:
    """Each document's figures by themselves: two documents may count in different units."""
    ranked = sorted(_by_document(field, notebook, leaves, subject), key=_worth, reverse=True)
    if not ranked:
        return None
    unread = frozenset(key for figures in ranked for key, figure in figures.items() if figure.is_open)
    is_said = any(figure.stated and figure.stated.scales for figures in ranked for figure in figures.values())
    chosen: dict[tuple[str, str], _Figure] = {}
    rivals: dict[tuple[str, str], _Figure] = {}
    repeated: dict[tuple[str, str], _Figure] = {}
    silent: dict[tuple[str, str], _Figure] = {}
    for figures in ranked:
        for key, figure in figures.items():
            held = chosen.get(key)
            if key in unread or (is_said and figure.stated == NOTHING_STATED):
                silent.setdefault(key, figure)
                continue  # where one paper cannot be read for certain, another does not stand in for it
            if held is None:
                chosen[key] = figure
                continue
            if held.agrees(figure):
                chosen[key] = _better(held, figure)
                continue
            if held.cell.fit < figure.cell.fit:
                chosen[key] = figure
            if held.cell.fit == figure.cell.fit:
                rivals.setdefault(key, figure)
            else:
                repeated[key] = held if held.cell.fit < figure.cell.fit else figure
    chosen = _without_rounded(chosen)
    # a second row of one year that differs is a dispute, and shown as one
    rows = [_row_of(field, wanted, held) for held in (chosen, rivals) for wanted in field.rows]
    left = {figure.cell for key, figure in silent.items() if key not in chosen and key not in unread}
    cautions = (*_cautions(field, chosen, repeated, notebook), *_left_out(left, notebook))
    return TableAnswer(tuple(row for row in rows if row is not None), cautions)


class FigureFound(NamedTuple):
    document: str
    row: str
    column: str
    is_titled: bool
    """Whether a statement's title or heading says of which closed year it is; else a bare year stands over the column."""


def figures_found(field: Field, notebook: Notebook, leaves: Iterable[int], subject: Subject) -> Iterator[FigureFound]:
    """Which cells of the table the documents give, before any is chosen: also where two columns of one year differ."""
    for figures in _by_document(field, notebook, leaves, subject, undecided=True):
        for (row, column), figure in figures.items():
            yield FigureFound(figure.cell.document, row, column, figure.is_titled)


def _without_rounded(chosen: dict[tuple[str, str], _Figure]) -> dict[tuple[str, str], _Figure]:
    """A row of a statement's figures holds none that another paper rounds to a hundred of its steps or more."""
    steps: dict[str, dict[str, Decimal]] = defaultdict(dict)
    for (row, _), figure in chosen.items():
        if figure.written is not None:
            held = steps[row].get(figure.cell.document, figure.written.step)
            steps[row][figure.cell.document] = min(held, figure.written.step)

    def is_rounded(row: str, figure: _Figure) -> bool:
        others = [step for document, step in steps[row].items() if document != figure.cell.document]
        return figure.written is not None and any(figure.written.step >= _COARSE * step for step in others)

    return {key: figure for key, figure in chosen.items() if not is_rounded(key[0], figure)}


def _better(held: _Figure, figure: _Figure) -> _Figure:
    """Of two that say the same the finer one: a plan rounds what the statement gives to the thousand."""
    if held.is_finer(figure) or figure.is_finer(held):
        return figure if figure.is_finer(held) else held
    return figure if held.cell.fit < figure.cell.fit else held


def _by_document(
    field: Field, notebook: Notebook, leaves: Iterable[int], subject: Subject, *, undecided: bool = False
) -> list[dict[tuple[str, str], _Figure]]:
    """Without documents that have none, and without figures that two columns of one row's heading give differently, unless
    ``undecided``."""
    found: dict[str, dict[tuple[str, str], _Figure]] = defaultdict(dict)
    carried: Carry | None = None
    for number in leaves:
        leaf = notebook.leaves[number]
        layout = notebook.layout(number)
        since = 0
        going_on, carried = carried, None
        for grid in grids_of(layout):
            if subject.owns(field, grid, layout):
                stated, carried = statement_figures(
                    field, grid, layout, own=subject.own, since=since, carried=going_on if since == 0 else None
                )
                for key, figures in _figures(field, grid, layout, notebook, stated):
                    figure = figures[0]
                    if not undecided and len({one.cell.text for one in figures}) > 1:
                        continue  # two columns of one year that differ tell nothing
                    held = found[leaf.document].get(key)
                    if held is None or held.cell.fit < figure.cell.fit:
                        found[leaf.document][key] = figure
            since = last_figure(list(grid.rows()), layout) or since  # a form's head is often a table of its own
    return [figures for figures in found.values() if figures]


def _cautions(
    field: Field,
    chosen: dict[tuple[str, str], _Figure],
    repeated: dict[tuple[str, str], _Figure],
    notebook: Notebook,
) -> Iterator[Reason]:
    for scale in sorted({int(figure.stated.scale) for figure in chosen.values() if figure.stated is not None} - {1}):
        yield because("scaled_table", "the source gives these amounts in units of {scale}", scale=scale)
    silent = {figure.cell.document for figure in chosen.values() if figure.stated == NOTHING_STATED}
    for document in sorted(silent):
        words = "{file} does not say in which unit its amounts are given: check it"
        yield because("no_unit_stated", words, file=notebook.file_name(document))
    titles = {column.id: column.title for column in field.columns}
    for (row, column), figure in list(repeated.items())[:_MOST_TOLD]:
        yield because(
            "figure_differs",
            "{file} gives another figure for {row}, {column}: {value}",
            file=notebook.file_name(figure.cell.document), row=row, column=titles[column], value=figure.cell.text,
        )  # fmt: skip


def _left_out(cells: Iterable[Cell], notebook: Notebook) -> Iterator[Reason]:
    pages = sorted({(cell.document, cell.page) for cell in cells})
    labels = {place: notebook.layout(notebook.leaf_of(*place)).page.label for place in pages}
    named = {(notebook.file_name(place[0]), labels[place]) for place in pages}
    for file, label in sorted(named, key=str):
        words = "{file} does not say in which unit its amounts are given, and other papers do: its amounts are left out"
        yield because("no_unit_left_out", words, file=f"{file} ({label})" if label else file)


def _worth(figures: dict[tuple[str, str], _Figure]) -> tuple[int, int, float]:
    plain = sum(figure.stated is not None and figure.stated.scale == 1 for figure in figures.values())
    return len(figures), plain, sum(figure.cell.fit for figure in figures.values())


def _row_of(field: Field, wanted: str, figures: dict[tuple[str, str], _Figure]) -> RowClaim | None:
    cells: dict[str, Claim | None] = {}
    header: Claim | None = None
    for column in field.columns:
        figure = figures.get((wanted, column.id))
        if figure is not None:
            cells[column.id] = figure.cell.claim
            header = header or figure.header
    if not cells:
        return None
    if header is not None:
        cells[field.columns[0].id] = header.model_copy(update={"value": wanted})
    return RowClaim(cells=cells)


def _figures(
    field: Field, grid: Grid, layout: Layout, notebook: Notebook, stated: Sequence[StatementFigure]
) -> Iterator[tuple[tuple[str, str], list[_Figure]]]:
    """Of a statement that says its year above; else accounts in rows and wanted headings over columns, or turned round."""
    found: dict[tuple[str, str], list[_Figure]] = defaultdict(list)
    leaf = notebook.leaf_of(layout.page.document, layout.page.number)
    for one in stated:
        cell, is_read = _whole_cell(field, one.column, one.square, layout, notebook, said=_said_of(one))
        if one.year in field.rows:
            cell = cell._replace(fit=one.period.fit)
            figure = _figure(cell, leaf, notebook, is_read, _shown_by(one, layout))
            found[one.year, one.column].append(figure._replace(is_titled=True))
    is_other = bool(stated) or is_stopped(
        " ".join((grid.said[0] if grid.said else grid.title, layout.page.label or "")), field
    )
    for wanted, column, square, head, context in () if is_other else _crossings(field, grid, layout):
        cell, is_read = _whole_cell(field, column, square, layout, notebook, said=context)
        if is_read or any(letter.isdigit() for letter in cell.text):
            header = cell_of(layout, head, context="", fit=1.0).claim
            found[wanted, column].append(_figure(cell, leaf, notebook, is_read, header))
    yield from found.items()


def _figure(cell: Cell, leaf: int, notebook: Notebook, is_read: bool, header: Claim) -> _Figure:
    """A figure whose unit nobody states gives way to one whose unit is stated."""
    digits = re.sub(r"[^\d.,()-]", "", cell.text).replace(",", ".")
    if not is_read:
        return _Figure(cell, None, header, digits)
    stated = notebook.stated_over(leaf, CharSpan(start=cell.start, end=cell.end))
    if stated == NOTHING_STATED:
        cell = cell._replace(fit=_SILENT * cell.fit)
    if _is_doubtful(cell, notebook.layout(leaf).page):
        cell = cell._replace(fit=_MISREAD * cell.fit)
    return _Figure(cell, stated, header, _scaled(digits, stated), written(digits, scale=stated.scale))


def _is_doubtful(cell: Cell, page: Page) -> bool:
    """Read by OCR with little confidence, or in groups that no amount has: a digit may be wrong or missing."""
    confidence = page.confidence_of(CharSpan(start=cell.start, end=cell.end))
    if confidence is None:
        return False
    return confidence < _LEAST_CONFIDENCE or _REGULAR.fullmatch(cell.text.strip()) is None


def _scaled(digits: str, stated: Stated) -> str:
    try:
        return scaled(digits, stated.scale)
    except InvalidOperation:
        return digits


def _whole_cell(
    field: Field, column: str, square: Square, layout: Layout, notebook: Notebook, *, said: str
) -> tuple[Cell, bool]:
    """The square, and whether it is one certain figure."""
    kind = next(one.type for one in field.columns if one.id == column)
    readings = reader_for(field, layout, notebook)._replace(kind=kind).read(layout.text, square.start, square.end)
    is_read = len(readings) == 1 and readings[0].certain and readings[0].fit >= _WHOLE
    return cell_of(layout, square, context=said, fit=1.0), is_read


def _said_of(figure: StatementFigure) -> str:
    return f"{figure.row.heading} / {figure.period.heading}"


def _shown_by(figure: StatementFigure, layout: Layout) -> Claim:
    page = layout.page
    pointers = tuple(
        SpanPointer(document=page.document, page=figure.period.page, span=span) for span in figure.period.shown_by
    )
    return Claim(value=figure.year, evidence=pointers)


class _Crossing(NamedTuple):
    """A square where a wanted heading and a column's label meet."""

    wanted: str
    column: str
    square: Square
    head: Square
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
    # a section's heading has no figures of its own
    rows = [row for row in grid.rows() if len(row) == 1 or any(square.column in wanted_of for square in row)]
    for column_id, (_, row, heading, _) in rows_of_columns(field, rows, layout).items():
        for square in row:
            if square.column in wanted_of:
                wanted, head = wanted_of[square.column]
                yield _Crossing(wanted, column_id, square, head, f"{heading} / {layout.text[head.start : head.end]}")


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
            if wanted is None or _OPENING_DAY.search(first) or holds_no_closed_year(first):
                continue
            for square in below[1:]:
                column = columns.get(square.column)
                if column is not None and column != field.columns[0].id:
                    yield _Crossing(wanted, column, square, below[0], f"{first} / {headings[square.column]}")
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
            if square.column == 0 or _OPENING_DAY.search(text) or holds_no_closed_year(text):
                continue
            for place in _under(square, wanted, headers):
                above = headers.get(place, text)
                is_other = holds_no_closed_year(above) or any(_holds(stems_of(above), stop) for stop in stops)
                if place in found or is_other:
                    continue
                found[place] = wanted, square
    return without_plans(found, grid, layout)


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
