"""The third tier: a quote that differs from an OCR page by a few misread letters.

Token by token: the same number of tokens in the same order; numbers, signs, denials, names and units exactly; of the
others a few may differ, and only as an engine misreads.
"""

import re
from collections import Counter
from functools import cached_property
from typing import Final, NamedTuple

from evidence.folding import Folded
from evidence.misreadings import is_misreading, is_same_shape, skeleton
from evidence.negations import is_negation
from evidence.values import units
from evidence.values.months import month_number
from evidence.values.number_words import is_number_word

LEAST_TOKENS: Final = 4
_SHARE_THAT_MAY_DIFFER: Final = 4
"""One token in so many."""
_PIECE: Final = re.compile(r"\S+")
_OUTER: Final = ".,;:!?\"'()[]*•·"
_SIGNS: Final = frozenset("%‰$€£₽№+=<>≤≥±§")


class Token(NamedTuple):
    text: str
    start: int
    end: int
    """In the folded key, outer punctuation left out."""


class NearMatch(NamedTuple):
    start: int
    end: int
    """In the folded key."""
    misread: tuple[tuple[int, int], ...]
    """The tokens that differ, in the folded key."""


def tokens(key: str) -> tuple[Token, ...]:
    found = []
    for match in _PIECE.finditer(key):
        piece, start = match[0], match.start()
        if any(char.isdigit() for char in piece):
            body = piece.strip(".,;:!?\"'[]*•·")  # signs and brackets of a number stay
            start += piece.find(body)
        else:
            body = piece.strip(_OUTER)
            start += piece.find(body) if body else 0
        if not body:
            continue
        found.append(Token(body, start, start + len(body)))
    return tuple(found)


class TokenPage:
    """A folded page cut into tokens once, for any number of quotes."""

    def __init__(self, folded: Folded) -> None:
        self.folded = folded

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return tokens(self.folded.key)

    @cached_property
    def places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for index, token in enumerate(self.tokens):
            places.setdefault(token.text, []).append(index)
        return places

    def find(self, quote: Folded) -> list[NearMatch]:
        """Places that the quote fits, best first; none where the page's reading would have to be guessed."""
        wanted = tokens(quote.key.strip())
        if len(wanted) < LEAST_TOKENS:
            return []
        allowed = max(1, len(wanted) // _SHARE_THAT_MAY_DIFFER)
        votes: Counter[int] = Counter()
        for index, token in enumerate(wanted):
            for place in self.places.get(token.text, ()):
                votes[place - index] += 1
        found = []
        for offset, same in votes.most_common(8):
            if 2 * same < len(wanted) or offset < 0 or offset + len(wanted) > len(self.tokens):
                continue
            here = self.tokens[offset : offset + len(wanted)]
            misread = _compare(here, wanted, allowed)
            if misread is not None:
                found.append((len(misread), NearMatch(here[0].start, here[-1].end, misread)))
        return [match for _, match in sorted(found)]


def _compare(here: tuple[Token, ...], wanted: tuple[Token, ...], allowed: int) -> tuple[tuple[int, int], ...] | None:
    """The tokens that differ; those that look the same in print do not count against the few that may."""
    misread: list[tuple[int, int]] = []
    for read, meant in zip(here, wanted, strict=True):
        if read.text == meant.text:
            continue
        light = (
            read.text.islower()
            and meant.text.islower()
            and is_same_shape(read.text, meant.text)
            and not is_negation(meant.text)
        )
        if not light and (not allowed or not _forgiven(read.text, meant.text)):
            return None
        allowed -= not light
        misread.append((read.start, read.end))
    return tuple(misread)


def _forgiven(read: str, meant: str) -> bool:
    if any(char.isdigit() for char in meant) or _SIGNS & {*read, *meant}:
        return False
    if any(char.isupper() for char in read + meant):
        # a name: the same letters to the eye, of whichever script; engines print н as H and о as O
        same = skeleton(read).casefold() == skeleton(meant).casefold() or skeleton(read.casefold()) == skeleton(
            meant.casefold()
        )
        return same and not any(char.isdigit() for char in read)
    if is_negation(read) or is_negation(meant) or _is_fixed(read) or _is_fixed(meant):
        return False
    return is_misreading(read, meant)


def _is_fixed(token: str) -> bool:
    """A unit, a currency, a scale, a month or a number in words: one letter makes it another."""
    if month_number(token.rstrip(".")) is not None or is_number_word(token):
        return True
    for reader in (units.scale_at, units.currency_at, units.percent_at, units.measure_at):
        found = reader(token, 0)
        if found is not None and found[1] >= len(token.rstrip(".")):
            return True
    return False
