"""One quote against one page, or against the border of two; and what to say when it is not there."""

import re
from functools import cached_property
from typing import Final, NamedTuple

from evidence.borders import cut_by
from evidence.citations import Match
from evidence.folding import Folded
from evidence.misreadings import skeleton
from evidence.near import TokenPage
from evidence.page_joins import Join
from evidence.pages import OriginKind, Page
from evidence.quotes import Place, Quote, search, stands_alone
from evidence.spans import CharSpan
from evidence.verdicts import PageSpan

_NO_WORD: Final = re.compile(r"[\W_]+")


class ReadPage:
    """A page folded once, for any number of quotes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.folded = Folded(page.text)

    @cached_property
    def tokens(self) -> TokenPage:
        return TokenPage(self.folded)

    @cached_property
    def is_ocr(self) -> bool:
        return any(block.origin.kind is OriginKind.OCR for block in self.page.blocks)


class Hit(NamedTuple):
    spans: tuple[PageSpan, ...]
    match: Match


class Miss(NamedTuple):
    reason: str | None
    """Why, where the page holds something like it; None where it holds nothing of it."""


def locate(quote: Quote, read: ReadPage) -> Hit | Miss:
    """All three tiers on one page."""
    page = read.page
    found = search(quote, read.folded)
    if found.places:
        chosen, reason = _choose(quote, found.places, page)
        return Miss(reason) if chosen is None else Hit((_on(page, chosen.span),), chosen.match)
    near = _near(quote, read.tokens, (page,)) if read.is_ocr and not quote.leaves_out else None
    if near is not None:
        return Hit((_on(page, near),), Match.OCR_NEAR)
    return Miss(
        f"the page has these words, but the quote {found.cut}; quote the whole expression" if found.cut else None
    )


def locate_across(quote: Quote, border: Join) -> Hit | Miss:
    """A quote that begins on one page and ends on the next."""
    if quote.weight < 2:
        return Miss(None)
    found = search(quote, border.text)
    for place in found.places:
        spans = border.spans(place.span)
        if spans is not None:
            return Hit(spans, Match.NORMALISED)
    return Miss(None)


def _choose(quote: Quote, places: tuple[Place, ...], page: Page) -> tuple[Place | None, str | None]:
    """The place that a quote of little weight may be taken to mean."""
    if quote.weight == 2 or (quote.weight == 1 and len(places) == 1):
        return places[0], None
    alone = [place for place in places if _is_own_block(page, place.span)]
    if len(alone) == 1:
        return alone[0], None
    if quote.weight == 1:
        return None, f"{quote.raw!r} stands more than once on the page; quote more of the sentence or row that you mean"
    return None, f"{quote.raw!r} alone proves nothing; quote the sentence or row that it stands in"


def _is_own_block(page: Page, span: CharSpan) -> bool:
    return stands_alone(page.text, span) or any(
        block.span.start <= span.start
        and span.end <= block.span.end
        and page.text[block.span.start : block.span.end].strip(" \n\t.;,:")
        == page.text[span.start : span.end].strip(" \n\t.;,:")
        for block in page.blocks_in(span)
    )


def _near(quote: Quote, tokens: TokenPage, pages: tuple[Page, ...]) -> CharSpan | None:
    page = pages[0]
    for match in tokens.find(quote.folded):
        span = tokens.folded.raw_span(match.start, match.end)
        if cut_by(page.text, span.start, span.end) is not None:
            continue
        misread = [tokens.folded.raw_span(start, end) for start, end in match.misread]
        if all(page.origin_of(part).kind is OriginKind.OCR for part in misread):
            return span
    return None


def _on(page: Page, span: CharSpan) -> PageSpan:
    return PageSpan(document=page.document, page=page.number, span=span)


def explain(quote: Quote, pages: tuple[ReadPage, ...]) -> str:
    """Why a quote is absent, from what its pages hold instead. ``pages`` are few: the one named and its neighbours."""
    if quote.leaves_out:
        return "the quote leaves words out (…), so it cannot be checked word by word; quote one unbroken passage"
    for read in pages:
        for withheld in read.page.withheld:
            if search(quote, Folded(withheld.text)).places:
                return f"stands only in text that may not be cited ({withheld.origin.kind.value}: {withheld.reason})"
    for read in pages[:2]:
        for difference, change in _DIFFERENCES:
            if change(quote.trimmed.key) in change(read.folded.key):
                return f"differs from the page in {difference}; copy the page's own characters"
    return "these words do not stand there"


def _without_case(text: str) -> str:
    return text.casefold()


def _with_e(text: str) -> str:
    return text.casefold().replace("ё", "е")


def _in_one_script(text: str) -> str:
    return skeleton(text).casefold()


def _letters_and_digits(text: str) -> str:
    return _NO_WORD.sub("", text.casefold())


_DIFFERENCES = (
    ("capital letters", _without_case),
    ("ё and е, which can make another word", _with_e),
    ("letters of another script that look the same", _in_one_script),
    ("spaces or punctuation inside words or numbers", _letters_and_digits),
)
