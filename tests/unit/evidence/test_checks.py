from datetime import date

import pytest

from evidence.checks import CHECKS, pinfl_check_digit, run_check
from evidence.fields import FieldType
from evidence.findings import TypedValue

TODAY = date(2024, 6, 1)


def value(normalised: str, kind: FieldType = FieldType.IDENTIFIER) -> TypedValue:
    return TypedValue(type=kind, text=normalised, normalised=normalised)


def made_up_pinfl(thirteen: str) -> str:
    return thirteen + str(pinfl_check_digit(thirteen))


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("inn", "301234567", "101234567"), ("inn", "7707083893", "7707083894"), ("inn", "301234567", "30123456"),
        ("pinfl", made_up_pinfl("3150385001001"), "31503850010019"),
        ("pinfl", made_up_pinfl("3150385001001"), made_up_pinfl("3320385001001")),
        ("cpf", "52998224725", "52998224726"), ("cnpj", "11222333000181", "11222333000182"),
        ("iban", "DE89370400440532013000", "DE88370400440532013000"),
        ("account", "20208000912345678001", "2020800091234567800"), ("account", "20208840912345678001", "20208999912345678001"),
        ("mfo", "00401", "0401"), ("passport", "AA1234567", "A12"), ("a_number", "A012345678", "A12"),
        ("receipt", "MSC2190012345", "MSC219001234"),
        ("phone", "+998901234567", "+99890123456"), ("email", "a@b.uz", "a@b"), ("ogrn", "1027700132195", "1027700132196"),
    ],
)  # fmt: skip
def test_check_digits_and_patterns(name: str, right: str, wrong: str) -> None:
    assert run_check(name, value(right)).ok
    result = run_check(name, value(wrong))
    assert not result.ok
    assert repr(wrong) in str(result.reason)


def test_dates_are_held_against_the_given_day_only() -> None:
    future = value("2024-07-01", FieldType.DATE)
    assert not run_check("not_future", future, today=TODAY).ok
    assert run_check("not_future", future).ok
    assert run_check("not_future", value("2024-06", FieldType.DATE), today=TODAY).ok
    assert run_check("not_expired", future, today=TODAY).ok
    assert not run_check("not_expired", value("2024-05-31", FieldType.DATE), today=TODAY).ok


def test_numbers() -> None:
    assert run_check("positive", value("5", FieldType.MONEY)).ok
    assert not run_check("positive", value("-5", FieldType.MONEY)).ok
    assert not run_check("percent_range", value("120", FieldType.PERCENT)).ok
    assert not run_check("positive", value("пять", FieldType.MONEY)).ok


def test_an_unknown_check_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="pinfl"):
        run_check("inm", value("1"))


def test_no_check_breaks_on_odd_input() -> None:
    for name in CHECKS:
        for odd in ("", " ", "абв", "²³", "0" * 40, "2024-13-45"):
            run_check(name, value(odd), today=TODAY)
