"""Which parts of the papers are another party's particulars: signature blocks, letterheads, columns, sections, clauses.

A value about the subject is not taken from there, however well its label fits.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pydantic import Field as Constraint

from agents.parties.clauses import clauses, roles_given
from agents.parties.mentions import Own
from agents.parties.papers import made_out_to, of_another
from agents.parties.rows import rows_of
from agents.parties.scan import Owner, Piece, Scan
from agents.parties.surety import particulars_in, stands_for_another
from evidence.frozen import Frozen
from evidence.pages import Page
from evidence.spans import CharSpan

_INTRODUCED = 2
"""Pages of a paper on which its parties may be given their short names."""


class Zone(NamedTuple):
    start: int
    end: int
    owner: str | None
    """As the paper names it; None = one of several parties, and the page doesn't show which."""


class PartyZones(Frozen):
    """Of a whole case. Ask whose a place is."""

    held: dict[tuple[str, int], tuple[Zone, ...]] = Constraint(default_factory=dict)
    """By document (sha256) and page number; pages without zones are left out."""

    def at(self, document: str, page: int, span: CharSpan) -> Zone | None:
        """The zone that holds the span's first and last character; None where no other party's particulars stand."""
        held = self.held.get((document, page), ())
        first = next((zone for zone in held if zone.start <= span.start < zone.end), None)
        last = next((zone for zone in held if zone.start < span.end <= zone.end), None)
        return first if first is not None and last is not None else None

    def of_value(self, page: Page, span: CharSpan, value: str) -> Zone | None:
        """Whose the value is that stands somewhere in the span: another's only where it is another's each time."""
        if (page.document, page.number) not in self.held:
            return None
        text = page.text[span.start : span.end]
        places = []
        at = text.find(value) if value else -1
        while at >= 0:
            places.append(CharSpan(start=span.start + at, end=span.start + at + len(value)))
            at = text.find(value, at + 1)
        zones = [self.at(page.document, page.number, place) for place in places or [span]]
        return zones[0] if all(zone is not None for zone in zones) else None


def zones_of(pages: Iterable[Page], own: Own) -> dict[tuple[str, int], tuple[Zone, ...]]:
    """Of one document, its pages in order; a block of particulars may run on over a page break."""
    scan = Scan(own)
    roles: dict[str, Owner] = {}
    pieces: dict[tuple[str, int], list[Piece]] = {}
    surety: str | None = None
    for number, page in enumerate(pages):
        if not page.text.strip():
            continue
        if number < _INTRODUCED:
            roles = {**roles_given(page.text, own), **roles}
        held = pieces.setdefault((page.document, page.number), [])
        other = of_another(page, own)
        if other is not None:
            held.append(Piece(0, len(page.text), other))
            continue
        given = made_out_to(page.text, own)
        if given is not None:
            held.append(Piece(0, len(page.text), given))
            continue
        held.extend(clauses(page, own))
        rows = rows_of(page)
        surety = stands_for_another(page, own) if number == 0 else surety
        if surety is not None:
            held.extend(particulars_in(rows, surety, own))
        held.extend(scan.page(rows, roles, key=(page.document, page.number)))
    for key, closing in scan.closing():
        pieces[key].append(closing)
    return {key: _zones(held) for key, held in pieces.items() if held}


def _zones(pieces: list[Piece]) -> tuple[Zone, ...]:
    """Ascending; neighbours of one owner are joined, so that a value over two lines stands in one."""
    zones: list[Zone] = []
    for piece in sorted(pieces):
        last = zones[-1] if zones else None
        if last is not None and piece.start < last.end:
            zones[-1] = last._replace(end=max(last.end, piece.end), owner=last.owner or piece.owner)
        elif last is not None and last.owner == piece.owner and piece.start - last.end <= 1:
            zones[-1] = last._replace(end=piece.end)
        else:
            zones.append(Zone(piece.start, piece.end, piece.owner))
    return tuple(zones)
