"""How far a value goes that a cue phrase leads to."""

import re
from collections.abc import Sequence

from agents.labels.durations import is_in_another_unit
from agents.labels.readings import LONG_CODE, Reader, Reading, worded_value
from evidence.abbreviations import BEFORE_NUMBER, NEVER_LAST, forms
from evidence.fields import FieldType
from evidence.findings import TypedValue

_CAPITAL = r"[A-ZÀ-ÞА-ЯЁЎҚҒҲ]"
_PLACE = re.compile(
    r"(?:(?i:the)\s+)?(?:(?i:state|commonwealth|republic|province|kingdom|federal republic|federative republic|district|city)"
    r"\s+(?i:of)\s+(?:(?i:the)\s+)?)?"
    rf"(?:U\.\s?S\.(?:\s?A\.)?|{_CAPITAL}[\w’'-]*(?:\s+(?:(?:of|and|do|da|de)\s+)?{_CAPITAL}[\w’'-]*(?!\.\w)){{0,3}})"
)
_NUMBER_WORD = (
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|eighteen|twenty(?:[- ]four)?|"
    r"thirty(?:[- ]six)?|sixty|"
    r"один|одного|два|двух|три|трех|трёх|четыре|пять|пяти|шесть|десять|двенадцать|"
    r"um|uma|dois|duas|três|quatro|cinco|seis|dez|doze|vinte e quatro|trinta e seis|bir|ikki|uch|to'rt|besh"
)
_DURATION = re.compile(
    rf"(?:(?:{_NUMBER_WORD})\s*(?:\(\s*\d+\s*(?:\([^()]*\))?\s*\))?|\d{{1,3}}\s*(?:\([^()]{{2,30}}\))?)[\s-]*"
    r"(?:years?|months?|days?|weeks?|calendar months|лет|года?|месяц(?:ев|а)?|дн(?:ей|я)|календарных дней|anos?|meses|mês|"
    r"dias|yil|oy|kun)(?!\w)",
    re.IGNORECASE,
)
_PERSON_RUN = re.compile(
    rf"(?:{_CAPITAL}[\w’'ʻ‘-]+|{_CAPITAL}\.)(?:\s*(?:(?:de|da|do|dos|das)\s+)?(?:{_CAPITAL}[\w’'ʻ‘-]+|{_CAPITAL}\.)){{1,4}}"
)
_NAME_END = re.compile(r"[,;(\n]")
_WORDS_END = re.compile(r"[.;](?=\s|$)|\s{2,}|\n|\s\(")
_PURPOSE_END = re.compile(
    r"[.;](?=\s|$)|\s{2,}|\n|\s\(|[\s,]+(?=(?:uchun|учун|maqsadida|мақсадида|в\s+сумме|в\s+размере|на\s+сумму|сроком|на\s+срок|под\s+\d)(?!\w))"
)
_ENDS = {"name": _NAME_END, "purpose": _PURPOSE_END}
_LAST_WORD = re.compile(r"[\w’'ʻ‘/.-]+$")
_LONGEST_TYPED = 90
_CHANGING = frozenset({FieldType.MONEY, FieldType.PERCENT, FieldType.NUMBER})
_FROM_ENDING = re.compile(r"(?:dan|дан)\Z", re.IGNORECASE)
_TO = re.compile(r"(?:ga|gacha|га|гача)\Z", re.IGNORECASE)
_TO_LATER = re.compile(r"[^.;\d]{0,80}?(?:ga|gacha|га|гача)(?!\w)", re.IGNORECASE)
"""Behind the amount in words."""
_SLACK = re.compile(r"[\W_]{0,6}")
_LONGEST_WORDS = 260
_SHORTENED = forms(NEVER_LAST, None)
_SHORT_BEFORE_NUMBERS = forms(BEFORE_NUMBER, None)


LOOK_AHEAD = {
    # a cue's gaps are lazy: they stretch until a value of the right shape begins
    "duration": rf"(?={_DURATION.pattern})",
    "place": rf"(?=(?-i:(?:the |State |Commonwealth |Republic )*{_CAPITAL}))",
    "person": rf"(?=(?-i:{_CAPITAL}))",
    "typed": r"(?=\W{0,6}(?:\d|[^\W\d_]{3,10}\.?\s+\d{1,2}(?!\d)))",
}


def take(text: str, at: int, *, how: str, reader: Reader) -> Reading | None:
    """The value that begins at ``at`` of a flat text, or None."""
    if how in ("typed", "choice"):
        return _typed(text, at, reader)
    if how == "currency":
        return _currency_of_amount(text, at, reader)
    if how == "place":
        match = _PLACE.match(text, at)
    elif how == "duration":
        match = _DURATION.match(text, at)
    elif how == "person":
        match = _PERSON_RUN.match(text, at)
    else:
        return _words(text, at, reader.kind, ends=_ENDS.get(how, _WORDS_END))
    if match is None:
        return None
    start, end = match.span()
    while end > start and text[end - 1] in " .,;:" and not text[start:end].endswith(("U.S.", "U.S.A.")):
        end -= 1
    if reader.kind is FieldType.NUMBER:
        return _typed(text, at, reader)
    value = worded_value(reader.kind, text[start:end])
    if how == "duration":
        value = value.model_copy(update={"normalised": _plain_duration(text[start:end])})
    return Reading(start, end, value, 1.0)


_COUNTS = {
    word: number
    for number, words in {
        1: "one один одного um uma bir", 2: "two два двух dois duas ikki", 3: "three три трех трёх três uch",
        4: "four четыре quatro to'rt", 5: "five пять пяти cinco besh", 6: "six шесть seis", 7: "seven", 8: "eight",
        9: "nine", 10: "ten десять dez", 11: "eleven", 12: "twelve двенадцать doze", 13: "thirteen", 15: "fifteen",
        18: "eighteen", 20: "twenty", 30: "thirty", 60: "sixty",
    }.items()
    for word in words.split()
}  # fmt: skip


def _plain_duration(piece: str) -> str:
    """``two (2) years`` and ``2 years`` are one."""
    digits = re.search(r"\d+", piece)
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", piece.casefold())
    count = int(digits.group()) if digits else sum(_COUNTS.get(word, 0) for word in words)
    unit = next((word for word in reversed(words) if word not in _COUNTS), "")
    return f"{count} {unit[:3]}"


def _typed(text: str, at: int, reader: Reader) -> Reading | None:
    if reader.kind is FieldType.IDENTIFIER and (code := LONG_CODE.match(text, at)) is not None:
        value = TypedValue(type=reader.kind, text=code.group(), normalised=code.group().upper())
        return Reading(code.start(), code.end(), value, 1.0)
    readings = reader.read(text, at, min(len(text), at + _LONGEST_TYPED))
    first = min(readings, key=lambda one: one.start, default=None)
    if first is None or _SLACK.fullmatch(text, at, first.start) is None:
        return None
    became = _what_it_became(text, first, readings)
    if became is None:
        return None
    first = became
    in_another_unit = reader.unit is not None and is_in_another_unit(text, first.start, first.end, reader.unit)
    return first if in_another_unit else first._replace(fit=1.0)


def _what_it_became(text: str, first: Reading, readings: Sequence[Reading]) -> Reading | None:
    """``400 so‘mdan 900 so‘mgacha oshirildi``: of what was and what it was changed to, the latter; None where only the former
    is understood."""
    if first.value.type not in _CHANGING or _FROM_ENDING.search(text, first.start, first.end) is None:
        return first
    following = [
        one for one in readings if one.start >= first.end and not text[first.end : one.start].strip(" \u00a0,")
    ]
    if following and (
        _TO.search(text, following[0].start, following[0].end) or _TO_LATER.match(text, following[0].end)
    ):
        return following[0]
    return None


def _currency_of_amount(text: str, at: int, reader: Reader) -> Reading | None:
    """The currency that the amount at ``at`` is written in."""
    amount = _typed(text, at, reader._replace(kind=FieldType.MONEY, choices=()))
    if amount is None:
        return None
    inside = reader.read(text, amount.start, amount.end)
    return inside[0]._replace(fit=1.0) if len(inside) == 1 else None


def _abbreviates(text: str, at: int, stop: re.Match[str]) -> bool:
    """Whether this full stop ends a short form (``ул.``, ``str.``, ``No.``, initials) and not the words."""
    if stop.group() != "." or (word := _LAST_WORD.search(text, at, stop.start())) is None:
        return False
    said = word.group().casefold()
    if len(said) == 1 or said in _SHORTENED:
        return True
    return said in _SHORT_BEFORE_NUMBERS and re.match(r"\.\s*(?:№\s*)?\d", text[stop.start() :]) is not None


def _words(text: str, at: int, kind: FieldType, *, ends: re.Pattern[str]) -> Reading | None:
    reach = min(len(text), at + _LONGEST_WORDS)
    stop = next((one for one in ends.finditer(text, at, reach) if not _abbreviates(text, at, one)), None)
    end = stop.start() if stop is not None else min(len(text), at + _LONGEST_WORDS)
    while end > at and text[end - 1] in " ,;:.":
        end -= 1
    if end - at < 3:
        return None
    return Reading(at, end, worded_value(kind, text[at:end]), 1.0)
