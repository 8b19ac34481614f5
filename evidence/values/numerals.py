"""Digits as written -> decimal numbers, with an explicit convention; a numeral that reads two ways stays two readings.

The text given here is folded with ``cells=True``: single spaces inside a cell, a tab between cells, a line break
between lines; every dash is ``-``, every apostrophe ``'``.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Literal, NamedTuple

Mark = Literal[".", ","]
"""The decimal mark of a convention; the other one groups thousands."""

_NUMERAL = re.compile(
    # 1 234-56 руб. and 1 234=56 сум: kopecks; below a hundred a dash would be a range
    r"(?:\d{1,3}(?: \d{3})+|\d{3,})-\d\d(?= ?(?:руб|р\.|сум|сўм|so'm|₽))"
    r"|\d{1,3}(?: \d{3})*=\d\d(?!\d)"
    r"|"
    r"\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)*"  # 1 234 567,89
    r"|\d{1,3}(?:'\d{3})+(?!\d)(?:[.,]\d+)?"  # 1'234'567.89
    r"|\d+(?:[.,]\d+)*"
)
_LANGUAGE_MARKS: dict[str, Mark] = {"ru": ",", "uz": ",", "pt": ",", "en": "."}
_GROUPS_WITH_DOT = frozenset({"pt"})
"""Languages whose own convention groups by the mark that is not decimal; Russian and Uzbek group by spaces."""


SHEET = "-x-sheet"


class Numeral(NamedTuple):
    """A run of digits with its marks: ``text[start:end]``, unsigned."""

    start: int
    end: int
    readings: tuple[Decimal, ...]
    """Most likely first; one = certain; none = not a number in any convention (a date, a clause, a code)."""
    decimals: int
    """Digits after the decimal mark in the first reading."""
    grouped: bool
    """Written with thousands marks or spaces in the first reading."""
    spaced: bool
    """Grouped by spaces or apostrophes: a mark in it can only be decimal."""


def language_of(language: str | None) -> str | None:
    """``uz-Latn`` -> ``uz``."""
    return None if language is None else language.split("-")[0].lower()


def decimal_mark(language: str | None) -> Mark | None:
    """None for cells of a sheet (``ru-x-sheet``): readers print their numbers with a point, people type them otherwise."""
    if language is not None and language.endswith(SHEET):
        return None
    return _LANGUAGE_MARKS.get(language_of(language) or "")


def mark_in(text: str) -> Mark | None:
    """The decimal mark that the text's own unmistakable numerals show; None where they show none or disagree.

    Only numerals with both marks, with repeated grouping, or with spaces and decimals count: a clause number such as
    ``5.1`` says nothing.
    """
    seen: set[Mark] = set()
    for match in _NUMERAL.finditer(text):
        if not _is_whole(text, match.start(), match.end()):
            continue
        numeral = match[0]
        marks = [char for char in numeral if char in ".,"]
        if not marks or not _readings(numeral, None, None):
            continue
        last: Mark = "." if marks[-1] == "." else ","
        if len(set(marks)) == 2 or ((" " in numeral or "'" in numeral) and len(marks) == 1):
            seen.add(last)
        elif len(marks) > 1:
            seen.add("," if last == "." else ".")
    return seen.pop() if len(seen) == 1 else None


def numerals(text: str, *, language: str | None, shown: Mark | None = None) -> Iterator[Numeral]:
    """Every numeral that stands whole in the text; ``shown`` is what the document's other numerals show."""
    for match in _NUMERAL.finditer(text):
        start, end = match.span()
        if not _is_whole(text, start, end) or _is_torn(text, start, end):
            continue
        found = match[0]
        readings = _readings(found, language, shown)
        if readings:
            # "1 500" at a line's end and "000 сум" on the next line may be one number
            joined = _wrapped(text, found, start, end)
            readings = (*readings, *(_readings(joined, language, shown) if joined else ()))
        first = readings[0] if readings else Decimal(0)
        exponent = first.as_tuple().exponent
        decimals = -exponent if isinstance(exponent, int) and exponent < 0 else 0
        whole = len(re.sub(r"\D", "", found)) - decimals
        spaced = " " in found or "'" in found
        yield Numeral(start, end, readings, decimals, spaced or _is_grouped(found, decimals, whole), spaced)


def _is_grouped(found: str, decimals: int, whole: int) -> bool:
    return whole > 3 and bool(re.search(r"[.,]", found[: len(found) - decimals - 1 if decimals else len(found)]))


_NEXT_LINE = re.compile(r" ?\n(\d{3}(?: \d{3})*)(?!\d)(?![.,/:-]\d)(?=[^\n\t])")
_LAST_LINE = re.compile(r"(?<![\d.,/:-])(\d{1,3}(?: \d{3})+) ?\n\Z")


def _wrapped(text: str, found: str, start: int, end: int) -> str | None:
    """The longer number that a line break may have cut, where the next line runs on as prose."""
    following = _NEXT_LINE.match(text, end)
    if following and re.fullmatch(r"\d{1,3}(?: \d{3})+", found):
        return f"{found} {following[1]}"
    preceding = _LAST_LINE.search(text[max(0, start - 40) : start])
    if preceding and re.match(r"\d{3}(?!\d)", found) and _NEXT_LINE.match(text, start - 1):
        return f"{preceding[1]} {found}"
    return None


_NEXT_GROUPS = re.compile(r" \d{1,2} \d{3}(?!\d)")
_LAST_DIGITS = re.compile(r"(?<![\d.,/:-])\d{1,3} \Z")


def _is_torn(text: str, start: int, end: int) -> bool:
    """``1 23 456``: groups that do not fit; neither part is a number of its own."""
    found = text[start:end]
    if len(found) <= 3 and found.isdigit():
        return bool(_NEXT_GROUPS.match(text, end))
    return bool(re.match(r"\d{1,2} ", found) and _LAST_DIGITS.search(text[max(0, start - 5) : start]))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether the digits stand for themselves and are no slice of a range, a date, a time, a code or a word.

    A unit may touch them (``5млн``, ``10kg``): whoever reads the unit decides about letters behind.
    """
    before = text[max(0, start - 2) : start]
    after = text[end : end + 2]
    if before:
        last = before[-1]
        if last.isdigit() or last in "_^":
            return False
        if last in ".,:/'-" and len(before) == 2 and before[0].isdigit():
            return False
        if last in "/-\\" and len(before) == 2 and before[0].isalpha():
            return False
        if last == "-" and before[0] in ")]%":
            return False
    if after:
        first = after[0]
        if first in "_^" or (first.isalnum() and not first.isalpha()):
            return False
        if first in "-/:'\\" and len(after) == 2 and after[1].isalnum():
            return False
    return not re.match(r" ?- ?\d", text[end : end + 4]) and not re.search(
        r"\d ?- ?\Z", text[max(0, start - 5) : start]
    )


def _readings(numeral: str, language: str | None, shown: Mark | None) -> tuple[Decimal, ...]:
    if "-" in numeral or "=" in numeral:
        return (Decimal(re.sub(r"[-=]", ".", numeral.replace(" ", ""))),)
    spaced = " " in numeral or "'" in numeral
    compact = numeral.replace(" ", "").replace("'", "")
    marks = [char for char in compact if char in ".,"]
    parts = re.split(r"[.,]", compact)
    if len(parts[0]) > 1 and parts[0].startswith("0"):
        return ()  # 007 is a code
    if not marks:
        return (Decimal(compact),)
    if spaced:
        return (Decimal(f"{parts[0]}.{parts[1]}"),) if len(marks) == 1 else ()
    if len(marks) == 1:
        return _single(parts[0], parts[1], marks[0], language, shown)
    groups_fit = 1 <= len(parts[0]) <= 3 and all(len(part) == 3 for part in parts[1:-1])
    if len(set(marks)) == 1:
        fits = groups_fit and len(parts[-1]) == 3 and parts[0] != "0"
        return (Decimal("".join(parts)),) if fits else ()
    if len(set(marks[:-1])) == 1 and marks[-1] != marks[0] and groups_fit and parts[0] != "0":
        return (Decimal("".join(parts[:-1]) + "." + parts[-1]),)
    return ()


def _single(head: str, tail: str, mark: str, language: str | None, shown: Mark | None) -> tuple[Decimal, ...]:
    """One mark: decimal unless exactly three digits follow a head that could be a group."""
    as_decimal = Decimal(f"{head}.{tail}")
    if head == "0" or len(tail) != 3 or len(head) > 3:
        return (as_decimal,)
    as_group = Decimal(head + tail)
    spoken = decimal_mark(language)
    by_language: Decimal | None = None
    if spoken is not None:
        if mark == spoken:
            by_language = as_decimal
        elif spoken == "." or language_of(language) in _GROUPS_WITH_DOT:
            by_language = as_group
    by_document = None if shown is None else as_decimal if mark == shown else as_group
    certain = {reading for reading in (by_language, by_document) if reading is not None}
    if len(certain) == 1:
        return (certain.pop(),)
    return (as_group, as_decimal)
