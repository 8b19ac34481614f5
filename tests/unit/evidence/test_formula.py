from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.fields import Column, Field, FieldType, FilledBy
from evidence.formula import (
    FormulaInvalid,
    Number,
    Operand,
    Operation,
    evaluate,
    in_order,
    names_in,
    operands_of,
    parse_formula,
)

YEARS = (Column(id="year"), Column(id="revenue", type=FieldType.MONEY), Column(id="net_profit", type=FieldType.MONEY))
MONTHS = (Column(id="month"), Column(id="amount", type=FieldType.MONEY))
FIELDS = (
    Field(id="revenue", question="?", type=FieldType.MONEY),
    Field(id="net-profit", question="?", type=FieldType.MONEY),
    Field(id="loan.sum", question="?", type=FieldType.MONEY),
    Field(id="loan", question="?", type=FieldType.MONEY),
    Field(id="balance", question="?", type=FieldType.TABLE, columns=YEARS),
    Field(id="turnover", question="?", type=FieldType.TABLE, columns=MONTHS),
    Field(id="payments", question="?", type=FieldType.TABLE, columns=(*MONTHS, Column(id="to-whom"))),
    Field(id="names", question="?", list=True),
)


def numbers(*ids: str) -> tuple[Field, ...]:
    return tuple(Field(id=field_id, question="?", type=FieldType.NUMBER) for field_id in ids)


def worked_out(formula: str, **operands: str) -> Decimal:
    given = {name: Decimal(value) for name, value in operands.items()}
    return evaluate(parse_formula(formula, numbers(*operands)), given)


def computed(field_id: str, formula: str) -> Field:
    return Field(id=field_id, question="?", type=FieldType.NUMBER, filled_by=FilledBy.COMPUTED, formula=formula)


def test_precedence_and_brackets_are_the_usual() -> None:
    root = parse_formula("revenue - 2 * (revenue + 3)", FIELDS)
    assert root == Operation(
        "-",
        Operand("revenue"),
        Operation("*", Number(Decimal(2)), Operation("+", Operand("revenue"), Number(Decimal(3)))),
    )


@pytest.mark.parametrize(
    "written",
    [
        "balance.revenue[2023]",
        "balance[2023].revenue",
        'balance["2023"].revenue',
        "balance.revenue['2023']",
        "balance . revenue [ 2023 ]",
    ],
)
def test_a_cell_may_be_written_in_several_ways(written: str) -> None:
    assert parse_formula(written, FIELDS) == Operand("balance", "revenue", "2023")


def test_a_column_that_only_one_table_has_needs_no_table() -> None:
    assert parse_formula("net_profit[2023]", FIELDS) == Operand("balance", "net_profit", "2023")


def test_a_table_of_two_columns_needs_no_column() -> None:
    assert parse_formula("turnover[May]", FIELDS) == Operand("turnover", "amount", "May")


def test_ids_with_hyphens_and_dots_are_ids() -> None:
    root = parse_formula("net-profit / loan.sum * 100 - payments.to-whom[1]", FIELDS)
    assert [operand.written for operand in operands_of(root)] == ["net-profit", "loan.sum", "payments.to-whom[1]"]


def test_a_hyphen_is_part_of_the_longest_id_or_a_minus() -> None:
    assert parse_formula("net-profit", numbers("net-profit", "net", "profit")) == Operand("net-profit")
    assert parse_formula("net-profit", numbers("net", "profit")) == Operation("-", Operand("net"), Operand("profit"))
    assert parse_formula("loan-loan.sum", FIELDS) == Operation("-", Operand("loan"), Operand("loan.sum"))
    with pytest.raises(FormulaInvalid, match="no field 'revenue2'"):
        parse_formula("revenue2", numbers("revenue"))


@pytest.mark.parametrize(
    ("row", "key"),
    [('"31.12.2023"', "31.12.2023"), ("'Чистая прибыль'", "Чистая прибыль"), ('"a]+b"', "a]+b"), ("Итого", "Итого")],
)
def test_a_row_key_with_signs_is_quoted(row: str, key: str) -> None:
    assert parse_formula(f"balance[{row}].revenue", FIELDS) == Operand("balance", "revenue", key)


def test_the_names_of_a_formula_come_once_each() -> None:
    assert names_in("revenue / (revenue + balance.revenue[2022])", FIELDS) == ("revenue", "balance")


@pytest.mark.parametrize(
    "formula",
    [
        "",
        "revenue +",
        "(revenue",
        "revenue)",
        "revenue revenue",
        "__import__('os').system('true')",
        "revenue ** 2",
        "revenue if revenue else 1",
        "(lambda: 1)()",
        "revenue.__class__",
        "[1, 2]",
        "'text'",
        "True + 1",
        "1e400",
        "1e400 * nothing",
        "1_000",
        "12abc",
        "nothing",
        "balance",
        "balance[2023]",
        "balance.revenue",
        "balance.margin[2023]",
        "balance.revenue[2023].revenue",
        "revenue[2023]",
        "revenue[2023][1]",
        "amount[May]",
        "names + 1",
        "turnover[1.5]",
        "turnover[-1]",
        "turnover[1:2]",
        "turnover[]",
        "(" * 300 + "1" + ")" * 300,
        "-" * 300 + "1",
        "1+" * 400 + "1",
        "revenue @ 2",
        "revenue // 2",
        "~revenue",
        "revenue == 2",
        "f'{revenue}'",
        "2 × 2",
        "revenue — 2",
    ],
)
def test_what_is_no_formula_is_refused_by_name(formula: str) -> None:
    with pytest.raises(FormulaInvalid) as refusal:
        parse_formula(formula, FIELDS)
    assert "formula" in str(refusal.value)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("revenu * 2", "no field 'revenu'; did you mean 'revenue'"),
        ("balance.revenu[2023]", "no column 'revenu'; did you mean 'revenue'"),
        ("balance + 1", "name one cell of it: balance.net_profit[row]"),
        ("turnover[31.12.2023]", "must be letters and digits, or quoted"),
        ("amount[May]", "is in 'turnover', 'payments'; say which"),
        ("2 ? 2", "'?' is no part of a formula"),
        ("revenue * ", "missing at the end"),
        ("2 + 2", "names no field, so its result has no source"),
    ],
)
def test_the_refusal_says_what_to_write(formula: str, said: str) -> None:
    with pytest.raises(FormulaInvalid) as refusal:
        parse_formula(formula, FIELDS)
    assert said in str(refusal.value)


def test_a_long_sum_is_not_a_deep_one() -> None:
    assert worked_out("+".join("a" * 200), a="1") == 200


def test_does_the_sum() -> None:
    assert worked_out("(a - b) / b * 100", a="150", b="100") == 50
    assert worked_out("-a + 2.5", a="1") == Decimal("1.5")
    assert worked_out("a - b - c", a="10", b="3", c="2") == 5
    assert worked_out("a / b / c", a="12", b="3", c="2") == 2
    assert worked_out("+a * .5", a="3") == Decimal("1.5")
    cells = {"balance.net_profit[2023]": Decimal(1), "balance.revenue[2023]": Decimal(4)}
    assert evaluate(parse_formula("net_profit[2023] / balance.revenue[2023]", FIELDS), cells) == Decimal("0.25")


def test_sums_are_exact_where_binary_fractions_are_not() -> None:
    assert worked_out("a + b", a="0.1", b="0.2") == Decimal("0.3")
    long = "12345678901234567890123456789012.34"
    assert worked_out("-a - -a", a=long) == 0 and worked_out("-(-a)", a=long) == Decimal(long)


def test_a_division_by_zero_names_its_divisor() -> None:
    root = parse_formula("a / (a - b)", numbers("a", "b"))
    with pytest.raises(FormulaInvalid, match="divides by zero") as refusal:
        evaluate(root, {"a": Decimal(1), "b": Decimal(1)})
    assert refusal.value.divisor == Operation("-", Operand("a"), Operand("b"))


@pytest.mark.parametrize("value", ["NaN", "sNaN", "Infinity", "1E+20000"])
def test_an_operand_that_is_no_usable_number_is_refused(value: str) -> None:
    with pytest.raises(FormulaInvalid):
        worked_out("a + 1", a=value)


def test_an_operand_that_is_not_given_is_named() -> None:
    with pytest.raises(FormulaInvalid, match="'b' is not given"):
        evaluate(parse_formula("a + b", numbers("a", "b")), {"a": Decimal(1)})


def test_operands_come_before_what_is_computed_from_them() -> None:
    fields = (computed("c", "b + 1"), computed("b", "a * 2"), *numbers("a"))
    ordered, circular = in_order(fields)
    assert [field.id for field in ordered] == ["b", "c"] and not circular


def test_a_formula_that_needs_itself_is_told_apart() -> None:
    fields = (computed("a", "b + 1"), computed("b", "a + 1"), computed("c", "1 + 1"), computed("d", "a * 2"))
    ordered, circular = in_order(fields)
    assert [field.id for field in ordered] == ["c"] and [field.id for field in circular] == ["a", "b", "d"]


@given(st.text(alphabet="ab.-+*/()[]'\"1 2?é\u0661", max_size=30))
def test_whatever_is_written_is_a_formula_or_refused(formula: str) -> None:
    try:
        root = parse_formula(formula, numbers("a", "a-b", "b.a"))
        evaluate(root, {operand.written: Decimal(3) for operand in operands_of(root)})
    except FormulaInvalid as refusal:
        assert str(refusal)


def _figures(**asked: Any) -> Field:
    columns = (Column(id="year"), Column(id="revenue", type=FieldType.MONEY))
    return Field(id="figures", question="?", type=FieldType.TABLE, columns=columns, **asked)


def test_latest_is_the_last_row_asked_for() -> None:
    field = _figures(rows=("2022", "2023", "2024"))
    named = [
        operand.row for operand in operands_of(parse_formula("revenue[latest] / figures.revenue[latest-1]", [field]))
    ]
    assert named == ["2024", "2023"]


def test_latest_of_years_is_known_only_in_a_case() -> None:
    node = parse_formula("figures.revenue[latest]", [_figures(years=3)])
    assert [operand.written for operand in operands_of(node)] == ["figures.revenue[latest]"]


@pytest.mark.parametrize(
    ("asked", "formula", "said"),
    [
        ({}, "revenue[latest]", "years or rows"),
        ({"years": 2}, "revenue[latest-2]", "before the first of the 2 rows"),
        ({"rows": ("a", "b")}, "figures.revenue[latest-5]", "before the first"),
    ],
)
def test_latest_needs_rows_that_are_asked_for(asked: dict[str, Any], formula: str, said: str) -> None:
    with pytest.raises(FormulaInvalid, match=said):
        parse_formula(formula, [_figures(**asked)])
