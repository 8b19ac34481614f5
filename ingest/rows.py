"""How one row of a table is written on a page: a line of tabs where the cells are short, lines of their own where not."""

from collections.abc import Iterator, Sequence

from evidence.pages import TableCell
from ingest.flow import Group, Piece, Role
from ingest.grid import UNNAMED, GridCell, Headings

ONE_LINE = 400
"""Characters; a cell with more lines than one and more text than this is read line by line."""

_FLAT = str.maketrans("\n\t", "  ")


def row_groups(cells: Sequence[tuple[TableCell, Sequence[Group]]], *, lead: str) -> Iterator[Group]:
    """One visual row as one group; a row whose cells hold lines or tables of their own is given line by line.

    ``lead`` separates it from the row before.
    """
    in_line = all(_fits_one_line(groups) for _, groups in cells)
    row: Group = []
    for place, groups in cells:
        first = True
        for group in groups:
            opened = [_in_cell(piece, place) for piece in group]
            if in_line:
                opened = [
                    piece._replace(lead=" " if piece.lead else "", text=piece.text.translate(_FLAT)) for piece in opened
                ]
                opened[0] = opened[0]._replace(lead=(lead if not row else "\t") if first else " ")
                row.extend(opened)
            else:
                opened[0] = opened[0]._replace(lead=lead)
                lead = "\n"
                yield opened
            first = False
    if row:
        yield row


def _fits_one_line(groups: Sequence[Group]) -> bool:
    """Whether a cell's paragraphs may stand on one line: a name, an amount, an address, not a form of its own."""
    if any(piece.cell is not None for group in groups for piece in group):
        return False  # a table in the cell
    lines = [line for group in groups for line in "".join(piece.text for piece in group).split("\n") if line.strip()]
    if len(lines) <= 1:
        return True
    if sum(len(line) for line in lines) > ONE_LINE or any("\t" in line for line in lines):
        return False
    return len(lines) <= 4 and not any(0 < line.find(":") < 40 for line in lines)


def _in_cell(piece: Piece, place: TableCell) -> Piece:
    if piece.cell is not None:
        return piece  # of a table inside the cell
    role: Role = piece.role if piece.role == "label" else "cell"
    return piece._replace(cell=place, role=role)


def table_cell(cell: GridCell, *, table: int, headings: dict[tuple[int, int], Headings]) -> TableCell:
    """Where the cell stands and what names it."""
    named = headings.get((cell.row, cell.column), UNNAMED)
    return TableCell(
        table=table,
        row=cell.row,
        column=cell.column,
        row_span=cell.row_span,
        column_span=cell.column_span,
        row_header=named.row,
        column_header=named.column,
    )
