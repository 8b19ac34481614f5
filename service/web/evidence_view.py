"""A page as the viewer shows it: a picture with boxes, paragraphs in their surroundings, or a grid of cells."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from evidence.errors import InputRefused
from evidence.pages import Block, Page, PageKind
from evidence.spans import Box, CharSpan

_A1 = re.compile(r"^([A-Z]{1,3})(\d+)$")
_SPAN = re.compile(r"^(\d{1,9})-(\d{1,9})$")
_PAD = 1.5
"""Points that a box stands off its words, so that the frame does not cut letters."""


@dataclass(frozen=True)
class Mark:
    boxes: tuple[Box, ...]
    number: int
    """As its citation counts, from 1; 0 = it has none."""
    is_main: bool


@dataclass(frozen=True)
class Piece:
    """A run of characters that is marked as a whole or not at all."""

    start: int
    text: str
    mark: str
    """``main``, ``also`` or empty."""


@dataclass(frozen=True)
class Shape:
    """A paragraph, heading or list item; or with ``rows`` a table."""

    role: str
    start: int
    end: int
    pieces: tuple[Piece, ...] = ()
    rows: tuple[tuple["Shape", ...], ...] = ()
    origin: str = ""
    """Where it is not plain body text."""


@dataclass(frozen=True)
class Grid:
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple["Cell | None", ...]], ...]


@dataclass(frozen=True)
class Cell:
    a1: str
    start: int
    end: int
    text: str
    mark: str
    is_number: bool
    formula: str | None


@dataclass(frozen=True)
class Marks:
    """What is to be marked on one page."""

    main: CharSpan | None = None
    also: tuple[CharSpan, ...] = ()

    def kind_at(self, start: int, end: int) -> str:
        if self.main is not None and self.main.start < end and start < self.main.end:
            return "main"
        return "also" if any(span.start < end and start < span.end for span in self.also) else ""

    @property
    def edges(self) -> list[int]:
        spans = (*((self.main,) if self.main is not None else ()), *self.also)
        return sorted({edge for span in spans for edge in (span.start, span.end)})


def read_marks(main: str | None, also: str | None, page: Page) -> Marks:
    """``118-141`` and ``10-20,30-41`` as a link gives them; what does not lie on the page is left out."""
    return Marks(
        main=_span(main, page) if main else None,
        also=tuple(span for part in (also or "").split(",") if part and (span := _span(part, page)) is not None),
    )


def _span(given: str, page: Page) -> CharSpan | None:
    matched = _SPAN.match(given)
    if matched is None:
        raise InputRefused(f"{given!r} is no place on a page; a link names it as start-end, such as 118-141")
    start, end = int(matched[1]), min(int(matched[2]), len(page.text))
    return CharSpan(start=start, end=end) if start < end else None


def boxes_of(page: Page, marks: Marks) -> tuple[Mark, ...]:
    pad = _PAD if page.unit == "pt" else _PAD * max(page.width, page.height) / 842
    found = [Mark(boxes=_padded(_line_boxes(page, span), pad), number=0, is_main=False) for span in marks.also]
    if marks.main is not None:
        found.append(Mark(boxes=_padded(_line_boxes(page, marks.main), pad), number=0, is_main=True))
    return tuple(found)


def _line_boxes(page: Page, span: CharSpan) -> tuple[Box, ...]:
    """One box for each line, also where the page lies on its side and its lines run up or down."""
    if page.unit != "pt" or page.rotation % 180 == 0:
        return page.boxes_of(span)
    lines: list[Box] = []
    for word in page.words_in(span):
        box = word.box
        shared = min(lines[-1].x1, box.x1) - max(lines[-1].x0, box.x0) if lines else 0.0
        if lines and shared > 0.5 * min(lines[-1].x1 - lines[-1].x0, box.x1 - box.x0):
            lines[-1] = lines[-1].union(box)
        else:
            lines.append(box)
    return tuple(lines) or page.boxes_of(span)


def _padded(boxes: Sequence[Box], pad: float) -> tuple[Box, ...]:
    return tuple(Box(box.x0 - pad, box.top - pad, box.x1 + pad, box.bottom + pad) for box in boxes)


def shapes_of(page: Page, marks: Marks) -> tuple[Shape, ...]:
    """The page's text by its blocks; of a page without any, by its lines."""
    return tuple(_with_tables(page, marks)) if page.blocks else tuple(_lines(page, marks))


def _with_tables(page: Page, marks: Marks) -> Iterator[Shape]:
    table: list[Block] = []
    for block in page.blocks:
        inside = block.cell is not None
        if table and (not inside or block.cell is None or block.cell.table != (table[0].cell and table[0].cell.table)):
            yield _table(page, table, marks)
            table = []
        if inside:
            table.append(block)
        else:
            yield _shape(page, block, marks)
    if table:
        yield _table(page, table, marks)


def _shape(page: Page, block: Block, marks: Marks) -> Shape:
    kind = block.origin.kind.value
    return Shape(
        role=block.role,
        start=block.span.start,
        end=block.span.end,
        pieces=_pieces(page.text, block.span.start, block.span.end, marks),
        origin="" if kind in ("text_layer", "ocr") else kind,
    )


def _table(page: Page, blocks: list[Block], marks: Marks) -> Shape:
    rows: dict[int, dict[int, Shape]] = {}
    for block in blocks:
        assert block.cell is not None  # only cells are collected
        cells, shape = rows.setdefault(block.cell.row, {}), _shape(page, block, marks)
        held = cells.get(block.cell.column)
        if held is not None:  # paragraphs of one cell, or a part of it that was inserted
            between = Piece(start=held.end, text=page.text[held.end : shape.start].replace("\t", " "), mark="")
            shape = replace(shape, start=held.start, pieces=(*held.pieces, between, *shape.pieces))
        cells[block.cell.column] = shape
    return Shape(
        role="table",
        start=blocks[0].span.start,
        end=blocks[-1].span.end,
        rows=tuple(tuple(cells[column] for column in sorted(cells)) for _, cells in sorted(rows.items())),
    )


def _lines(page: Page, marks: Marks) -> Iterator[Shape]:
    at = 0
    for line in page.text.split("\n"):
        if line.strip():
            yield Shape(role="line", start=at, end=at + len(line), pieces=_pieces(page.text, at, at + len(line), marks))
        at += len(line) + 1


def _pieces(text: str, start: int, end: int, marks: Marks) -> tuple[Piece, ...]:
    cuts = [start, *(edge for edge in marks.edges if start < edge < end), end]
    return tuple(
        Piece(start=first, text=text[first:last], mark=marks.kind_at(first, last)) for first, last in pairwise(cuts)
    )


def grid_of(page: Page, marks: Marks) -> Grid:
    """Of a run of rows of a sheet; empty rows and columns between used ones are kept, as the eye expects them."""
    cells: dict[tuple[int, int], Cell] = {}
    for block in page.blocks:
        matched = _A1.match(block.cell.a1) if block.cell is not None and block.cell.a1 else None
        if matched is None or block.cell is None:
            continue
        text = page.text[block.span.start : block.span.end]
        cells[int(matched[2]), _column_number(matched[1])] = Cell(
            a1=matched[0],
            start=block.span.start,
            end=block.span.end,
            text=text,
            mark=marks.kind_at(block.span.start, block.span.end),
            is_number=bool(re.fullmatch(r"[-(]?[\d\s.,]+[%)]?", text)),
            formula=block.cell.formula,
        )
    if not cells:
        return Grid(columns=(), rows=())
    rows = range(min(row for row, _ in cells), max(row for row, _ in cells) + 1)
    columns = range(min(1, *(column for _, column in cells)), max(column for _, column in cells) + 1)
    return Grid(
        columns=tuple(_column_name(column) for column in columns),
        rows=tuple((row, tuple(cells.get((row, column)) for column in columns)) for row in rows),
    )


def _column_number(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _column_name(number: int) -> str:
    name = ""
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def shown_as(page: Page, wanted: str | None) -> str:
    """``picture``, ``grid`` or ``text``: the page's own way, unless its text is asked for."""
    if page.kind is PageKind.SHEET:
        return "grid"
    return "picture" if page.kind.is_paged and page.width > 0 and wanted != "text" else "text"
