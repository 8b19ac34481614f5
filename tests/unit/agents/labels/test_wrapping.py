"""A value under its label runs on over its lines, and never into the next label."""

from evidence.fields import FieldType
from tests.unit.agents.labels.asking import ask, field, values
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


def test_the_second_line_is_found_beside_another_column_and_both_are_cited() -> None:
    page = form(
        [(0, "Loan purpose:"), (50, "Security:")],
        [(0, "purchase of a magnetic resonance"), (50, "a building in the")],
        [(0, "scanner for the new clinic"), (50, "old town")],
    )
    assert values(_PURPOSE, page) == ["purchase of a magnetic resonance scanner for the new clinic"]
    decision = ask(_PURPOSE, page)
    assert [len(claim.evidence) for claim in decision.claims] == [2]


def test_an_address_under_a_name_is_not_the_rest_of_the_name() -> None:
    owner = field(FieldType.ORGANISATION, "Залогодатель")
    page = form(
        [(0, "Залогодержатель:"), (50, "Залогодатель:")],
        [(0, "АКБ «НАМУНА БАНК»"), (50, "ООО «НАМУНА МУЛК»")],
        [(0, "г. Ташкент, ул. Первая, 3"), (50, "г. Ташкент, ул. Вторая, 88")],
        language="ru",
    )
    assert values(owner, page) == ["ООО «НАМУНА МУЛК»"]


def test_a_line_of_another_size_or_column_does_not_belong_to_the_value() -> None:
    page = form([(0, "Loan purpose:")], [(0, "purchase of a magnetic resonance")], [(9, "scanner for the new clinic")])
    assert values(_PURPOSE, page) == ["purchase of a magnetic resonance"]
