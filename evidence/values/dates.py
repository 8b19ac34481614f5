"""Dates as written -> ISO, by explicit forms. A date that reads two ways stays two readings.

Text is folded with ``cells=True``. A month without a day reads as ``2024-03``.
"""

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Literal, NamedTuple

from evidence.values.months import MONTH, month_number
from evidence.values.numerals import language_of

Order = Literal["dmy", "mdy"]

_YEAR_WORD = r"(?:[ -]?(?:г(?:ода|оду|од)?\b\.?|гг\.|yil\w*|йил\w*))?"
_QUOTE = "[\"' ]{0,3}"
_START = r"(?<![\w])(?<!\d[.,/:-])(?<![.,/-]\d)"
_STOP = r"(?!\w)(?![./-]\d)(?!,\d)"
_DAY = r"(?P<d>\d{1,2}|primeiro)"
_Y4 = r"(?P<y>(?:1[89]|20|21)\d\d)"
_Y42 = r"(?P<y>(?:1[89]|20|21)\d\d|\d\d)"
_ORDINAL = r"(?:st|nd|rd|th|°|o\b|ª|-?(?:е|го|ое))?"

_ISO = re.compile(
    rf"{_START}{_Y4}(?P<sep>[-/.])(?P<m>\d{{1,2}})(?P=sep)(?P<d>\d{{1,2}})(?:T\d{{2}}:\d{{2}}[\d:.Z+]*)?{_STOP}"
)
_NUMERIC = re.compile(
    rf"{_START}{_QUOTE}(?P<a>\d{{1,2}}){_QUOTE}(?P<sep>[./-])[ ]?(?P<b>\d{{1,2}})[ ]?(?P=sep)[ ]?{_Y42}{_YEAR_WORD}{_STOP}"
)
_DAY_MONTH = re.compile(
    rf"{_START}{_QUOTE}{_DAY}{_ORDINAL}{_QUOTE}[ \n.,/-]{{0,2}}(?:day of |of |de |do )?(?P<month>{MONTH})\.?"
    rf"(?:/[^\W\d_]{{3,10}}\.?)?,?[ \n/-]?(?:de |do |of )?(?P<short>')?{_Y42}{_YEAR_WORD}{_STOP}",
    re.IGNORECASE,
)
_MONTH_DAY = re.compile(
    rf"(?<!\w)(?P<month>{MONTH})\.?[ \n]{_DAY}{_ORDINAL}(?:,[ \n]?|[ \n]){_Y4}{_STOP}",
    re.IGNORECASE,
)
_YEAR_MONTH_DAY = re.compile(
    rf"{_START}{_Y4}[ -]?(?:yil\w*|йил\w*),? {_QUOTE}{_DAY}{_QUOTE}[ -]?(?P<month>{MONTH}){_STOP}",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(
    rf"{_START}{_Y4},? (?-i:(?=[A-Z]))(?P<month>{MONTH})\.? {_DAY}{_STOP}(?!,? (?:1[89]|20|21)\d\d)", re.IGNORECASE
)
"""``2024 January 07``, as the border writes it; of ``2023 March 31, 2024`` the year stands behind."""
_ROMAN = re.compile(
    rf"{_START}(?P<d>\d{{1,2}})[. ](?P<roman>XI{{0,2}}|IX|IV|VI{{0,3}}|I{{1,3}})[. ]{_Y4}{_YEAR_WORD}{_STOP}"
)
_MONTH_YEAR = re.compile(rf"(?<!\w)(?P<month>{MONTH})\.?,? (?:de |of |do )?{_Y4}{_YEAR_WORD}{_STOP}", re.IGNORECASE)
_YEAR_MONTH = re.compile(
    rf"{_START}{_Y4}[ -]?(?:yil\w*|йил\w*),? (?P<month>{MONTH})(?: oyi\w*| ойи\w*)?{_STOP}", re.IGNORECASE
)
_ISO_MONTH = re.compile(rf"{_START}{_Y4}-(?P<m>0[1-9]|1[0-2]){_STOP}")
_ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_MONTHS_THAT_ARE_WORDS = frozenset({"mai", "out", "set", "mar", "мар", "may", "ago"})


_JOINED = re.compile(
    r"(?<![\d./-])(\d{1,2}([./])\d{1,2}\2(?:\d{4}|\d\d))-(?=\d{1,2}\2\d{1,2}\2(?:\d{4}|\d\d)(?![\d./-]))"
)
"""Two whole dates and a hyphen: the hyphen parts them."""
_NUMBER_OF = re.compile(
    r"(?:№|\bп\.|\bпп\.|\bпункт\w*|\bст\.|\bверси\w+|\bversion|\bv\.|\bcláusula|\bitem|\bsection|\bclause) ?\Z",
    re.IGNORECASE,
)
_DAY_IN_WORDS = re.compile(r"(?:\d[\"'°]?[ -]?(?:de )?|\w+(?:ое|ого) |(?<!month)(?<!mês) (?:of|de) )\Z", re.IGNORECASE)
"""What is left of a range, of an impossible date, or of a day written out, is no month of its own."""


class WrittenDate(NamedTuple):
    """``text[start:end]``; ISO readings, most likely first; one = certain."""

    start: int
    end: int
    readings: tuple[str, ...]


def year_of(written: str) -> tuple[int, ...]:
    """Two digits: 00-39 are this century, 70-99 the last one, in between nobody can tell."""
    year = int(written)
    if len(written) == 4:
        return (year,)
    if year < 40:
        return (2000 + year,)
    return (1900 + year,) if year >= 70 else (1900 + year, 2000 + year)


def order_in(text: str) -> Order | None:
    """The order of day and month that the text's own unmistakable dates show."""
    seen: set[Order] = set()
    for match in _NUMERIC.finditer(text):
        first, second = int(match["a"]), int(match["b"])
        if first > 12 >= second >= 1 and first <= 31:
            seen.add("dmy")
        elif second > 12 >= first >= 1 and second <= 31:
            seen.add("mdy")
    return seen.pop() if len(seen) == 1 else None


def order_of(language: str | None) -> Order | None:
    """English alone says nothing: ``en-US`` and ``en-GB`` do."""
    if language is None:
        return None
    if language.lower().startswith(("en-us", "en_us")):
        return "mdy"
    return (
        "dmy"
        if language_of(language) in ("ru", "uz", "pt") or language.lower().startswith(("en-gb", "en_gb"))
        else None
    )


def dates(text: str, *, language: str | None, shown: Order | None = None) -> Iterator[WrittenDate]:
    """Every date in the text, in order and without overlap; an impossible one (31.02.2024) is no date."""
    order = order_of(language)
    text = _JOINED.sub(lambda match: f"{match[1]}\u2013", text)
    found: list[WrittenDate] = []
    readers: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[str, ...]]], ...] = (
        (_ISO, _iso), (_YEAR_MONTH_DAY, _named), (_YEAR_FIRST, _named), (_DAY_MONTH, _named), (_MONTH_DAY, _named),
        (_ROMAN, _roman),
        (_NUMERIC, lambda match: _numeric(match, order, shown)), (_YEAR_MONTH, _month), (_MONTH_YEAR, _month),
        (_ISO_MONTH, lambda match: (f"{match['y']}-{match['m']}",)),
    )  # fmt: skip
    for pattern, read in readers:
        for match in pattern.finditer(text):
            start, end = _bounds(text, match)
            readings = read(match)
            if readings and not any(start < other.end and other.start < end for other in found):
                found.append(WrittenDate(start, end, readings))
    yield from sorted(found)


def _bounds(text: str, match: re.Match[str]) -> tuple[int, int]:
    start = match.start()
    while text[start] in "\"' ":
        start += 1
    opening = match.start() < start and text[start - 1] in "\"'" and text[start:].find(text[start - 1]) in (1, 2, 3, 4)
    return (start - 1 if opening else start), match.end()


def _valid(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _unique(readings: list[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(reading for reading in readings if reading is not None))


def _iso(match: re.Match[str]) -> tuple[str, ...]:
    return _unique([_valid(int(match["y"]), int(match["m"]), int(match["d"]))])


def _day(written: str) -> int:
    return int(written) if written.isdigit() else 1


def _named(match: re.Match[str]) -> tuple[str, ...]:
    month = month_number(match["month"])
    return () if month is None else _unique([_valid(year, month, _day(match["d"])) for year in year_of(match["y"])])


def _roman(match: re.Match[str]) -> tuple[str, ...]:
    return _unique([_valid(int(match["y"]), _ROMANS.index(match["roman"]) + 1, int(match["d"]))])


def _month(match: re.Match[str]) -> tuple[str, ...]:
    month = month_number(match["month"])
    if month is None or match["month"] in _MONTHS_THAT_ARE_WORDS:
        return ()
    if _DAY_IN_WORDS.search(match.string[max(0, match.start() - 20) : match.start()]):
        return ()
    return (f"{match['y']}-{month:02d}",)


def _numeric(match: re.Match[str], order: Order | None, shown: Order | None) -> tuple[str, ...]:
    if _NUMBER_OF.search(match.string[max(0, match.start() - 12) : match.start()]):
        return ()  # clause 1.2.03
    first, second = int(match["a"]), int(match["b"])
    years = year_of(match["y"])
    by_order: dict[Order, list[str]] = {
        "dmy": [value for year in years if (value := _valid(year, second, first))],
        "mdy": [value for year in years if (value := _valid(year, first, second))],
    }
    if not by_order["dmy"] or not by_order["mdy"] or first == second:
        # only one order gives a real date; a document of the other order would not have written it
        only: Order = "dmy" if by_order["dmy"] else "mdy"
        return tuple(by_order[only])
    certain = {known for known in (order, shown) if known is not None}
    if len(certain) == 1:
        return tuple(by_order[certain.pop()])
    return (*by_order["dmy"], *by_order["mdy"])
