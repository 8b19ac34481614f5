"""Numbers with what stands around them: sign, brackets, scale, currency, percent, measure."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from evidence.values import units
from evidence.values.numerals import Mark, Numeral, numerals

_WORDS_IN_BRACKETS = re.compile(r" ?\((?=[^()\d]*[^\W\d])[^()\d]{3,160}\)")
"""``1 000 000 (один миллион) сум``: the number again in words, before its unit."""
_MINUS_WORD = re.compile(r"(?:минус|minus|negative)\s\Z", re.IGNORECASE)
_NUMBER_LABEL = re.compile(
    r"(?:№|#|\bn[º°.]|\bno\.?|\bп\.|\bпункт\w*|\bст\.|\bстать\w*|\bраздел\w*|\bприложени\w*|\bглав\w*|\bстр\.|\bкв\.|\bд\."
    r"|\bitem|\bart\.?|\bsection|\bclause|\bpage|\bcláusula|\bartigo|\banexo|\bmodda|\bband|\bмодда|\bбанд|\bilova|\bилова)\s?\Z",
    re.IGNORECASE,
)
_JOINERS = re.compile(r" (?:и |e |va |ва |and )?|, ", re.IGNORECASE)
_OF = re.compile(r"(?:de|of) ", re.IGNORECASE)
_RANGE = re.compile(r" ?(?:dan|дан)? ?(?:-|до|и|или|to|and|or|a|até|e|ou|va|yoki|ва|ёки)? ?", re.IGNORECASE)
_CALENDAR_YEAR = re.compile(r"[ -]?(?:г\.|гг\.|год\w*|г(?!\w)|yil\w*|йил\w*)", re.IGNORECASE)


class Amount(NamedTuple):
    """``text[start:end]`` with its sign and units; readings are signed and scaled, most likely first."""

    start: int
    end: int
    readings: tuple[Decimal, ...]
    decimals: int
    currency: str | None
    share: str | None
    """``percent points basis_points permille``; the reading of a permille is already a percent."""
    measure: str | None
    period: str | None
    """``year month day`` of a rate."""
    scaled: bool
    labelled: bool
    """The digits are the name of something: ``№ 5``, ``п. 5``."""
    spaced: bool
    """Grouped by spaces or apostrophes, so that a mark in it can only be decimal."""
    bare: bool
    """No mark but digits: no grouping, decimals, sign, unit."""


def amounts(
    text: str, *, language: str | None, shown: Mark | None, taken: Iterable[tuple[int, int]] = ()
) -> Iterator[Amount]:
    """Every amount in a text folded with ``cells=True``, in order; digits inside ``taken`` (dates, phones) are passed."""
    blocked = sorted(taken)
    found = [
        numeral
        for numeral in numerals(text, language=language, shown=shown)
        if numeral.readings and not any(low < numeral.end and numeral.start < high for low, high in blocked)
    ]
    at = 0
    waiting: Amount | None = None
    while at < len(found):
        amount, used = _amount(text, found, at)
        at += used
        if amount is not None:
            if waiting is not None:
                yield _linked(text, waiting, amount)
            waiting = amount
    if waiting is not None:
        yield waiting


def _linked(text: str, amount: Amount, following: Amount) -> Amount:
    """``от 5 до 10 млн сум``: what stands behind the second number may be meant for the first as well."""
    unmarked = not (amount.currency or amount.share or amount.measure or amount.scaled)
    if (
        not unmarked
        or not _RANGE.fullmatch(text[amount.end : following.start])
        or text[amount.end : following.start] == " "
    ):
        return amount
    readings = amount.readings
    if following.scaled:
        scale = next((s for s in (10**12, 10**9, 10**6, 10**3) if abs(following.readings[0]) >= s), 1)
        readings = (*readings, *(reading * scale for reading in readings))
    return amount._replace(
        readings=readings, currency=following.currency, share=following.share, measure=following.measure,
        period=following.period, bare=False,
    )  # fmt: skip


def _amount(text: str, found: list[Numeral], at: int) -> tuple[Amount | None, int]:
    first = found[at]
    start, sign, currency = _left(text, first.start)
    if start is None:
        return None, 1
    readings, end, scaled, used = _scaled(text, found, at, glued=currency is not None)
    if not _ends_well(text, end):
        return None, 1
    share = measure = period = None
    end_of_words = _past_words(text, end)
    if currency is None:
        behind = _past_space(text, end_of_words)
        linked = _OF.match(text, behind) if scaled else None  # 2 milhões de reais
        after = units.currency_at(text, behind if linked is None else linked.end())
        if after is not None:
            currency, end = after
            readings, end, more = _with_minor(text, found, at + used, readings, end)
            used += more
    if currency is None:
        sign_after = units.percent_at(text, _past_space(text, end_of_words))
        if sign_after is not None:
            share, end = sign_after
            if share == "permille":
                share, readings = "percent", tuple(reading / 10 for reading in readings)
            rate = units.period_at(text, _past_space(text, end))
            if rate is not None:
                period, end = rate
        elif not _CALENDAR_YEAR.match(text, end) or not _is_year(readings):
            unit = units.measure_at(text, _past_space(text, end_of_words))
            if unit is not None:
                measure, end = unit
        else:
            return None, used
    negative, start, end, outer = _signed(text, start, end, sign, first)
    currency = currency or outer
    if negative is None:
        readings = (*readings, *(-reading for reading in readings))
    elif negative:
        readings = tuple(-reading for reading in readings)
    bare = not (first.grouped or first.decimals or scaled or currency or share or measure or sign)
    labelled = bool(_NUMBER_LABEL.search(text[max(0, start - 16) : start]))
    return Amount(
        start, end, readings, first.decimals, currency, share, measure, period, scaled, labelled, first.spaced, bare
    ), used


def _past_space(text: str, at: int) -> int:
    """Past one space, or the break of a line that was wrapped between a number and its unit."""
    return at + 1 if at < len(text) and text[at] in " \n" else at


def _past_words(text: str, at: int) -> int:
    match = _WORDS_IN_BRACKETS.match(text, at)
    return at if match is None else match.end()


def _left(text: str, start: int) -> tuple[int | None, str, str | None]:
    """Where sign and currency before the digits begin, the sign, the currency; None where letters touch the digits."""
    before = units.currency_before(text, start)
    currency = None
    at = start
    if before is not None:
        currency, at = before
    elif start and (text[start - 1].isalpha() or text[start - 1] == "_"):
        return None, "", None
    if before is None and start > 1 and text[start - 1] == "-":
        signed = units.currency_before(text, start - 1)  # $-5
        if signed is not None:
            return signed[1], "-", signed[0]
    minus = re.search(r"(?:^|(?<=[^\w)\]%]))- ?\Z", text[max(0, at - 3) : at]) if at else None
    inner = start > 0 and text[start - 1] == "-" and before is None
    if minus is not None and (inner or before is not None or _starts_cell(text, at - len(minus[0]))):
        return at - len(minus[0]), "-", currency
    word = _MINUS_WORD.search(text[max(0, at - 10) : at])
    if word is not None:
        return at - len(word[0]), "-", currency
    return at, "", currency


def _starts_cell(text: str, at: int) -> bool:
    return at <= 0 or text[at - 1] == "\t"


def _scaled(text: str, found: list[Numeral], at: int, *, glued: bool) -> tuple[tuple[Decimal, ...], int, bool, int]:
    """Scale words, and sums such as ``2 млрд 300 млн``. Returns readings, end, whether scaled, numerals used."""
    first = found[at]
    readings, end = first.readings, first.end
    scale = units.scale_at(text, _past_space(text, end)) or (
        units.glued_scale_at(text, _past_space(text, end)) if glued else None
    )
    if scale is None:
        return readings, end, False, 1
    factor, end = scale
    readings = tuple(reading * factor for reading in readings)
    used = 1
    while at + used < len(found):
        following = found[at + used]
        gap = text[end : following.start]
        smaller = units.scale_at(text, _past_space(text, following.end))
        plain_rest = smaller is None and following.grouped is False and factor == 1000 and following.readings[0] < 1000
        if not _JOINERS.fullmatch(gap) or len(following.readings) != 1 or len(readings) != 1:
            break
        if smaller is not None and smaller[0] < factor:
            factor, end = smaller
            readings = (readings[0] + following.readings[0] * factor,)
        elif plain_rest and units.currency_at(text, _past_space(text, following.end)) is not None:
            end = following.end
            readings = (readings[0] + following.readings[0],)
            factor = Decimal(1)
        else:
            break
        used += 1
    return readings, end, True, used


def _with_minor(
    text: str, found: list[Numeral], at: int, readings: tuple[Decimal, ...], end: int
) -> tuple[tuple[Decimal, ...], int, int]:
    """``10 руб. 50 коп.``: the hundredths that follow the currency."""
    if at >= len(found):
        match = re.compile(r"[ ,]{1,2}(0\d)(?!\d)").match(text, end)
        cents = None if match is None else (Decimal(match[1]), match.end())
    else:
        following = found[at]
        near = bool(re.fullmatch(r"[ ,]{1,2}(?:и |e |and |va |ва )?", text[end : following.start]))
        cents = (following.readings[0], following.end) if near and len(following.readings) == 1 else None
        if cents is None:
            match = re.compile(r"[ ,]{1,2}(0\d)(?!\d)").match(text, end)
            cents = None if match is None else (Decimal(match[1]), match.end())
    if cents is None or not 0 <= cents[0] < 100:
        return readings, end, 0
    minor = units.minor_at(text, _past_space(text, cents[1]))
    if minor is None:
        return readings, end, 0
    used = 1 if at < len(found) and found[at].end == cents[1] else 0
    return tuple(reading + cents[0] / 100 for reading in readings), minor, used


def _ends_well(text: str, end: int) -> bool:
    """Letters may touch the digits only as a unit."""
    if end >= len(text) or not text[end].isalpha():
        return True
    return any(read(text, end) is not None for read in (units.currency_at, units.percent_at, units.measure_at)) or bool(
        _CALENDAR_YEAR.match(text, end)
    )


def _is_year(readings: tuple[Decimal, ...]) -> bool:
    return len(readings) == 1 and readings[0] == int(readings[0]) and 1800 <= readings[0] <= 2200


def _signed(text: str, start: int, end: int, sign: str, numeral: Numeral) -> tuple[bool | None, int, int, str | None]:
    """Whether the amount is negative (None = cannot be told), its bounds with sign or brackets, a currency behind these."""
    if sign:
        return True, start, end, None
    if start and text[start - 1] == "(":
        close = re.compile(r" ?\)").match(text, end)
        if close is None:
            return False, start, end, None
        # (1 234) in accounts is negative; (5) in prose repeats a count or numbers a clause
        accounting = numeral.grouped or numeral.decimals or end > numeral.end
        alone = _starts_cell(text, start - 1) and (close.end() >= len(text) or text[close.end()] in "\t\n")
        after = units.currency_at(text, _past_space(text, close.end()))
        if accounting or (alone and numeral.end - numeral.start >= 3):
            if after is not None and end == numeral.end:
                return True, start - 1, after[1], after[0]
            return True, start - 1, close.end(), None
        return None, start - 1, close.end(), None
    trailing = re.compile(r"-(?=[\s)]|$)").match(text, end)
    if trailing is not None and end == numeral.end:
        return True, start, trailing.end(), None
    return False, start, end, None
