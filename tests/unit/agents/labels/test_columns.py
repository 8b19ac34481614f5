"""A heading over a column of several values gives none of them; one row under it is one value."""

import pytest

from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import flow, form, sheet

_HEADS = ["Bank", "Contract number", "Contract date"]
_ONE = ["Bank North", "77/22", "15.06.2022"]
_TWO = ["Bank South", "15/24", "20.02.2024"]


@pytest.mark.parametrize(
    ("kind", "label"),
    [(FieldType.DATE, "Contract date"), (FieldType.IDENTIFIER, "Contract number"), (FieldType.ORGANISATION, "Bank")],
)
def test_the_first_of_several_rows_is_not_the_value(kind: FieldType, label: str) -> None:
    assert values(field(kind, label), sheet([_HEADS, _ONE, _TWO])) == []


def test_a_table_of_one_row_gives_its_values() -> None:
    assert values(field(FieldType.DATE, "Contract date"), sheet([_HEADS, _ONE])) == ["15.06.2022"]


def test_a_column_of_one_party_begins_with_its_name() -> None:
    parties = [
        ["Seller", "Buyer"],
        ["Alfa LLC", "Merolin Trade Ltd."],
        ["12 Mill Lane", "3 Harbour Street"],
        ["A. Karimov", "K. Saar"],
    ]
    assert values(field(FieldType.ORGANISATION, "Buyer"), sheet(parties)) == ["Merolin Trade Ltd."]


def test_a_bracket_under_a_line_of_its_own_is_the_rest_of_that_heading() -> None:
    asked = field(FieldType.MONEY, "Обороты по кредиту", currency="UZS")
    page = form(
        [(20, "Обороты по кредиту")],
        [(0, "Месяц"), (20, "(поступления)"), (50, "Списания")],
        [(0, "май"), (20, "310 500 000"), (50, "300 000 000")],
        [(0, "июнь"), (20, "210 500 000"), (50, "200 000 000")],
        [(0, "ИТОГО"), (20, "521 000 000"), (50, "500 000 000")],
        language="ru",
    )
    assert values(asked, page) == ["521 000 000"]


def test_a_row_name_of_two_lines_does_not_end_the_column() -> None:
    rows = (
        "Davr\tKirim\tChiqim (debet)", "2025-yil mart\t6 918 440,15\t6 847 902,40", "2025-yil sentabr -",
        "2026-yil fevral\t7 953 865,05\t7 842 216,45",
    )  # fmt: skip
    text = "\n".join(rows)
    asked = field(FieldType.MONEY, "Chiqim (debet)", currency="UZS")
    assert values(asked, flow(text, language="uz-Latn")) == [
        "6 847 902,40",
        "7 842 216,45",
    ]  # which is meant, a person says
