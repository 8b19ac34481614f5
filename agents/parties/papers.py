"""Papers that were scanned one behind the other into one file: each page that opens one says whose it is."""

import re

from agents.parties.mentions import Own, holds_own, mentions, tax_numbers
from agents.parties.words import is_bank, party_words
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
_HEAD = 12
"""Lines at the top in which a certificate says for whom it is."""
_MADE_OUT = re.compile(
    r"\s*(?:(?:настоящ\w+|данн\w+|this|a presente|o presente)\s+)?(?:справк\w+|certificate|certid[ãa]o|declara[çc][ãa]o)?\s*"
    r"(?:дан[ао]|выдан[ао]?|(?:is\s+|was\s+)?(?:issued|given)\s+to|emitid[ao]\s+(?:a|ao|à|para))(?!\w)[\s:]*",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^\s*(?:the|an?|o|a|ao|à)\s+", re.IGNORECASE)
_MADE_OUT_BEHIND = re.compile(r"(?:га|ga)\b[^\n]{0,160}?(?:берил\w+|beril\w+)", re.IGNORECASE)


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


def made_out_to(text: str, own: Own) -> str | None:
    """To which surety, or other party of a loan, a certificate says that it was given: what it says is theirs, though it names
    the subject as whose loan it is for. A bank is given papers about others."""
    for line in text.split("\n")[:_HEAD]:
        match = _MADE_OUT.match(line)
        named = mentions(line, own)
        first = named[0] if named else None
        if first is not None and not first.is_own and not is_bank(first.name):
            before = line[match.end() : first.start] if match is not None else line[: first.start]
            is_given = match is not None or _MADE_OUT_BEHIND.match(line[first.end :]) is not None
            if is_given and party_words().other.match(_ARTICLE.sub("", before).strip()) is not None:
                return first.name
    return None


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
