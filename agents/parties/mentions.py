"""Organisations named in a text, and whether one of them is the subject."""

import re
from functools import lru_cache
from typing import NamedTuple

from agents.parties.names import core_words, name_spans, same_party
from agents.parties.words import party_words

_NOT_DIGITS = re.compile(r"\D")
_LONG_NUMBER = re.compile(r"(?<![\w.,])\d(?:[ \u00a0]?\d){8,19}(?![\w])")
_KEPT = 512
"""Texts of rows and pages whose names are kept: each is asked for several times while its page is gone through."""
_TAX_LENGTHS = (9, 10, 12, 14)


class Own(NamedTuple):
    """The subject, as far as known."""

    names: tuple[str, ...]
    numbers: frozenset[str]
    """Digits of its identifiers."""
    others: tuple[str, ...] = ()
    """Names of others that one could take for its own."""

    @classmethod
    def of(cls, names: tuple[str, ...], identifiers: tuple[str, ...], *, others: tuple[str, ...] = ()) -> "Own":
        numbers = (_NOT_DIGITS.sub("", identifier) for identifier in identifiers)
        return cls(names, frozenset(number for number in numbers if len(number) >= 6), others)


class Mention(NamedTuple):
    start: int
    end: int
    name: str
    is_own: bool


@lru_cache(maxsize=_KEPT)
def mentions(text: str, own: Own) -> tuple[Mention, ...]:
    """In order; the subject's name counts without a legal form too, and inside a longer match."""
    words = party_words()
    found = [Mention(start, end, text[start:end], True) for start, end in _own_spans(text, own)]
    others = {core_words(name) for name in own.others}
    for pattern in (words.organisation, words.suffixed):
        for match in pattern.finditer(text):
            start, end = match.span()
            name = " ".join(match.group().split())
            if any(one.start < end and start < one.end for one in found) or not core_words(name):
                continue
            is_own = core_words(name) not in others and any(same_party(name, held) for held in own.names)
            found.append(Mention(start, end, name, is_own))
    return tuple(sorted(found))


def tax_numbers(text: str) -> list[str]:
    """Digits of the taxpayer numbers that the text labels so."""
    return [_NOT_DIGITS.sub("", match.group("digits")) for match in party_words().tax_number.finditer(text)]


def numbers(text: str) -> list[str]:
    """Digits of whatever may be an identifier: taxpayer's, person's, account."""
    return [_NOT_DIGITS.sub("", match.group()) for match in _LONG_NUMBER.finditer(text)]


def holds_own(text: str, own: Own) -> bool:
    """Whether the subject's name or number stands in the text."""
    held = {*numbers(text), *tax_numbers(text)}
    return bool(held & own.numbers) or bool(_own_spans(text, own))


@lru_cache(maxsize=_KEPT)
def _own_spans(text: str, own: Own) -> tuple[tuple[int, int], ...]:
    spans = (span for name in own.names for span in name_spans(text, core_words(name)))
    if not own.others:
        return tuple(spans)
    others = {core_words(name) for name in own.others}
    return tuple((start, end) for start, end in spans if core_words(text[start:end]) not in others)


def is_like_tax_number(digits: str) -> bool:
    """By its length, and not a round amount."""
    return len(digits) in _TAX_LENGTHS and not digits.endswith("000")


def last_before(text: str, position: int, own: Own) -> Mention | None:
    """The organisation named last before the position, or right at it."""
    return next((one for one in reversed(mentions(text[: position + 1], own)) if one.start <= position), None)


def foreign_number(text: str, own: Own) -> str | None:
    """A taxpayer number in the text that isn't the subject's."""
    plain = [number for number in numbers(text) if is_like_tax_number(number) and number not in own.numbers]
    labelled = [number for number in tax_numbers(text) if number not in own.numbers]
    return next(iter((*labelled, *plain)), None)
