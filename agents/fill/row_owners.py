"""Whose paper a table's row stands on: what another party's particulars or a table under another's name say is not the
subject's, as with single values. A row about that party itself (a founder, a related company) names it and stays.
"""

from collections.abc import Iterable

from agents.fill.resolve import Located
from agents.labels.subject import is_of_another, opens_with
from agents.parties.mentions import Own, mentions
from agents.parties.names import same_party
from agents.parties.zones import PartyZones, Zone
from evidence.fields import Field
from evidence.pages import Block, Page
from evidence.spans import CharSpan

_LONGEST_CAPTION = 160


def zone_of_row(place: Located, field: Field, said: Iterable[str], *, zones: PartyZones, own: Own) -> Zone | None:
    """The other party's particulars in which the row's table, or a row without one, stands; None for the subject's own.

    ``said``: what the row's cells are claimed to say.
    """
    page = place.page
    first = _first_cell(page, place.span)
    span = first.span if first is not None else place.span
    zone = zones.at(page.document, page.number, span)
    if zone is None and first is not None:
        caption = _caption(page, first.span.start)
        named = mentions(caption, own) if is_of_another(caption, own) else ()
        zone = Zone(span.start, span.end, named[0].name) if named else None
    if zone is None or opens_with(field, page.text[zone.start : zone.end]):
        return None
    owner = zone.owner
    if owner is not None and any(same_party(owner, one) for one in said):
        return None
    return zone


def _first_cell(page: Page, span: CharSpan) -> Block | None:
    cells = [block.cell for block in page.blocks_in(span) if block.cell is not None]
    if not cells:
        return None
    return next(block for block in page.blocks if block.cell is not None and block.cell.table == cells[0].table)


def _caption(page: Page, start: int) -> str:
    said = page.text[:start].rstrip().rsplit("\n", 1)[-1].strip()
    return said if len(said) <= _LONGEST_CAPTION else ""
