"""A quote and where it stands. Made by code from a page, never from a model's string."""

from enum import StrEnum
from typing import Self

from evidence.frozen import Frozen
from evidence.locators import Locator
from evidence.pages import Document, Origin, Page
from evidence.spans import CharSpan


class Match(StrEnum):
    EXACT = "exact"
    NORMALISED = "normalised"
    """Equal after folding presentation only: white space, hyphenation, quote shapes, ligatures."""
    OCR_NEAR = "ocr_near"
    """A few letters differ on an OCR page; digits, negations and names are the same."""


class Citation(Frozen):
    file: str
    sha256: str
    page: int
    """Ordinal of the Page; shown to people only where ``paged``."""
    paged: bool
    locator: Locator
    span: CharSpan
    page_sha256: str
    """Hash of the page text that the span counts in."""
    quote: str
    """``page.text[span.start:span.end]``, exactly."""
    match: Match
    """How the answer's quote matched; EXACT where code chose the span."""
    origin: Origin
    confidence: float | None = None
    """Least OCR confidence of the quoted words, 0-100."""
    context: str | None = None
    """Row and column headings or the label beside the value; copied by code, for the reader."""
    part: tuple[int, int] | None = None
    """(k, n) where one quote runs over n pages."""

    @classmethod
    def of(
        cls, document: Document, page: Page, span: CharSpan, *, match: Match = Match.EXACT, context: str | None = None,
        part: tuple[int, int] | None = None,
    ) -> Self:  # fmt: skip
        return cls(
            file=document.name,
            sha256=document.sha256,
            page=page.number,
            paged=page.kind.is_paged,
            locator=page.locator_of(span),
            span=span,
            page_sha256=page.sha256,
            quote=page.text[span.start : span.end],
            match=match,
            origin=page.origin_of(span),
            confidence=page.confidence_of(span),
            context=context,
            part=part,
        )
