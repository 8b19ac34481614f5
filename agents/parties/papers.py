"""Papers that were scanned one behind the other into one file: each page that opens one says whose it is."""

import re

from agents.parties.mentions import Own, holds_own, mentions, tax_numbers
from evidence.pages import Page, PageKind

_OPENING = 6
"""Lines at the top of a page in which a paper gives its title."""
_TITLE = 4
"""Letters of a title in capitals."""
_IN_CAPITALS = 0.8
_CHAPTER = re.compile(
    r"\s*(?:(?:[IVXLC]{1,6}|\d{1,2}(?:\.\d{1,2})*)\s*[.)-]"
    r"|(?:§|ст|глава|раздел|статья|боб|бўлим|bob|bo.lim|chapter|section|article|cap[íi]tulo)(?!\w)|\d{1,2}\s*-?\s*(?:боб|бўлим|bob|bo.lim)(?!\w))",
    re.IGNORECASE,
)
"""``II. УСТАВ ФОНДИ``: a heading inside a paper."""


def of_another(page: Page, own: Own) -> str | None:
    """Whom a page is about that opens a paper with another's taxpayer number on it and the subject nowhere: its name, else
    the number. None for all other pages: a page that goes on from the one before may leave the subject unnamed.
    """
    if not own.numbers or page.kind in (PageKind.SHEET, PageKind.FLOW) or not opens_a_paper(page.text):
        return None
    numbers = tax_numbers(page.text)
    if not numbers or holds_own(page.text, own):
        return None
    named = mentions(page.text, own)
    return named[0].name if named else numbers[0]


def opens_a_paper(text: str) -> bool:
    """A line of its own in capitals near the top, which numbers no chapter."""
    for line in text.split("\n")[:_OPENING]:
        letters = [letter for letter in line if letter.isalpha()]
        if (
            _CHAPTER.match(line) is None
            and len(letters) >= _TITLE
            and sum(letter.isupper() for letter in letters) >= _IN_CAPITALS * len(letters)
        ):
            return True
    return False
