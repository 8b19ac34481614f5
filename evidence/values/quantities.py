"""Money, numbers and percents in running text."""

import re
from collections.abc import Iterator
from decimal import Decimal

from evidence.fields import FieldType
from evidence.findings import TypedValue
from evidence.folding import Folded
from evidence.spans import CharSpan
from evidence.values.amounts import Amount, amounts
from evidence.values.dates import dates
from evidence.values.numerals import mark_in
from evidence.values.reading import ReadValue, decimal_text

_PHONE = re.compile(r"\+\d[\d ()-]{6,}\d")
_LONG_CODE = re.compile(r"(?<!\d)\d{16,}(?!\d)")
_CODE_LABEL = re.compile(
    r"(?:\bинн|\bстир|\bпинфл|\bжшшир|\bмфо|\bокпо|\bоквэд|\bокэд|\bр/с|\bх/р|\bсч[её]т\w*|\bбик|\bкпп|\bогрн"
    r"|\binn|\bstir|\bpinfl|\bjshshir|\bmfo|\bifut|\bhisob raqami?|\bh/r|\bcpf|\bcnpj|\bcep|\brg|\bzip|\bssn|\bein"
    r"|\baccount(?: no\.?| number)?|\bтел\.?|\btel\.?|\bphone|\bfax)[ :.№#\t-]{0,4}\Z",
    re.IGNORECASE,
)
"""Words before a code whose digits are no quantity."""
_COUNTED = frozenset({"person", "piece", "share"})
"""Measures that come in whole numbers: three decimals beside them are a grouped thousand in disguise."""


def read_quantities(
    folded: Folded, kind: FieldType, *, language: str | None, currency: str | None, evidence: str = ""
) -> Iterator[ReadValue]:
    """``folded`` keeps its cells; ``evidence`` is other text of the same document, for its number convention."""
    text = folded.key
    taken = [(found.start, found.end) for found in dates(text, language=language)]
    taken += [match.span() for pattern in (_PHONE, _LONG_CODE) for match in pattern.finditer(text)]
    shown = mark_in(f"{text}\n{evidence}" if evidence else text)
    for amount in amounts(text, language=language, shown=shown, taken=taken):
        if _CODE_LABEL.search(text[max(0, amount.start - 24) : amount.start]) and amount.currency is None:
            continue
        span = folded.raw_span(amount.start, amount.end)
        readings = _typed(amount, kind, folded.raw[span.start : span.end], currency)
        if readings:
            yield ReadValue.of(span, readings)


def _typed(amount: Amount, kind: FieldType, written: str, currency: str | None) -> tuple[TypedValue, ...]:
    unit: str | None
    if kind is FieldType.MONEY:
        if amount.share or amount.measure or (amount.labelled and not amount.currency):
            return ()
        unit = amount.currency or currency
    elif kind is FieldType.PERCENT:
        if amount.share != "percent":
            return ()
        unit = amount.period
    else:
        if amount.share or amount.labelled:
            return ()
        unit = amount.measure or amount.currency
    return tuple(
        TypedValue(type=kind, text=written, normalised=decimal_text(reading), unit=one)
        for one in ((unit,) if amount.rival is None else (unit, amount.rival))
        for reading in _doubted(amount, kind)
    )


def _doubted(amount: Amount, kind: FieldType) -> tuple[Decimal, ...]:
    """Money has no three decimals, and people do not come in thousandths: such a reading is not taken alone."""
    whole = kind is FieldType.MONEY or amount.measure in _COUNTED
    if whole and amount.decimals == 3 and not amount.scaled and len(amount.readings) == 1 and not amount.spaced:
        reading = amount.readings[0]
        if abs(reading) >= 1:
            return (reading * 1000, reading)
    return amount.readings


def bare_number(text: str, kind: FieldType, *, language: str | None, evidence: str = "") -> ReadValue | None:
    """A string that is one number and nothing else: a claim of ``24`` for a percent, a cell under a heading with ``%``."""
    folded = Folded(text, cells=True)
    shown = mark_in(f"{folded.key}\n{evidence}")
    found = list(amounts(folded.key, language=language, shown=shown))
    if len(found) != 1 or folded.key[: found[0].start].strip() or folded.key[found[0].end :].strip():
        return None
    amount = found[0]
    if amount.currency or amount.share or amount.measure:
        return None
    span = folded.raw_span(amount.start, amount.end)
    written = text[span.start : span.end]
    return ReadValue.of(
        CharSpan(start=span.start, end=span.end),
        tuple(TypedValue(type=kind, text=written, normalised=decimal_text(reading)) for reading in amount.readings),
    )
