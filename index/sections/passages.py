"""A section as a Page, and the Page as passages. Sections are short: most are one passage."""

import re
from collections.abc import Iterator

from evidence.pages import Block, Page, PageKind
from evidence.passages import Passage
from evidence.spans import CharSpan
from index.language import guess_language
from index.sections.cutting import Section

_LONGEST = 900  # characters, as for a case's own passages
_SHORTEST = 450
_STOPS = re.compile(r"[.;:!?…]\s+|\n")


def page_of(section: Section, *, reference: str, document: str, number: int) -> Page:
    """``label`` is ``reference:section``, from which Page.locator_of makes the SectionLocator."""
    blocks, at = [], 0
    for place, paragraph in enumerate(section.paragraphs):
        role = "heading" if section.titled and place == 0 else "paragraph"
        span = CharSpan(start=at, end=at + len(paragraph))
        heading = section.above[-1] if section.above else None
        blocks.append(Block(span=span, role=role, path=section.id, heading=heading))
        at = span.end + 1
    return Page(
        document=document,
        number=number,
        kind=PageKind.SECTION,
        text=section.text,
        blocks=tuple(blocks),
        label=f"{reference}:{section.id}",
        language=guess_language(section.text),
    )


def passages_of(section: Section, page: Page) -> Iterator[Passage]:
    context = "\n".join((", ".join((section.id, *section.aliases)), " › ".join(section.above)))
    for span in _spans(page.text):
        yield Passage.cut(page, span, context=context)


def _spans(text: str) -> Iterator[CharSpan]:
    """Cut after the last sentence or line that ends in the second half of what fits."""
    start = 0
    while start < len(text):
        end = min(len(text), start + _LONGEST)
        if end < len(text):
            stops = [match.end() for match in _STOPS.finditer(text, start + _SHORTEST, end)]
            end = stops[-1] if stops else text.rfind(" ", start + _SHORTEST, end) + 1 or end
        stop = start + len(text[start:end].rstrip())
        if stop > start:
            yield CharSpan(start=start, end=stop)
        start = end
