from decimal import Decimal

import pytest

from agents.fill.formula import FormulaInvalid, Number, Operand, Operation, names_in, operands_of, parse_formula
from evidence.fields import Column, Field, FieldType, ReportTemplate

YEARS = (Column(id="year"), Column(id="revenue", type=FieldType.MONEY), Column(id="net_profit", type=FieldType.MONEY))
TEMPLATE = ReportTemplate(
    id="t", title="T", sha256="0",
    fields=(
        Field(id="revenue", question="?", type=FieldType.MONEY),
        Field(id="net-profit", question="?", type=FieldType.MONEY),
        Field(id="loan.sum", question="?", type=FieldType.MONEY),
        Field(id="balance", question="?", type=FieldType.TABLE, columns=YEARS),
        Field(id="turnover", question="?", type=FieldType.TABLE, columns=(Column(id="month"), Column(id="amount"))),
        Field(id="names", question="?", list=True),
    ),
)  # fmt: skip


def test_precedence_and_brackets_are_the_usual() -> None:
    root = parse_formula("revenue - 2 * (revenue + 3)", TEMPLATE)
    assert root == Operation(
        "-",
        Operand("revenue"),
        Operation("*", Number(Decimal(2)), Operation("+", Operand("revenue"), Number(Decimal(3)))),
    )


@pytest.mark.parametrize("written", ["balance.revenue[2023]", "balance[2023].revenue", 'balance["2023"].revenue'])
def test_a_cell_may_be_written_three_ways(written: str) -> None:
    assert parse_formula(written, TEMPLATE) == Operand("balance", "revenue", "2023")


def test_a_column_that_only_one_table_has_needs_no_table() -> None:
    assert parse_formula("net_profit[2023]", TEMPLATE) == Operand("balance", "net_profit", "2023")


def test_a_table_of_two_columns_needs_no_column() -> None:
    assert parse_formula("turnover[May]", TEMPLATE) == Operand("turnover", "amount", "May")


def test_ids_with_hyphens_and_dots_are_ids() -> None:
    root = parse_formula("net-profit / loan.sum * 100", TEMPLATE)
    assert [operand.field for operand in operands_of(root)] == ["net-profit", "loan.sum"]


def test_a_row_key_with_signs_is_quoted() -> None:
    assert parse_formula('balance["31.12.2023"].revenue', TEMPLATE) == Operand("balance", "revenue", "31.12.2023")


def test_the_names_of_a_formula_come_once_each() -> None:
    assert names_in("revenue / (revenue + balance.revenue[2022])", TEMPLATE) == ("revenue", "balance")


@pytest.mark.parametrize(
    "formula",
    [
        "",
        "revenue +",
        "__import__('os').system('true')",
        "revenue ** 2",
        "revenue if revenue else 1",
        "(lambda: 1)()",
        "revenue.__class__",
        "[1, 2]",
        "'text'",
        "True + 1",
        "1e400 * nothing",
        "nothing",
        "balance",
        "balance[2023]",
        "balance.margin[2023]",
        "revenue[2023]" * 1 + "[1]",
        "names + 1",
        "turnover[1.5]",
        "turnover[-1]",
        "turnover[1:2]",
        "(" * 300 + "1" + ")" * 300,
        "1+" * 400 + "1",
        "revenue @ 2",
        "revenue // 2",
        "~revenue",
        "revenue == 2",
        "f'{revenue}'",
    ],
)
def test_what_is_no_formula_is_refused_by_name(formula: str) -> None:
    with pytest.raises(FormulaInvalid) as refusal:
        parse_formula(formula, TEMPLATE)
    assert "formula" in str(refusal.value)
