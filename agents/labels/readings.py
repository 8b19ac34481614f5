"""Typed values inside a piece of page text, each with its exact place."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.labels.shapes import (
    address_fit,
    looks_like_a_label,
    organisation_fit,
    person_fit,
    text_fit,
    trimmed,
)
from agents.labels.wordings import Facet
from evidence.fields import Choice, FieldType
from evidence.findings import TypedValue
from evidence.values import read_values

_MEASURED = frozenset({FieldType.DATE, FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})
_RANGE = re.compile(r"\s*(?:[-–—]|to|through|thru|until|till|по|до|a|à|até|e|dan|gacha)\s*", re.IGNORECASE)
_IDENTIFIER = re.compile(
    r"(?:№\s?|#\s?|no\.?\s?(?=[\dA-ZА-Я]))?(?P<id>(?:[A-ZА-ЯЁ]{1,6}[ -]?)?[\dA-Za-zА-Яа-я]*\d[\dA-Za-zА-Яа-яЁё]*(?:[./-][\dA-Za-zА-Яа-яЁё]+)*(?:[ \u00a0]\d{2,4}(?!\d|[./-]\d))*)",
    re.IGNORECASE,
)
_DATE_LIKE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d")
_MONEY_LIKE = re.compile(r"[$€£₽]|\d[.,]\d\d(?!\d)")


class Reading(NamedTuple):
    start: int
    end: int
    value: TypedValue
    fit: float
    """0-1: how well the piece of text is this value and nothing else."""
    certain: bool = True
    """False where the text has several readings (03/04/2020)."""


class Reader(NamedTuple):
    """What is wanted of a piece of text."""

    kind: FieldType
    facet: Facet | None = None
    language: str | None = None
    currency: str | None = None
    choices: tuple[Choice, ...] = ()

    def read(self, text: str, start: int, end: int) -> list[Reading]:
        """Values in ``text[start:end]``, in order; offsets count in ``text``."""
        if start >= end:
            return []
        if self.kind in _MEASURED:
            return list(self._measured(text, start, end))
        if self.kind is FieldType.IDENTIFIER:
            return list(_identifiers(text, start, end))
        if self.kind is FieldType.CHOICE:
            return []
        return list(self._worded(text, start, end))

    def _measured(self, text: str, start: int, end: int) -> Iterator[Reading]:
        piece = text[start:end]
        found = read_values(piece, self.kind, language=self.language, currency=self.currency)
        readings: list[Reading] = []
        for read in found:
            value = read.value or (read.readings[0] if read.readings else None)
            if value is None:
                continue
            first, last = start + read.span.start, start + read.span.end
            fit = _share(text, start, end, first, last)
            reading = Reading(first, last, value, fit, certain=read.value is not None)
            if self.kind is FieldType.MONEY and not looks_like_money(text, reading):
                reading = reading._replace(fit=0.9 * fit)
            readings.append(reading)
        if self.facet is not None:
            readings = list(_ends_of_ranges(text, readings, self.facet))
        yield from readings

    def _worded(self, text: str, start: int, end: int) -> Iterator[Reading]:
        first, last = trimmed(text, start, end)
        if first >= last:
            return
        piece = text[first:last]
        if looks_like_a_label(piece):
            return
        fit = {
            FieldType.PERSON: person_fit,
            FieldType.ORGANISATION: organisation_fit,
            FieldType.ADDRESS: address_fit,
        }.get(self.kind, text_fit)(piece)
        if fit > 0:
            yield Reading(first, last, worded_value(self.kind, piece), fit)


def looks_like_money(text: str, reading: Reading) -> bool:
    """Written with a currency or with cents: a count beside a sum is not."""
    return reading.value.unit is not None or _MONEY_LIKE.search(text[reading.start : reading.end]) is not None


def worded_value(kind: FieldType, piece: str) -> TypedValue:
    return TypedValue(type=kind, text=piece, normalised=" ".join(piece.split()).casefold())


def _ends_of_ranges(text: str, readings: list[Reading], facet: Facet) -> Iterator[Reading]:
    """The start or the end of each pair of dates joined as a range; single dates do not say which end they are."""
    place = 0
    while place + 1 < len(readings):
        one, other = readings[place], readings[place + 1]
        if _RANGE.fullmatch(text, one.end, other.start) and one.value.normalised <= other.value.normalised:
            yield (one if facet is Facet.START else other)._replace(fit=max(one.fit, other.fit, 0.97))
            place += 2
        else:
            place += 1


def _identifiers(text: str, start: int, end: int) -> Iterator[Reading]:
    at = start
    while at < end and (match := _IDENTIFIER.search(text, at, end)) is not None:
        first, last = match.span("id")
        at = max(last, at + 1)
        piece = text[first:last]
        if first > start and (text[first - 1].isalnum() or text[first - 1] in "$€£₽"):
            continue
        fit = _share(text, start, end, first, last)
        if _DATE_LIKE.fullmatch(piece) or re.fullmatch(r"\d+[.,]\d\d", piece):
            fit *= 0.3
        elif sum(letter.isdigit() for letter in piece) < 3:
            fit *= 0.55 if len(piece) < 3 else 0.8
        normalised = re.sub(r"[\s./-]", "", piece).upper()
        yield Reading(first, last, TypedValue(type=FieldType.IDENTIFIER, text=piece, normalised=normalised), fit)


def _share(text: str, start: int, end: int, first: int, last: int) -> float:
    """1 where the value is all there is; less where words stand before it, a little less where some follow."""
    before = sum(letter.isalnum() for letter in text[start:first])
    after = sum(letter.isalnum() for letter in text[last:end])
    return 1.0 / (1.0 + 0.06 * before) - min(0.12, 0.004 * after)
