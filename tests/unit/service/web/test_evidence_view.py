import pytest

from evidence.errors import InputRefused
from evidence.pages import Block, Origin, OriginKind, Page, PageKind, TableCell
from evidence.spans import Box, CharSpan, WordBox
from service.web.evidence_view import Marks, boxes_of, grid_of, read_marks, shapes_of, shown_as

FILE = "a" * 64


def _sheet() -> Page:
    text = "Выручка\t1200\n\n15"
    cells = [(0, 7, "A1", 0, 0), (8, 12, "C1", 0, 2), (14, 16, "AB3", 2, 27)]
    blocks = tuple(
        Block(
            span=CharSpan(start=start, end=end),
            role="cell",
            cell=TableCell(table=0, row=row, column=column, a1=a1, formula="=B1*2" if a1 == "C1" else None),
        )
        for start, end, a1, row, column in cells
    )
    return Page(document=FILE, number=1, kind=PageKind.SHEET, text=text, blocks=blocks, label="Ф1")


def test_a_grid_keeps_empty_rows_and_columns_between_used_ones() -> None:
    grid = grid_of(_sheet(), Marks(main=CharSpan(start=8, end=12)))
    assert grid.columns[0] == "A"
    assert grid.columns[-1] == "AB"
    assert [number for number, _ in grid.rows] == [1, 2, 3]
    marked = [cell for _, cells in grid.rows for cell in cells if cell is not None and cell.mark]
    assert [(cell.a1, cell.mark, cell.formula) for cell in marked] == [("C1", "main", "=B1*2")]


def _flow() -> Page:
    text = "Договор\nСтоимость\t13 048\tсум\nКонец"
    origin = Origin(kind=OriginKind.INSERTED)
    return Page(
        document=FILE,
        number=1,
        kind=PageKind.FLOW,
        text=text,
        blocks=(
            Block(span=CharSpan(start=0, end=7), role="heading"),
            Block(span=CharSpan(start=8, end=17), role="cell", cell=TableCell(table=0, row=0, column=0)),
            Block(span=CharSpan(start=18, end=24), role="cell", cell=TableCell(table=0, row=0, column=1)),
            Block(
                span=CharSpan(start=25, end=28), role="cell", cell=TableCell(table=0, row=0, column=1), origin=origin
            ),
            Block(span=CharSpan(start=29, end=34)),
        ),
    )


def test_parts_of_one_cell_are_shown_in_one_cell() -> None:
    heading, table, last = shapes_of(_flow(), Marks(main=CharSpan(start=18, end=28)))
    assert (heading.role, table.role, last.role) == ("heading", "table", "paragraph")
    assert [["".join(piece.text for piece in cell.pieces) for cell in row] for row in table.rows] == [
        ["Стоимость", "13 048 сум"]
    ]
    assert [piece.text for piece in table.rows[0][1].pieces if piece.mark == "main"] == ["13 048", "сум"]


def test_marked_and_unmarked_text_together_is_the_page() -> None:
    page = _flow()
    for start in range(0, 30, 3):
        shapes = shapes_of(page, Marks(main=CharSpan(start=start, end=start + 4)))
        pieces = [piece for shape in shapes for piece in shape.pieces]
        pieces += [piece for shape in shapes for row in shape.rows for cell in row for piece in cell.pieces]
        for piece in pieces:
            if piece.text.strip():
                assert page.text[piece.start : piece.start + len(piece.text)].split() == piece.text.split()


def _turned(rotation: int) -> Page:
    words = (
        WordBox(start=0, end=6, box=Box(100, 300, 112, 340)),
        WordBox(start=7, end=11, box=Box(100, 345, 112, 370)),
        WordBox(start=12, end=15, box=Box(120, 300, 132, 320)),
    )
    return Page(
        document=FILE, number=1, kind=PageKind.SCAN, text="mavjud emas yoq", words=words, width=842, height=595, rotation=rotation
    )  # fmt: skip


def test_a_line_of_a_page_on_its_side_gets_one_box() -> None:
    (mark,) = boxes_of(_turned(90), Marks(main=CharSpan(start=0, end=15)))
    assert len(mark.boxes) == 2
    assert mark.boxes[0].top < 300 < 370 < mark.boxes[0].bottom


def test_places_beyond_the_page_are_left_out_and_nonsense_is_refused() -> None:
    page = _turned(0)
    assert read_marks("7-400", "0-6,500-600", page) == Marks(
        main=CharSpan(start=7, end=15), also=(CharSpan(start=0, end=6),)
    )
    with pytest.raises(InputRefused, match="start-end"):
        read_marks("<script>", None, page)


def test_each_kind_of_page_is_shown_its_own_way() -> None:
    assert shown_as(_sheet(), "text") == "grid"
    assert shown_as(_flow(), None) == "text"
    assert shown_as(_turned(0), None) == "picture"
    assert shown_as(_turned(0), "text") == "text"
