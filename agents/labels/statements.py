"""Statements whose columns only say *opening* and *closing*, or *this* and *last year*; the title above says which year.

Nothing is taken where the title names no year, several, or part of one, or names another company.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agents.labels.grids import Grid, Square
from agents.labels.layout import Layout
from agents.labels.lines import NamedRow, code_of, rows_of_columns
from agents.labels.subject import is_of_another
from agents.labels.words import stems_of
from agents.parties.mentions import Own
from evidence.fields import Field
from evidence.periods import Side, side_of, year_closed, year_meant
from evidence.spans import CharSpan

_LONGEST_HEADING = 100
_HEAD = 1_600
"""Characters above the headings in which the title stands."""
_PAIRS = ((Side.OPENING, Side.CLOSING), (Side.PREVIOUS, Side.CURRENT))
_IN_BRACKETS = re.compile(r"[(,]\s*(?P<said>[^()]{4,40})\)?\s*\Z")
_CARRIED_OVER = 0.97
"""Of a figure that another year's statement repeats as its opening or last year's: the year's own comes first."""
_SIDES = {
    "income": frozenset(
        stem
        for word in ("доходы", "прибыль", "даромад", "даромадлар", "daromad", "daromadlar", "income")
        for stem in stems_of(word)
    ),
    "expense": frozenset(
        stem
        for word in (
            "расходы",
            "убытки",
            "харажат",
            "xarajat",
            "харажатлар",
            "xarajatlar",
            "зарар",
            "zarar",
            "expenses",
        )
        for stem in stems_of(word)
    ),
}


class Period(NamedTuple):
    """One column of figures."""

    year: int
    heading: str
    page: int
    shown_by: tuple[CharSpan, ...]
    """What says the year, on that page: the title and the column's heading, or the heading alone."""
    side: str | None
    """``income`` or ``expense`` where the period has a column for each."""
    fit: float


class Carry(NamedTuple):
    """A statement that may go on on the next page, where its headings are not printed again."""

    document: str
    page: int
    periods: dict[int, Period]
    last_code: int


class StatementFigure(NamedTuple):
    year: str
    column: str
    square: Square
    period: Period
    row: NamedRow


def statement_figures(
    field: Field, grid: Grid, layout: Layout, *, own: Own | None, since: int, carried: Carry | None
) -> tuple[list[StatementFigure], Carry | None]:
    """And what the next page may go on with. ``since``: where the table before this one on the page ends; what stands
    above belongs to that one."""
    rows = list(grid.rows())
    heads = [place for place, row in enumerate(rows) if _heads_periods(row, layout)]
    if not heads:
        return _continued(field, rows, layout, carried)
    found: list[StatementFigure] = []
    carry: Carry | None = None
    for number, place in enumerate(heads):
        stop = heads[number + 1] if number + 1 < len(heads) else len(rows)
        before = since if number == 0 else last_figure(rows[heads[number - 1] : place], layout)
        title = _title(layout, start=max(before, rows[place][0].start - _HEAD), end=rows[place][0].start)
        if (own is not None and is_of_another(title.text, own)) or is_stopped(title.text, field):
            continue
        periods = _periods(rows[place : place + 3], grid, layout, title)
        periods = _by_sides(rows[place + 1 : place + 3], layout, periods) or periods
        periods = {at: one for at, one in periods.items() if not is_stopped(one.heading, field)}
        if periods:
            body = rows[place + 1 : stop]
            found += _figures(field, body, layout, periods)
            carry = _carry(layout, body, periods)
    # a second page may repeat the headings without the title
    return (found, carry) if found or carry is not None else _continued(field, rows, layout, carried)


def _continued(
    field: Field, rows: Sequence[tuple[Square, ...]], layout: Layout, carried: Carry | None
) -> tuple[list[StatementFigure], Carry | None]:
    """The rest of the page before: in as many columns, with codes that go on where the last ones ended."""
    page = layout.page
    if carried is None or (page.document, page.number) != (carried.document, carried.page + 1):
        return [], None
    codes = _codes(rows, layout)
    columns = {square.column for row in rows for square in row[1:]}
    goes_on = len(codes) > 1 and codes == sorted(codes) and codes[0] > carried.last_code
    if not goes_on or max(columns, default=0) != max(carried.periods):
        return [], None
    found = list(_figures(field, rows, layout, carried.periods))
    return found, _carry(layout, rows, carried.periods)


def _carry(layout: Layout, rows: Sequence[tuple[Square, ...]], periods: dict[int, Period]) -> Carry | None:
    codes = _codes(rows, layout)
    return Carry(layout.page.document, layout.page.number, periods, codes[-1]) if codes else None


def _codes(rows: Sequence[tuple[Square, ...]], layout: Layout) -> list[int]:
    return [int(code) for row in rows if (code := code_of(row, layout)) is not None]


def _heads_periods(row: tuple[Square, ...], layout: Layout) -> bool:
    texts = [_text(square, layout) for square in row]
    texts = [text for text in texts if len(text) <= _LONGEST_HEADING]
    sides = {side_of(text) for text in texts}
    return any(set(pair) <= sides for pair in _PAIRS) or len({year_closed(text) for text in texts} - {None}) > 1


class _Title(NamedTuple):
    text: str
    year: int | None
    span: CharSpan | None
    """Of the piece that says the year."""


def _title(layout: Layout, *, start: int, end: int) -> _Title:
    pieces = [segment for segment in layout.segments if segment.start >= start and segment.end <= end]
    text = "\n".join(layout.of(segment) for segment in pieces)
    years = {year: segment for segment in pieces if (year := year_closed(layout.of(segment))) is not None}
    if len(years) != 1 or year_closed(text) not in years:
        return _Title(text, None, None)
    year, segment = next(iter(years.items()))
    return _Title(text, year, CharSpan(start=segment.start, end=segment.end))


def is_stopped(said: str, field: Field) -> bool:
    """A plan, a forecast. That a column holds the opening figures is no reason here: it is known of which year."""
    stems = frozenset(stems_of(said))
    stops = (frozenset(stems_of(label)) for label in field.stop_labels if side_of(label) is None)
    return any(stop and stop <= stems for stop in stops)


def _periods(heads: Sequence[tuple[Square, ...]], grid: Grid, layout: Layout, title: _Title) -> dict[int, Period]:
    """Grid column to the period whose figures stand in it; empty where the columns name years themselves."""
    full: dict[int, str] = {}
    for square in grid.squares:
        if square.column_header and square.row > heads[0][0].row:
            full.setdefault(square.column, square.column_header)
    held: dict[int, Square] = {square.column: square for square in heads[0]}
    found: dict[int, Period] = {}
    for column in sorted({*held, *full}):
        own = _text(held[column], layout) if column in held else ""
        heading = full.get(column) or own
        heading = heading if own in heading else own  # a line above the table may have been taken for its heading
        head = held.get(column) or _over(held, heading, layout)
        year = year_meant(title.text if title.year is not None else "", heading)
        if head is None or year is None or len(heading) > 2 * _LONGEST_HEADING:
            continue
        spans = [CharSpan(start=head.start, end=head.end)]
        if year_closed(heading) is None and title.span is not None:
            spans.insert(0, title.span)
        side = side_of(heading)
        fit = _CARRIED_OVER if side is not None and side.years_back else 1.0
        found[column] = Period(year, heading, layout.page.number, tuple(spans), _money_side(heading), fit)
    return found


def _by_sides(
    below: Sequence[tuple[Square, ...]], layout: Layout, periods: dict[int, Period]
) -> dict[int, Period] | None:
    """Periods whose headings lie over a pair of columns each, income and expenses, where only the print shows it; None
    where the row below holds no such pairs."""
    for row in below:
        sides = [(square, side) for square in row if (side := _side_named(_text(square, layout))) is not None]
        if len(sides) != 2 * len(periods) or [side for _, side in sides] != [*_SIDES] * len(periods):
            continue
        found: dict[int, Period] = {}
        for number, (square, side) in enumerate(sides):
            period = periods[sorted(periods)[number // 2]]
            heading = f"{period.heading} / {_text(square, layout)}"
            found[square.column] = period._replace(heading=heading, side=side)
        return found if len(found) == len(sides) else None
    return None


def _over(held: dict[int, Square], heading: str, layout: Layout) -> Square | None:
    """The merged heading that a further column stands under."""
    return next((square for square in held.values() if heading.startswith(_text(square, layout))), None)


def _money_side(heading: str) -> str | None:
    """By the lower of two headings, or by what one heading says behind its period: ``За отчётный период (доходы)``."""
    behind = _IN_BRACKETS.search(heading)
    if behind is not None:
        return _side_named(behind["said"])
    return _side_named(heading.rsplit(" / ", 1)[-1]) if " / " in heading else None


def _side_named(said: str) -> str | None:
    stems = set(stems_of(said))
    return next((name for name, words in _SIDES.items() if stems & words), None)


def _figures(
    field: Field, rows: Sequence[tuple[Square, ...]], layout: Layout, periods: dict[int, Period]
) -> Iterator[StatementFigure]:
    body = [tuple(square for square in row) for row in rows]
    for column, row in rows_of_columns(field, body, layout).items():
        by_year: dict[int, list[Square]] = {}
        for square in row.squares:
            period = periods.get(square.column)
            if period is None or not any(letter.isdigit() for letter in _text(square, layout)):
                continue
            by_year.setdefault(period.year, []).append(square)
        for year, squares in by_year.items():
            chosen = _of_side(row, squares, periods)
            if chosen is not None:
                yield StatementFigure(str(year), column, chosen, periods[chosen.column], row)


def _of_side(row: NamedRow, squares: list[Square], periods: dict[int, Period]) -> Square | None:
    """The one figure of a year; of a period with two columns, the one in the line's own: a loss is no profit."""
    sided = [square for square in squares if periods[square.column].side is not None]
    if sided and _has_both_sides(periods, periods[sided[0].column].year):
        wanted = row.line.side if row.line is not None else None
        squares = [square for square in sided if periods[square.column].side == wanted]
    return squares[0] if len(squares) == 1 else None


def _has_both_sides(periods: dict[int, Period], year: int) -> bool:
    """A single column says nothing by its side: costs stand in the only one there is."""
    return {one.side for one in periods.values() if one.year == year} >= set(_SIDES)


def last_figure(rows: Sequence[tuple[Square, ...]], layout: Layout) -> int:
    """Where the last row with two figures or more ends; 0 where there is none."""
    ends = [row[-1].end for row in rows if sum(_is_figure(_text(square, layout)) for square in row) > 1]
    return ends[-1] if ends else 0


def _is_figure(text: str) -> bool:
    return any(letter.isdigit() for letter in text) and not any(letter.isalpha() for letter in text)


def _text(square: Square, layout: Layout) -> str:
    return " ".join(layout.text[square.start : square.end].split())
