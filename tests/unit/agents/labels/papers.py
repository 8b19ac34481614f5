"""Papers made by code for the tests of the labels reader: flowing text, forms with places, sheets. All names invented."""

import hashlib
from collections.abc import Sequence

from evidence.memory import MemoryPages
from evidence.pages import Block, Document, Origin, OriginKind, Page, PageKind, TableCell
from evidence.spans import Box, CharSpan, WordBox

LETTER = 6.0
"""Width of a letter, in points."""
LINE = 12.0
"""Height of a line."""
LEADING = 14.0
"""From one line to the next."""


def sha(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def flow(*paragraphs: str, name: str = "paper.txt", number: int = 1, language: str | None = "en") -> Page:
    """Paragraphs one under another, without places."""
    blocks: list[Block] = []
    text = ""
    for place, paragraph in enumerate(paragraphs):
        if text:
            text += "\n\n"
        start = len(text)
        text += paragraph
        blocks.append(Block(span=CharSpan(start=start, end=len(text)), path=f"body/p[{place + 1}]"))
    return Page(
        document=sha(name), number=number, kind=PageKind.FLOW, text=text, blocks=tuple(blocks), language=language
    )


Piece = tuple[float, str]
"""Where a piece begins on its line, in letters, and what it says."""


def form(
    *rows: Sequence[Piece] | str, name: str = "form.pdf", number: int = 1, language: str | None = "en",
    kind: PageKind = PageKind.TEXT,
) -> Page:  # fmt: skip
    """A page with places. A row is a list of pieces, or a line of running text, or ``""`` for an empty line."""
    text = ""
    blocks: list[Block] = []
    words: list[WordBox] = []
    for line, row in enumerate(rows):
        pieces = [(0.0, row)] if isinstance(row, str) else list(row)
        if line:
            text += "\n"
        top = 40 + line * LEADING
        for place, (left, piece) in enumerate(piece for piece in pieces if piece[1]):
            if place:
                text += "\t"
            start = len(text)
            at = 0
            for word in piece.split(" "):
                x0 = 40 + (left + at) * LETTER
                box = Box(x0, top, x0 + len(word) * LETTER, top + LINE)
                words.append(WordBox(start + at, start + at + len(word), box))
                at += len(word) + 1
            text += piece
            x0 = 40 + left * LETTER
            blocks.append(
                Block(
                    span=CharSpan(start=start, end=len(text)),
                    role="line",
                    box=Box(x0, top, x0 + len(piece) * LETTER, top + LINE),
                )
            )
    return Page(
        document=sha(name), number=number, kind=kind, text=text, blocks=tuple(blocks), words=tuple(words),
        width=612, height=792, language=language,
    )  # fmt: skip


def sheet(
    rows: Sequence[Sequence[str | None]], *, name: str = "book.xlsx", label: str = "Sheet1", number: int = 1,
    heads: int = 1, language: str | None = None, title: str | None = None,
) -> Page:  # fmt: skip
    """A table of cells; the first ``heads`` rows are headings, the first column names the rows."""
    text = ""
    blocks: list[Block] = []
    if title is not None:
        text = f"{title}\n\n"
        blocks.append(Block(span=CharSpan(start=0, end=len(title)), role="heading"))
    for number_of_row, row in enumerate(rows):
        if number_of_row:
            text += "\n"
        first = True
        for column, value in enumerate(row):
            if value is None:
                continue
            if not first:
                text += "\t"
            first = False
            start = len(text)
            text += value
            above = [rows[head][column] for head in range(heads) if rows[head][column]]
            body = number_of_row >= heads
            cell = TableCell(
                table=0,
                row=number_of_row,
                column=column,
                a1=f"{chr(65 + column)}{number_of_row + 1}",
                row_header=row[0] if body and column else None,
                column_header=" / ".join(head for head in above if head) or None if body else None,
            )
            blocks.append(Block(span=CharSpan(start=start, end=len(text)), role="cell", cell=cell))
    return Page(
        document=sha(name), number=number, kind=PageKind.SHEET, text=text, blocks=tuple(blocks), label=label,
        language=language,
    )  # fmt: skip


def filled_field(name_of_field: str, value: str, *, name: str = "acroform.pdf") -> Page:
    """A PDF form's field whose label is only its name."""
    origin = Origin(kind=OriginKind.FORM_FIELD, detail=name_of_field)
    block = Block(span=CharSpan(start=0, end=len(value)), origin=origin)
    return Page(document=sha(name), number=1, kind=PageKind.TEXT, text=value, blocks=(block,), language="en")


def case_of(*pages: Page) -> MemoryPages:
    """Documents named after the order of first appearance."""
    documents: dict[str, list[Page]] = {}
    for page in pages:
        documents.setdefault(page.document, []).append(page)
    return MemoryPages(
        [
            Document(
                sha256=sha256,
                name=f"{place:02}.pdf",
                media_type="application/pdf" if held[0].kind.is_paged else "text/plain",
                page_count=len(held),
            )
            for place, (sha256, held) in enumerate(documents.items(), start=1)
        ],
        pages,
    )
