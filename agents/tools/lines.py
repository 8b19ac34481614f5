"""A page as the numbered units that an agent is shown: sentences, form lines, table rows, each with its headings."""

import threading
from bisect import bisect_right
from collections import OrderedDict

from evidence.frozen import Frozen
from evidence.pages import Block, Page
from evidence.sentences import cut_sentences
from evidence.spans import CharSpan

_LONGEST_CONTEXT = 240
"""Characters."""


class Unit(Frozen):
    """One sentence or row of a page."""

    span: CharSpan
    context: str = ""
    """Heading and column headings, copied from the page."""


def cut_units(page: Page) -> tuple[Unit, ...]:
    starts = [block.span.start for block in page.blocks]
    return tuple(
        Unit(span=span, context=_context(_blocks_in(page, starts, span)))
        for span in cut_sentences(page.text, language=page.language)
    )


def _blocks_in(page: Page, starts: list[int], span: CharSpan) -> tuple[Block, ...]:
    first = max(0, bisect_right(starts, span.start) - 1)
    last = bisect_right(starts, span.end - 1)
    return tuple(block for block in page.blocks[first:last] if block.span.overlaps(span))


def _context(blocks: tuple[Block, ...]) -> str:
    parts: list[str] = []
    heading = next((block.heading for block in blocks if block.heading), None)
    if heading:
        parts.append(heading)
    columns = [block.cell.column_header for block in blocks if block.cell is not None and block.cell.column_header]
    if columns:
        parts.append("columns: " + " | ".join(dict.fromkeys(columns)))
    return " > ".join(parts)[:_LONGEST_CONTEXT]


class UnitCache:
    """Cut pages, kept for the fields that look at them next. Safe to share between threads."""

    def __init__(self, pages: int = 512) -> None:
        self._limit = pages
        self._held: OrderedDict[tuple[str, int, int], tuple[Unit, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def units(self, page: Page) -> tuple[Unit, ...]:
        # the length tells a page from one read again with other options; its hash would cost more than the cutting
        key = (page.document, page.number, len(page.text))
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key]
        units = cut_units(page)
        with self._lock:
            self._held[key] = units
            while len(self._held) > self._limit:
                self._held.popitem(last=False)
        return units
