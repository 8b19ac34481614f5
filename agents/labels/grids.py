"""The tables of a page as grids: from the cells that the file itself has, or from pieces that line up."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from agents.labels.layout import Layout, Segment

_TITLE_PIECES = 5
_TITLE_CHARACTERS = 420
_LONGEST_CAPTION = 160
_MOST_ROWS = 4_000


class Square(NamedTuple):
    """One cell of a grid; ``heads`` are the headings that the reader of the page sees over and before it."""

    row: int
    column: int
    start: int
    end: int
    row_header: str | None
    column_header: str | None


class Grid(NamedTuple):
    squares: tuple[Square, ...]
    title: str
    """What stands right above, and the nearest heading."""
    caption: str = ""
    """The one short line right above."""
    said: tuple[str, ...] = ()
    """The pieces of the title, where its words are not to be put together across cells; empty = the title as it is."""

    def rows(self) -> Iterator[tuple[Square, ...]]:
        by_row: dict[int, list[Square]] = defaultdict(list)
        for square in self.squares:
            by_row[square.row].append(square)
        for row in sorted(by_row)[:_MOST_ROWS]:
            yield tuple(sorted(by_row[row], key=lambda square: square.column))


def grids_of(layout: Layout) -> Iterator[Grid]:
    """The file's own tables first; where the page has none, runs of rows with several pieces."""
    by_table: dict[int, list[Segment]] = defaultdict(list)
    for segment in layout.segments:
        if segment.cell is not None:
            by_table[segment.cell.table].append(segment)
    for segments in by_table.values():
        yield _from_cells(layout, segments)
    if not by_table:
        yield from _from_rows(layout)


def _from_cells(layout: Layout, segments: list[Segment]) -> Grid:
    squares = tuple(
        Square(
            segment.cell.row,
            segment.cell.column,
            segment.start,
            segment.end,
            segment.cell.row_header,
            segment.cell.column_header,
        )
        for segment in segments
        if segment.cell is not None
    )
    title = _above(layout, segments[0])
    lead = [layout.of(segment) for segment in segments[:6]] if layout.page.kind.value == "sheet" else []
    return Grid(squares, " ".join((title, *lead)).strip(), _caption(layout, segments[0]), (title, *lead))


def _from_rows(layout: Layout) -> Iterator[Grid]:
    """Rows of two pieces or more that follow one another; a line in one piece may be a wrapped cell or a section."""
    run: list[tuple[Segment, ...]] = []
    loose = 0
    index = 0
    segments = layout.segments
    while index < len(segments):
        row = layout.row_of(segments[index])
        index = layout.index_at(row[-1].start) + 1
        if len(row) >= 2:
            run.append(row)
            loose = 0
        elif run and loose < 2:
            run.append(row)
            loose += 1
        else:
            yield from _of_run(layout, run)
            run, loose = [], 0
    yield from _of_run(layout, run)


def _of_run(layout: Layout, run: list[tuple[Segment, ...]]) -> Iterator[Grid]:
    wide = [row for row in run if len(row) >= 2]
    if len(wide) < 2:
        return
    columns = _columns(run)
    squares = tuple(
        Square(number, _column_of(segment, place, columns), segment.start, segment.end, None, None)
        for number, row in enumerate(run)
        for place, segment in enumerate(row)
    )
    title = _above(layout, run[0][0])
    yield Grid(squares, title, _caption(layout, run[0][0]))


def _columns(run: list[tuple[Segment, ...]]) -> list[tuple[float, float]]:
    """Horizontal bands that the pieces of the widest rows share."""
    widest = max(len(row) for row in run)
    bands: list[list[float]] = []
    for row in (row for row in run if len(row) >= max(2, widest - 1)):
        for segment in row:
            if segment.box is None:
                return []
            for band in bands:
                if min(band[1], segment.box.x1) - max(band[0], segment.box.x0) > 0:
                    band[0], band[1] = min(band[0], segment.box.x0), max(band[1], segment.box.x1)
                    break
            else:
                bands.append([segment.box.x0, segment.box.x1])
    return sorted((band[0], band[1]) for band in bands)


def _column_of(segment: Segment, place: int, columns: list[tuple[float, float]]) -> int:
    if segment.box is None or not columns:
        return place
    middle = (segment.box.x0 + segment.box.x1) / 2
    return min(
        range(len(columns)),
        key=lambda number: max(columns[number][0] - middle, middle - columns[number][1], 0.0),
    )


def _above(layout: Layout, first: Segment) -> str:
    index = layout.index_at(first.start)
    pieces = [layout.of(segment) for segment in layout.segments[max(0, index - _TITLE_PIECES) : index]]
    joined = " ".join(pieces)[-_TITLE_CHARACTERS:]
    return f"{first.heading or ''} {joined}".strip()


def _caption(layout: Layout, first: Segment) -> str:
    index = layout.index_at(first.start)
    if index == 0:
        return ""
    above = layout.row_of(layout.segments[index - 1])
    said = " ".join(layout.of(segment) for segment in above)
    return said if len(said) <= _LONGEST_CAPTION else ""
