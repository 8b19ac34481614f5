"""A citation out of a selection: code copies the page's own characters, whoever points at them."""

import re
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from agents.fill.resolve import whole_token
from agents.tools.lines import cut_units
from evidence.borders import cut_by
from evidence.citations import Citation, Match
from evidence.errors import InputRefused, NotKept
from evidence.pages import Document, Page
from evidence.ports import PageSource
from evidence.spans import CharSpan
from evidence.verify import verify

LONGEST = 4000
"""Characters of one quote."""
_NEAR, _WIDENED = 120, 5
"""Characters around a selection, and words and signs of them, that it may be widened by."""
_WORD = re.compile(r"\w+|[^\w\s]")


class Place(BaseModel):
    """What a person points at: a stretch of a page's text, or words that stand on it."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        json_schema_extra={
            "examples": [{"sha256": "9f86d081884c7d659a2feaa0c55ad015" * 2, "page": 3, "start": 118, "end": 141}]
        },
    )

    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    page: Annotated[int, Field(ge=1, le=1_000_000)]
    start: Annotated[int | None, Field(ge=0, le=100_000_000)] = None
    end: Annotated[int | None, Field(ge=0, le=100_000_000)] = None
    quote: Annotated[str | None, Field(min_length=1, max_length=LONGEST)] = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.start is None) != (self.end is None) or (self.start is None) == (self.quote is None):
            raise ValueError("a place is `start` and `end`, or a `quote`: give one of them")
        return self


class Picked(BaseModel):
    """A citation and the page it was copied from."""

    model_config = ConfigDict(frozen=True)

    citation: Citation
    page: Page


def pick(source: PageSource, place: Place) -> Picked:
    """Raises NotKept where there is no such page or words, InputRefused where the stretch holds no text."""
    document, page = source.document(place.sha256), source.page(place.sha256, place.page)
    if place.quote is not None:
        span, match = _found(place.quote, document, page)
    else:
        span, match = _stretch(page, place.start or 0, place.end or 0), Match.EXACT
    context = next((unit.context for unit in cut_units(page) if unit.span.overlaps(span)), "")
    citation = Citation.of(document, page, span, match=match, context=context or None)
    return Picked(citation=citation, page=page)


def _found(quote: str, document: Document, page: Page) -> tuple[CharSpan, Match]:
    verdict = verify(quote, page)
    here = [span for span in verdict.spans if (span.document, span.page) == (page.document, page.number)]
    if verdict.match is None or len(here) != 1:
        why = f": {verdict.reason}" if verdict.reason else ""
        raise NotKept(f"{document.name!r} does not hold these words on page {page.number}{why}; mark them on the page")
    return here[0].span, verdict.match


def _stretch(page: Page, start: int, end: int) -> CharSpan:
    """Without blanks at its ends, and to the ends of the words in which it begins and ends."""
    text = page.text
    end = min(end, len(text))
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start >= end:
        raise InputRefused(f"there is no text at that place of page {page.number}; mark some words")
    start, end = _uncut(text, start, end)
    if end - start > LONGEST:
        raise InputRefused(f"a quote has at most {LONGEST} characters, and this has {end - start}; mark less")
    return whole_token(text, CharSpan(start=start, end=end))


def _uncut(text: str, start: int, end: int) -> tuple[int, int]:
    """Widened by a few words where an edge cuts a word, a number, its sign or unit, or a negation: ``500.00`` of ``3 500.00``."""
    lefts, rights = _steps(text, start, -1), _steps(text, end, 1)
    tries = sorted(((left, right) for left in range(len(lefts)) for right in range(len(rights))), key=sum)
    reason: str | None = None
    for sense in (True, False):  # where the whole sentence would be needed, the words and numbers at least are whole
        for left, right in tries:
            reason = cut_by(text, lefts[left], rights[right], parts=not sense)
            if reason is None:
                return lefts[left], rights[right]
    raise InputRefused(f"what is marked {reason}; mark all of it")


def _steps(text: str, at: int, step: int) -> list[int]:
    """``at``, and where the words next to it begin or end on that side."""
    places = [at]
    words = _WORD.finditer(text, at, at + _NEAR) if step > 0 else _WORD.finditer(text, max(0, at - _NEAR), at)
    edges = [word.end() if step > 0 else word.start() for word in words]
    return places + (edges if step > 0 else edges[::-1])[:_WIDENED]
