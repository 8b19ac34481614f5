"""A run of one page's text; what is embedded and found again."""

import hashlib
from typing import Self

from evidence.frozen import Frozen
from evidence.pages import Page
from evidence.spans import CharSpan


class Passage(Frozen):
    id: str
    """Content hash of document, page and span: the same text cut again is the same passage."""
    document: str
    """sha256 of the file."""
    page: int
    span: CharSpan
    text: str
    """``page.text[span.start:span.end]``, exactly."""
    context: str = ""
    """File name, heading, row and column headings: embedded and searched with the text, never quoted."""
    language: str | None = None

    @classmethod
    def cut(cls, page: Page, span: CharSpan, *, context: str = "") -> Self:
        key = f"{page.document}/{page.number}/{span.start}-{span.end}"
        return cls(
            id=hashlib.sha256(key.encode()).hexdigest()[:32],
            document=page.document,
            page=page.number,
            span=span,
            text=page.text[span.start : span.end],
            context=context,
            language=page.language,
        )


class Hit(Frozen):
    """A passage found by a query. Scores compare within one query only."""

    passage: Passage
    score: float
    dense: float | None = None
    lexical: float | None = None
