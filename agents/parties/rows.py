"""A page as rows of units: the lines of a form, the cells of a table, each with the column that it stands in."""

from collections.abc import Iterator
from typing import NamedTuple

from evidence.pages import Block, Page


class Unit(NamedTuple):
    """One line of text in one column."""

    start: int
    end: int
    text: str
    order: int
    """Place among the units of its row."""
    x: float | None
    table: int | None
    column: int | None


class Row(NamedTuple):
    units: tuple[Unit, ...]
    is_heading: bool

    @property
    def start(self) -> int:
        return self.units[0].start

    @property
    def end(self) -> int:
        return self.units[-1].end

    @property
    def text(self) -> str:
        return "\t".join(unit.text for unit in self.units)


def rows_of(page: Page) -> list[Row]:
    rows: list[Row] = []
    held: list[tuple[int, int, Block | None]] = []
    for start, end, block in _pieces(page):
        if held and "\n" in page.text[held[-1][1] : start]:
            rows.extend(_rows(page.text, held))
            held = []
        held.append((start, end, block))
    return [*rows, *_rows(page.text, held)]


def _pieces(page: Page) -> Iterator[tuple[int, int, Block | None]]:
    """The blocks, and whatever text stands between them, cut at tabs and line breaks."""
    at = 0
    for block in page.blocks:
        yield from _plain(page.text, at, block.span.start)
        yield block.span.start, block.span.end, block
        at = block.span.end
    yield from _plain(page.text, at, len(page.text))


def _plain(text: str, start: int, end: int) -> Iterator[tuple[int, int, Block | None]]:
    at = start
    for position in range(start, end + 1):
        if position == end or text[position] in "\t\n":
            if text[at:position].strip():
                yield at, position, None
            at = position + 1


def _rows(text: str, held: list[tuple[int, int, Block | None]]) -> Iterator[Row]:
    """One visual row; cells of several lines give a row for each line, so that columns read downwards."""
    columns = [list(_lines(text, *piece, order=order)) for order, piece in enumerate(held)]
    for depth in range(max(map(len, columns), default=0)):
        units = tuple(column[depth] for column in columns if depth < len(column))
        heading = all(block is not None and block.role == "heading" for _, _, block in held)
        yield Row(tuple(sorted(units)), heading)


def _lines(text: str, start: int, end: int, block: Block | None, *, order: int) -> Iterator[Unit]:
    at = start
    cell = block.cell if block is not None else None
    x = block.box.x0 if block is not None and block.box is not None else None
    for line in text[start:end].split("\n"):
        for part, piece in enumerate(line.split("\t") if cell is None else [line]):
            if piece.strip():
                yield Unit(
                    at, at + len(piece), piece, order + part, x,
                    cell.table if cell is not None else None, cell.column if cell is not None else None,
                )  # fmt: skip
            at += len(piece) + 1
