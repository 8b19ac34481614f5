"""The grid of a Word table: every physical cell once, at its place, with its spans."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ingest.docx.names import Element, W, child, number, switch, value

DELETED = "a deletion that nobody has accepted"
_WIDEST = 1000
"""Columns; Word itself stops at 63."""
_WRAPPERS = frozenset({W + "sdt", W + "sdtContent", W + "customXml", W + "ins", W + "moveTo"})


@dataclass
class Cell:
    element: Element
    row: int
    column: int
    row_span: int = 1
    column_span: int = 1


@dataclass
class Row:
    element: Element
    number: int
    is_heading: bool
    removed: str | None
    """Why the row is not in the final view."""
    cells: list[Cell] = field(default_factory=list)
    covered: list[Element] = field(default_factory=list)
    """Cells that a merge hides."""
    deleted: list[Element] = field(default_factory=list)
    """Cells, or all of a deleted row's, that nobody has accepted the deletion of."""


def read_grid(table: Element) -> list[Row]:
    """Rows in order. A vertical merge is one cell; what the covered cells still hold is in ``Row.covered``."""
    rows: list[Row] = []
    open_merges: dict[int, Cell] = {}
    """Column -> the cell that reaches down into it."""
    for element in _through(table, W + "tr"):
        properties = child(element, "trPr")
        row = Row(element, len(rows), bool(switch(properties, "tblHeader")), _removed(properties))
        if row.removed is not None:
            (row.deleted if row.removed == DELETED else row.covered).extend(_through(element, W + "tc"))
            rows.append(row)
            continue
        column = min(max(0, number(value(child(properties, "gridBefore"))) or 0), _WIDEST)
        beside: Cell | None = None
        still_open: dict[int, Cell] = {}
        for cell in _through(element, W + "tc"):
            shape = child(cell, "tcPr")
            if child(shape, "cellDel") is not None:
                row.deleted.append(cell)
                continue
            span = min(max(1, number(value(child(shape, "gridSpan"))) or 1), _WIDEST)
            if _merge(shape, "hMerge") == "continue" and beside is not None:
                beside.column_span += span
                row.covered.append(cell)
                column += span
                continue
            above = open_merges.get(column)
            if _merge(shape, "vMerge") == "continue" and above is not None:
                above.row_span = row.number - above.row + 1
                still_open[column] = above
                row.covered.append(cell)
                beside = None
            else:
                beside = Cell(cell, row.number, column, column_span=span)
                row.cells.append(beside)
                if _merge(shape, "vMerge") == "restart":
                    still_open[column] = beside
            column += span
        open_merges = still_open
        rows.append(row)
    return rows


def _through(element: Element, wanted: str) -> Iterator[Element]:
    """Children of that name, also inside content controls and other wrappers; tables within cells are not entered."""
    for item in element:
        if item.tag == wanted:
            yield item
        elif item.tag in _WRAPPERS:
            yield from _through(item, wanted)


def _merge(shape: Element | None, kind: str) -> str | None:
    """``restart``, ``continue`` or None. An element without a value continues."""
    found = child(shape, kind)
    if found is None:
        return None
    return value(found) or "continue"


def _removed(properties: Element | None) -> str | None:
    if child(properties, "del") is not None:
        return DELETED
    if switch(properties, "hidden"):
        return "a hidden row"
    return None
