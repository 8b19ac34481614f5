"""A heading over a column of several values gives none of them; one row under it is one value."""

import pytest

from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import sheet

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
