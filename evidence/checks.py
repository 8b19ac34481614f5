"""Checks that a template may ask of a value: check digits, patterns, plausible dates and amounts.

What a check can and cannot know is said in its message. No public algorithm is known for the check digit of an Uzbek INN
(STIR) or for the key of an Uzbek account, so for these only length and structure are checked.
"""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Final

from stdnum.br import cnpj, cpf
from stdnum.exceptions import ValidationError
from stdnum.ru import inn, ogrn

from evidence.findings import TypedValue
from evidence.frozen import Frozen
from evidence.values.identifiers import is_iban

_CURRENCY_CODES: Final = frozenset(
    {"000", "840", "978", "643", "826", "756", "392", "156", "398", "860", "949", "784", "410"}
)
"""Digits 6-8 of an Uzbek account: 000 is the sum, the others are ISO 4217."""


class CheckResult(Frozen):
    ok: bool
    message: str


def run_check(name: str, value: TypedValue, *, today: date | None = None) -> CheckResult:
    """``today`` is for the checks that look at the calendar; without it they pass and say so.

    Raises ValueError for a name that is not in ``CHECKS``.
    """
    check = CHECKS.get(name)
    if check is None:
        raise ValueError(f"no check {name!r}; known are {', '.join(sorted(CHECKS))}")
    fault = check(value, today)
    return CheckResult(ok=fault is None, message=fault or f"{value.text!r} passes {name}")


Check = Callable[[TypedValue, date | None], str | None]
"""What is wrong, or None."""


def _digits(value: TypedValue) -> str:
    return re.sub(r"[ ./()-]", "", value.normalised)


def _inn(value: TypedValue, today: date | None) -> str | None:
    digits = _digits(value)
    if re.fullmatch(r"[2-7]\d{8}", digits):
        return None  # Uzbek: 2 and 3 organisations, 4-7 people; its check digit is not public
    if len(digits) in (10, 12):
        return None if inn.is_valid(digits) else f"{value.text!r} fails the check digits of a Russian INN"
    return f"{value.text!r} is no INN: Uzbek ones have 9 digits and begin with 2 to 7, Russian ones have 10 or 12"


def pinfl_check_digit(thirteen: str) -> int:
    """The fourteenth digit: weights 7-3-1 over the first thirteen, modulo 10."""
    return sum(int(digit) * (7, 3, 1)[at % 3] for at, digit in enumerate(thirteen)) % 10


def _pinfl(value: TypedValue, today: date | None) -> str | None:
    digits = _digits(value)
    if not re.fullmatch(r"[1-6]\d{13}", digits):
        return f"{value.text!r} is no PINFL: it has 14 digits and begins with 1 to 6"
    century = 1800 + 100 * ((int(digits[0]) - 1) // 2)
    try:
        date(century + int(digits[5:7]), int(digits[3:5]), int(digits[1:3]))
    except ValueError:
        return f"{value.text!r} holds no date of birth in its digits 2 to 7"
    if pinfl_check_digit(digits[:13]) != int(digits[13]):
        return f"{value.text!r} fails the check digit of a PINFL"
    return None


def _cpf(value: TypedValue, today: date | None) -> str | None:
    return None if cpf.is_valid(_digits(value)) else f"{value.text!r} fails the check digits of a CPF"


def _cnpj(value: TypedValue, today: date | None) -> str | None:
    return None if cnpj.is_valid(_digits(value)) else f"{value.text!r} fails the check digits of a CNPJ"


def _iban(value: TypedValue, today: date | None) -> str | None:
    return None if is_iban(value.normalised.replace(" ", "")) else f"{value.text!r} fails the check digits of an IBAN"


def _ogrn(value: TypedValue, today: date | None) -> str | None:
    try:
        ogrn.validate(_digits(value))
    except ValidationError:
        return f"{value.text!r} fails the check digit of an OGRN"
    return None


def _account(value: TypedValue, today: date | None) -> str | None:
    digits = _digits(value)
    if not re.fullmatch(r"\d{20}", digits):
        return f"{value.text!r} is no account: it has 20 digits"
    if digits[5:8] not in _CURRENCY_CODES and digits[5:8] != "810":
        return f"{value.text!r} has no known currency in its digits 6 to 8 ({digits[5:8]})"
    return None


def _pattern(pattern: str, what: str) -> Check:
    compiled = re.compile(pattern)

    def check(value: TypedValue, today: date | None) -> str | None:
        return None if compiled.fullmatch(value.normalised.strip()) else f"{value.text!r} is no {what}"

    return check


def _phone(value: TypedValue, today: date | None) -> str | None:
    digits = re.sub(r"[ ()./-]", "", value.normalised)
    if not re.fullmatch(r"\+?\d{7,15}", digits):
        return f"{value.text!r} is no telephone number: 7 to 15 digits"
    if digits.startswith("+998") and len(digits) != 13:
        return f"{value.text!r} is no Uzbek telephone number: nine digits follow +998"
    if digits.startswith("+7") and len(digits) != 12:
        return f"{value.text!r} is no Russian telephone number: ten digits follow +7"
    if digits.startswith("+55") and len(digits) not in (13, 14):
        return f"{value.text!r} is no Brazilian telephone number: ten or eleven digits follow +55"
    return None


def _written_date(value: TypedValue) -> date | None:
    """The first day that an ISO date, or year and month, can mean."""
    match = re.fullmatch(r"(\d{4})-(\d{2})(?:-(\d{2}))?", value.normalised)
    try:
        return None if match is None else date(int(match[1]), int(match[2]), int(match[3] or 1))
    except ValueError:
        return None


def _calendar(is_right: Callable[[date, date], bool], what: str) -> Check:
    def check(value: TypedValue, today: date | None) -> str | None:
        day = _written_date(value)
        if day is None:
            return f"{value.text!r} is no date"
        return None if today is None or is_right(day, today) else f"{value.text!r} {what} ({today.isoformat()})"

    return check


def _number(is_right: Callable[[Decimal], bool], what: str) -> Check:
    def check(value: TypedValue, today: date | None) -> str | None:
        try:
            number = Decimal(value.normalised)
        except InvalidOperation:
            return f"{value.text!r} is no number"
        return None if is_right(number) else f"{value.text!r} {what}"

    return check


CHECKS: Final[dict[str, Check]] = {
    "inn": _inn,
    "pinfl": _pinfl,
    "cpf": _cpf,
    "cnpj": _cnpj,
    "iban": _iban,
    "ogrn": _ogrn,
    "account": _account,
    "mfo": _pattern(r"\d{5}", "MFO: it has 5 digits"),
    "passport": _pattern(
        r"[A-ZА-ЯЎҚҒҲ]{2}\d{6,7}|\d{10}|[A-Z]{1,2}\d{7,8}|\d{9}",
        "passport number: two letters and 6-7 digits, or 9-10 digits",
    ),
    "a_number": _pattern(r"A\d{8,9}", "A-number: A and 8 or 9 digits"),
    "receipt": _pattern(r"[A-Z]{3}\d{10}", "receipt number: three letters and ten digits"),
    "phone": _phone,
    "email": _pattern(r"[^\s@]+@[^\s@]+\.[^\s@]{2,}", "e-mail address"),
    "not_future": _calendar(lambda day, today: day <= today, "lies in the future"),
    "future": _calendar(lambda day, today: day > today, "does not lie in the future"),
    "not_expired": _calendar(lambda day, today: day >= today, "has passed"),
    "positive": _number(lambda number: number > 0, "is not positive"),
    "not_negative": _number(lambda number: number >= 0, "is negative"),
    "percent_range": _number(lambda number: 0 <= number <= 100, "does not lie between 0 and 100"),
    "whole": _number(lambda number: number == number.to_integral_value(), "is no whole number"),
}
