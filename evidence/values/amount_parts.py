"""The parts of an amount: what stands left of its digits, how they are scaled, their unit, their sign."""

import re
from decimal import Decimal
from typing import Final, NamedTuple

from evidence.values import units
from evidence.values.number_words import ends_in_number_word, leading_value
from evidence.values.numerals import Numeral

_IN_BRACKETS: Final = re.compile(r" ?\(([^()\t]{3,200})\)")
_UNIT_NOTE: Final = re.compile(r"(?: ?(?P<open>\() ?(?P<lead>(?:в|in|em) )?|, (?:в|in|em) )", re.IGNORECASE)
_ABBREVIATED: Final = 4
"""Letters of ``тыс``, ``mlrd``."""
_NOTE_END: Final = re.compile(r"\.? ?\)|\.?(?=[\s;,]|\Z)")
_MINUS_WORD: Final = re.compile(r"(?:минус|minus|negative)\s\Z", re.IGNORECASE)
_NUMBER_LABEL: Final = re.compile(
    r"(?:№|#|\bn[º°.]|\bno\.?|\bп\.|\bпункт\w*|\bст\.|\bстать\w*|\bраздел\w*|\bприложени\w*|\bглав\w*|\bстр\.|\bкв\.|\bд\."
    r"|\bitem|\bart\.?|\bsection|\bclause|\bpage|\bcláusula|\bartigo|\banexo|\bmodda|\bband|\bмодда|\bбанд|\bilova|\bилова)\s?\Z",
    re.IGNORECASE,
)
_JOINERS: Final = re.compile(r" (?:и |e |va |ва |and )?|, ", re.IGNORECASE)
_OF: Final = re.compile(r" (?:de|of) ", re.IGNORECASE)
_CALENDAR_YEAR: Final = re.compile(
    r"(?: ?(?:-|по|до|и|to|and|a|e|dan|дан|va|ва) ?(?:19|20)\d\d)?[ -]?(?:г\.|гг\.|год\w*|г(?!\w)|yil\w*|йил\w*)",
    re.IGNORECASE,
)
_CENTS_ALONE: Final = re.compile(r"[ ,]{1,2}(?:и |e |and |va |ва )?(0\d)(?!\d)", re.IGNORECASE)
_TRAILING_MINUS: Final = re.compile(r"-(?=[\s)]|\Z)")


class Left(NamedTuple):
    start: int
    """Where sign and currency begin."""
    sign: str
    currency: str | None


class Scaled(NamedTuple):
    readings: tuple[Decimal, ...]
    end: int
    scaled: bool
    used: int
    """Numerals that it took: ``2 млрд 300 млн`` takes two."""


class _Noted(NamedTuple):
    factor: Decimal
    currency: str | None
    end: int


class Unit(NamedTuple):
    readings: tuple[Decimal, ...]
    end: int
    used: int
    currency: str | None = None
    share: str | None = None
    measure: str | None = None
    period: str | None = None
    rival: str | None = None
    is_minor: bool = False
    """Only kopecks, tiyins or cents: part of a sum that stands elsewhere."""
    scaled: bool = False


class Sign(NamedTuple):
    negative: bool | None
    """None = cannot be told: brackets mean a loss in accounts and an apposition in prose."""
    start: int
    end: int
    outer: Unit | None = None
    """A unit behind the closing bracket."""


def past_space(text: str, at: int) -> int:
    """Past one space, or the break of a line that was wrapped between a number and its unit."""
    return at + 1 if at < len(text) and text[at] in " \n" else at


def number_label(text: str, start: int) -> bool:
    return bool(_NUMBER_LABEL.search(text[max(0, start - 16) : start]))


def calendar_year(text: str, end: int, readings: tuple[Decimal, ...]) -> bool:
    whole = len(readings) == 1 and readings[0] == int(readings[0]) and 1800 <= readings[0] <= 2200
    return whole and bool(_CALENDAR_YEAR.match(text, end))


def left_of(text: str, start: int) -> Left | None:
    """None where letters touch the digits and are no currency."""
    before = units.currency_before(text, start)
    if before is None and start > 1 and text[start - 1] == "-":
        signed = units.currency_before(text, start - 1)  # $-5
        if signed is not None:
            return Left(signed[1], "-", signed[0])
    currency, at = (None, start) if before is None else before
    if before is None and start and (text[start - 1].isalpha() or text[start - 1] == "_"):
        return None
    minus = re.search(r"(?:^|(?<=[^\w)\]%]))- ?\Z", text[max(0, at - 3) : at]) if at else None
    if minus is not None:
        touching = text[at - 1] == "-"
        sign_at = at - len(minus[0])
        if touching or before is not None or sign_at == 0 or text[sign_at - 1] == "\t":
            return Left(sign_at, "-", currency)
    word = _MINUS_WORD.search(text[max(0, at - 10) : at])
    return Left(at - len(word[0]), "-", currency) if word is not None else Left(at, "", currency)


def scaled_from(text: str, found: list[Numeral], at: int, *, glued: bool) -> Scaled:
    """Scale words, and sums such as ``2 млрд 300 млн`` or ``3 тыс. 500 сум``."""
    first = found[at]
    here = past_space(text, first.end)
    scale = units.scale_at(text, here) or (units.glued_scale_at(text, here) if glued else None)
    if scale is None:
        return Scaled(first.readings, first.end, False, 1)
    factor, end = scale
    readings = tuple(reading * factor for reading in first.readings)
    used = 1
    while at + used < len(found) and len(readings) == 1:
        following = found[at + used]
        if not _JOINERS.fullmatch(text[end : following.start]) or len(following.readings) != 1:
            break
        behind = past_space(text, following.end)
        smaller = units.scale_at(text, behind)
        if smaller is not None and smaller[0] < factor:
            factor, end = smaller
            readings = (readings[0] + following.readings[0] * factor,)
        elif smaller is None and following.readings[0] < factor and units.currency_at(text, behind) is not None:
            end = following.end
            readings = (readings[0] + following.readings[0],)
            used += 1
            break
        else:
            break
        used += 1
    return Scaled(readings, end, True, used)


def unit_after(text: str, found: list[Numeral], at: int, number: Scaled, *, currency: str | None) -> Unit | None:
    """The unit behind a number, past the same number in words; None where letters touch the digits and are no unit."""
    noted = None if number.scaled else _noted_unit(text, number.end)
    if noted is not None and noted.currency in (None, currency or noted.currency):
        readings = tuple(reading * noted.factor for reading in number.readings)
        return Unit(readings, noted.end, number.used, currency=noted.currency, scaled=True)
    readings, end, used = number.readings, number.end, number.used
    words = _IN_BRACKETS.match(text, end)
    inside: str | None = None
    behind = past_space(text, end)
    scaled = False
    if words is not None and (leading_value(words[1]) is not None or not re.search(r"\d", words[1])):
        inside = units.currency_in(words[1])
        behind = past_space(text, words.end())
        late = None if number.scaled else units.scale_at(text, behind)  # 5 (пять) млн
        if late is not None:
            readings, scaled, end = tuple(reading * late[0] for reading in readings), True, late[1]
            behind = past_space(text, end)
        readings = _checked(readings, number.readings, leading_value(words[1]))
    elif end < len(text) and text[end].isalpha() and not _touching_unit(text, end):
        return None
    if units.minor_at(text, behind) is not None and currency is None:
        return Unit(readings, end, used, is_minor=True)
    if currency is None:
        linked = _OF.match(text, behind - 1) if number.scaled or scaled else None  # 2 milhões de reais
        after = units.currency_at(text, behind if linked is None else linked.end())
        if after is None and inside is not None and words is not None:
            after = inside, words.end()
        if after is not None:
            readings, end, used = _with_minor(text, found, at + used, Unit(readings, after[1], used))
            return Unit(readings, end, used, currency=after[0], scaled=scaled)
        plain = _share_or_measure(text, behind, Unit(readings, end, used, scaled=scaled))
        return (
            plain
            if plain.end > end or text[end : end + 1] != "\t"
            else _in_next_cell(text, number, plain, found[at].start)
        )
    again = units.currency_at(text, behind)
    if again is not None and again[0] != currency:
        # $100 CAD: the code is plainer than the sign; any other two are rivals
        plainer = currency == "USD" and again[0] in units.DOLLARS
        return Unit(readings, again[1], used, currency=again[0], rival=None if plainer else currency, scaled=scaled)
    end = end if again is None else again[1]
    readings, end, used = _with_minor(text, found, at + used, Unit(readings, end, used))
    return Unit(readings, end, used, scaled=scaled)


def _noted_unit(text: str, end: int) -> _Noted | None:
    """A scale said behind the number as a note: ``1 500 (в тыс. долл. США)``, ``2 400, в млн сум``."""
    note = _UNIT_NOTE.match(text, end)
    if note is None:
        return None
    scale = units.scale_at(text, note.end())
    if scale is None:
        return None
    at = past_space(text, scale[1] + (text[scale[1] : scale[1] + 1] == "."))
    named = units.currency_at(text, at)
    is_number = named is None and note["lead"] is None and scale[1] - note.end() > _ABBREVIATED
    if is_number:
        return None  # 1 000 (тысяча)
    last = scale[1] if named is None else named[1]
    closing = _NOTE_END.match(text, last)
    if closing is None or (note["open"] is not None) != (")" in closing.group()):
        return None
    return _Noted(scale[0], None if named is None else named[0], closing.end() if note["open"] else last)


def _checked(
    readings: tuple[Decimal, ...], unscaled: tuple[Decimal, ...], worded: Decimal | None
) -> tuple[Decimal, ...]:
    """Digits and words that disagree are two readings."""
    if worded is None or any(worded in (reading, int(reading)) for reading in (*readings, *unscaled)):
        return readings
    return (*readings, worded)


def _share_or_measure(text: str, at: int, bare: Unit) -> Unit:
    share = units.percent_at(text, at)
    if share is not None:
        rate = units.period_at(text, past_space(text, share[1]))
        end = share[1] if rate is None else rate[1]
        return bare._replace(end=end, share=share[0], period=None if rate is None else rate[0])
    measure = units.measure_at(text, at)
    return bare if measure is None else bare._replace(end=measure[1], measure=measure[0])


def _in_next_cell(text: str, number: Scaled, bare: Unit, start: int) -> Unit:
    """A cell that is only a unit belongs to the number in the cell before it; with one on either side nobody can tell."""
    at = bare.end + 1
    close = re.compile(r"[^\t\n]*").match(text, at)
    cell_end = close.end() if close else at
    before = re.search(r"(?:^|[\t\n])([^\t\n]+)\t\Z", text[max(0, start - 40) : start])
    named = units.currency_at(before[1], 0) if before else None
    mine = named[0] if named is not None and before is not None and named[1] == len(before[1]) else None
    after = units.currency_at(text, at)
    if after is not None and after[1] == cell_end:
        return bare._replace(currency=after[0], rival=mine if mine != after[0] else None)
    share = units.percent_at(text, at)
    if share is not None and share[1] == cell_end:
        return bare._replace(share=share[0])
    return bare if mine is None else bare._replace(currency=mine)


def _touching_unit(text: str, end: int) -> bool:
    readers = (units.currency_at, units.percent_at, units.measure_at, units.minor_at)
    return any(read(text, end) is not None for read in readers) or bool(_CALENDAR_YEAR.match(text, end))


def _with_minor(text: str, found: list[Numeral], at: int, unit: Unit) -> tuple[tuple[Decimal, ...], int, int]:
    """``10 руб. 50 коп.``: the hundredths that follow the currency. Returns readings, end, numerals used."""
    same = unit.readings, unit.end, unit.used
    match = _CENTS_ALONE.match(text, unit.end)
    cents, end, used = (Decimal(match[1]), match.end(), unit.used) if match else (Decimal(100), unit.end, unit.used)
    if match is None and at < len(found) and len(found[at].readings) == 1:
        if not re.fullmatch(r"[ ,]{1,2}(?:и |e |and |va |ва )?", text[unit.end : found[at].start], re.IGNORECASE):
            return same
        cents, end, used = found[at].readings[0], found[at].end, unit.used + 1
    minor = units.minor_at(text, past_space(text, end))
    if minor is None or not 0 <= cents < 100:
        return same
    return tuple(reading + cents / 100 for reading in unit.readings), minor, used


def sign_of(text: str, left: Left, numeral: Numeral, unit: Unit) -> Sign:
    start, end = left.start, unit.end
    if left.sign:
        return Sign(True, start, end)
    if not start or text[start - 1] != "(":
        trailing = _TRAILING_MINUS.match(text, end) if end == numeral.end else None
        return Sign(False, start, end) if trailing is None else Sign(True, start, trailing.end())
    close = re.compile(r" ?\)").match(text, end)
    if close is None:
        return Sign(False, start, end)
    marked = end > numeral.end or left.currency is not None
    behind = past_space(text, close.end())
    currency = units.currency_at(text, behind)
    after = _share_or_measure(text, behind, Unit((), close.end(), 0))
    if currency is not None:
        after = Unit((), currency[1], 0, currency=currency[0])
    said = text[max(0, start - 26) : start - 1]
    if ends_in_number_word(said) or _ends_in_unit(said):
        return Sign(False, start - 1, after.end if not marked else close.end(), None if marked else after)
    accounting = numeral.grouped or numeral.decimals > 0
    alone = (start == 1 or text[start - 2] in "\t\n") and (close.end() >= len(text) or text[close.end()] in "\t\n")
    if alone and (accounting or marked or numeral.end - numeral.start >= 3):
        return Sign(True, start - 1, close.end())
    if not marked and after.end > close.end():
        # (5 000) сум is a loss; (30) days is a count set off by brackets
        return Sign(accounting and currency is not None, start - 1, after.end, after)
    return Sign(None, start - 1, close.end())


def _ends_in_unit(text: str) -> bool:
    """``five thousand dollars (``, ``двадцать процентов (``: what follows in brackets says it again in digits."""
    word = re.search(r"(?<!\w)([^\W\d_]+(?:'[^\W\d_]+)*\.?) ?\Z", text[-24:])
    if word is None:
        return False
    return any(
        (found := read(word[1], 0)) is not None and found[1] == len(word[1])
        for read in (units.currency_at, units.scale_at, units.percent_at)
    )
