"""Which year's figures a statement gives: said once in its title, while its columns only say *opening* or *closing*.

The balance ``на 1 января 2025 года`` closes the year 2024; its column *На начало отчётного периода* closes 2023.
"""

import re
import unicodedata
from enum import StrEnum
from typing import Final

from evidence.values.months import MONTH, month_number

_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_JANUARY: Final = r"(?:январ\w*|yanvar\w*|january|janeiro)"
_DECEMBER: Final = r"(?:декабр\w*|dekabr\w*|december|dezembro)"
_TO: Final = r"\s*(?:-|по|до|to|a)\s*"
_DATES: Final = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<![\d.])(?P<day>\d{{1,2}})[./](?P<number>\d{{1,2}})[./]{_YEAR}(?!\d)",
        rf"(?<!\d)(?P<day>\d{{1,2}})\s*-?\s*(?P<month>{MONTH}),?\s*{_YEAR}(?!\d)",
        rf"(?<!\w)(?P<month>{MONTH})\s+(?P<day>\d{{1,2}}),?\s+{_YEAR}(?!\d)",
        rf"(?<!\d){_YEAR}\s*-?\s*(?:yil\w*|йил\w*),?\s*(?P<day>\d{{1,2}})\s*-?\s*(?P<month>{MONTH})",
        rf"(?<!\d){_YEAR}-(?P<number>\d\d)-(?P<day>\d\d)(?!\d)",
    )
)
_OPENING_OF_A_RANGE: Final = re.compile(
    rf"(?:0?1[./]0?1[./](?:19|20)\d\d|0?1\s+{_JANUARY}(?:\s+(?:19|20)\d\d)?)\s*(?:г\w*\.?)?\s*(?:-|по|до|to)\s*(?=31)",
    re.IGNORECASE,
)
"""``с 1 января 2024 г. по`` 31 декабря: the other end says the year."""
_WHOLE_YEARS: Final = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_JANUARY}{_TO}{_DECEMBER}\s*(?:месяц\w*\s*)?{_YEAR}(?!\d)",
        rf"(?<!\d){_YEAR}\s*-?\s*(?:yil\w*|йил\w*)?\s*,?\s*{_JANUARY}{_TO}{_DECEMBER}",
        rf"(?<!\w)за\s+(?:весь\s+|полный\s+|отчетный\s+)?{_YEAR}\s*(?:год\w*|г\.|г\b)",
        rf"\A(?:за|for|fy)\s+{_YEAR}\s*(?:\Z|[(,;])",
        rf"(?<!\w)(?:за\s+)?(?:12|двенадцать)\s*-?\s*мес(?:яцев|\.)?,?\s*{_YEAR}",
        rf"(?<!\d){_YEAR}\s*-?\s*(?:yil|йил)\s+(?:uchun|учун|yakun\w*|якун\w*)",
        rf"(?:for\s+(?:the\s+)?(?:financial\s+|fiscal\s+)?year|year\s+ended)\s+{_YEAR}(?!\d)",
    )
)
_PART_OF_A_YEAR: Final = re.compile(
    rf"(?<!\w)(?:квартал\w*|полугоди\w*|chorak\w*|чорак\w*|yarim\s+yil\w*|ярим\s+йил\w*|quarter\w*|half[- ]year|trimestre"
    rf"|(?:[1-9]|1[01]|три|шесть|девять|uch|olti|to'qqiz|уч|олти|тўққиз)[- ]?(?:мес(?:яц\w*)?|oylik|oy|ойлик|ой|months?|meses)"
    r"|[1-4]\s?кв|[IVX]+\s?кв|q[1-4]|[1-4]q|h[12]|ytd"
    rf"|{_JANUARY}\s*-\s*(?!{_DECEMBER})(?:{MONTH}))(?!\w)",
    re.IGNORECASE,
)
_EXPECTED: Final = re.compile(
    r"(?<!\w)(?:план\w*|прогноз\w*|бюджет\w*|ожид\w*|оценка|reja\w*|режа\w*|prognoz\w*|kutil\w*|кутил\w*|forecast\w*|budget\w*"
    r"|plan|planned|expected|estimate[ds]?|projected|projection\w*)(?!\w)|(?:19|20)\d\d\s?[пfeb](?!\w)",
    re.IGNORECASE,
)
_OF_A_PLAN: Final = re.compile(
    r"(?<!\w)(?<!в )(?<!перед )(?<!из )(?:план\w{0,2}|планов\w+|планируем\w+|прогноз\w*|бюджет\w{0,2}|бюджетн\w+|ожид\w*"
    r"|reja|rejalashtir\w*|режа|режалаштир\w*|prognoz\w*|kutil\w*|кутил\w*|plan|planned|budget(?:ed)?|forecast\w*|expected|projected|projections?"
    r"|previst\w+|previs(?:ão|ões)|orçad\w+|orçamento|projetad\w+)(?!\w)|(?:19|20)\d\d\s?[пfeb](?!\w)",
    re.IGNORECASE,
)
"""Of a column's heading; a payment into the budget is none."""
_AS_OF: Final = re.compile(r"(?:(?<!\w)на|as (?:of|at)|em|состоянию на)\s*:?\s*\Z", re.IGNORECASE)
_AS_OF_BEHIND: Final = re.compile(r"\s*(?:ga|га|г\.|года?)?\s*(?:holat\w*|ҳолат\w*)", re.IGNORECASE)
_OF_AN_ORDER: Final = re.compile(r"(?:(?<!\w)от|dated|№\s*\S*|dagi|даги)\s*\Z", re.IGNORECASE)


class Side(StrEnum):
    """Of a statement's column, which end or which of the two periods it holds."""

    OPENING = "opening"
    CLOSING = "closing"
    PREVIOUS = "previous"
    CURRENT = "current"

    @property
    def years_back(self) -> int:
        return 1 if self in (Side.OPENING, Side.PREVIOUS) else 0


_SIDES: Final = (
    (Side.OPENING, re.compile(r"(?<!\w)(?:начал[оуа]|boshi\w*|бошига|бошида|бошланиши\w*|beginning|opening|início)")),
    (Side.CLOSING, re.compile(r"(?<!\w)(?:кон(?:ец|ца|цу)|oxiri\w*|охири\w*|yakuni\w*|якуни\w*|closing|final)|end of")),
    (
        Side.PREVIOUS,
        re.compile(
            r"(?<!\w)(?:прошл\w+|предыдущ\w+|предшеств\w+|o'tgan|ўтган|avvalgi|олдинги|аввалги|prior|previous|preceding"
            r"|last year|anterior)"
        ),
    ),
    (
        Side.CURRENT,
        re.compile(
            r"(?<!\w)(?:отчетн\w+ (?:период\w*|год\w*)|текущ\w+ (?:период\w*|год\w*)|(?:hisobot|joriy) (?:davr|yil)\w*"
            r"|(?:ҳисобот|жорий) (?:давр|йил)\w*|(?:reporting|current) (?:period|year))"
        ),
    ),
)


def side_of(heading: str) -> Side | None:
    """What a column's heading says of the reporting period; None where it says nothing of it."""
    text = _folded(heading)
    return next((side for side, pattern in _SIDES if pattern.search(text)), None)


def year_closed(title: str) -> int | None:
    """The one calendar year whose end, or whose twelve months, the title names; None for several, for parts, for none."""
    text = _OPENING_OF_A_RANGE.sub(" ", _folded(title))
    if _PART_OF_A_YEAR.search(text):
        return None
    years = {int(match["year"]) for pattern in _WHOLE_YEARS for match in pattern.finditer(text)}
    for pattern in _DATES:
        for match in pattern.finditer(text):
            closed = _closed_by(match)
            if closed is not None and not _OF_AN_ORDER.search(text, 0, match.start()):
                years.add(closed)
            elif closed is None and _is_as_of(text, match):
                return None
    return years.pop() if len(years) == 1 else None


def holds_no_closed_year(heading: str) -> bool:
    """Whether a heading with a year in it is of a part of the year, of a day within it, or of what is only expected."""
    text = _folded(heading)
    if _PART_OF_A_YEAR.search(text) or _EXPECTED.search(text):
        return True
    dates = (match for pattern in _DATES for match in pattern.finditer(_OPENING_OF_A_RANGE.sub(" ", text)))
    return any(_closed_by(date) is None and not _OF_AN_ORDER.search(text, 0, date.start()) for date in dates)


def says_expected(heading: str) -> bool:
    """Whether figures under it are planned or forecast."""
    return _OF_A_PLAN.search(_folded(heading)) is not None


def year_meant(title: str, heading: str) -> int | None:
    """The year of a column's figures by the statement's title and the column's own heading."""
    own = year_closed(heading)
    if own is not None:
        return own
    side, year = side_of(heading), year_closed(title)
    return year - side.years_back if side is not None and year is not None else None


def _closed_by(date: re.Match[str]) -> int | None:
    parts = date.groupdict()
    day = int(parts["day"])
    month = int(parts["number"]) if parts.get("number") else month_number(parts["month"])
    if (day, month) == (31, 12):
        return int(parts["year"])
    return int(parts["year"]) - 1 if (day, month) == (1, 1) else None


def _is_as_of(text: str, date: re.Match[str]) -> bool:
    """Whether the date is the one as of which the statement is made."""
    return bool(_AS_OF.search(text, 0, date.start()) or _AS_OF_BEHIND.match(text, date.end()))


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    plain = re.sub(r"[ʻʼ‘’`´]", "'", plain)
    return " ".join(re.sub(r"[‐‑‒–—―−]", "-", plain).split())
