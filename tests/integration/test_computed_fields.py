"""One grammar on both ends: the sum that filling does is the sum that re-verifying a report does."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal

from babel import Locale
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.fill.compute import compute_field
from agents.fill.plan import make_plan
from agents.fill.wording import Wording
from evidence.citations import Citation
from evidence.fields import Column, Field, FieldType, FilledBy, ReportTemplate
from evidence.findings import Finding, FoundValue, Producer, Row, Status, TypedValue
from evidence.memory import MemoryPages
from evidence.pages import Document, Page, PageKind
from evidence.spans import CharSpan
from render.admit import admit
from render.reverify import reverify
from render.trace import Trace, build_trace, read_trace

PRODUCER = Producer(agent="agent.report.fill", model="labels", template="t@1")
DOCUMENT = Document(sha256="a" * 64, name="a.txt", media_type="text/plain", page_count=1)
YEARS = (
    Column(id="year"),
    Column(id="revenue", type=FieldType.NUMBER),
    Column(id="net-profit", type=FieldType.NUMBER),
)


def case(formula: str, numbers: Sequence[Decimal]) -> tuple[ReportTemplate, list[Finding], MemoryPages]:
    """A page that states five numbers, the findings that cite it, and the formula over them."""
    lines = [f"{number:f}" for number in numbers]
    page = Page(document=DOCUMENT.sha256, number=1, kind=PageKind.FLOW, text="\n".join((*lines, "2023", "31.12.2022")))
    spans, at = [], 0
    for line in page.text.split("\n"):
        spans.append(CharSpan(start=at, end=at + len(line)))
        at += len(line) + 1
    citations = tuple(Citation.of(DOCUMENT, page, span) for span in spans)

    def value(index: int, kind: FieldType = FieldType.NUMBER) -> FoundValue:
        text = citations[index].quote
        return FoundValue(value=TypedValue(type=kind, text=text, normalised=text), citations=(index,))

    def found(field: str, index: int) -> Finding:
        alone = FoundValue(value=value(index).value, citations=(0,))
        return Finding(
            field=field, status=Status.FOUND, values=(alone,), citations=(citations[index],), producer=PRODUCER
        )

    rows = (
        Row(cells={"year": value(5, FieldType.TEXT), "revenue": value(2), "net-profit": value(3)}),
        Row(cells={"year": value(6, FieldType.TEXT), "revenue": None, "net-profit": value(4)}),
    )
    table = Finding(field="balance", status=Status.FOUND, rows=rows, citations=citations, producer=PRODUCER)
    template = ReportTemplate(
        id="t", title="T", sha256="0",
        fields=(
            Field(id="loan", question="?", type=FieldType.NUMBER),
            Field(id="loan.sum-total", question="?", type=FieldType.NUMBER),
            Field(id="balance", question="?", type=FieldType.TABLE, columns=YEARS),
            Field(id="result", question="?", type=FieldType.NUMBER, filled_by=FilledBy.COMPUTED, formula=formula),
            Field(id="twice", question="?", type=FieldType.NUMBER, filled_by=FilledBy.COMPUTED, formula="result*2"),
        ),
    )  # fmt: skip
    return template, [found("loan", 0), found("loan.sum-total", 1), table], MemoryPages([DOCUMENT], [page])


def report_on(formula: str, numbers: Sequence[Decimal]) -> tuple[dict[str, Finding], Trace, MemoryPages]:
    template, findings, source = case(formula, numbers)
    by_field = {finding.field: finding for finding in findings}
    for field in make_plan(template).computed:
        by_field[field.id] = compute_field(
            field, template=template, findings=by_field, producer=PRODUCER, wording=Wording("en")
        )
    entries = {
        field.id: admit(field, by_field.get(field.id), locale=Locale("en"), source=source) for field in template.fields
    }
    trace = build_trace(
        template, entries, case_id="c", case_title="C", documents=[DOCUMENT], language="en",
        now=datetime(2026, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    return by_field, read_trace(trace.json_text()), source


OPERANDS = st.sampled_from(
    ["loan", "loan.sum-total", "balance.revenue[2023]", "balance[2023].net-profit", "net-profit['31.12.2022']", "2.5"]
)
FORMULAS = st.recursive(
    OPERANDS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", " - ", "*", " / "]), inner).map("".join),
        inner.map("({})".format),
        inner.map("-{}".format),
    ),
    max_leaves=8,
)
NUMBERS = st.decimals(min_value=-(10**15), max_value=10**15, places=3, allow_nan=False)


@settings(deadline=None, max_examples=150)
@given(FORMULAS, st.lists(NUMBERS, min_size=5, max_size=5))
def test_what_filling_computes_re_verifying_accepts(formula: str, numbers: list[Decimal]) -> None:
    findings, trace, source = report_on(formula, numbers)
    assert findings["result"].status in (Status.FOUND, Status.NOT_FOUND)  # a division by zero has no result
    outcome = reverify(trace, source=source)
    computed = [check for check in outcome.fields if check.field in ("result", "twice")]
    assert not [fault for check in computed for fault in check.faults]


def test_each_way_to_write_a_cell_is_computed_and_accepted() -> None:
    numbers = [Decimal(number) for number in ("1", "20", "300", "4000", "50000")]
    for formula, result in (
        ("loan.sum-total - loan", "19"),
        ("balance.revenue[2023] / balance[2023].net-profit * 100", "7.5"),
        ('net-profit["31.12.2022"] / 3', "16666.67"),
        ("loan-loan.sum-total", "-19"),
    ):
        findings, trace, source = report_on(formula, numbers)
        assert findings["result"].values[0].value.normalised == result
        assert reverify(trace, source=source).ok


def test_a_result_that_does_not_follow_is_named() -> None:
    _, trace, source = report_on("loan.sum-total / loan", [Decimal(number) for number in (4, 10, 1, 1, 1)])
    said = trace.json_text().replace('"normalised": "2.5"', '"normalised": "2.6"')
    outcome = reverify(read_trace(said), source=source)
    assert any("the sum gives 2.500000" in fault for check in outcome.fields for fault in check.faults)
