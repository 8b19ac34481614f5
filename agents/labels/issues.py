"""Papers that one office writes again and again: a certificate of October gives way to that of April."""

import re
from collections import defaultdict
from collections.abc import Iterable

from agents.labels.kinds import written_on
from agents.labels.layout import Layout
from agents.parties.bearer_names import bearer_name
from agents.parties.bearers import bearers_in

_LINES = 10
"""At the top of a page, among which letterhead and title stand."""
_LEAST = 24
"""Letters of both; fewer may be anybody's."""
_IN_CAPITALS = 0.8
_LONGEST_TITLE = 160
_EXTRACT = re.compile(r"\b(?:выписк|к[ўу]чирма|ko.?chirma|extract|certid[ãa]o simplificada)", re.IGNORECASE)
_REGISTER = re.compile(
    r"(?:реестр|егрюл|егрпо|рўйхат|руйхат|reyestr|reestr|ro.?yxat|register|registry|registro|junta comercial)",
    re.IGNORECASE,
)
_TAXPAYER = re.compile(r"\b(?:ИНН|СТИР|STIR|INN|TIN|CNPJ)\b\D{0,12}(\d[\d ./-]{7,19}\d)", re.IGNORECASE)


class Issues:
    """Pages with one letterhead and title, each with the day that its first lines name."""

    def __init__(self) -> None:
        self._held: dict[str, list[tuple[str, int]]] = defaultdict(list)

    def take(self, layout: Layout, leaf: int) -> None:
        head = _letterhead(layout.page.text.split("\n"))
        head = f"{head}\n{_bearer(layout.page.text)}" if head is not None else _registered(layout.page.text)
        day = written_on(layout) if head is not None else None
        if head is not None and day is not None:
            self._held[head].append((day, leaf))

    def outdone(self) -> frozenset[int]:
        """Pages of which another one with the same letterhead is of a later day."""
        return frozenset(
            leaf for pages in self._held.values() for day, leaf in pages if day < max(later for later, _ in pages)
        )


def _bearer(text: str) -> str:
    """Whom the paper is made out to, where it opens with a person: a brother's birth certificate replaces nobody's."""
    named = next((one.names[0] for one in bearers_in(text) if one.is_opened and one.names), None)
    name = bearer_name(named) if named is not None else None
    return " ".join(name.words) if name is not None else ""


def _registered(text: str) -> str | None:
    """The taxpayer of whom this is an extract from a register, whatever the register's office calls it in its title."""
    top = [line for line in text.split("\n") if line.strip()][:_LINES]
    is_extract = any(len(line) <= _LONGEST_TITLE and _EXTRACT.search(line) and _REGISTER.search(line) for line in top)
    taxpayer = _TAXPAYER.search(text) if is_extract else None
    return "register " + re.sub(r"\D", "", taxpayer[1]) if taxpayer is not None else None


def _letterhead(lines: Iterable[str]) -> str | None:
    """The letters of the lines in capitals: who writes, and what. One registry writes of births and of marriages."""
    top = [line for line in lines if line.strip()][:_LINES]
    letters = [_capitals(line) for line in top if not any(letter.isdigit() for letter in line)]
    said = "".join(letters)
    return said if len(said) >= _LEAST and sum(map(bool, letters)) > 1 else None


def _capitals(line: str) -> str:
    letters = [letter for letter in line if letter.isalpha()]
    return "".join(letters) if sum(letter.isupper() for letter in letters) >= _IN_CAPITALS * len(letters) else ""
