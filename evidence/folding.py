"""A matching key for text: presentation is folded away, meaning is kept, and every offset maps back.

Folded: white space and table joins, line-break and soft hyphens, zero-width characters, ligatures and wide forms, quote,
apostrophe and dash shapes, dot leaders, letters written as base + accent.
Kept apart on purpose: case; ё and е; letters of different scripts that look alike; superscripts (``10²`` is not ``102``);
white space between two words or two numbers (``не большой`` is not ``небольшой``, ``1 5`` is not ``15``).

Speed: a page is folded by three C-level passes; the way back is computed only for a match that was found.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from evidence.spans import CharSpan

_APOSTROPHES = "\u2018\u2019\u201a\u201b\u02bb\u02bc\u02b9\u02bd\u02c8\u0060\u00b4\u2032\u2039\u203a\u05f3\ua78c"
_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u301d\u301e\u301f\u02ba"
_HYPHENS = "\u2010\u2011\u00ac\u2043"
"""What a line may break at; U+00AC stands in for it in files from old word processors."""
_DASHES = "\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b"
_SPACES = "\v\f\r\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_CELL_JOINS = "|"
"""How tables are shown to models, and how OCR reads a ruled line; the page itself joins cells by a tab."""
_BREAKS = "\u2028\u2029"
_ZERO_WIDTH = "\u200b\u200c\u200d\u200e\u200f\u061c\u180e\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_MARKS = "\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_FOLDED_RANGES = ((0xA0, 0x180), (0x1C4, 0x1F4), (0x2000, 0x2070), (0x2100, 0x2190), (0xFB00, 0xFB14), (0xFE30, 0xFFE7))
_FOLDED_TAGS = ("<compat>", "<wide>", "<narrow>", "<noBreak>", "<small>", "<vertical>")
_NOT_FOLDED = "\u2116\u2122\u2120\u2121\u2105\u213b"
"""№ and the like: their letters would read as words (``No``)."""

DASH = "\u2013"
"""Every dash that is not a hyphen, until the last pass."""


def _character_maps() -> tuple[dict[str, str], dict[str, str]]:
    """Characters that become one other character, and those that become several."""
    one: dict[str, str] = {}
    many: dict[str, str] = {"\u2026": "..."}
    for low, high in _FOLDED_RANGES:
        for code in range(low, high):
            char = chr(code)
            tag = unicodedata.decomposition(char).split(" ", 1)[0]
            singleton = unicodedata.normalize("NFC", char) != char
            if char in _NOT_FOLDED or not (singleton or tag in _FOLDED_TAGS):
                continue
            plain = unicodedata.normalize("NFKC", char)
            if plain != char and plain.strip():
                (one if len(plain) == 1 else many)[char] = plain
    one.update(dict.fromkeys(_APOSTROPHES, "'") | dict.fromkeys(_QUOTES, '"') | dict.fromkeys(_HYPHENS, "-"))
    one.update(dict.fromkeys(_DASHES, DASH) | dict.fromkeys(_SPACES, " ") | dict.fromkeys(_BREAKS, "\n"))
    one.update(dict.fromkeys(_CELL_JOINS, "\t"))
    one["\u00ba"] = "\u00b0"  # nº and n°
    one["\uff02"], one["\uff07"] = '"', "'"
    for char in (*one, "\u2026"):
        many.pop(char, None)
    many["\u2026"] = "..."
    # what a fold gives must not fold again
    one = {char: one.get(plain, plain) for char, plain in one.items()}
    many = {char: "".join(one.get(letter, letter) for letter in plain) for char, plain in many.items()}
    return one, many


_ONE, _MANY = _character_maps()
_CHARS = re.compile("[" + "".join(map(re.escape, _ONE)) + "]")
_INVISIBLE = f"{_ZERO_WIDTH}\u00ad"
_EXOTIC = re.compile(
    rf"(?<![\s{_ZERO_WIDTH}])[\s{_ZERO_WIDTH}]*\u00ad[\s{_INVISIBLE}]*"  # soft hyphens with the white space around them
    rf"|[^\s{_INVISIBLE}{_MARKS}](?:[{_ZERO_WIDTH}]*[{_MARKS}])+"  # a letter and its accents
    rf"|[{_ZERO_WIDTH}]+"
    rf"|[{''.join(map(re.escape, _MANY))}]"
    r"|(?<=[мmМM])[²³]"  # square and cubic metres: the one exponent that people also write as a digit
)
_ANY_EXOTIC = re.compile(f"[{_INVISIBLE}{_MARKS}²³{''.join(map(re.escape, _MANY))}]")
_LETTER = r"[^\W\d_]"
_LAYOUT = re.compile(
    # each alternative begins with one literal: that is what makes the scan fast
    rf"-(?<={_LETTER}.)[ \t]*\n\s*(?={_LETTER}|')"  # a word cut at the line's end
    rf"|-(?<='.)[ \t]*\n\s*(?={_LETTER}|')"
    r"|-(?<=\w.)[ \t]*\n\s*(?=\w)"  # the same beside a digit: the hyphen stays
    rf"|{DASH}(?<=\w.)[ \t]*\n\s*(?=\w)"
    r"| [ \t\n]+|\t[ \t\n]*|\n[ \t\n]*"
    rf"|-[-{DASH}]+|{DASH}[-{DASH}]+"
    r"|\.(?:[ \t\n]*\.){3,}"
    r"|''|,,|<<|>>"
)
_LOOSE = re.compile(
    # a hyphen inside a word, checked afterwards; with or without one space on either side
    rf"-(?<={_LETTER}.) ?(?={_LETTER})| (?<={_LETTER}.)- ?(?={_LETTER})"
    r"| [;!?()\[\]\"] ?|; |! |\? |\( |\) |\[ |\] |\" "
    rf"| , (?={_LETTER})| \. (?={_LETTER})|, (?={_LETTER})|\. (?={_LETTER})"
    r"| :(?= )|:(?= )"
    r"| (?=[.,:%‰](?!\d))"
    r"|№ (?=\d)|\$ (?=\d)|€ (?=\d)|£ (?=\d)"
)


class Site(NamedTuple):
    """A stretch whose length changed: ``source[low:high]`` became ``key[start:end]``."""

    low: int
    high: int
    start: int
    end: int


def shapes(text: str) -> str:
    """The first pass alone: one plain character for each, so that offsets stay as they are. Dashes become U+2013."""
    return _CHARS.sub(lambda match: _ONE[match[0]], text)


def _exotic(match: re.Match[str]) -> str:
    found, text = match[0], match.string
    if "\u00ad" in found:
        before = _letter_before(text, match.start())
        after = text[match.end()] if match.end() < len(text) else " "
        if (before.isalpha() or before == "'") and after.isalpha():
            return ""
        if before.isalnum() and after.isalnum():
            return "-"  # a visible hyphen of a number, never nothing
        return "\n" if "\n" in found else " " if any(char.isspace() for char in found) else ""
    if found in _MANY:
        return _MANY[found]
    if found in "²³":
        return "2" if found == "²" else "3"
    if unicodedata.combining(found[-1]):
        visible = re.sub(f"[{_ZERO_WIDTH}]", "", found)
        composed = unicodedata.normalize("NFC", "".join(_MANY.get(char, char) for char in visible))
        return shapes(composed)
    around = text[max(0, match.start() - 1) : match.start()] + text[match.end() : match.end() + 1]
    # a zero-width space separates; between two numbers it must not join them
    return " " if "\u200b" in found and len(around) == 2 and around.isdigit() else ""


def _letter_before(text: str, at: int) -> str:
    """Past the accents of a letter written as several characters."""
    while at and unicodedata.combining(text[at - 1]):
        at -= 1
    return text[at - 1] if at else " "


def _layout(match: re.Match[str]) -> str:
    found = match[0]
    first = found[0]
    if first in " \t\n":
        return " "
    if first in f"-{DASH}":
        if "\n" not in found:
            return "-"
        text = match.string
        before, after = text[match.start() - 1], text[match.end()]
        return "" if first == "-" and not (before.isdigit() or after.isdigit()) else "-"
    return "..." if first == "." else '"'


def _layout_of_cells(match: re.Match[str]) -> str:
    found = match[0]
    if found[0] in " \t\n":
        return "\n" if "\n" in found else "\t" if "\t" in found else " "
    return _layout(match)


def _loose(match: re.Match[str]) -> str:
    """The punctuation that stays; of a hyphen inside a word and of a colon before white space nothing does."""
    kept = match[0].strip()
    return "" if kept in ("-", ":") else kept


Replace = Callable[[re.Match[str]], str]


def _sites(pattern: re.Pattern[str], replace: Replace, text: str) -> list[Site]:
    sites = []
    shift = 0
    for match in pattern.finditer(text):
        start = match.start() + shift
        length = len(replace(match))
        if length != match.end() - match.start():
            sites.append(Site(match.start(), match.end(), start, start + length))
            shift += length - (match.end() - match.start())
    return sites


def _back(sites: list[Site], start: int, end: int) -> tuple[int, int]:
    """The source slice that made ``key[start:end]``; a stretch touched in part counts whole."""
    return _source(sites, start)[0], _source(sites, end - 1)[1]


def _source(sites: list[Site], index: int) -> tuple[int, int]:
    at = bisect_right(sites, index, key=lambda site: site.start) - 1
    if at < 0:
        return index, index + 1
    site = sites[at]
    if index < site.end:
        return site.low, site.high
    source = index - site.end + site.high
    return source, source + 1


class Folded:
    """A text and its key. ``raw_span`` maps a slice of ``key`` back to the text as it was given.

    With ``cells`` the key keeps one tab between cells and one line break between lines: for reading numbers, which must
    not run from one cell into the next.
    """

    __slots__ = ("__dict__", "_replace", "key", "raw")

    def __init__(self, raw: str, *, cells: bool = False) -> None:
        self.raw = raw
        self._replace = _layout_of_cells if cells else _layout
        self.key = _LAYOUT.sub(self._replace, self._visible()).replace(DASH, "-")

    def _visible(self) -> str:
        text = shapes(self.raw)
        return _EXOTIC.sub(_exotic, text) if _ANY_EXOTIC.search(text) else text

    @cached_property
    def _passes(self) -> tuple[list[Site], list[Site]]:
        text = shapes(self.raw)
        if not _ANY_EXOTIC.search(text):
            return [], _sites(_LAYOUT, self._replace, text)
        return _sites(_EXOTIC, _exotic, text), _sites(_LAYOUT, self._replace, _EXOTIC.sub(_exotic, text))

    def raw_span(self, start: int, end: int) -> CharSpan:
        """``end`` > ``start``; both count in ``key``."""
        first, second = self._passes
        low, high = _back(first, *_back(second, start, end))
        return CharSpan(start=low, end=high)

    @cached_property
    def loose(self) -> str:
        """The key without hyphens inside words and without spaces beside punctuation; never closes up words or digits."""
        return _LOOSE.sub(_loose, self.key)

    @cached_property
    def _loose_sites(self) -> list[Site]:
        return _sites(_LOOSE, _loose, self.key)

    def key_span(self, start: int, end: int) -> tuple[int, int]:
        """From a slice of ``loose`` to a slice of ``key``."""
        return _back(self._loose_sites, start, end)

    def hyphens(self, start: int, end: int) -> dict[int, bool]:
        """Where ``loose[start:end]`` dropped a hyphen, counted from ``start``: True = it stands inside a line and so
        belongs to the word, False = it stands at a line's end and may only mark the break."""
        marks: dict[int, bool] = {}
        for site in self._loose_sites:
            if start < site.start < end and site.end == site.start and "-" in self.key[site.low : site.high]:
                marks[site.start - start] = True
        for position in self._breaks():
            loose = position
            for site in self._loose_sites:
                if site.low >= position:
                    break
                loose = position - site.high + site.end if site.high <= position else site.start
            if start < loose < end:
                marks[loose - start] = False
        return marks

    def _breaks(self) -> Iterator[int]:
        """Positions in ``key`` where a hyphen at a line's end was dropped."""
        for site in self._passes[1]:
            if site.start == site.end:
                yield site.start


def fold(text: str, *, cells: bool = False) -> Folded:
    return Folded(text, cells=cells)


def plain(text: str) -> str:
    """For comparing two short texts as values: folded, without case, quotes and outer punctuation."""
    return " ".join(Folded(text).loose.casefold().replace('"', " ").split()).strip(" .,;:'")
