"""How a value reads in the report, and which characters a DOCX can hold at all."""

import re
from datetime import date
from decimal import Decimal, InvalidOperation, localcontext

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal

from evidence.fields import FieldType
from evidence.findings import TypedValue
from evidence.values import parse_value

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]")
"""What no XML can hold, and what turns the writing direction: one of these makes the words after it read backwards."""
_ISO_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}$")
_MACHINE_NUMBER = re.compile(r"^(-?\d+(?:\.\d+)?)(%| [A-Z]{3})?$")
"""As a sheet or a computation writes it: plain digits, perhaps with a percent sign or a currency's code."""
_DATE_PATTERNS = {"ru": "dd.MM.yyyy", "uz": "dd.MM.yyyy", "pt": "dd/MM/yyyy", "en": "d MMMM yyyy"}
_NUMERIC = (FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT)
_GROUP_FROM = 10_000
"""Below this a whole number may be a year or a count; it stays as it is."""


def legal(text: str) -> tuple[str, tuple[str, ...]]:
    """The text as a report can hold it, line ends as ``\\n``, and the characters that had to go (``U+0000``)."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    gone = tuple(dict.fromkeys(f"U+{ord(character):04X}" for character in _ILLEGAL.findall(plain)))
    return (_ILLEGAL.sub("", plain) if gone else plain), gone


def shown_text(value: TypedValue, locale: Locale) -> str:
    """The document's own words, as long as they say by themselves what the value means.

    Two exceptions. A bare machine number or ISO date, as a sheet stores it, is written in the reader's notation. An amount
    whose meaning hangs on something beside it (a heading "in thousands", another country's decimal point) is written
    out in full: on its own it would be read wrongly. Nothing is ever rounded.
    """
    text = value.text.strip()
    if value.type is FieldType.DATE and _ISO_DATE.match(text) and text == value.normalised:
        return _date(text, locale)
    if value.type in _NUMERIC:
        if bare := _MACHINE_NUMBER.match(text):
            return _number(value, bare[1], (bare[2] or "").strip(), locale)
        if not _says_it_itself(value, locale):
            return _in_full(value, locale)
    return value.text


def _says_it_itself(value: TypedValue, locale: Locale) -> bool:
    read = parse_value(value.text, value.type, language=locale.language, currency=value.unit)
    if read is None or read.value is None:
        return True  # words around it, or two readings: the document's own words are the safest
    return _decimal(read.value.normalised) == _decimal(value.normalised)


def _in_full(value: TypedValue, locale: Locale) -> str:
    number = _decimal(value.normalised)
    if number is None:
        return value.text
    return _written(value.type, f"{number:f}", value.unit or "", locale)


def _date(text: str, locale: Locale) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return format_date(day, _DATE_PATTERNS.get(locale.language, "yyyy-MM-dd"), locale=locale)


def _number(value: TypedValue, digits: str, unit: str, locale: Locale) -> str:
    whole = digits.lstrip("-").partition(".")[0]
    if len(whole) > 1 and whole.startswith("0"):
        return value.text  # a leading zero is a code, not a quantity
    if _decimal(digits) != _decimal(value.normalised):
        return _in_full(value, locale)
    return _written(value.type, digits, unit, locale)


def _written(kind: FieldType, digits: str, unit: str, locale: Locale) -> str:
    number, decimals = Decimal(digits), len(digits.partition(".")[2])
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    with localcontext() as context:
        context.prec = max(context.prec, len(digits) + 1)  # thirty digits are written in full too
        shown = format_decimal(number, format=pattern, locale=locale, group_separator=abs(number) >= _GROUP_FROM)
    if kind is FieldType.PERCENT:
        return f"{shown}\u00a0%" if locale.language in ("ru", "uz") else f"{shown}%"
    return f"{shown}\u00a0{unit}" if unit else shown


def _decimal(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
