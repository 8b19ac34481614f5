"""Which cells of a table name its rows and columns."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_NUMBER = re.compile(r"^[\s\d.,'’\u00a0\u202f()+\-−–—%$€₽£/:]*\d[\s\d.,'’\u00a0\u202f()+\-−–—%$€₽£/:]*$")
_YEAR = re.compile(r"^\W*(?:19|20)\d\d\W*(?:г|год|yil|йил|й)?\.?\W*$")
_DATE = re.compile(r"^\W*(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d)\s*(?:г\.?)?\W*$")
LONGEST_HEADING = 160
"""Characters; what is longer is prose, not the name of a column."""


class GridCell(NamedTuple):
    """One physical cell, at its top left place. Rows and columns count from 0."""

    row: int
    column: int
    text: str
    row_span: int = 1
    column_span: int = 1
    distinct: bool = False
    """Set in bold or shaded."""
    marked: bool = False
    """The file itself says that this is a heading (``tblHeader``, ``th``)."""


class Headings(NamedTuple):
    row: str | None
    column: str | None


UNNAMED = Headings(None, None)


def name_cells(cells: Sequence[GridCell]) -> dict[tuple[int, int], Headings]:
    """Row and column headings of every cell that is not a heading itself, by (row, column)."""
    rows = _by_row(cells)
    if not rows:
        return {}
    head = heading_rows(rows)
    labels: dict[int, list[str]] = {}
    """Column -> headings above it, outermost first."""
    for cell in cells:
        if cell.row in head and cell.text:
            for column in range(cell.column, cell.column + cell.column_span):
                above = labels.setdefault(column, [])
                if cell.text not in above:
                    above.append(cell.text)
    reaching = [cell for cell in cells if cell.row_span > 1 and cell.row not in head and is_wording(cell.text)]
    named: dict[tuple[int, int], Headings] = {}
    for number, row in rows.items():
        if number in head:
            continue
        own = row_label(row)
        for cell in row:
            above = labels.get(cell.column, [])
            from_above = [
                wide.text
                for wide in reaching
                if wide.row < number < wide.row + wide.row_span and wide.column < cell.column
            ]
            if own is not None and cell.column > own.column:
                from_above.append(own.text)
            named[number, cell.column] = Headings(
                row=shortened(" / ".join(dict.fromkeys(from_above))), column=shortened(" / ".join(above))
            )
    return named


def heading_rows(rows: dict[int, list[GridCell]]) -> set[int]:
    """Numbers of the rows, from the first on, that hold column headings."""
    numbers = sorted(rows)
    marked = [number for number in numbers if any(cell.marked for cell in rows[number])]
    if marked and marked[0] == numbers[0]:
        head = set()
        for number in numbers:
            if not all(cell.marked for cell in rows[number]):
                break
            head.add(number)
        if head:
            return head if len(head) < len(numbers) else set()
    if len(numbers) < 2:
        return set()
    head = set()
    reach = numbers[0]
    for number in numbers[:4]:
        row = [cell for cell in rows[number] if cell.text]
        follows = number <= reach
        if not follows or not _may_head(row, rows, number, deep=bool(head)):
            break
        head.add(number)
        # a heading cell over several rows or columns has its second line below
        down = max((cell.row + cell.row_span - 1 for cell in rows[number]), default=number)
        split = any(cell.column_span > 1 for cell in rows[number]) and len(row) > 1
        reach = max(down, number + 1 if split else number)
    return head if len(head) < len(numbers) else set()


def _may_head(row: list[GridCell], rows: dict[int, list[GridCell]], number: int, *, deep: bool) -> bool:
    if not row or any(len(cell.text) > LONGEST_HEADING for cell in row):
        return False
    if any(is_figure(cell.text) for cell in row):
        return False
    distinct = _mostly_distinct(row)
    if not any(is_wording(cell.text) for cell in row) and not (deep or distinct):
        return False
    later = [cell for other, cells in rows.items() if other > number for cell in cells if cell.text]
    if not later:
        return False
    if deep:
        return len(row) > 1
    widest = max(_width(cells) for cells in rows.values())
    if len(row) < 2 or _width(row) < widest / 2:
        return False
    stands_out = distinct and not _mostly_distinct(later)
    figures_below = any(is_figure(cell.text) for cell in later)
    return stands_out or (figures_below and _width(row) >= 3) or _second_column_turns(row, later) or len(row) >= 4


def _width(row: Sequence[GridCell]) -> int:
    return sum(cell.column_span for cell in row)


def _mostly_distinct(cells: Sequence[GridCell]) -> bool:
    return sum(1 for cell in cells if cell.distinct) >= 0.7 * len(cells)


def _second_column_turns(row: list[GridCell], later: list[GridCell]) -> bool:
    """Words over figures in the last column of a two-column table: ``Name | Amount``."""
    if len(row) != 2 or not row[1].column:
        return False
    below = [cell for cell in later if cell.column == row[1].column]
    return len(below) >= 2 and all(is_figure(cell.text) for cell in below)


def row_label(row: Iterable[GridCell]) -> GridCell | None:
    """The first cell of a row that holds words: a number before it only counts the rows."""
    for cell in row:
        if is_wording(cell.text):
            return cell if len(cell.text) <= LONGEST_HEADING else None
        if cell.text and not re.fullmatch(r"\W*\d{1,4}(?:\.\d{1,3})*\W*", cell.text):
            return None
    return None


def is_figure(text: str) -> bool:
    """A number, amount or share; a year or date may head a column and is none."""
    return bool(_NUMBER.match(text)) and not _YEAR.match(text) and not _DATE.match(text)


def is_wording(text: str) -> bool:
    """Two letters or more."""
    if text[:2].isalpha() and len(text) > 1:
        return True
    return sum(1 for c in text if c.isalpha()) >= 2


def shortened(heading: str) -> str | None:
    if not heading:
        return None
    flat = " ".join(heading.split())
    return flat if len(flat) <= 2 * LONGEST_HEADING else flat[: 2 * LONGEST_HEADING].rstrip() + "…"


def _by_row(cells: Iterable[GridCell]) -> dict[int, list[GridCell]]:
    rows: dict[int, list[GridCell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return {number: sorted(rows[number], key=lambda cell: cell.column) for number in sorted(rows)}
