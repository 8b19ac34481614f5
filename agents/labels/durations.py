"""In which unit of time a count is asked for, and in which it stands: five years are not five months."""

import re
from functools import lru_cache

from evidence.fields import Field, FieldType

_UNITS = {
    "year": r"год(?:а|у|ам|ах|ов|ы)?|лет|йил\w*|yil\w*|years?|yrs?|anos?",
    "month": r"месяц\w*|мес|ой(?:га|да|дан|лик)?|oy(?:ga|da|dan|lik)?|months?|mos?|m[eê]s(?:es)?",
    "week": r"недел\w+|ҳафта\w*|hafta\w*|weeks?|semanas?",
    "day": r"дн(?:ей|я|и|ям)|день|сут(?:ок|ки)|кун(?:га|лик)?|kun(?:ga|lik)?|days?|dias?",
}
_ANY = re.compile("|".join(rf"(?P<{name}>(?<!\w)(?:{words})(?!\w))" for name, words in _UNITS.items()), re.IGNORECASE)
_AFTER = re.compile(r"[\s\u00a0-]{0,3}(?:\([^()\n]{1,40}\)[\s\u00a0]*)?(?:календарн\w+ |calendar )?")
"""Between a count and its unit: blanks, the count in words."""


def unit_asked(field: Field) -> str | None:
    """The one unit of time that the labels or else the question name; None for other counts."""
    return _unit_in((*field.labels, field.question)) if field.type is FieldType.NUMBER else None


@lru_cache(maxsize=512)
def _unit_in(said: tuple[str, ...]) -> str | None:
    labels = {match.lastgroup for label in said[:-1] for match in _ANY.finditer(label)}
    named = labels or {match.lastgroup for match in _ANY.finditer(said[-1])}
    return named.pop() if len(named) == 1 else None


def is_in_another_unit(text: str, start: int, end: int, asked: str) -> bool:
    """Whether the count holds, or else is followed by, another unit of time than the one asked for."""
    own = _ANY.search(text, start, end)
    if own is not None:
        return own.lastgroup != asked
    gap = _AFTER.match(text, end)
    unit = _ANY.match(text, gap.end() if gap is not None else end)
    return unit is not None and unit.lastgroup != asked
