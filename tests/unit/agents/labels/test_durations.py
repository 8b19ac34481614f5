"""A term in years is not a number of months."""

import pytest

from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import flow

_MONTHS = field(FieldType.NUMBER, "Loan term", question="For how many months is the loan asked?")


@pytest.mark.parametrize("term", ["5 years", "5 (five) years", "5 yil", "5 лет", "5 anos", "1800 days"])
def test_another_unit_is_never_shown_as_months(term: str) -> None:
    assert values(_MONTHS, flow(f"Loan term: {term}")) == []


@pytest.mark.parametrize("term", ["60 months", "60 (sixty) months", "60 oy", "60 месяцев", "60 meses", "60"])
def test_months_are_taken(term: str) -> None:
    (value,) = values(_MONTHS, flow(f"Loan term: {term}"))
    assert value.startswith("60")
