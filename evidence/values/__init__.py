"""Typed values: from text as documents write it to locale-free values, with the place of each."""

from evidence.fields import FieldType
from evidence.findings import TypedValue
from evidence.folding import Folded, plain
from evidence.pages import Page, PageKind
from evidence.spans import CharSpan
from evidence.values.addresses import read_addresses, typed_address
from evidence.values.dates import Order, dates, order_in
from evidence.values.identifiers import parse_identifier, read_identifiers, typed_identifier
from evidence.values.numerals import SHEET, mark_in
from evidence.values.organisations import read_organisations, typed_organisation
from evidence.values.persons import read_persons, typed_person
from evidence.values.quantities import bare_number, read_quantities
from evidence.values.reading import ReadValue

__all__ = ["ReadValue", "order_in", "parse_value", "read_values", "reading_language"]

_QUANTITIES = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})


def read_values(
    text: str, kind: FieldType, *, language: str | None, currency: str | None = None, evidence: str = ""
) -> tuple[ReadValue, ...]:
    """Every value of one kind in running text, in order.

    ``language`` is the document's (``ru uz-Latn uz-Cyrl pt en``, or ``en-US``/``en-GB`` where the order of day and month
    is known); None = nothing is assumed. ``currency`` is for amounts that name none. ``evidence`` is more text of the same
    document: its unmistakable numbers and dates settle what language leaves open. Text, choices and tables have no shape
    of their own: for them the answer is empty.
    """
    if not text.strip():
        return ()
    folded = Folded(text, cells=True)
    if kind in _QUANTITIES:
        found = read_quantities(folded, kind, language=language, currency=currency, evidence=evidence)
    elif kind is FieldType.DATE:
        return _dates(folded, language, evidence)
    elif kind is FieldType.IDENTIFIER:
        found = read_identifiers(folded, language=language)
    elif kind is FieldType.PERSON:
        found = read_persons(folded)
    elif kind is FieldType.ORGANISATION:
        found = read_organisations(folded)
    elif kind is FieldType.ADDRESS:
        found = read_addresses(folded)
    else:
        return ()
    return tuple(found)


def parse_value(
    text: str, kind: FieldType, *, language: str | None, currency: str | None = None, evidence: str = ""
) -> ReadValue | None:
    """The value that the whole string is, and nothing besides; None where it is none (``5-10`` is no number)."""
    stripped = text.strip()
    if not stripped:
        return None
    if kind in _QUANTITIES or kind is FieldType.DATE:
        for found in read_values(text, kind, language=language, currency=currency, evidence=evidence):
            if not _is_word(text[: found.span.start]) and not _is_word(text[found.span.end :]):
                return found
        return bare_number(text, kind, language=language, evidence=evidence) if kind is FieldType.PERCENT else None
    if kind is FieldType.IDENTIFIER:
        folded = Folded(text, cells=True)
        bounds = parse_identifier(folded)
        if bounds is None:
            return None
        span = folded.raw_span(*bounds)
        return ReadValue.of(span, (typed_identifier(text[span.start : span.end]),))
    start = text.find(stripped)
    value = _whole(stripped, kind)
    return None if value is None else ReadValue.of(CharSpan(start=start, end=start + len(stripped)), (value,))


def _is_word(text: str) -> bool:
    return any(char.isalnum() or char in "-+()%" for char in text)


def _whole(text: str, kind: FieldType) -> TypedValue | None:
    if not any(char.isalnum() for char in text):
        return None
    if kind is FieldType.PERSON:
        return None if any(char.isdigit() for char in text) else typed_person(text)
    if kind is FieldType.ORGANISATION:
        return typed_organisation(text)
    if kind is FieldType.ADDRESS:
        return typed_address(text)
    return TypedValue(type=kind, text=text, normalised=plain(text))


def _dates(folded: Folded, language: str | None, evidence: str) -> tuple[ReadValue, ...]:
    shown: Order | None = order_in(f"{folded.key}\n{evidence}" if evidence else folded.key)
    found = []
    for written in dates(folded.key, language=language, shown=shown):
        span = folded.raw_span(written.start, written.end)
        text = folded.raw[span.start : span.end]
        found.append(
            ReadValue.of(
                span, tuple(TypedValue(type=FieldType.DATE, text=text, normalised=iso) for iso in written.readings)
            )
        )
    return tuple(found)


def reading_language(page: Page) -> str | None:
    """The language to read a page's values in. A sheet's own numbers are printed with a point whatever its language, so
    there ``12.345`` stays ambiguous instead of becoming twelve thousand in Portuguese."""
    if page.kind is PageKind.SHEET:
        return f"{page.language or 'und'}{SHEET}"
    return page.language


def conventions_in(text: str) -> str | None:
    """The decimal mark that a document's own numbers show: ``.`` or ``,``."""
    return mark_in(text)
