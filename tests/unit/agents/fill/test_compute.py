from decimal import Decimal

import pytest

from agents.fill.compute import compute_field
from agents.fill.wording import Wording
from evidence.citations import Citation
from evidence.fields import Column, Field, FieldType, FilledBy, ReportTemplate
from evidence.findings import Finding, FoundValue, Producer, ReviewState, Row, Status, TypedValue
from evidence.pages import Document, Page, PageKind
from evidence.spans import CharSpan

PRODUCER = Producer(agent="agent.report.fill", model="computed", template="t@1")
DOCUMENT = Document(sha256="a" * 64, name="a.pdf", media_type="application/pdf", page_count=1)
PAGE = Page(document="a" * 64, number=1, kind=PageKind.TEXT, text="0123456789" * 20)
COLUMNS = (Column(id="year"), Column(id="revenue", type=FieldType.MONEY), Column(id="profit", type=FieldType.MONEY))


def cited(start: int) -> Citation:
    return Citation.of(DOCUMENT, PAGE, CharSpan(start=start, end=start + 5))


def money(normalised: str, unit: str | None = "UZS") -> TypedValue:
    return TypedValue(type=FieldType.MONEY, text=normalised, normalised=normalised, unit=unit)


def plain(normalised: str, kind: FieldType = FieldType.NUMBER) -> TypedValue:
    return TypedValue(type=kind, text=normalised, normalised=normalised)


def found(field: str, value: TypedValue, *, at: int = 0, **more: object) -> Finding:
    held = FoundValue(value=value, citations=(0,))
    return Finding(field=field, status=Status.FOUND, values=(held,), citations=(cited(at),), producer=PRODUCER, **more)


def template(formula: str, kind: FieldType = FieldType.NUMBER) -> ReportTemplate:
    return ReportTemplate(
        id="t", title="T", sha256="0",
        fields=(
            Field(id="a", question="?", type=FieldType.MONEY, labels=("Amount A",)),
            Field(id="b", question="?", type=FieldType.MONEY, labels=("Amount B",)),
            Field(id="n", question="?", type=FieldType.NUMBER),
            Field(id="balance", question="?", type=FieldType.TABLE, columns=COLUMNS),
            Field(id="result", question="?", type=kind, filled_by=FilledBy.COMPUTED, formula=formula),
        ),
    )  # fmt: skip


def computed(formula: str, *findings: Finding, kind: FieldType = FieldType.NUMBER) -> Finding:
    form = template(formula, kind)
    by_field = {finding.field: finding for finding in findings}
    return compute_field(
        form.field("result"), template=form, findings=by_field, producer=PRODUCER, wording=Wording("en")
    )


def test_a_result_cites_every_operand_and_can_be_done_again() -> None:
    finding = computed("a / b * 100", found("a", money("150")), found("b", money("400"), at=50), kind=FieldType.PERCENT)
    assert finding.status is Status.FOUND
    assert finding.values[0].value.normalised == "37.5"
    assert {citation.span.start for citation in finding.citations} == {0, 50}
    assert finding.values[0].citations == (0, 1)
    assert finding.computation is not None
    assert finding.computation.operands == {"a": "150", "b": "400"}
    assert finding.computation.rounding is None


def test_rounding_is_half_up_and_said() -> None:
    finding = computed("a / b", found("a", money("1")), found("b", money("8")), kind=FieldType.PERCENT)
    assert finding.values[0].value.normalised == "0.13"
    assert finding.computation is not None
    assert finding.computation.rounding == "rounded half up to 2 decimal places"


def test_decimals_are_exact() -> None:
    finding = computed("a + b", found("a", money("0.1")), found("b", money("0.2")), kind=FieldType.MONEY)
    assert Decimal(finding.values[0].value.normalised) == Decimal("0.3")
    assert finding.values[0].value.unit == "UZS"


def test_amounts_beyond_float_are_exact() -> None:
    finding = computed("a + 1", found("a", money("123456789012345678901234567890")), kind=FieldType.MONEY)
    assert finding.values[0].value.normalised == "123456789012345678901234567891"


def test_cells_of_a_table_are_operands() -> None:
    rows = tuple(
        Row(
            cells={
                "year": FoundValue(value=plain(year, FieldType.TEXT), citations=(0,)),
                "revenue": FoundValue(value=money(revenue), citations=(1,)),
                "profit": None,
            }
        )
        for year, revenue in (("2022", "80"), ("2023", "100"))
    )
    balance = Finding(
        field="balance", status=Status.FOUND, rows=rows, citations=(cited(0), cited(20)), producer=PRODUCER
    )
    finding = computed("(balance.revenue[2023] - balance.revenue[2022]) / balance.revenue[2022] * 100", balance)
    assert finding.values[0].value.normalised == "25"
    assert finding.computation is not None
    assert finding.computation.operands == {"balance.revenue[2023]": "100", "balance.revenue[2022]": "80"}
    open_cell = computed("balance.profit[2023] * 2", balance)
    assert (open_cell.status, "leave" in (open_cell.reason or "")) == (Status.NOT_FOUND, True)
    no_row = computed("balance.revenue[2021] * 2", balance)
    assert "no such row" in (no_row.reason or "")


@pytest.mark.parametrize(
    ("operand", "said"),
    [
        (None, "'Amount B' was not found"),
        (Finding(field="b", status=Status.NOT_FOUND, reason="-", producer=PRODUCER), "'Amount B' was not found"),
        (Finding(field="b", status=Status.FAILED, reason="-", producer=PRODUCER), "'Amount B' failed"),
        (found("b", money("5"), review=ReviewState.REJECTED), "rejected by the reviewer"),
        (
            Finding(
                field="b", status=Status.CONFLICT, citations=(cited(0), cited(9)), producer=PRODUCER,
                values=(FoundValue(value=money("1"), citations=(0,)), FoundValue(value=money("2"), citations=(1,))),
            ),
            "disagree on 'Amount B'",
        ),
        (found("b", money("0")), "division by zero"),
        (found("b", money("n/a")), "not a number"),
        (found("b", money("NaN")), "not a number"),
        (found("b", money("Infinity")), "not a number"),
    ],
)  # fmt: skip
def test_an_operand_that_cannot_be_used_is_named(operand: Finding | None, said: str) -> None:
    held = [found("a", money("5"))] + ([operand] if operand is not None else [])
    finding = computed("a / b", *held)
    assert finding.status is Status.NOT_FOUND
    assert said in (finding.reason or "")
    assert not finding.values


def test_what_was_found_of_the_operands_is_kept_as_partial_evidence() -> None:
    finding = computed("a / b", found("a", money("5"), at=30))
    assert [piece.citation.span.start for piece in finding.partial] == [30]


@pytest.mark.parametrize("formula", ["a + b", "a - b", "a / b", "a * b"])
def test_two_currencies_never_meet(formula: str) -> None:
    finding = computed(formula, found("a", money("5", "UZS")), found("b", money("5", "USD")))
    assert finding.status is Status.NOT_FOUND
    assert "cannot go together" in (finding.reason or "")


def test_a_currency_left_over_is_no_percentage() -> None:
    finding = computed("a * 100", found("a", money("5")), kind=FieldType.PERCENT)
    assert finding.status is Status.NOT_FOUND


def test_cautions_of_operands_are_cautions_of_the_result() -> None:
    assert computed("a * 2", found("a", money("5"), cautions=("look",))).cautions == ("look",)


def test_a_broken_formula_is_a_reason() -> None:
    assert "no field 'zzz'" in (computed("zzz + 1").reason or "")


def test_negative_results_and_signs() -> None:
    finding = computed("-a - 1", found("a", money("5")), kind=FieldType.MONEY)
    assert finding.values[0].value.normalised == "-6"


def test_a_tiny_ratio_keeps_digits() -> None:
    finding = computed("a / b", found("a", money("1")), found("b", money("3000")))
    assert finding.values[0].value.normalised == "0.0003"


def test_an_amount_whose_document_names_no_currency_goes_with_any() -> None:
    finding = computed("a / b", found("a", money("1", None)), found("b", money("4", "UZS")), kind=FieldType.PERCENT)
    assert finding.values[0].value.normalised == "0.25"
    total = computed("a + b", found("a", money("1", None)), found("b", money("4", "UZS")), kind=FieldType.MONEY)
    assert (total.values[0].value.normalised, total.values[0].value.unit) == ("5", "UZS")
