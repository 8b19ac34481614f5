"""Numbers and codes that name something: tax numbers, passports, accounts, telephones, contracts.

Known forms lose their separators; any other code keeps its inner marks, because ``12/3`` and ``1/23`` are two contracts.
Look-alike letters of two scripts are never exchanged.
"""

import re
from collections.abc import Iterator
from typing import Final

from stdnum import iban
from stdnum.exceptions import ValidationError

from evidence.fields import FieldType
from evidence.findings import TypedValue
from evidence.folding import Folded
from evidence.values.amounts import amounts
from evidence.values.dates import dates
from evidence.values.reading import ReadValue

_UPPER: Final = "A-ZА-ЯЎҚҒҲЁ"
_FORMS: Final = (
    ("iban", r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?"),
    ("cnpj", r"\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}"),
    ("cpf", r"\d{3}\.\d{3}\.\d{3}-\d{2}"),
    ("phone", r"\+ ?\d[\d ()-]{6,20}\d"),
    ("local_phone", r"(?:\(\d{2,5}\) ?|\d{2} )\d{3}[ -]\d{2}[ -]\d{2}"),
    ("account", r"\d{5} \d{3} \d \d{8} \d{3}|\d{4}(?: \d{4}){3,4}"),
    ("a_number", r"A[- #]{0,2}\d{3}[- ]\d{3}[- ]\d{3}|A[- #]{0,2}\d{8,9}"),
    ("passport", rf"[{_UPPER}]{{2}} ?(?:№ ?)?\d{{7}}"),
    ("russian_passport", r"\d{2} \d{2} (?:№ ?)?\d{6}|\d{4} (?:№ ?)?\d{6}"),
    ("ein", r"\d{2}-\d{7}"),
    ("ssn", r"\d{3}-\d{2}-\d{4}"),
    ("digits", r"\d{3}(?: \d{3}){2,4}"),
)
_KNOWN: Final = tuple(
    (name, re.compile(rf"(?<![\w])(?<![\w][./:-])(?:{form})(?![\w])(?![./:-]\w)")) for name, form in _FORMS
)
_SUFFIX: Final = r"(?:сонли|сон|рақамли|sonli|son|raqamli|й|я|ой|го|му|м|uy|уй|yil\w*|йил\w*)(?!\w)"
"""Grammar that hangs on a number by a hyphen."""
_CODE: Final = re.compile(
    rf"(?<![\w])(?<![^\W][./-])[^\W_]+(?:[./_:]{{1,2}}[^\W_]+|-{{1,2}}(?!{_SUFFIX})[^\W_]+)*(?:-(?!\w))?(?![\w])"
)
_CALENDAR_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?=[ -]?(?:г\.|год|yil|йил))", re.IGNORECASE)
_NUMBER_SIGN: Final = re.compile(
    r"(?:№|#|\bn[º°o]\.?|\bno\.|\bnumber|\bnúmero|\bномер|\braqami?|\bрақами?)[ :\t]{0,2}\Z", re.IGNORECASE
)
_LEADING_SIGN: Final = re.compile(r"^(?:№|#|n[º°o]\.? |no\. ?)\s*", re.IGNORECASE)
_TRAILING: Final = re.compile(r"(?:\s+-+|[ .,;])*\Z")
"""What is no part of a code that ends there; a dash that stands apart fills the rest of a line."""
_INNER_SIGN: Final = re.compile(r"(?<=[^\W\d_])\s+(?:№|NO\.?|N[º°])\s*(?=\d)")
"""Between the series and the number: ``XT № 004817`` is ``XT 004817``."""
_STRIPPED: Final = str.maketrans("", "", " .-/()№#")


def canonical_identifier(written: str) -> str:
    """Upper case; known forms without separators, other codes with their inner marks."""
    text = _INNER_SIGN.sub(" ", _LEADING_SIGN.sub("", Folded(written).key.strip()).upper())
    for name, pattern in _KNOWN:
        if pattern.fullmatch(text) and (name != "iban" or is_iban(text)):
            return text.translate(_STRIPPED)
    if re.fullmatch(r"\d+(?: \d+)+", text):
        return text  # digits in groups of no known form: closing them up could join two numbers
    return text


def is_iban(text: str) -> bool:
    try:
        iban.validate(text)
    except ValidationError:
        return False
    return True


def read_identifiers(folded: Folded, *, language: str | None) -> Iterator[ReadValue]:
    """``folded`` keeps its cells. Dates, amounts with a unit and plain words are no identifiers."""
    text = folded.key
    taken = [(found.start, found.end) for found in dates(text, language=language)]
    for amount in amounts(text, language=language, shown=None, taken=taken):
        if amount.currency or amount.share or amount.measure or amount.scaled or amount.decimals:
            taken.append((amount.start, amount.end))
    taken += [match.span() for match in _CALENDAR_YEAR.finditer(text)]
    blocked = bytearray(len(text))
    for low, high in taken:
        blocked[low:high] = b"\1" * (high - low)
    found: list[tuple[int, int]] = []
    for name, pattern in (*_KNOWN, ("code", _CODE)):
        for match in pattern.finditer(text):
            start, end = match.span()
            if (
                any(blocked[start:end])
                or (name == "iban" and not is_iban(match[0]))
                or (name == "code" and not _is_code(text, match))
            ):
                continue
            found.append((start, end))
            blocked[start:end] = b"\1" * (end - start)
    for start, end in sorted(found):
        span = folded.raw_span(start, end)
        yield ReadValue.of(span, (typed_identifier(folded.raw[span.start : span.end]),))


def _is_code(text: str, match: re.Match[str]) -> bool:
    if not any(char.isdigit() for char in match[0]) or match[0].count(":") == 1:
        return False  # 10:30 is a time
    named = bool(_NUMBER_SIGN.search(text[max(0, match.start() - 12) : match.start()]))
    return named or sum(char.isalnum() for char in match[0]) >= 4


def typed_identifier(written: str) -> TypedValue:
    return TypedValue(type=FieldType.IDENTIFIER, text=written, normalised=canonical_identifier(written))


def parse_identifier(folded: Folded) -> tuple[int, int] | None:
    """The bounds of the one code that the whole text is, in ``folded.key``; its number sign is left outside."""
    text = folded.key
    sign = _LEADING_SIGN.match(text.strip())
    start = len(text) - len(text.lstrip()) + (len(sign[0]) if sign else 0)
    end = _TRAILING.search(text).start()  # type: ignore[union-attr]  # it also matches nothing at the end
    inner = text[start:end]
    if not inner or "\n" in inner or "\t" in inner or not any(char.isdigit() for char in inner):
        return None
    return (start, end) if re.fullmatch(r"\+?[^\W_][\w ./()№#-]*", inner) and len(inner) <= 40 else None
