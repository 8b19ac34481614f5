"""Going down a paper row by row, knowing whose particulars the row belongs to.

A block begins where a party is named by role or name, and ends at the next one, at a heading or where prose begins.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agents.parties.mentions import (
    Own,
    foreign_number,
    holds_own,
    is_like_tax_number,
    mentions,
    numbers,
    tax_numbers,
)
from agents.parties.rows import Row, Unit
from agents.parties.words import party_words

_SHORT = 120
_PROSE = 170
_AHEAD = 8
"""Rows that are looked at for the name or number of a party."""
_HEAD = 7
"""Rows of a letterhead."""
_TOP = 14
"""Rows at the top of a letter in which its addressee stands."""
_STRAY = 2
"""Characters."""
_CLOSING = 8
"""Rows at the end of a paper in which its writer signs."""
_SIGNED = re.compile(r"_{3,}|\.{6,}")
_NUMBERED = re.compile(r"^\s*(\d{1,2})[.)](?:\s|\d|$)|^\s*([IVX]{1,5})\.\s")
_MARKS = re.compile(r"[\s:;.,«»“”\"„/\\|()№\d–—-]+")


class Owner(NamedTuple):
    name: str | None
    is_own: bool


class Piece(NamedTuple):
    start: int
    end: int
    owner: str | None


class _Lane(NamedTuple):
    """One of several columns that stand side by side."""

    owner: Owner | None
    """None for a column of labels."""
    order: int
    x: float | None
    table: int | None
    column: int | None


class _Block(NamedTuple):
    owner: Owner
    is_section: bool
    number: str | None = None
    """Of the section's heading."""


def role_key(text: str) -> str:
    return " ".join(_MARKS.sub(" ", text).casefold().split())


class Scan:
    """One document's; pages are given in order."""

    def __init__(self, own: Own) -> None:
        self._own = own
        self._words = party_words()
        self._roles: dict[str, Owner] = {}
        self._block: _Block | None = None
        self._lanes: list[_Lane] = []
        self._in_particulars = False
        self._writer: str | None = None
        self._letterhead: str | None = None
        self._speaks = False
        self._is_first = True
        self._last: tuple[tuple[str, int], list[Row]] | None = None

    def page(self, rows: Sequence[Row], roles: dict[str, Owner], *, key: tuple[str, int]) -> Iterator[Piece]:
        self._roles = roles
        self._lanes = [lane for lane in self._lanes if lane.table is None and lane.x is not None]
        if self._is_first and rows:
            yield from self._head(rows)
        self._is_first = False
        self._last = key, list(rows[-_CLOSING:])
        self._speaks = self._speaks or any(self._words.speaks.search(row.text) for row in rows)
        for at, row in enumerate(rows):
            if at < _TOP and self._words.addressee.match(row.text) is not None:
                yield from self._addressee(rows[at : at + _AHEAD])
            yield from self._row(row, rows[at + 1 : at + 1 + _AHEAD])

    def closing(self) -> Iterator[tuple[tuple[str, int], Piece]]:
        """The signatures under a paper that another party wrote."""
        writer = self._writer or (self._letterhead if self._speaks else None)
        if self._last is None or writer is None:
            return
        key, rows = self._last
        for row in rows:
            signed = _SIGNED.search(row.text) or (len(row.text) < _SHORT and self._words.post.match(row.text.strip()))
            if signed and not holds_own(row.text, self._own):
                yield key, Piece(row.start, row.end, writer)

    def _head(self, rows: Sequence[Row]) -> Iterator[Piece]:
        """The letterhead of another organisation: its name on the first rows, its particulars beside or below."""
        head: list[Row] = []
        for row in rows[:_HEAD]:
            if (head and row.is_heading) or len(row.text) > 2 * _PROSE or holds_own(row.text, self._own):
                break
            head.append(row)
        for at, row in enumerate(head[:3]):
            named = mentions(row.text, self._own)
            if not named or named[0].is_own or row.text[: named[0].start].strip(' «“"\t'):
                continue
            self._letterhead = named[0].name
            below = [row]
            for line in head[at + 1 :]:
                if not self._is_contact(line.text):
                    break
                below.append(line)
            if any(foreign_number(line.text, self._own) for line in below):
                self._writer = named[0].name
            if self._writer or (at == 0 and (len(below) > 1 or self._is_contact(row.text[named[0].end :]))):
                for line in below:
                    yield Piece(line.start, line.end, named[0].name)
            return

    def _addressee(self, rows: Sequence[Row]) -> Iterator[Piece]:
        """The lines that say to whom a letter goes, with that party's particulars, down to the title or the salutation."""
        block = [rows[0]]
        for row in rows[1:]:
            letters = [letter for letter in row.text if letter.isalpha()]
            is_name = bool(mentions(row.text, self._own)) or re.search(r"\d", row.text) is not None
            is_title = bool(letters) and all(letter.isupper() for letter in letters) and not is_name
            if row.is_heading or is_title or len(row.text) > _SHORT or self._words.salutation.match(row.text):
                break
            block.append(row)
        named = [one for row in block for one in mentions(row.text, self._own)]
        if any(holds_own(row.text, self._own) for row in block) or not any(map(self._has_digits, block)):
            return
        for row in block:
            yield Piece(row.start, row.end, named[0].name if named else None)

    @staticmethod
    def _has_digits(row: Row) -> bool:
        return re.search(r"\d{3}", row.text) is not None

    def _is_contact(self, text: str) -> bool:
        """A row of a letterhead: particulars with their numbers, and no label of a form that waits for a value."""
        said = self._words.particulars.search(text) is not None and re.search(r"\d{3}|@", text) is not None
        return said and self._words.role.search(text) is None

    def _row(self, row: Row, ahead: Sequence[Row]) -> Iterator[Piece]:
        if self._in_lanes(row):
            lanes = self._open_lanes(row, ahead)
            if lanes:
                self._lanes = lanes
            yield from self._lane_pieces(row)
            return
        self._lanes = self._open_lanes(row, ahead)
        if self._lanes:
            self._block = None
            yield from self._lane_pieces(row)
            return
        self._begin(row, ahead)
        yield from self._row_pieces(row)

    # ------------------------------------------------------------------ columns

    def _in_lanes(self, row: Row) -> bool:
        if not self._lanes or row.is_heading:
            return False
        lane = self._lanes[0]
        if lane.table is not None:
            return all(unit.table == lane.table for unit in row.units)
        # letters of a stamp or watermark across the columns are no further column
        said = [unit for unit in row.units if len(unit.text.strip()) > _STRAY]
        if len(said) > len(self._lanes) or any(unit.table is not None for unit in row.units):
            return False
        return all(len(unit.text) <= _PROSE for unit in row.units)

    def _open_lanes(self, row: Row, ahead: Sequence[Row]) -> list[_Lane]:
        if len(row.units) < 2 or any(len(unit.text) > _SHORT for unit in row.units):
            return []
        roles = [self._is_role(unit.text) for unit in row.units]
        named = [mentions(unit.text, self._own) for unit in row.units]
        starts = [
            bool(held) and not unit.text[: held[0].start].strip() for held, unit in zip(named, row.units, strict=True)
        ]
        if sum(roles) < 2 and not (all(starts) and len({held[0].is_own for held in named}) == 2):
            return []
        lanes = []
        for unit, role, held in zip(row.units, roles, named, strict=True):
            lane = _Lane(None, unit.order, unit.x, unit.table, unit.column)
            if held:
                owner: Owner | None = Owner(None if held[0].is_own else held[0].name, held[0].is_own)
            else:
                owner = self._named_below(lane, unit.text, ahead, len(row.units)) if role else None
            lanes.append(lane._replace(owner=owner))
        return lanes

    def _named_below(self, lane: _Lane, heading: str, ahead: Sequence[Row], count: int) -> Owner:
        for row in ahead[:3]:
            for unit in row.units:
                if len(row.units) == count and self._stands_in(unit, lane):
                    for mention in mentions(unit.text, self._own):
                        return Owner(None if mention.is_own else mention.name, mention.is_own)
        return self._owner_of_role(heading)

    @staticmethod
    def _stands_in(unit: Unit, lane: _Lane) -> bool:
        if lane.table is not None:
            return (unit.table, unit.column) == (lane.table, lane.column)
        return unit.order == lane.order if lane.x is None or unit.x is None else abs(unit.x - lane.x) < 40

    def _lane_pieces(self, row: Row) -> Iterator[Piece]:
        said = [unit for unit in row.units if len(unit.text.strip()) > _STRAY]
        for unit in row.units:
            lane = self._lane_of(unit, alone=len(said) < len(self._lanes))
            owners = {held.owner for held in self._lanes if held.owner is not None}
            if lane is None and any(not owner.is_own for owner in owners) and not holds_own(unit.text, self._own):
                yield Piece(unit.start, unit.end, None)
            elif lane is not None and lane.owner is not None and not lane.owner.is_own:
                yield Piece(unit.start, unit.end, lane.owner.name)

    def _lane_of(self, unit: Unit, *, alone: bool) -> _Lane | None:
        """None where the page doesn't show in which column the text stands."""
        if unit.table is not None:
            return next((lane for lane in self._lanes if lane.column == unit.column), None)
        if unit.x is not None and all(lane.x is not None for lane in self._lanes):
            left = [lane for lane in self._lanes if lane.x is not None and lane.x <= unit.x + 25]
            return max(left, key=lambda lane: lane.x or 0.0) if left else self._lanes[0]
        return None if alone else next((lane for lane in self._lanes if lane.order == unit.order), None)

    # ------------------------------------------------------------------ blocks one under another

    def _begin(self, row: Row, ahead: Sequence[Row]) -> None:
        text = row.text.strip()
        words = self._words
        number = _number_of(text)
        if self._ends_here(row, text, number):
            self._block = None
        if (row.is_heading or len(text) < 60) and self._announces_particulars(text):
            self._in_particulars = True
        if len(text) > _PROSE:
            return
        named = mentions(text, self._own)
        if len(row.units) == 1 and self._names_a_section(text):
            owner = self._owner_of_role(text) if not named else Owner(named[0].name, named[0].is_own)
            if holds_own(text, self._own) or owner.is_own:
                self._block = None
            elif words.other.search(text) or named or owner.name is not None:
                self._block = _Block(owner if owner.name else Owner(text, False), True, number)
            return
        if holds_own(text, self._own):
            if self._block is None or not self._block.is_section:
                self._block = None
            return
        if self._block is not None and self._block.is_section:
            return
        labelled = self._begins_with_role(row)
        if self._is_role(text) and len(row.units) == 1:
            self._begin_role(text, ahead)
        elif named and len(row.units) <= 2 and (labelled or not text[: named[0].start].strip(' «“"\t')):
            self._begin_name(named[0].name, row, ahead, is_labelled=labelled)

    def _ends_here(self, row: Row, text: str, number: str | None) -> bool:
        if self._block is None:
            return False
        if self._block.is_section:
            if self._block.number is not None:
                return number is not None and number != self._block.number
            return (
                row.is_heading
                or (self._words.section.search(text) is not None and len(row.units) == 1 and ":" not in text)
                or (len(row.units) == 1 and self._is_role(text))
            )
        if row.is_heading or len(text) > _PROSE or number is not None:
            return True
        return not self._is_particulars(text) and (":" in text or len(row.units) > 1 or len(text) > _SHORT)

    def _begin_role(self, text: str, ahead: Sequence[Row]) -> None:
        owner = self._owner_of_role(text)
        for row in ahead[:2]:
            found = mentions(row.text, self._own)
            if found:
                owner = Owner(None if found[0].is_own else found[0].name, found[0].is_own)
                break
        if owner.is_own:
            self._block = None
        elif self._in_particulars or self._has_number(ahead):
            self._block = _Block(owner, False)

    def _begin_name(self, name: str, row: Row, ahead: Sequence[Row], *, is_labelled: bool) -> None:
        """A bank named among the subject's own particulars is where it keeps its account."""
        is_bank = self._words.bank.search(row.text) is not None or re.search(
            r"(?i)(?<!\w)(?:акб|атб|atb|akb)(?!\w)", name
        )
        if is_bank and not self._in_particulars and not foreign_number(row.text, self._own):
            return
        if foreign_number(row.text, self._own) or self._has_number(ahead) or (is_labelled and self._in_particulars):
            self._block = _Block(Owner(name, False), False)

    def _has_number(self, ahead: Sequence[Row]) -> bool:
        """Whether a number of somebody else comes before the subject is named or the particulars end."""
        for row in ahead:
            if holds_own(row.text, self._own) or row.is_heading or len(row.text) > _PROSE:
                return False
            if tax_numbers(row.text) and foreign_number(row.text, self._own):
                return True
            if self._is_role(row.text):
                return False
        return False

    def _row_pieces(self, row: Row) -> Iterator[Piece]:
        text = row.text
        if self._block is not None and not self._is_of_subject(text):
            for unit in row.units:
                yield Piece(unit.start, unit.end, self._block.owner.name)
            return
        named = mentions(text, self._own)
        if not named or any(one.is_own for one in named) or holds_own(text, self._own):
            return
        is_table_row = len(row.units) > 2 and sum(map(is_like_tax_number, numbers(text))) == 1
        if is_table_row or (len(text) < _PROSE and _SIGNED.search(text) and self._words.post.search(text)):
            for unit in row.units:
                yield Piece(unit.start, unit.end, named[0].name)

    # ------------------------------------------------------------------ words

    def _is_role(self, text: str) -> bool:
        """Whether the text is nothing but the role of a party: ``SELLER / ПРОДАВЕЦ``, ``Залогодатель:``."""
        if len(text) > 60 or _SIGNED.search(text):
            return False
        ours = self._words.ours.match(text)
        parts = [role_key(part) for part in re.split(r"[/|]", text[ours.end() :] if ours else text)]
        parts = [part for part in parts if part]
        return bool(parts) and all(part in self._roles or self._is_role_word(part) for part in parts)

    def _announces_particulars(self, text: str) -> bool:
        return self._words.particulars_heading.search(text) is not None and self._words.role.search(text) is None

    def _names_a_section(self, text: str) -> bool:
        """``Сведения о поручителе``, ``Kafil haqida ma’lumot``; a bank's name there only says where an account is kept."""
        if len(text) > _SHORT or ":" in text.rstrip(":"):
            return False
        said = self._words.section.search(text)
        if said is None:
            return False
        for role in self._words.role.finditer(text):
            gap = max(role.start() - said.end(), said.start() - role.end())
            if gap <= 22 and not self._words.bank.match(role.group()):
                return True
        return False

    def _is_role_word(self, part: str) -> bool:
        match = self._words.role.match(part)
        return match is not None and re.fullmatch(r"\w{0,6}(?:\s+\w{1,3}\.?)?", part[match.end() :]) is not None

    def _begins_with_role(self, row: Row) -> bool:
        head = re.split(r"[:\t—–]", row.text.strip(), maxsplit=1)[0]
        return self._is_role(head)

    def _owner_of_role(self, text: str) -> Owner:
        for part in [role_key(piece) for piece in re.split(r"[/|]", text)]:
            if part in self._roles:
                return self._roles[part]
        if self._words.own.search(text):
            return Owner(None, True)
        if self._words.other.search(text):
            return Owner(" ".join(text.split()).strip(" :"), False)
        return Owner(None, False)

    def _is_of_subject(self, text: str) -> bool:
        return self._words.own.search(text) is not None or holds_own(text, self._own)

    def _is_particulars(self, text: str) -> bool:
        return (
            self._words.particulars.search(text) is not None or bool(numbers(text)) or _SIGNED.search(text) is not None
        )


def _number_of(text: str) -> str | None:
    match = _NUMBERED.match(text)
    return (match.group(1) or match.group(2)) if match else None
