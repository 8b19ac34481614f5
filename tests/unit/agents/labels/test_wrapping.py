"""A value under its label runs on over its lines, and never into the next label."""

from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import form

_PURPOSE = field(FieldType.TEXT, "Loan purpose")


def test_the_second_line_under_a_label_belongs_to_the_value() -> None:
    page = form(
        "Loan purpose:", "purchase of a magnetic resonance", "scanner for the new clinic", "", "Loan term:", "60 months"
    )
    assert values(_PURPOSE, page) == ["purchase of a magnetic resonance scanner for the new clinic"]


def test_the_next_label_does_not_belong_to_the_value() -> None:
    page = form("Loan purpose", "Working capital", "Loan term", "60 months")
    assert values(_PURPOSE, page) == ["Working capital"]


def test_half_a_value_beside_another_column_is_not_taken() -> None:
    page = form(
        [(0, "Loan purpose:"), (50, "Security:")],
        [(0, "purchase of a magnetic resonance"), (50, "a building in the")],
        [(0, "scanner for the new clinic"), (50, "old town")],
    )
    assert values(_PURPOSE, page) == []
