"""Parts of files without pages, for the eye: paragraphs of a text, cells of a sheet."""

import re
from typing import Any

from pydantic import BaseModel

from evidence.errors import NotKept
from evidence.pages import Block, Page, PageKind
from evidence.spans import CharSpan


class ParagraphView(BaseModel):
    path: str | None
    """Such as ``body/p[12]`` or ``body/tbl[1]/r[3]/c[2]``."""
    role: str
    origin: str
    start: int
    end: int
    text: str
    table: int | None
    row: int | None
    column: int | None
    marked: bool


class ParagraphsView(BaseModel):
    label: str | None
    paragraphs: list[ParagraphView]


class CellView(BaseModel):
    a1: str
    column: int
    """0 = A."""
    row_span: int
    column_span: int
    start: int
    end: int
    text: str
    formula: str | None
    row_header: str | None
    column_header: str | None
    marked: bool


class RowView(BaseModel):
    row: int
    """As the sheet counts, from 1."""
    cells: list[CellView]


class GridView(BaseModel):
    sheet: str | None
    columns: list[str]
    """Letters of every column up to the last that holds something."""
    rows: list[RowView]
    """Those that hold something."""


_A1 = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def paragraphs_of(page: Page, mark: CharSpan | None) -> ParagraphsView:
    if page.kind is not PageKind.FLOW:
        raise NotKept(f"part {page.number} is a {page.kind}, not a run of paragraphs; ask for its image or its grid")
    return ParagraphsView(label=page.label, paragraphs=[_paragraph(page, block, mark) for block in page.blocks])


def grid_of(page: Page, mark: CharSpan | None) -> GridView:
    if page.kind is not PageKind.SHEET:
        raise NotKept(f"part {page.number} is a {page.kind}, not a sheet; ask for its image or its paragraphs")
    rows: dict[int, list[CellView]] = {}
    for block in page.blocks:
        place = None if block.cell is None or block.cell.a1 is None else _A1.fullmatch(block.cell.a1.split(":")[0])
        if place is not None:
            rows.setdefault(int(place[2]), []).append(_cell(page, block, _number(place[1]), mark))
    last = max((cell.column for cells in rows.values() for cell in cells), default=-1)
    return GridView(
        sheet=page.label,
        columns=[_letters(column) for column in range(last + 1)],
        rows=[
            RowView(row=row, cells=sorted(cells, key=lambda cell: cell.column)) for row, cells in sorted(rows.items())
        ],
    )


def _paragraph(page: Page, block: Block, mark: CharSpan | None) -> ParagraphView:
    cell = block.cell
    return ParagraphView(
        path=block.path,
        role=block.role,
        origin=block.origin.kind.value,
        start=block.span.start,
        end=block.span.end,
        text=page.text[block.span.start : block.span.end],
        table=None if cell is None else cell.table,
        row=None if cell is None else cell.row,
        column=None if cell is None else cell.column,
        marked=_is_marked(block, mark),
    )


def _cell(page: Page, block: Block, column: int, mark: CharSpan | None) -> CellView:
    cell: Any = block.cell  # given: the caller looked
    return CellView(
        a1=cell.a1,
        column=column,
        row_span=cell.row_span,
        column_span=cell.column_span,
        start=block.span.start,
        end=block.span.end,
        text=page.text[block.span.start : block.span.end],
        formula=cell.formula,
        row_header=cell.row_header,
        column_header=cell.column_header,
        marked=_is_marked(block, mark),
    )


def _is_marked(block: Block, mark: CharSpan | None) -> bool:
    return mark is not None and block.span.overlaps(mark)


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number - 1


def _letters(number: int) -> str:
    letters, number = "", number + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
