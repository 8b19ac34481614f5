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
from evidence.reasons import Reason, because
from evidence.values.identifiers import is_iban

_CURRENCY_CODES: Final = frozenset(
    {"000", "840", "978", "643", "826", "756", "392", "156", "398", "860", "949", "784", "410"}
)
"""Digits 6-8 of an Uzbek account: 000 is the sum, the others are ISO 4217."""


class CheckResult(Frozen):
    reason: Reason | None = None
    """What is wrong, or None."""

    @property
    def ok(self) -> bool:
        return self.reason is None


def run_check(name: str, value: TypedValue, *, today: date | None = None) -> CheckResult:
    """``today`` is for the checks that look at the calendar; without it they pass and say so.

    Raises ValueError for a name that is not in ``CHECKS``.
    """
    check = CHECKS.get(name)
    if check is None:
        raise ValueError(f"no check {name!r}; known are {', '.join(sorted(CHECKS))}")
    fault = check(value, today)
    return CheckResult(reason=fault and fault.about(value=value.text))


Check = Callable[[TypedValue, date | None], Reason | None]
"""What is wrong with ``{value}``, or None."""


def _digits(value: TypedValue) -> str:
    return re.sub(r"[ ./()-]", "", value.normalised)


def _check_digits(of: str) -> Reason:
    return because("check_digits", "{value!r} fails the check digits of {of}", of=of)


def _inn(value: TypedValue, today: date | None) -> Reason | None:
    digits = _digits(value)
    if re.fullmatch(r"[2-7]\d{8}", digits):
        return None  # Uzbek: 2 and 3 organisations, 4-7 people; its check digit is not public
    if len(digits) in (10, 12):
        return None if inn.is_valid(digits) else _check_digits("INN (RU)")
    why = "{value!r} is no INN: Uzbek ones have 9 digits and begin with 2 to 7, Russian ones have 10 or 12"
    return because("no_inn", why)


def pinfl_check_digit(thirteen: str) -> int:
    """The fourteenth digit: weights 7-3-1 over the first thirteen, modulo 10."""
    return sum(int(digit) * (7, 3, 1)[at % 3] for at, digit in enumerate(thirteen)) % 10


def _pinfl(value: TypedValue, today: date | None) -> Reason | None:
    digits = _digits(value)
    if not re.fullmatch(r"[1-6]\d{13}", digits):
        return because("no_pinfl", "{value!r} is no PINFL: it has 14 digits and begins with 1 to 6")
    century = 1800 + 100 * ((int(digits[0]) - 1) // 2)
    try:
        date(century + int(digits[5:7]), int(digits[3:5]), int(digits[1:3]))
    except ValueError:
        return because("pinfl_without_birth", "{value!r} holds no date of birth in its digits 2 to 7")
    if pinfl_check_digit(digits[:13]) != int(digits[13]):
        return _check_digits("PINFL")
    return None


def _cpf(value: TypedValue, today: date | None) -> Reason | None:
    return None if cpf.is_valid(_digits(value)) else _check_digits("CPF")


def _cnpj(value: TypedValue, today: date | None) -> Reason | None:
    return None if cnpj.is_valid(_digits(value)) else _check_digits("CNPJ")


def _iban(value: TypedValue, today: date | None) -> Reason | None:
    return None if is_iban(value.normalised.replace(" ", "")) else _check_digits("IBAN")


def _ogrn(value: TypedValue, today: date | None) -> Reason | None:
    try:
        ogrn.validate(_digits(value))
    except ValidationError:
        return _check_digits("OGRN")
    return None


def _account(value: TypedValue, today: date | None) -> Reason | None:
    digits = _digits(value)
    if not re.fullmatch(r"\d{20}", digits):
        return because("no_account", "{value!r} is no account: it has 20 digits")
    if digits[5:8] not in _CURRENCY_CODES and digits[5:8] != "810":
        why = "{value!r} has no known currency in its digits 6 to 8 ({digits})"
        return because("account_currency", why, digits=digits[5:8])
    return None


def _pattern(pattern: str, fault: Reason) -> Check:
    compiled = re.compile(pattern)

    def check(value: TypedValue, today: date | None) -> Reason | None:
        return None if compiled.fullmatch(value.normalised.strip()) else fault

    return check


def _phone(value: TypedValue, today: date | None) -> Reason | None:
    digits = re.sub(r"[ ()./-]", "", value.normalised)
    if not re.fullmatch(r"\+?\d{7,15}", digits):
        return because("no_phone", "{value!r} is no telephone number: 7 to 15 digits")
    if digits.startswith("+998") and len(digits) != 13:
        return because("no_phone_uz", "{value!r} is no Uzbek telephone number: nine digits follow +998")
    if digits.startswith("+7") and len(digits) != 12:
        return because("no_phone_ru", "{value!r} is no Russian telephone number: ten digits follow +7")
    if digits.startswith("+55") and len(digits) not in (13, 14):
        return because("no_phone_br", "{value!r} is no Brazilian telephone number: ten or eleven digits follow +55")
    return None


def _written_date(value: TypedValue) -> date | None:
    """The first day that an ISO date, or year and month, can mean."""
    match = re.fullmatch(r"(\d{4})-(\d{2})(?:-(\d{2}))?", value.normalised)
    try:
        return None if match is None else date(int(match[1]), int(match[2]), int(match[3] or 1))
    except ValueError:
        return None


def _calendar(is_right: Callable[[date, date], bool], fault: Reason) -> Check:
    def check(value: TypedValue, today: date | None) -> Reason | None:
        day = _written_date(value)
        if day is None:
            return because("no_date", "{value!r} is no date")
        return None if today is None or is_right(day, today) else fault.about(today=today.isoformat())

    return check


def _number(is_right: Callable[[Decimal], bool], fault: Reason) -> Check:
    def check(value: TypedValue, today: date | None) -> Reason | None:
        try:
            number = Decimal(value.normalised)
        except InvalidOperation:
            return because("no_number", "{value!r} is no number")
        return None if is_right(number) else fault

    return check


CHECKS: Final[dict[str, Check]] = {
    "inn": _inn,
    "pinfl": _pinfl,
    "cpf": _cpf,
    "cnpj": _cnpj,
    "iban": _iban,
    "ogrn": _ogrn,
    "account": _account,
    "mfo": _pattern(r"\d{5}", because("no_mfo", "{value!r} is no MFO: it has 5 digits")),
    "passport": _pattern(
        r"[A-ZА-ЯЎҚҒҲ]{2}\d{6,7}|\d{10}|[A-Z]{1,2}\d{7,8}|\d{9}",
        because("no_passport", "{value!r} is no passport number: two letters and 6-7 digits, or 9-10 digits"),
    ),
    "a_number": _pattern(r"A\d{8,9}", because("no_a_number", "{value!r} is no A-number: A and 8 or 9 digits")),
    "receipt": _pattern(
        r"[A-Z]{3}\d{10}", because("no_receipt", "{value!r} is no receipt number: three letters and ten digits")
    ),
    "phone": _phone,
    "email": _pattern(r"[^\s@]+@[^\s@]+\.[^\s@]{2,}", because("no_email", "{value!r} is no e-mail address")),
    "not_future": _calendar(
        lambda day, today: day <= today, because("in_the_future", "{value!r} lies in the future ({today})")
    ),
    "future": _calendar(
        lambda day, today: day > today, because("not_in_the_future", "{value!r} does not lie in the future ({today})")
    ),
    "not_expired": _calendar(lambda day, today: day >= today, because("expired", "{value!r} has passed ({today})")),
    "positive": _number(lambda number: number > 0, because("not_positive", "{value!r} is not positive")),
    "not_negative": _number(lambda number: number >= 0, because("negative", "{value!r} is negative")),
    "percent_range": _number(
        lambda number: 0 <= number <= 100, because("no_percentage", "{value!r} does not lie between 0 and 100")
    ),
    "whole": _number(
        lambda number: number == number.to_integral_value(), because("not_whole", "{value!r} is no whole number")
    ),
}
