"""The automatic numbers of clauses and lists, counted as Word counts them.

They are not among the characters of the file, so whoever quotes a paragraph quotes it without its number.
"""

from typing import NamedTuple

from ingest.docx.names import Element, W, child, number, switch, value
from ingest.docx.styles import Styles

_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщэюя"
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_MANY = 10_000  # a counter above this is written in figures whatever its format


class _Level(NamedTuple):
    form: str
    text: str
    start: int
    restart: int | None
    """Level (from 1) after which it starts again; 0 = never; None = after any higher one."""
    legal: bool
    """All numbers in Arabic figures."""


class Numbering:
    """Counts while the paragraphs are read in document order. One per document."""

    def __init__(self, tree: Element | None, styles: Styles) -> None:
        self._styles = styles
        self._abstract: dict[int, Element] = {}
        self._lists: dict[int, Element] = {}
        self._levels: dict[tuple[int, int], _Level | None] = {}
        self._counters: dict[int, dict[int, int]] = {}
        """Abstract list -> level -> its last number."""
        self._begun: set[int] = set()
        if tree is None:
            return
        for element in tree.iterfind(W + "abstractNum"):
            if (key := number(value(element, "abstractNumId"))) is not None:
                self._abstract[key] = element
        for element in tree.iterfind(W + "num"):
            if (key := number(value(element, "numId"))) is not None:
                self._lists[key] = element

    def next_label(self, of_list: int, level: int) -> str | None:
        """Count one paragraph; its printed number, or None for bullets and lists without numbers."""
        abstract = self._abstract_of(of_list)
        if abstract is None or not 0 <= level <= 8:
            return None
        counters = self._counters.setdefault(abstract, {})
        self._begin(of_list, counters)
        wanted = self._level(of_list, level)
        if wanted is None:
            return None
        counters[level] = counters[level] + 1 if level in counters else wanted.start
        for deeper in [other for other in counters if other > level]:
            below = self._level(of_list, deeper)
            restart = below.restart if below is not None else None
            if restart is None or level < restart:  # ``restart`` counts levels from 1, and 0 means never
                del counters[deeper]
        if wanted.form in ("bullet", "none") and "%" not in wanted.text:
            return None
        return self._printed(of_list, wanted, counters) or None

    def _printed(self, of_list: int, level: _Level, counters: dict[int, int]) -> str:
        text = level.text
        for place in range(9):
            if f"%{place + 1}" not in text:
                continue
            other = self._level(of_list, place)
            form = "decimal" if level.legal or other is None else other.form
            count = counters.get(place)
            if count is None:
                count = other.start if other is not None else 1
                counters[place] = count  # Word starts the levels that were skipped
            text = text.replace(f"%{place + 1}", _written(count, form))
        return text.strip()

    def _begin(self, of_list: int, counters: dict[int, int]) -> None:
        """A list that states where it starts, starts there when it is first used."""
        if of_list in self._begun:
            return
        self._begun.add(of_list)
        for override in self._lists[of_list].iterfind(W + "lvlOverride"):
            level = number(value(override, "ilvl"))
            start = number(value(child(override, "startOverride")))
            if level is not None and start is not None:
                for other in [other for other in counters if other >= level]:
                    del counters[other]
                counters[level] = start - 1

    def _abstract_of(self, of_list: int) -> int | None:
        element = self._lists.get(of_list)
        key = number(value(child(element, "abstractNumId")))
        for _ in range(4):  # a list may be defined by a style, which names another list
            abstract = self._abstract.get(key) if key is not None else None
            link = value(child(abstract, "numStyleLink"))
            if abstract is None or link is None:
                return key if abstract is not None else None
            element = self._lists.get(self._styles.numbering_of(link) or -1)
            key = number(value(child(element, "abstractNumId")))
        return None

    def _level(self, of_list: int, level: int) -> _Level | None:
        key = (of_list, level)
        if key not in self._levels:
            self._levels[key] = self._read_level(of_list, level)
        return self._levels[key]

    def _read_level(self, of_list: int, level: int) -> _Level | None:
        abstract_id = self._abstract_of(of_list)
        abstract = self._abstract.get(abstract_id) if abstract_id is not None else None
        found = None
        places = [*_levels_in(abstract)]
        for override in self._lists[of_list].iterfind(W + "lvlOverride"):
            places.extend(_levels_in(override))
        for element in places:
            if number(value(element, "ilvl")) == level:
                found = element
        if found is None:
            return None
        return _Level(
            form=value(child(found, "numFmt")) or "decimal",
            text=value(child(found, "lvlText")) or "",
            start=_or(number(value(child(found, "start"))), 0),
            restart=number(value(child(found, "lvlRestart"))),
            legal=bool(switch(found, "isLgl")),
        )


def _levels_in(element: Element | None) -> list[Element]:
    return [] if element is None else list(element.iterfind(W + "lvl"))


def _or(stated: int | None, usual: int) -> int:
    return usual if stated is None else stated


def _written(count: int, form: str) -> str:
    if not 0 < count < _MANY:
        return str(count)
    match form:
        case "lowerLetter":
            return _letters(count, _LATIN)
        case "upperLetter":
            return _letters(count, _LATIN).upper()
        case "russianLower":
            return _letters(count, _RUSSIAN)
        case "russianUpper":
            return _letters(count, _RUSSIAN).upper()
        case "lowerRoman":
            return _roman(count)
        case "upperRoman":
            return _roman(count).upper()
        case "decimalZero":
            return f"{count:02}"
        case "none" | "bullet":
            return ""
        case "ordinal":
            return f"{count}{_english_ending(count)}"
        case _:
            return str(count)


def _letters(count: int, alphabet: str) -> str:
    """a … z, aa, bb, …: the letter is repeated."""
    times, place = divmod(count - 1, len(alphabet))
    return alphabet[place] * (times + 1)


def _roman(count: int) -> str:
    written = ""
    for worth, sign in _ROMAN:
        while count >= worth:
            written += sign
            count -= worth
    return written


def _english_ending(count: int) -> str:
    if 10 <= count % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
