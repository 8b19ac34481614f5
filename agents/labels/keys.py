"""Pieces of a page that may name a value: ``label: value``, a label cell, a form field's name, a column heading."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.labels.layout import Layout, Segment
from agents.labels.thesaurus import thesaurus
from agents.labels.words import Word, stem_of, stems_of, words_of

_MOST_WORDS = 12
_MOST_STACKED = 6
_LONGEST_LISTED = 260
_MOST_LISTED = 3
_LISTING = re.compile(r"[,;]\s+")
_MOST_SERIES = 4
_LEAST_SERIAL = 6
"""Digits of a passport's number behind its two letters."""
_NO_SERIES = frozenset({"no", "id", "nr"})
_LONGEST_WHOLE = 130
_NUMBERING = re.compile(
    r"\s*(?:(?:\(?(?:\d{1,2}|[ivxIVX]{1,4}|[a-zA-Zа-яА-Я])[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?|[-–—•▪●*·]|№?\s?\d{1,2}\.)\s+)+"
)
_COLON = re.compile(r"\s*(?:[:：](?![\d/\\])|(?<!\d):(?=\d{3})|\.{3,}|…{2,}|_{3,}|={1,2}(?=\s))[\s.…_]*")
_DASH = re.compile(r"\s[–—-]\s")
_SEPARATOR = re.compile(r"[;|•,]\s|\.\s(?=[A-ZА-ЯЁ])|\s{3,}")
_BRACKETED = re.compile(r"([^()]{3,60}?)\s*\(([^()]{3,40})\)\s*[:.]?")
_JOINT = re.compile(r"\s+(?:и|va|ва|hamda|ҳамда|and|e)\s+|,\s+", re.IGNORECASE)
_LONGEST_JOINT = 80
_QUALIFIER = re.compile(
    r"^(?-i:[A-Z]{3})$|\d|%|(?<!\w)(?:тыс|млн|сум|руб|долл|usd|eur|uzs|brl|mil|thousand|million)", re.IGNORECASE
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_PERIOD = re.compile(
    r"\s+(?:(?:по\s+состоянию\s+)?(?:на|за|в)|по\s+итогам|for|in|as\s+(?:of|at)|em)(?:\s+(?:конец|начало|the\s+year))?"
    r"\s+(?:\d{1,2}[./]\d{1,2}[./])?(?:19|20)\d\d(?:\s*(?:год\w*|г(?!\w)\.?))?\s*\Z",
    re.IGNORECASE,
)
"""``Headcount for 2025``: of which year a label's value is, behind the label."""
_YEAR_WORDS = frozenset("г год году года yil yilda yili yilgi yilning й йил йилда йили йилги йилнинг".split())
_SPLIT_CAMEL = re.compile(r"(?<=[a-zа-я])(?=[A-ZА-Я])|[_.\[\]]+")


class KeyText(NamedTuple):
    """One possible label. ``value`` is where its value would begin if it stands in the same segment."""

    start: int
    end: int
    value: int | None
    limit: int
    """Where a value in the same segment must end."""
    kind: str
    """``colon``, ``dash``, ``inline`` (words and then digits), ``stacked`` (over its value), ``whole`` or ``form``."""
    stems: tuple[str, ...]
    qualified: tuple[str, ...] = ()
    """What the label says besides in brackets, where the stems are but a part of it."""
    is_half: bool = False
    """One of two things that the label asks for at once: *registration number and date*."""


def keys_of(layout: Layout, segment: Segment) -> Iterator[KeyText]:
    if segment.field_name is not None:
        for name in dict.fromkeys((segment.field_name, segment.field_name.rsplit(".", 1)[-1])):
            stems = _stems(words_of(_SPLIT_CAMEL.sub(" ", name)))
            if stems:
                yield KeyText(segment.start, segment.end, segment.start, segment.end, "form", stems)
    text = layout.text
    begin = segment.start
    numbering = _NUMBERING.match(text, begin, segment.end)
    if numbering is not None and numbering.end() < segment.end:
        begin = numbering.end()
    if segment.lines and (stacked := _stacked(text, begin, segment)) is not None:
        yield stacked
    colons = [match for match in _COLON.finditer(text, begin, segment.end) if match.start() > begin]
    if colons:
        yield from _before_colons(text, begin, segment, colons)
        if colons[0].end() < segment.end:
            if segment.end - begin <= _LONGEST_LISTED:
                yield from _listed(text, colons[-1].end(), segment)
            return
    elif segment.end - begin <= 400 and (dash := _DASH.search(text, begin, segment.end)) is not None:
        found = _key(text, begin, dash.start(), value=dash.end(), limit=segment.end, kind="dash")
        if found is not None and len(found.stems) <= 7:
            yield found
    if segment.end - begin <= _LONGEST_LISTED:
        yield from _listed(text, begin, segment)
    if segment.end - begin > _LONGEST_WHOLE or colons:
        return
    words = _words(text, begin, segment.end)
    if words and len(words) <= _MOST_WORDS and any(not w.key[0].isdigit() for w in words):
        yield KeyText(begin, segment.end, None, segment.end, "whole", _stems(words))
    first = _first_of_value(text, words)
    if first is not None and 0 < first <= 7:
        inline = words[:first]
        yield KeyText(begin, inline[-1].end, words[first].start, segment.end, "inline", _stems(inline))


def _listed(text: str, begin: int, segment: Segment) -> Iterator[KeyText]:
    """Further values of one piece, each behind its own short label: ``account 2020… in Bank X, MFO 01188``."""
    left = begin
    for edge in (*(match.end() for match in _LISTING.finditer(text, begin, segment.end)), segment.end):
        part = _words(text, left, edge)
        first = _first_of_value(text, part)
        if first is not None and 0 < first <= _MOST_LISTED and (left > begin or begin > segment.start):
            yield KeyText(part[0].start, part[first - 1].end, part[first].start, edge, "inline", _stems(part[:first]))
        left = edge


def _first_of_value(text: str, words: list[Word]) -> int | None:
    """Number of the word with which digits begin, or the letters that belong to them: ``№ IP-2025/00781``, ``AC 2841967``."""
    first = next((k for k, word in enumerate(words) if _has_digit(word.key) or word.key in "$€£₽"), None)
    if first is None or first < 2:
        return first
    before, digits = words[first - 1], words[first]
    letters = text[before.start : before.end]
    if not letters.isalpha() or not letters.isupper() or len(letters) > _MOST_SERIES or before.key in _NO_SERIES:
        return first
    joined = text[before.end : digits.start] in ("-", "/", "–")
    a_series = len(letters) == 2 and len(digits.key) >= _LEAST_SERIAL and digits.key.isdigit()
    return first - 1 if joined or words[first - 2].key == "№" or a_series else first


def _stacked(text: str, begin: int, segment: Segment) -> KeyText | None:
    """A label printed over its value in one cell."""
    second = next((start for start in segment.lines if start > begin), None)
    if second is None:
        return None
    words = _words(text, begin, second)
    if not words or len(words) > _MOST_STACKED or all(word.key[0].isdigit() for word in words):
        return None
    return KeyText(begin, words[-1].end, second, segment.end, "stacked", _stems(words))


def other_names(layout: Layout, key: KeyText) -> Iterator[KeyText]:
    """``Contract / Revision`` names the contract, and the revision; ``Pledgor (owner)`` is the pledgor, and the owner."""
    text = layout.text[key.start : key.end]
    if key.kind != "form" and (bracket := _BRACKETED.fullmatch(text.strip())) is not None:
        if _QUALIFIER.search(bracket.group(2)) is not None:
            return  # "Account (USD)" is not just any account
        outer, inner = stems_of(bracket.group(1)), stems_of(bracket.group(2))
        for stems, rest in ((outer, inner), (inner, outer)):
            if any(stem[0].isalpha() for stem in stems):
                yield key._replace(stems=stems, qualified=rest)
        return
    yield from _halves(text, key)
    yield from _with_line_above(layout, key, text)
    parts = text.split("/")
    if not 2 <= len(parts) <= 3 or key.kind == "form" or any(len(part.strip()) < 3 for part in parts):
        return
    for part in parts:
        stems = stems_of(part)
        if stems and stems != key.stems:
            yield key._replace(stems=stems)


def _with_line_above(layout: Layout, key: KeyText, text: str) -> Iterator[KeyText]:
    """``(receipts)`` as the second line of a heading whose first line the text gives as a row of its own."""
    if key.kind != "whole" or not (text.startswith("(") and text.endswith(")")):
        return
    segment = layout.at(key.start)
    row = layout.row_of(segment)
    first = layout.index_at(row[0].start)
    if len(row) < 2 or first == 0 or segment.box is None:
        return
    above = layout.segments[first - 1]
    if above.box is None or not (above.box.x0 < segment.box.x1 and segment.box.x0 < above.box.x1):
        return
    if (
        above.end - above.start <= _LONGEST_JOINT
        and segment.box.top - above.box.bottom < above.box.bottom - above.box.top
    ):
        yield key._replace(stems=stems_of(layout.of(above)), qualified=key.stems)


def _halves(text: str, key: KeyText) -> Iterator[KeyText]:
    """``Регистрационный номер и дата регистрации`` holds two labels; ``Номер и дата договора`` parts its last word out."""
    halves = [half.split() for half in _JOINT.split(text.strip(" :."))]
    if key.kind == "form" or len(halves) != 2 or not all(halves) or len(text) > _LONGEST_JOINT:
        return
    left, right = halves
    if len(left) == 1 and len(right) > 1 and stems_of(left[0]) not in thesaurus().labels:
        left = [*left, *right[1:]]
    if len(right) == 1 and stems_of(right[0]) not in thesaurus().labels:
        right = [*left[:-1], *right]
    for half in (left, right):
        stems = stems_of(" ".join(half))
        if stems and stems != key.stems:
            yield key._replace(stems=stems, is_half=True)


def _before_colons(text: str, begin: int, segment: Segment, colons: list[re.Match[str]]) -> Iterator[KeyText]:
    """A line may hold several: ``ИНН: 301234567, МФО: 00014``."""
    left = begin
    found: list[KeyText] = []
    for number, colon in enumerate(colons):
        cut = left
        for separator in _SEPARATOR.finditer(text, left, colon.start()):
            if separator.end() < colon.start():
                cut = separator.end()
        limit = segment.end if number + 1 == len(colons) else colons[number + 1].start()
        key = _key(text, cut, colon.start(), value=colon.end(), limit=limit, kind="colon")
        if key is not None:
            found.append(key)
        left = colon.end()
    for place, key in enumerate(found):
        following = found[place + 1].start if place + 1 < len(found) else segment.end
        limit = max(min(key.limit, following), key.value or 0)
        yield key._replace(limit=limit)


def _key(text: str, start: int, end: int, *, value: int, limit: int, kind: str) -> KeyText | None:
    period = _PERIOD.search(text[start:end])
    words = _words(text, start, end if period is None or period.start() == 0 else start + period.start())
    last_digit = max(
        (k for k, word in enumerate(words[:-1]) if word.key[0].isdigit() and len(word.key) > 2), default=-1
    )
    words = _behind_a_year(words, last_digit)[-_MOST_WORDS:]
    if not words or len(words) > _MOST_WORDS - 2:
        return None
    return KeyText(words[0].start, end, value if value < limit or value == limit else None, limit, kind, _stems(words))


def _behind_a_year(words: list[Word], number: int) -> list[Word]:
    """``2025-yilda xodimlar soni``: the word that belongs to the year is no part of the label."""
    rest = words[number + 1 :]
    if number < 0 or _YEAR.fullmatch(words[number].key) is None:
        return rest
    return rest[1:] if len(rest) > 1 and rest[0].key in _YEAR_WORDS else rest


def _words(text: str, start: int, end: int) -> list[Word]:
    words = [Word(w.start + start, w.end + start, w.key) for w in words_of(text[start:end])]
    return [word for before, word in zip([None, *words], words, strict=False) if not _says_whose_money(before, word)]


def _says_whose_money(before: Word | None, word: Word) -> bool:
    """``за счёт кредита`` is paid with a loan and names no account."""
    return word.key == "счет" and before is not None and before.key == "за"


def _stems(words: list[Word]) -> tuple[str, ...]:
    return tuple(stem_of(word.key) for word in words)


def _has_digit(key: str) -> bool:
    return any(letter.isdigit() for letter in key)
