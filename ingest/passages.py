"""Cut a page into passages: what is embedded, found again and shown to an agent.

Passages cover all text of the page in order, lie on block and sentence borders, and never begin or end inside a word.
Table rows stay whole; the headings that name their cells go into the context.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from evidence.pages import Block, Page, PageKind
from evidence.passages import Passage
from evidence.sentences import cut_sentences
from evidence.spans import CharSpan

LONGEST = 900
"""Characters."""
LARGEST = 2400
"""Bytes in UTF-8: what embedders and stores count. 900 Cyrillic characters are 1,650 of them."""
ENOUGH = 500
"""Characters; a passage that long is closed before a heading or a new part."""
LONGEST_CONTEXT = 300
"""Characters."""


class _Unit(NamedTuple):
    """What is not cut without need: a sentence, a form line, a table row."""

    span: CharSpan
    opens: bool
    """A heading, a clause or the first row of a table: better begin a passage here."""


def cut_passages(page: Page, *, name: str) -> tuple[Passage, ...]:
    """``name`` is the file's display name; it opens every passage's context."""
    if not page.text.strip():
        return ()
    starts = [block.span.start for block in page.blocks]
    passages = []
    for span in _packed(page):
        first = max(0, bisect_right(starts, span.start) - 1)
        blocks = page.blocks[first : bisect_left(starts, span.end)]
        passages.append(Passage.cut(page, span, context=_context(name, page, blocks)))
    return tuple(passages)


def _packed(page: Page) -> Iterator[CharSpan]:
    """Units put together up to the size of a passage."""
    held: CharSpan | None = None
    for unit in _units(page):
        if held is None:
            held = unit.span
            continue
        both = CharSpan(start=held.start, end=unit.span.end)
        if _fits(page.text, both) and not (unit.opens and len(held) >= ENOUGH):
            held = both
        else:
            yield held
            held = unit.span
    if held is not None:
        yield held


def _units(page: Page) -> Iterator[_Unit]:
    """The page's sentences and rows, none longer than a passage may be."""
    openings = sorted(_openings(page.blocks))
    for span in cut_sentences(page.text, language=page.language):
        at = bisect_left(openings, span.start)
        opens = at < len(openings) and openings[at] < span.end
        for part in _parts(page.text, span):
            yield _Unit(part, opens)
            opens = False


def _openings(blocks: Iterable[Block]) -> Iterator[int]:
    """Where a heading, a numbered clause or a table begins."""
    table: int | None = None
    for block in blocks:
        if block.role in ("heading", "label") and block.cell is None:
            yield block.span.start
        if block.cell is not None and block.cell.table != table and block.cell.a1 is None:
            yield block.span.start
        table = block.cell.table if block.cell is not None else None


def _parts(text: str, span: CharSpan) -> Iterator[CharSpan]:
    """The span, cut in two between words until each part fits."""
    if _fits(text, span) or len(span) < 2:
        yield span
        return
    middle = (span.start + span.end) // 2
    cut = max(text.rfind(sign, span.start + len(span) // 4, middle) for sign in " \n\t\u00a0")
    cut = cut if cut > 0 else middle
    for start, end in ((span.start, cut), (cut, span.end)):
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start < end:
            yield from _parts(text, CharSpan(start=start, end=end))


def _fits(text: str, span: CharSpan) -> bool:
    if len(span) > LONGEST:
        return False
    return len(span) * 4 <= LARGEST or len(text[span.start : span.end].encode("utf-8", "replace")) <= LARGEST


def _context(name: str, page: Page, blocks: Sequence[Block]) -> str:
    """File, sheet, heading, and the headings of rows and columns that the text itself does not hold."""
    parts = [name]
    if page.kind is PageKind.SHEET and page.label:
        parts.append(page.label)
    # the number of a clause stands in the text itself
    parts.extend(block.heading.split(" › ")[0] for block in blocks if block.heading and block.role != "heading")
    cells = [block.cell for block in blocks if block.cell is not None]
    columns = dict.fromkeys(cell.column_header for cell in cells if cell.column_header)
    if columns:
        parts.append(" | ".join(columns))
    shown = {page.text[block.span.start : block.span.end] for block in blocks if block.cell is not None}
    rows = dict.fromkeys(
        label for cell in cells if cell.row_header for label in cell.row_header.split(" / ") if label not in shown
    )
    parts.extend(rows)
    context = ""
    for part in dict.fromkeys(parts):
        longer = f"{context} · {part}" if context else part
        if len(longer) > LONGEST_CONTEXT and context:
            room = LONGEST_CONTEXT - len(context) - 3
            return f"{context} · {part[:room].rstrip()}…" if room > 20 else context
        context = longer
    return context
