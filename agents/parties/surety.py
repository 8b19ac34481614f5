"""Papers in which somebody stands for another's debt: what their writer says of himself is not the borrower's."""

from collections.abc import Iterator, Sequence

from agents.papers import opening_of
from agents.parties.mentions import Own, holds_own, mentions
from agents.parties.rows import Row
from agents.parties.scan import Piece
from agents.parties.words import is_bank, party_words
from evidence.pages import Page

_PROSE = 170
"""Characters of a row from which it is running text."""
_OPENING = 900
"""Characters of the first page in which the writer names himself."""


def stands_for_another(page: Page, own: Own) -> str | None:
    """The writer's name; None for all papers but a surety's that names somebody else, by its title or its first words."""
    words = party_words()
    opening = opening_of(page)
    named = [one for one in mentions(page.text[:_OPENING], own) if not is_bank(one.name)]
    if not named or named[0].is_own:
        return None
    is_surety = words.surety.search(opening) is not None or words.stands_for.search(page.text[:_OPENING]) is not None
    return named[0].name if is_surety else None


def particulars_in(rows: Sequence[Row], writer: str, own: Own) -> Iterator[Piece]:
    """The rows of such a paper that are the writer's: all short ones but those of the borrower's own block."""
    is_writers = True
    for row in rows:
        named = mentions(row.text, own)
        if named:
            is_writers = not named[0].is_own
        elif holds_own(row.text, own) or party_words().own.match(row.text.strip()) is not None:
            is_writers = False
        elif party_words().other.match(row.text.strip()) is not None:
            is_writers = True
        if is_writers and len(row.text) <= _PROSE:
            yield Piece(row.start, row.end, writer)
