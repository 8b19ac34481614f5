from agents.fill.resolve import Located, narrowed
from evidence.citations import Match
from evidence.pages import Block, Document, Page, PageKind, TableCell
from evidence.spans import Box, CharSpan, WordBox

SHA = "a" * 64
DOCUMENT = Document(sha256=SHA, name="a.pdf", media_type="application/pdf", page_count=1)


def row(*cells: tuple[str, int]) -> Located:
    """One table row as (text, lines of print) of its cells; a cell of two lines breaks before its last word."""
    blocks: list[Block] = []
    words: list[WordBox] = []
    at = 0
    for column, (text, lines) in enumerate(cells):
        blocks.append(
            Block(
                span=CharSpan(start=at, end=at + len(text)),
                role="cell",
                box=Box(100.0 * column, 100.0, 100.0 * column + 90, 100.0 + 10 * lines),
                cell=TableCell(table=0, row=0, column=column),
            )
        )
        *before, last = text.split(" ")
        for place, word in enumerate([*before, last]):
            start = at + text.index(word)
            top = 110.0 if lines == 2 and word == last else 100.0
            left = 100.0 * column + (0.0 if top > 100 else 20.0 * place)
            words.append(WordBox(start, start + len(word), Box(left, top, left + 19, top + 10)))
        at += len(text) + 1
    text = "\t".join(text for text, _ in cells)
    page = Page(
        document=SHA, number=1, kind=PageKind.TEXT, text=text, blocks=tuple(blocks), words=tuple(words)
    )  # fmt: skip
    return Located(((page, CharSpan(start=0, end=len(text))),), DOCUMENT, Match.EXACT)


def test_a_row_printed_in_one_line_is_quoted_whole() -> None:
    place = row(("5.0", 1), ("Spot", 1), ("$500.00", 1))
    assert narrowed(place, "$500.00") == place


def test_a_row_with_a_cell_of_two_lines_is_quoted_beside_it() -> None:
    place = row(("5.0", 1), ("Normal line / spot", 2), ("10:00", 1), ("$500.00", 1), ("5/5/20", 1))
    assert narrowed(place, "$500.00").quote == "10:00\t$500.00\t5/5/20"


def test_a_value_in_the_tall_cell_is_quoted_by_that_cell() -> None:
    place = row(("5.0", 1), ("Normal line / spot", 2), ("$500.00", 1))
    assert narrowed(place, "spot").quote == "Normal line / spot"


def test_a_value_that_no_cell_holds_leaves_the_row_as_it_is() -> None:
    place = row(("5.0", 1), ("Normal line / spot", 2), ("$500.00", 1))
    assert narrowed(place, "5.0\tNormal") == place
