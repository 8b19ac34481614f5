"""Month names as documents write them: Russian, Uzbek in both scripts, Portuguese, English; with endings."""

import re
from typing import Final

_NAMES: Final = (
    r"январ[ьъяею]|янв|janeiro|january|jan|yanvar{uz}|январ{уз}",
    r"феврал[ьъяею]|фев(?:р)?|fevereiro|february|feb|fev|fevral{uz}|феврал{уз}",
    r"март(?:а|е|у|{уз})|мар|março|marco|march|mar|mart{uz}",
    r"апрел[ьъяею]|апр|abril|april|apr|abr|aprel{uz}|апрел{уз}",
    r"ма[йяею]|maio|may{uz}|mai|май{уз}",
    r"июн[ьъяею]|июн{уз}|junho|june|jun|iyun{uz}",
    r"июл[ьъяею]|июл{уз}|julho|july|jul|iyul{uz}",
    r"август(?:а|е|у|{уз})|авг|agosto|august|aug|ago|avgust{uz}",
    r"сентябр[ьъяею]|сент?|setembro|september|sept?|set|sent(?:ya|a)br{uz}"
    r"|сент[ая]бр(?:[ьъ]|{уз})",
    r"октябр[ьъяею]|окт|outubro|october|oct|out|okt(?:ya|a)br{uz}"
    r"|окт[ая]бр(?:[ьъ]|{уз})",
    r"ноябр[ьъяею]|ноя(?:б)?|novembro|november|nov|noyabr{uz}|ноябр{уз}",
    r"декабр[ьъяею]|дек|dezembro|december|dec|dez|dekabr{uz}|декабр{уз}",
)
_ENDINGS: Final = {"{uz}": "(?:da|dan|dagi|gacha|ning|ga|gi)?", "{уз}": "(?:да|дан|даги|гача|нинг|га|ги)?"}


def _spelled(names: str) -> str:
    for mark, endings in _ENDINGS.items():
        names = names.replace(mark, endings)
    return names


_PATTERNS: Final = tuple(_spelled(names) for names in _NAMES)
_EACH: Final = tuple(re.compile(f"(?:{names})", re.IGNORECASE) for names in _PATTERNS)

MONTH: Final = "(?:" + "|".join(_PATTERNS) + r")(?!\w)"
"""For use inside a larger pattern, without case."""


def month_number(name: str) -> int | None:
    """1-12; the whole name must be a month's."""
    for number, pattern in enumerate(_EACH, 1):
        if pattern.fullmatch(name):
            return number
    return None
