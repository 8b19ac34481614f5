"""How a value reads in the report, and which characters a DOCX can hold at all."""

import re
from datetime import date
from decimal import Decimal, InvalidOperation

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal

from evidence.fields import FieldType
from evidence.findings import TypedValue

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ISO_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}$")
_MACHINE_NUMBER = re.compile(r"^(-?\d+(?:\.\d+)?)(%| [A-Z]{3})?$")
"""As a sheet or a computation writes it: plain digits, perhaps with a percent sign or a currency's code."""
_DATE_PATTERNS = {"ru": "dd.MM.yyyy", "uz": "dd.MM.yyyy", "pt": "dd/MM/yyyy", "en": "d MMMM yyyy"}
_NUMERIC = (FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT)
_GROUP_FROM = 10_000
"""Below this a whole number may be a year or a count; it stays as it is."""


def legal(text: str) -> tuple[str, tuple[str, ...]]:
    """The text as XML can hold it, line ends as ``\\n``, and the characters that had to go (``U+0000``)."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    gone = tuple(dict.fromkeys(f"U+{ord(character):04X}" for character in _ILLEGAL.findall(plain)))
    return (_ILLEGAL.sub("", plain) if gone else plain), gone


def shown_text(value: TypedValue, locale: Locale) -> str:
    """The document's own words; a bare machine number or ISO date (as a sheet stores it) in the reader's notation.

    Nothing is rounded and no currency is added: what is shown always has exactly the meaning of ``normalised``. A bare
    percent gets its sign.
    """
    text = value.text.strip()
    if value.type is FieldType.DATE and _ISO_DATE.match(text) and text == value.normalised:
        return _date(text, locale)
    if value.type in _NUMERIC and (bare := _MACHINE_NUMBER.match(text)):
        return _number(value, bare[1], (bare[2] or "").strip(), locale)
    return value.text


def _date(text: str, locale: Locale) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return format_date(day, _DATE_PATTERNS.get(locale.language, "yyyy-MM-dd"), locale=locale)


def _number(value: TypedValue, digits: str, unit: str, locale: Locale) -> str:
    try:
        number = Decimal(digits)
        if number != Decimal(value.normalised):
            return value.text
    except InvalidOperation:
        return value.text
    whole, _, decimals = digits.lstrip("-").partition(".")
    if len(whole) > 1 and whole.startswith("0"):
        return value.text  # a leading zero is a code, not a quantity
    pattern = "#,##0" + ("." + "0" * len(decimals) if decimals else "")
    shown = format_decimal(number, format=pattern, locale=locale, group_separator=abs(number) >= _GROUP_FROM)
    if value.type is FieldType.PERCENT:
        return f"{shown}\u00a0%" if locale.language in ("ru", "uz") else f"{shown}%"
    return f"{shown}\u00a0{unit}" if unit else shown
