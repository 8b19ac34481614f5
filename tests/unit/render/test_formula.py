from decimal import Decimal

import pytest

from render.formula import FormulaWrong, Reference, read_formula, work_out


def references(formula: str, *known: str) -> list[tuple[str, str | None, str | None]]:
    return [(t.field, t.column, t.row) for t in read_formula(formula, known) if isinstance(t, Reference)]


def test_a_hyphen_is_part_of_an_id_or_a_minus() -> None:
    assert references("net-profit", "net-profit") == [("net-profit", None, None)]
    assert references("net-profit", "net", "profit") == [("net", None, None), ("profit", None, None)]
    assert references("revenue2", "revenue") == [("revenue2", None, None)]


def test_a_cell_can_be_named_in_either_order() -> None:
    assert references("b.rev[2023] / b[2022].rev", "b") == [("b", "rev", "2023"), ("b", "rev", "2022")]
    assert references('b.rev["31.12.2023"]', "b") == [("b", "rev", "31.12.2023")]


def test_does_the_sum_again() -> None:
    assert work_out("(a - b) / b * 100", {"a": "150", "b": "100"}) == 50
    assert work_out("-a + 2.5", {"a": "1"}) == Decimal("1.5")
    assert work_out("net[2023] / b.rev[2023]", {"b.net[2023]": "1", "b.rev[2023]": "4"}) == Decimal("0.25")
    assert work_out('b.rev["31.12.2023"]', {"b.rev[31.12.2023]": "7"}) == 7


@pytest.mark.parametrize(
    ("formula", "operands"),
    [
        ("a / b", {"a": "1", "b": "0"}),
        ("a +", {"a": "1"}),
        ("(a", {"a": "1"}),
        ("a a", {"a": "1"}),
        ("a * c", {"a": "1"}),
        ("a", {"a": "much"}),
        ("a ** 2", {"a": "3"}),
        ("__import__('os')", {}),
        ("(" * 5000 + "a", {"a": "1"}),
        ("rev[2023]", {"x.rev[2023]": "1", "y.rev[2023]": "2"}),
    ],
)
def test_what_cannot_be_worked_out_is_an_error(formula: str, operands: dict[str, str]) -> None:
    with pytest.raises(FormulaWrong):
        work_out(formula, operands)
