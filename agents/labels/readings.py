"""Typed values inside a piece of page text, each with its exact place."""

import itertools
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from agents.labels.durations import is_in_another_unit
from agents.labels.shapes import (
    address_fit,
    breaks_off,
    looks_like_a_label,
    organisation_fit,
    person_fit,
    text_fit,
    trimmed,
)
from agents.labels.wordings import Facet
from evidence.fields import Choice, FieldType
from evidence.findings import TypedValue
from evidence.values import ReadValue, parse_value, read_values

_MEASURED = frozenset({FieldType.DATE, FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})
_NAMES = frozenset({FieldType.PERSON, FieldType.ORGANISATION, FieldType.ADDRESS})
_RANGE = re.compile(r"\s*(?:[-–—]|to|through|thru|until|till|по|до|a|à|até|e|dan|gacha)\s*", re.IGNORECASE)
_NUMERIC_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
_JOINED_DATES = re.compile(rf"(?<![\d./-]){_NUMERIC_DATE}(\s?[-–—]\s?){_NUMERIC_DATE}(?![\d/])")
_LEFT_OF_A_MONTH = re.compile(r"\d\s*(?:st|nd|rd|th|-?го|º)?[\s»”\"']*(?:day of|de|of)?\s*$", re.IGNORECASE)
_SAYS_MORE = re.compile(
    r"(?<![\w.])\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\w)|\d{4}-\d\d-\d\d|[^\W\d_]{3,}\s+\S|\s[^\W\d_]{3,}"
)
"""A date, or words beside the number: not one code."""
_MONEY_LIKE = re.compile(
    r"[$€£₽]|\d[.,]\d\d(?!\d)|\d[ \u00a0\u202f.,]\d{3}(?!\d)"
    r"|(?:сум|сўм|so[ʻ'‘’`]m|руб|долл|евро|тенге|reais|dollars?|euros?|UZS|USD|EUR|RUB|BRL|GBP)",
    re.IGNORECASE,
)
_WRITTEN_CURRENCY = re.compile(
    r"[$€£₽]|(?:сум|сўм|so[ʻ'‘’`]m|руб|долл|евро|тенге|reais|dollars?|euros?|UZS|USD|EUR|RUB|BRL|GBP)", re.IGNORECASE
)
LONG_CODE = re.compile(r"[^\W_]+(?::[^\W_]+){2,}")
"""Cadastral numbers and the like: groups joined by colons."""
_ADDRESS_FOLLOWS = re.compile(
    r"[\s,]+(?:\d{1,6}\s+(?:[NSEW]\.?\s+)?[A-ZÀ-Þ][\w.]+\s+(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Dr|Drive|Ln|Lane|Hwy|Highway"
    r"|Way|Place|Pl|Suite|Ste|Floor|Fl|Parkway|Pkwy|Court|Ct|Square|Sq|NW|SW|NE|SE)(?!\w)|P\.?\s?O\.?\s+Box|(?:ул|г|пр-т|проспект|улица)"
    r"\.?\s+[А-ЯЁ]|(?:Rua|Av\.|Avenida)\s+[A-ZÀ-Þ])"
)
_GAP = re.compile(r"[ \u00a0]{3,}|[ \u00a0]*\t\s*")
_NUMBERED = re.compile(
    r"[\s,;(–—-]+(?:ИНН|СТИР|STIR|INN|TIN|CNPJ|CPF|NIF|EIN|ОКПО|КПП|ПИНФЛ|ЖШШИР|JSHSHIR|PINFL)(?:\s*/\s*\w+)?\s*[:№]?\s*\d",
    re.IGNORECASE,
)
"""A name and its number in one piece: ``ООО «…» ИНН 301…``."""
_COEFFICIENT = re.compile(r"\s*(?:коэф|koef|coef|кооф)", re.IGNORECASE)
_OTHER_UNIT = 0.45
"""Years where months are asked for: shown as they stand, never taken."""
_BROKEN_OFF = 0.6
"""A name that ends in *for* or *и* is half a name: shown as partial evidence, never taken."""
_LONG_LABEL = 4
"""Letters of a choice's label that are no chance: ``АО`` and ``нет`` stand in many texts."""
_CENTS = re.compile(r"\d+[.,]\d\d")


class Reading(NamedTuple):
    start: int
    end: int
    value: TypedValue
    fit: float
    """0-1: how well the piece of text is this value and nothing else."""
    certain: bool = True
    """False where the text has several readings (03/04/2020)."""


class Reader(NamedTuple):
    """What is wanted of a piece of text."""

    kind: FieldType
    facet: Facet | None = None
    language: str | None = None
    currency: str | None = None
    choices: tuple[Choice, ...] = ()
    conventions: str = ""
    """Unmistakable dates and amounts of the same document: they settle in which order it writes day and month."""
    unit: str | None = None
    """Of time, that a count must be in."""

    def read(self, text: str, start: int, end: int) -> list[Reading]:
        """Values in ``text[start:end]``, in order; offsets count in ``text``."""
        if start >= end:
            return []
        if self.kind in _MEASURED:
            return list(self._measured(text, start, end))
        if self.kind is FieldType.IDENTIFIER:
            return list(self._identifiers(text, start, end))
        if self.kind is FieldType.CHOICE:
            return list(_chosen(text, start, end, self.choices))
        return list(self._worded(text, start, end))

    def _values(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, ReadValue]]:
        """Two dates joined by a dash are read one by one: as one string they are neither."""
        cuts = [start, end]
        if self.kind is FieldType.DATE:
            cuts += [edge for match in _JOINED_DATES.finditer(text, start, end) for edge in match.span(1)]
        edges = sorted(cuts)
        for first, last in itertools.pairwise(edges):
            if first == last:
                continue
            found = read_values(
                text[first:last],
                self.kind,
                language=self.language,
                currency=self.currency,
                evidence=self.conventions,
            )
            for read in found:
                yield first + read.span.start, first + read.span.end, read

    def _measured(self, text: str, start: int, end: int) -> Iterator[Reading]:
        readings: list[Reading] = []
        for first, last, read in self._values(text, start, end):
            value = read.value or (read.readings[0] if read.readings else None)
            if value is None:
                continue
            if self.unit is not None and text[first] == "(" and text[last - 1] == ")":
                # "5 years (60 months)": brackets round a duration make no loss of it
                inner = parse_value(text[first + 1 : last - 1], self.kind, language=self.language)
                if inner is None or inner.value is None:
                    continue
                first, last, value, read = first + 1, last - 1, inner.value, inner
            if self.kind is FieldType.MONEY and _COEFFICIENT.match(text, last):
                continue
            fit = _share(text, start, end, first, last)
            if self.unit is not None and is_in_another_unit(text, first, last, self.unit):
                fit *= _OTHER_UNIT
            if self.kind is FieldType.DATE and len(value.normalised) < len("2024-01-31"):
                if _LEFT_OF_A_MONTH.search(text[start:first]) is not None:
                    continue  # "5 th day of May, 2006": what is left where the day was not understood
                fit *= 0.6
            reading = Reading(first, last, value, fit, certain=read.value is not None)
            if self.kind is FieldType.MONEY and not looks_like_money(text, reading):
                reading = reading._replace(fit=0.9 * fit)
            readings.append(reading)
        yield from _ends_of_ranges(text, readings, self.facet) if self.facet is not None else readings

    def _identifiers(self, text: str, start: int, end: int) -> Iterator[Reading]:
        whole = parse_value(text[start:end], self.kind, language=self.language)
        if whole is not None and whole.value is not None and not _SAYS_MORE.search(whole.value.text):
            first, last = start + whole.span.start, start + whole.span.end
            if text[last - 1] in " /.,;-":
                yield from self._identifiers(text, first, first + len(text[first:last].rstrip(" /.,;-")))
                return
            if text[last - 1] == ")" and "(" not in text[first:last]:
                yield from self._identifiers(text, first, last - 1)
                return
            yield Reading(first, last, whole.value, _identifier_fit(whole.value.text))
            return
        code = LONG_CODE.fullmatch(text[start:end].strip(" .;,"))
        if code is not None:
            first = start + text[start:end].index(code.group())
            value = TypedValue(type=self.kind, text=code.group(), normalised=code.group().upper())
            yield Reading(first, first + len(code.group()), value, 1.0)
            return
        for first, last, read in self._values(text, start, end):
            if read.value is not None:
                fit = _share(text, start, end, first, last) * _identifier_fit(read.value.text)
                yield Reading(first, last, read.value, fit)

    def _worded(self, text: str, start: int, end: int) -> Iterator[Reading]:
        first, last = trimmed(text, start, _before_gap(text, start, end) if self.kind in _NAMES else end)
        if first >= last:
            return
        if self.kind in (FieldType.ORGANISATION, FieldType.PERSON):
            last = _before_address(text, first, last)
        piece = text[first:last]
        if looks_like_a_label(piece):
            return
        named = self._named(text, first, last)
        if named is not None:
            yield named
            return
        fit = {
            FieldType.PERSON: person_fit,
            FieldType.ORGANISATION: organisation_fit,
            FieldType.ADDRESS: address_fit,
        }.get(self.kind, text_fit)(piece)
        if breaks_off(piece):
            fit *= _BROKEN_OFF
        if fit > 0:
            yield Reading(first, last, worded_value(self.kind, piece), fit)

    def _named(self, text: str, start: int, end: int) -> Reading | None:
        """A person or organisation that opens the piece and is followed by something else: a post, a tax number."""
        if self.kind not in (FieldType.PERSON, FieldType.ORGANISATION):
            return None
        for first, last, read in self._values(text, start, end):
            if first > start or read.value is None:
                return None
            rest = text[last:end].lstrip()
            if not rest or rest[0] in ",;(/" or self.kind is FieldType.PERSON:
                return Reading(first, last, read.value, 1.0)
            return None
        return None


def _before_gap(text: str, start: int, end: int) -> int:
    """Several blanks part columns that one cell or line holds: what stands behind them is the next label's."""
    while start < end and text[start].isspace():
        start += 1
    gap = _GAP.search(text, start, end)
    end = gap.start() if gap is not None else end
    numbered = _NUMBERED.search(text, start + 1, end)
    return numbered.start() if numbered is not None else end


def _before_address(text: str, start: int, end: int) -> int:
    """A name over its address in one cell ends where the house number or the second line with digits begins."""
    match = _ADDRESS_FOLLOWS.search(text, start + 3, end)
    return match.start() if match is not None else end


def looks_like_money(text: str, reading: Reading) -> bool:
    """Written with a currency, with cents or in groups: a count beside a sum is not."""
    return _MONEY_LIKE.search(text[reading.start : reading.end]) is not None


def names_its_currency(text: str, reading: Reading) -> bool:
    """As written; ``value.unit`` may be what the field assumes."""
    return _WRITTEN_CURRENCY.search(text[reading.start : reading.end]) is not None


def worded_value(kind: FieldType, piece: str) -> TypedValue:
    parsed = parse_value(piece, kind, language=None) if kind in _NAMES else None
    if parsed is not None and parsed.value is not None:
        return parsed.value
    return TypedValue(type=kind, text=piece, normalised=" ".join(piece.split()).casefold())


def _ends_of_ranges(text: str, readings: list[Reading], facet: Facet) -> Iterator[Reading]:
    """The start or the end of each pair of dates joined as a range; single dates do not say which end they are."""
    place = 0
    while place + 1 < len(readings):
        one, other = readings[place], readings[place + 1]
        if _RANGE.fullmatch(text, one.end, other.start) and one.value.normalised <= other.value.normalised:
            yield (one if facet is Facet.START else other)._replace(fit=max(one.fit, other.fit, 0.97))
            place += 2
        else:
            place += 1


def _identifier_fit(piece: str) -> float:
    digits = sum(letter.isdigit() for letter in piece)
    if not digits or _CENTS.fullmatch(piece):
        return 0.3
    if digits < 3:
        return 0.55 if len(piece) < 3 else 0.8
    return 1.0


def _chosen(text: str, start: int, end: int, choices: tuple[Choice, ...]) -> Iterator[Reading]:
    """The longest label of a choice that stands in the piece: *mavjud emas* is not *mavjud*."""
    best: tuple[int, int, Choice] | None = None
    for choice in choices:
        for label in choice.labels:
            for match in _loosely(label).finditer(text, start, end):
                length = match.end() - match.start()
                if best is None or (length, -match.start()) > (best[1] - best[0], -best[0]):
                    best = match.start(), match.end(), choice
    if best is None:
        return
    first, last, chosen = best
    value = TypedValue(type=FieldType.CHOICE, text=text[first:last], normalised=chosen.id)
    yield Reading(first, last, value, max(0.7, _share(text, start, end, first, last)))


def says_another(choices: tuple[Choice, ...], text: str, *, start: int, end: int, chosen: Reading) -> bool:
    """Whether the piece names a second choice beside the one that was read: *equipment, surety*."""
    return any(
        match.end() <= chosen.start or match.start() >= chosen.end
        for choice in choices
        if choice.id != chosen.value.normalised
        for label in choice.labels
        if len(label) >= _LONG_LABEL
        for match in _loosely(label).finditer(text, start, end)
    )


@lru_cache(maxsize=1024)
def _loosely(label: str) -> re.Pattern[str]:
    """The label with any white space, any apostrophe, е for ё, in any case, as whole words."""
    words = [re.sub(r"\\?['ʻʼ‘’`]", "['ʻʼ‘’`]", re.escape(word)) for word in label.split()]
    pattern = r"\s+".join(re.sub("[её]", "[её]", word) for word in words)
    return re.compile(rf"(?<!\w){pattern}(?!\w)", re.IGNORECASE)


def _share(text: str, start: int, end: int, first: int, last: int) -> float:
    """1 where the value is all there is; less where words stand before it, a little less where some follow."""
    before = sum(letter.isalnum() for letter in text[start:first])
    after = sum(letter.isalnum() for letter in text[last:end])
    return 1.0 / (1.0 + 0.06 * before) - min(0.12, 0.004 * after)
