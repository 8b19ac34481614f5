"""Does this quote stand on this page? Pure and fast; no model is asked.

Three tiers, each with its guard: the characters themselves; equal after folding presentation; on pages read by OCR, a few
misread letters. In every tier a quote begins and ends on whole words, numbers and statements (``evidence.borders``), and a
quote that says too little must be unique. Words left out (``…``) are never evidence unless the page itself has the dots.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from evidence.citations import Match
from evidence.locate import Hit, Miss, ReadPage, explain, locate, locate_across
from evidence.page_joins import join
from evidence.pages import Page
from evidence.quotes import Quote
from evidence.verdicts import Outcome, PageSpan, Verdict

__all__ = ["Outcome", "PageSpan", "QuoteFinder", "Verdict", "verify"]

_WORD: Final = re.compile(r"\w{6,}|\d+")
"""What the index of a case holds: long words and numbers, the ones that tell pages apart."""
_MOST_PAGES: Final = 6
"""Pages looked at closely for a quote that stands nowhere word for word."""
_EMPTY: Final = "the quote holds no words"


def verify(quote: str, page: Page, *, neighbours: Iterable[Page] = (), elsewhere: Iterable[Page] = ()) -> Verdict:
    """``neighbours`` are the pages before and after, for a quote that runs over; ``elsewhere`` any others that may hold it."""
    wanted = Quote(quote)
    if wanted.is_empty:
        return Verdict(outcome=Outcome.ABSENT, reason=_EMPTY)
    named = ReadPage(page)
    first = locate(wanted, named)
    if isinstance(first, Hit):
        return _verdict(first, at_home=True)
    beside = [ReadPage(neighbour) for neighbour in neighbours]
    across = _across(wanted, [named, *beside], named)
    if across is not None:
        return _verdict(across, at_home=True)
    reason = first.reason
    for read in (*beside, *(ReadPage(other) for other in elsewhere)):
        other = locate(wanted, read)
        if isinstance(other, Hit):
            return _verdict(other, at_home=False)
        reason = reason or other.reason
    return Verdict(outcome=Outcome.ABSENT, reason=reason or explain(wanted, (named, *beside)))


def _across(quote: Quote, reads: list[ReadPage], named: ReadPage) -> Hit | None:
    by_number = {(read.page.document, read.page.number): read for read in reads}
    at = named.page.number
    for low, high in ((at, at + 1), (at - 1, at)):
        first, second = by_number.get((named.page.document, low)), by_number.get((named.page.document, high))
        border = join(first.page, second.page, len(quote.raw)) if first and second else None
        found = locate_across(quote, border) if border else None
        if isinstance(found, Hit):
            return found
    return None


def _verdict(hit: Hit, *, at_home: bool) -> Verdict:
    if not at_home:
        places = ", ".join(str(span.page) for span in hit.spans)
        return Verdict(
            outcome=Outcome.ELSEWHERE,
            spans=hit.spans,
            match=hit.match,
            reason=f"stands on page {places}, not on the one named",
        )
    near = hit.match is Match.OCR_NEAR
    return Verdict(outcome=Outcome.NEAR if near else Outcome.LOCATED, spans=hit.spans, match=hit.match)


class QuoteFinder:
    """Quotes against a whole case: each page is folded and indexed once. Holds the pages it was given."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._reads: list[ReadPage] = []
        self._at: dict[tuple[str, int], int] = {}
        words: defaultdict[str, list[int]] = defaultdict(list)
        for page in pages:
            index = len(self._reads)
            read = ReadPage(page)
            self._reads.append(read)
            self._at[page.document, page.number] = index
            for word in set(_WORD.findall(read.folded.key)):
                words[word].append(index)
        self._words = dict(words)

    def find(self, quote: str, *, document: str | None = None, page: int | None = None) -> Verdict:
        """Where the quote stands. ``document`` and ``page`` say where it was said to stand; without them any place is right."""
        wanted = Quote(quote)
        if wanted.is_empty:
            return Verdict(outcome=Outcome.ABSENT, reason=_EMPTY)
        reason: str | None = None
        named = self._at.get((document, page)) if document is not None and page is not None else None
        if named is not None:
            first = locate(wanted, self._reads[named])
            if isinstance(first, Hit):
                return _verdict(first, at_home=True)
            across = self._across(wanted, named)
            if across is not None:
                return _verdict(across, at_home=True)
            reason = first.reason
        seen: list[int] = [] if named is None else [named]
        for index in self._candidates(wanted, document):
            if index in seen:
                continue
            seen.append(index)
            found = locate(wanted, self._reads[index])
            if isinstance(found, Miss):
                reason = reason or found.reason
                found = self._across(wanted, index) or found
            if isinstance(found, Hit):
                return _verdict(found, at_home=self._is_home(found, document, page))
        looked_at = tuple(self._reads[index] for index in seen[:_MOST_PAGES]) + self._withholding(document, page)
        return Verdict(outcome=Outcome.ABSENT, reason=reason or explain(wanted, looked_at))

    def _is_home(self, hit: Hit, document: str | None, page: int | None) -> bool:
        return all(
            (document is None or span.document == document) and (page is None or document is None or page == span.page)
            for span in hit.spans[:1]
        )

    def _across(self, quote: Quote, index: int) -> Hit | None:
        page = self._reads[index].page
        around = [self._at.get((page.document, page.number + step)) for step in (-1, 1)]
        reads = [self._reads[at] for at in (index, *around) if at is not None]
        return _across(quote, reads, self._reads[index])

    def _candidates(self, quote: Quote, document: str | None) -> Iterator[int]:
        """Pages that may hold the quote: first those with every word of it, then those with most of them."""
        words = set(_WORD.findall(quote.trimmed.key))
        lists = sorted((self._words.get(word, []) for word in words), key=len)
        held: Iterable[int] = range(len(self._reads))
        if lists:
            held = set(lists[0])
            for postings in lists[1:6]:
                held.intersection_update(postings)
        key = quote.trimmed.key
        whole = [index for index in held if key in self._reads[index].folded.key]
        whole.sort(key=lambda index: (self._reads[index].page.document != document, index))
        yield from whole
        counted: Counter[int] = Counter()
        for postings in [postings for postings in lists if postings][:12]:
            counted.update(postings)
        likely = [index for index, count in counted.most_common(_MOST_PAGES) if 2 * count >= min(len(words), 12)]
        yield from (index for index in likely if index not in whole)

    def _withholding(self, document: str | None, page: int | None) -> tuple[ReadPage, ...]:
        return tuple(
            read
            for read in self._reads
            if read.page.withheld
            and (document is None or read.page.document == document)
            and page in (None, read.page.number)
        )
