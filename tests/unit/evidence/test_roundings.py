from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.roundings import Written, agree, written

THOUSAND, MILLION = 10**3, 10**6
AMOUNTS = st.integers(-(10**12), 10**12)
PLACES = st.integers(0, 6)


def of(digits: str, scale: int = 1) -> Written:
    made = written(digits, scale=scale)
    assert made is not None
    return made


def test_the_rounding_in_millions_agrees_with_the_thousands() -> None:
    assert agree(of("48216.4", MILLION), of("48216400", THOUSAND))
    assert agree(of("3165.8", MILLION), of("3165816", THOUSAND))


@pytest.mark.parametrize("rounded", ["61204.8", "61204.9"])
def test_half_a_step_may_be_rounded_either_way(rounded: str) -> None:
    assert agree(of(rounded, MILLION), of("61204850", THOUSAND))


@pytest.mark.parametrize("other", ["61204.7", "61205.0", "61204.85101"])
def test_what_is_no_rounding_does_not_agree(other: str) -> None:
    assert not agree(of(other, MILLION), of("61204850", THOUSAND))


def test_noughts_at_the_end_are_written_digits() -> None:
    assert not agree(of("57000000"), of("57000001"))


def test_brackets_and_minus_are_one_sign() -> None:
    assert of("(12.5)") == of("-12.5")
    assert not agree(of("(12.5)"), of("12.5"))


@pytest.mark.parametrize("text", ["", "-", "x", "1.2.3", "NaN", "Infinity", "1e-40"])
def test_other_text_is_no_amount(text: str) -> None:
    assert written(text) is None


@given(AMOUNTS, PLACES, st.sampled_from([ROUND_HALF_UP, ROUND_HALF_EVEN]))
def test_every_rounding_agrees_both_ways_round(amount: int, places: int, how: str) -> None:
    fine = Written(Decimal(amount), Decimal(1))
    step = Decimal(10) ** places
    coarse = Written((Decimal(amount) / step).quantize(Decimal(1), rounding=how) * step, step)
    assert agree(fine, coarse)
    assert agree(coarse, fine)


@given(AMOUNTS, PLACES, st.integers(1, 10**9))
def test_nothing_farther_than_half_a_step_agrees(amount: int, places: int, more: int) -> None:
    step = Decimal(10) ** places
    fine = Written(Decimal(amount), Decimal(1))
    assert not agree(fine, Written(fine.amount + step / 2 + more, step))


@given(AMOUNTS, AMOUNTS)
def test_of_equally_fine_amounts_only_equal_ones_agree(one: int, other: int) -> None:
    assert agree(Written(Decimal(one), Decimal(1)), Written(Decimal(other), Decimal(1))) == (one == other)
