"""A quote made ready for searching, and the search of one text for it."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from evidence.borders import cut_by
from evidence.citations import Match
from evidence.folding import Folded
from evidence.spans import CharSpan

_EDGES: Final = ".,;:!?\"'…•·* \n\t"
_ELLIPSIS: Final = re.compile(r"\.\.\.|[\[(] ?\.\.\.? ?[\])]")
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_FILLERS: Final = frozenset(
    "the a an of to in on at by and or this that is are as for with from "
    "и в во на по из от до за с со к у о об а но или это этот эта его её их для при не "
    "va bu shu u bilan uchun ham yoki ва бу шу у билан учун ҳам ёки "
    "o os as um uma de da do das dos em no na nos nas e ou que por com para se ao à".split()
)
_MOST_PLACES: Final = 64
"""Occurrences looked at on one page before giving up on a border that fits."""


class Place(NamedTuple):
    span: CharSpan
    match: Match


class Found(NamedTuple):
    places: tuple[Place, ...]
    """Up to two, in the tier that first had any; a second one means that the quote is not unique."""
    cut: str | None
    """What an edge of the quote cuts where its characters do stand."""


class Quote:
    """One quote; everything that is worth computing once."""

    def __init__(self, text: str) -> None:
        self.raw = text.strip()
        self.folded = Folded(self.raw)
        self.key = self.folded.key.strip()

    @cached_property
    def trimmed(self) -> Folded:
        """Without the marks that people put round a quote or at its end; a number's sign and brackets stay."""
        return Folded(self.key.strip(_EDGES))

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(_WORD.findall(self.key))

    @property
    def is_empty(self) -> bool:
        return not self.words

    @property
    def leaves_out(self) -> bool:
        """Whether it says itself that words are missing inside."""
        return bool(_ELLIPSIS.search(self.key.strip(_EDGES)))

    @cached_property
    def weight(self) -> int:
        """2 = says enough by itself; 1 = only where it is unique; 0 = only where it is a cell or line of its own."""
        content = [word for word in self.words if word.casefold() not in _FILLERS]
        digits = sum(char.isdigit() for char in self.key)
        if len(content) >= 3:
            return 2
        return 1 if len(content) == 2 or digits >= 4 else 0


def search(quote: Quote, text: Folded) -> Found:
    """The first two tiers: the characters themselves, then equal after folding. Borders decide in both."""
    cut: str | None = None
    for match, spans in _tiers(quote, text):
        places: list[Place] = []
        for span in spans:
            wrong = cut_by(text.raw, span.start, span.end)
            if wrong is not None:
                cut = cut or wrong
                continue
            places.append(Place(span, match))
            if len(places) == 2 or quote.weight == 2:
                break
        if places:
            return Found(tuple(places), None)
    return Found((), cut)


def _tiers(quote: Quote, text: Folded) -> Iterator[tuple[Match, Iterator[CharSpan]]]:
    yield Match.EXACT, _exact(quote.raw, text.raw)
    yield Match.NORMALISED, _folded(quote.key, text)
    if quote.trimmed.key != quote.key and quote.trimmed.key:
        yield Match.NORMALISED, _folded(quote.trimmed.key, text)
    if quote.trimmed.key:
        yield Match.NORMALISED, _loose(quote.trimmed, text)


def _exact(needle: str, raw: str) -> Iterator[CharSpan]:
    return (CharSpan(start=at, end=at + len(needle)) for at in _occurrences(needle, raw))


def _folded(needle: str, text: Folded) -> Iterator[CharSpan]:
    return (text.raw_span(at, at + len(needle)) for at in _occurrences(needle, text.key))


def _loose(quote: Folded, text: Folded) -> Iterator[CharSpan]:
    needle = quote.loose
    for at in _occurrences(needle, text.loose):
        if _same_hyphens(quote.hyphens(0, len(needle)), text.hyphens(at, at + len(needle))):
            yield text.raw_span(*text.key_span(at, at + len(needle)))


def _same_hyphens(one: dict[int, bool], other: dict[int, bool]) -> bool:
    """A hyphen inside a line must be answered by a hyphen; one at a line's end may be there for the break alone."""
    return all(
        (place in one and place in other) or not (one.get(place) or other.get(place))
        for place in one.keys() | other.keys()
    )


def _occurrences(needle: str, text: str) -> Iterator[int]:
    at = text.find(needle)
    for _ in range(_MOST_PLACES):
        if at < 0:
            return
        yield at
        at = text.find(needle, at + 1)


def stands_alone(raw: str, span: CharSpan) -> bool:
    """Whether the span is a whole cell or line."""
    before, after = raw[: span.start].rstrip(" \u00a0"), raw[span.end :].lstrip(" \u00a0.;,:")
    return (not before or before[-1] in "\n\t") and (not after or after[0] in "\n\t")
