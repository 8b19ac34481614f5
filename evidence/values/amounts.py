"""Numbers with what stands around them: sign, brackets, scale, currency, percent, measure.

The text is folded with ``cells=True``.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from evidence.values.amount_parts import Unit, calendar_year, left_of, number_label, scaled_from, sign_of, unit_after
from evidence.values.numerals import Mark, Numeral, numerals

_DASH = re.compile(r" ?- ?")
_UP_TO = re.compile(r" (?:до|to|through|a|até) ", re.IGNORECASE)
_FROM = re.compile(r"(?:\bот|\bс|\bfrom|\bbetween|\bde|\bentre) \Z", re.IGNORECASE)
_FROM_BEHIND = re.compile(r" ?(?:dan|дан) ", re.IGNORECASE)
_LISTED = re.compile(r",? (?:и|или|and|or|e|ou|va|yoki|ва|ёки) |, ", re.IGNORECASE)


class Amount(NamedTuple):
    """``text[start:end]`` with its sign and units; readings are signed and scaled, most likely first."""

    start: int
    end: int
    readings: tuple[Decimal, ...]
    decimals: int
    currency: str | None
    share: str | None
    """``percent points basis_points``; the reading of a permille is already a percent."""
    measure: str | None
    period: str | None
    """``year month day`` of a rate."""
    scaled: bool
    labelled: bool
    """The digits are the name of something: ``№ 5``, ``п. 5``."""
    spaced: bool
    """Grouped by spaces or apostrophes, so that a mark in it can only be decimal."""
    rival: str | None
    """A second currency that may be meant: one stands in the cell before, another in the cell behind."""

    @property
    def is_marked(self) -> bool:
        return bool(self.currency or self.share or self.measure or self.scaled)


def amounts(
    text: str, *, language: str | None, shown: Mark | None, taken: Iterable[tuple[int, int]] = ()
) -> Iterator[Amount]:
    """Every amount in order; digits inside ``taken`` (dates, telephones) are passed. A range of two is no amount."""
    blocked = bytearray(len(text))
    for low, high in taken:
        blocked[low:high] = b"\1" * (high - low)
    found = [
        numeral
        for numeral in numerals(text, language=language, shown=shown)
        if numeral.readings and not any(blocked[numeral.start : numeral.end])
    ]
    read: list[Amount] = []
    at = 0
    while at < len(found):
        amount, used = _amount(text, found, at)
        at += used
        if amount is not None:
            read.append(amount)
    return _without_ranges(text, read)


def _amount(text: str, found: list[Numeral], at: int) -> tuple[Amount | None, int]:
    first = found[at]
    left = left_of(text, first.start)
    if left is None:
        return None, 1
    number = scaled_from(text, found, at, glued=left.currency is not None)
    if calendar_year(text, number.end, number.readings):
        return None, number.used
    unit = unit_after(text, found, at, number, currency=left.currency)
    if unit is None:
        return None, number.used
    if unit.is_minor:
        return None, unit.used
    readings = tuple(reading / 10 for reading in unit.readings) if unit.share == "permille" else unit.readings
    share = "percent" if unit.share == "permille" else unit.share
    sign = sign_of(text, left, first, unit)
    if sign.negative is None:
        readings = (*readings, *(-reading for reading in readings))
    elif sign.negative:
        readings = tuple(-reading for reading in readings)
    outer = sign.outer or Unit(readings=(), end=0, used=0)
    return Amount(
        start=sign.start,
        end=sign.end,
        readings=readings,
        decimals=first.decimals,
        currency=unit.currency or left.currency or outer.currency,
        share=share or outer.share,
        measure=unit.measure or outer.measure,
        period=unit.period or outer.period,
        scaled=number.scaled or unit.scaled,
        labelled=number_label(text, sign.start),
        spaced=first.spaced,
        rival=unit.rival,
    ), unit.used


def _without_ranges(text: str, read: list[Amount]) -> Iterator[Amount]:
    """``от 5 до 10 млн``: what stands behind the second number is meant for the first; which of the two, nobody can say."""
    kept: list[Amount | None] = list(read)
    for at in range(len(read) - 1):
        one, other = kept[at], read[at + 1]
        if one is None:
            continue
        gap = text[one.end : other.start]
        if _DASH.fullmatch(gap):
            kept[at] = kept[at + 1] = None
        elif (
            _UP_TO.fullmatch(gap) and _FROM.search(text[max(0, one.start - 9) : one.start])
        ) or _FROM_BEHIND.fullmatch(gap):
            both = (*_inherited(one, other).readings, *other.readings)
            kept[at] = _inherited(one, other)._replace(readings=both)
            kept[at + 1] = other._replace(readings=(*other.readings, *_inherited(one, other).readings))
        elif _UP_TO.fullmatch(gap) or _LISTED.fullmatch(gap):
            kept[at] = _inherited(one, other)
    yield from (amount for amount in kept if amount is not None)


def _inherited(one: Amount, other: Amount) -> Amount:
    if one.is_marked or one.labelled:
        return one
    readings = one.readings
    if other.scaled:
        scale = next((s for s in (10**12, 10**9, 10**6, 10**3) if abs(other.readings[0]) >= s), 1)
        readings = (*readings, *(reading * scale for reading in readings))
    return one._replace(
        readings=readings, currency=other.currency, share=other.share, measure=other.measure, period=other.period
    )
