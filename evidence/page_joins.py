"""The text that runs from the foot of one page to the head of the next, without what is printed between."""

import re
from typing import Final, NamedTuple

from evidence.folding import Folded
from evidence.pages import Block, OriginKind, Page
from evidence.spans import CharSpan
from evidence.verdicts import PageSpan

_PAGE_NUMBER: Final = re.compile(
    r"\W*(?:(?:стр(?:аница)?|page|p|pg|bet|бет|sahifa|саҳифа|página|pág|лист)\W{0,3})?(?:\d{1,4}|[ivxlc]{1,6})"
    r"(?:\s*(?:из|of|/|de|-|–)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)
_FURNITURE: Final = frozenset({OriginKind.HEADER, OriginKind.FOOTER})
_REACH: Final = 200
"""Characters beyond the quote's own length that are taken from each page."""


class Join(NamedTuple):
    first: Page
    second: Page
    text: Folded
    low: int
    """Where the taken foot begins on the first page."""
    foot: int
    """Its length."""
    high: int
    """Where the taken head begins on the second page."""

    def spans(self, span: CharSpan) -> tuple[PageSpan, ...] | None:
        """The two slices of a match; None where it does not run over the border."""
        if span.start >= self.foot or span.end <= self.foot + 1:
            return None
        foot = self.first.text[self.low + span.start : self.low + self.foot].rstrip()
        head = self.second.text[self.high : self.high + span.end - self.foot - 1]
        lead = len(head) - len(head.lstrip())
        if not any(char.isalnum() for char in foot) or not any(char.isalnum() for char in head):
            return None
        start = self.low + span.start
        return (
            PageSpan(
                document=self.first.document, page=self.first.number, span=CharSpan(start=start, end=start + len(foot))
            ),
            PageSpan(
                document=self.second.document,
                page=self.second.number,
                span=CharSpan(start=self.high + lead, end=self.high + len(head)),
            ),
        )


def join(first: Page, second: Page, length: int) -> Join | None:
    """The border of two neighbouring pages of one document, wide enough for a quote of ``length`` characters."""
    if first.document != second.document or second.number != first.number + 1:
        return None
    end, start = body_end(first), body_start(second)
    low = max(0, end - 2 * length - _REACH)
    high = min(len(second.text), start + 2 * length + _REACH)
    if low >= end or start >= high:
        return None
    foot = first.text[low:end].rstrip()
    return Join(first, second, Folded(f"{foot}\n{second.text[start:high]}"), low, len(foot), start)


def body_end(page: Page) -> int:
    """Where the running text ends: footers, page numbers and footnotes at the foot are passed."""
    end = len(page.text)
    for block in reversed(page.blocks):
        if not _is_furniture(page, block) and block.origin.kind is not OriginKind.FOOTNOTE:
            break
        end = block.span.start
    if page.blocks:
        return end
    lines = page.text.rstrip()
    last = lines.rsplit("\n", 1)[-1]
    return len(lines) - len(last) if _is_page_number(last) else end


def body_start(page: Page) -> int:
    start = 0
    for block in page.blocks:
        if not _is_furniture(page, block):
            return start
        start = block.span.end
    lead = len(page.text) - len(page.text.lstrip())
    first = page.text.lstrip().split("\n", 1)[0]
    return lead + len(first) if _is_page_number(first) else start


def _is_furniture(page: Page, block: Block) -> bool:
    return block.origin.kind in _FURNITURE or _is_page_number(page.text[block.span.start : block.span.end])


def _is_page_number(line: str) -> bool:
    return len(line) <= 24 and bool(_PAGE_NUMBER.fullmatch(line.strip()))
