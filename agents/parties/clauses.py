"""Parties introduced in running text: the preamble's clauses, and companies named with their taxpayer number."""

import re
from collections.abc import Iterator

from agents.parties.mentions import Mention, Own, mentions, tax_numbers
from agents.parties.scan import Owner, Piece, role_key
from agents.parties.words import party_words
from evidence.pages import Page
from evidence.spans import CharSpan

_FIRST = 6_000
_REACH = 400
"""Characters between a party's name and the short name that it is given."""
_BESIDE = 30
"""Characters between a company's name and its number, where the number is an apposition."""
_LONGEST = 700
_PARAGRAPH_ENDS = re.compile(r"\n\s*\n|\n(?=\s*\d+[.)]\s)|\t")
_SENTENCE_ENDS = re.compile(r"(?<=[^\W\d_]{3})[.;](?=\s)|(?<=[)»”])[.;](?=\s)|\n\s*\n|\n(?=\s*\d+[.)]\s)|\t")


def roles_given(text: str, own: Own) -> dict[str, Owner]:
    """Short name -> who is called so in this paper."""
    text = text[:_FIRST]
    named = mentions(text, own)
    roles: dict[str, Owner] = {}
    for match in party_words().called.finditer(text):
        before = [one for one in named if one.end <= match.start() and match.start() - one.end <= _REACH]
        if before:
            roles.setdefault(role_key(match.group("short")), _owner(before[-1]))
    return roles


def clauses(page: Page, own: Own) -> Iterator[Piece]:
    words = party_words()
    text = page.text
    named = mentions(text, own)
    for place, one in enumerate(named):
        if one.is_own:
            continue
        following = named[place + 1].start if place + 1 < len(named) else len(text)
        limit = min(following, one.end + _LONGEST, _block_end(page, one.end), len(text))
        paragraph = _PARAGRAPH_ENDS.search(text, one.end, limit)
        clause_end = paragraph.start() if paragraph else limit
        agreed = words.agreed.search(text, one.end, clause_end)
        clause_end = agreed.start() if agreed else clause_end
        clause = text[one.end : clause_end]
        if words.represented.search(clause[:120]) or words.called.search(clause[:160]):
            yield Piece(one.start, clause_end, one.name)
            continue
        sentence = _SENTENCE_ENDS.search(text, one.end, limit)
        end = sentence.start() if sentence else limit
        beside = words.tax_number.search(text, one.end, min(end, one.end + _BESIDE + 25))
        if beside is None or beside.start() - one.end > _BESIDE:
            continue
        if not own.numbers & set(tax_numbers(beside.group())):
            yield Piece(one.start, end, one.name)


def _block_end(page: Page, position: int) -> int:
    blocks = page.blocks_in(CharSpan(start=position - 1, end=position))
    return blocks[0].span.end if blocks else len(page.text)


def _owner(mention: Mention) -> Owner:
    return Owner(None if mention.is_own else mention.name, mention.is_own)
