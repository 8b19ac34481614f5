"""A reviewed report: who decided, what is a person's own word, and that it all holds when it is checked again."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import ValidationError

from evidence.fields import FieldType, ReportTemplate
from evidence.findings import Finding, ReviewState, Status, TypedValue
from evidence.reviews import Decision, OwnStatement, ReviewAction, StatedRow
from render.package import Package
from render.report import RenderResult, render_report
from render.reverify import reverify
from render.review import Review
from render.tags import P
from render.template import load_template
from render.trace import build_trace, check_chain, read_trace
from tests.unit.render import samples
from tests.unit.render.samples import paragraph_text

AT = datetime(2026, 3, 5, 9, 15, tzinfo=UTC)


@pytest.fixture
def template(tmp_path: Path) -> ReportTemplate:
    return load_template(samples.template_folder(tmp_path / "credit"))


def decided(action: ReviewAction, *, note: str | None = None, statement: OwnStatement | None = None) -> Decision:
    return Decision(action=action, by="Анна Рид", at=AT, note=note, statement=statement)


def stated(text: str, normalised: str, *, kind: FieldType = FieldType.MONEY, basis: str | None = None) -> Decision:
    value = TypedValue(type=kind, text=text, normalised=normalised, unit="UZS" if kind is FieldType.MONEY else None)
    return decided(ReviewAction.EDIT, statement=OwnStatement(values=(value,), basis=basis))


def bare(field: str) -> Finding:
    """What the store keeps beside an own statement."""
    return Finding(
        field=field, status=Status.NOT_FOUND, reason="stated by the analyst", producer=samples.PRODUCER,
        review=ReviewState.EDITED,
    )  # fmt: skip


def write(
    template: ReportTemplate, out: Path, review: Review | None, *, language: str | None = None, **changed: Finding
) -> RenderResult:
    latest = {finding.field: finding for finding in samples.findings()} | changed
    return render_report(
        template, tuple(latest.values()), case_id="c1", case_title="Навруз", documents=samples.documents(), out=out,
        now=samples.NOW, source=samples.source(), review=review, language=language,
    )  # fmt: skip


def text(path: Path) -> str:
    package = Package(path.read_bytes(), name=path.name)
    return "\n".join(paragraph_text(p) for story in package.stories for p in story.root.iter(P))


def reviewed_as(field: str, review: ReviewState) -> Finding:
    finding = next(one for one in samples.findings() if one.field == field)
    return finding.model_copy(update={"review": review})


def test_a_persons_own_statement_stands_in_the_report_and_is_called_so(
    template: ReportTemplate, tmp_path: Path
) -> None:
    decision = stated("1 300 000 сум", "1300000", basis="со слов директора")
    review = Review(by="Анна Рид", at=AT, decisions={"debt": decision})
    result = write(template, tmp_path / "r.docx", review, debt=bare("debt"))
    said = text(tmp_path / "r.docx")
    assert "debt" in result.filled and "1 300 000" in said and "[✎1]" in said
    assert (
        "собственное утверждение аналитика; документ не указан (Анна Рид, 2026-03-05 09:15 UTC): со слов директора"
        in said
    )
    field = result.trace.field("debt")
    assert field is not None and field.decision is not None and field.citations == ()
    assert field.in_report and field.decision.own_statement and field.status is Status.FOUND and field.reason is None
    outcome = reverify(result.trace, source=samples.source(), docx=tmp_path / "r.docx")
    check = next(one for one in outcome.fields if one.field == "debt")
    assert check.ok and "own statement (Анна Рид" in check.remarks[0]


def test_a_stated_cell_stands_beside_those_with_quotes_and_is_marked(template: ReportTemplate, tmp_path: Path) -> None:
    share = TypedValue(type=FieldType.PERCENT, text="40 %", normalised="40")
    said = OwnStatement(rows=(StatedRow(), StatedRow(cells={"share": share})), basis="по выписке, которой нет в деле")
    review = Review(by="Анна", at=AT, decisions={"founders": decided(ReviewAction.EDIT, statement=said)})
    result = write(template, tmp_path / "r.docx", review, founders=reviewed_as("founders", ReviewState.EDITED))
    words = text(tmp_path / "r.docx")
    assert "founders" in result.filled and "founders" not in result.needs_verification
    assert "40 %" in words.replace("\u00a0", " ") and "[✎1]" in words
    assert "для ячеек с пометкой ✎ документ не указан" in words and "по выписке, которой нет в деле" in words
    field = result.trace.field("founders")
    assert field is not None
    assert [bool(cell.citations) for _, cell in field.values()] == [True, True, True, False]
    outcome = reverify(result.trace, source=samples.source(), docx=tmp_path / "r.docx")
    check = next(one for one in outcome.fields if one.field == "founders")
    assert check.ok and "1 of 4 cells are their own statement" in check.remarks[0]


def test_a_whole_table_may_be_a_persons_own_statement(template: ReportTemplate, tmp_path: Path) -> None:
    name = TypedValue(type=FieldType.TEXT, text="Алиев А. А.", normalised="алиев а. а.")
    said = OwnStatement(rows=(StatedRow(cells={"name": name}),))
    review = Review(by="Анна", at=AT, decisions={"founders": decided(ReviewAction.EDIT, statement=said)})
    result = write(template, tmp_path / "r.docx", review, founders=bare("founders"))
    assert "founders" in result.filled and "founders" in result.needs_verification, "the share is open"
    assert "собственное утверждение аналитика" in text(tmp_path / "r.docx")


@pytest.mark.parametrize("said", [{}, {"rows": ({"cells": {}},)}, {"values": "both", "rows": "both"}])
def test_an_own_statement_says_something_of_one_kind(said: dict[str, object]) -> None:
    value = TypedValue(type=FieldType.TEXT, text="x", normalised="x")
    both = {"values": (value,), "rows": (StatedRow(cells={"a": value}),)}
    with pytest.raises(ValidationError, match="one of the two"):
        OwnStatement.model_validate(both if "values" in said else said)


def test_a_rejection_keeps_the_value_out_and_says_who_and_why(template: ReportTemplate, tmp_path: Path) -> None:
    review = Review(by="Анна Рид", at=AT, decisions={"revenue": decided(ReviewAction.REJECT, note="за другой год")})
    result = write(template, tmp_path / "r.docx", review, revenue=reviewed_as("revenue", ReviewState.REJECTED))
    assert "revenue" in result.needs_verification and "revenue" not in result.filled
    assert "отклонено (Анна Рид, 2026-03-05 09:15 UTC): за другой год" in text(tmp_path / "r.docx")
    outcome = reverify(result.trace, source=samples.source(), docx=tmp_path / "r.docx")
    assert next(one for one in outcome.fields if one.field == "revenue").ok


def test_what_nobody_decided_on_is_named(template: ReportTemplate, tmp_path: Path) -> None:
    review = Review(by="Анна Рид", at=AT, decisions={"inn": decided(ReviewAction.APPROVE)})
    write(template, tmp_path / "r.docx", review, inn=reviewed_as("inn", ReviewState.APPROVED))
    (line,) = [one for one in text(tmp_path / "r.docx").split("\n") if one.startswith("Не проверено:")]
    assert "Заёмщик" in line and "ИНН" not in line
    assert "подтверждено (Анна Рид" in text(tmp_path / "r.docx")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ru", "Предварительный вид: проверка не закончена"),
        ("pt", "Prévia: a revisão não terminou"),
        ("en", "Preview: the review is not finished"),
    ],
)
def test_a_preview_says_so_on_its_first_line(
    template: ReportTemplate, tmp_path: Path, language: str, words: str
) -> None:
    result = write(template, tmp_path / "r.docx", Review(by=None), language=language)
    assert text(tmp_path / "r.docx").startswith(words)
    assert result.trace.review is not None and result.trace.review.by is None


def test_a_statement_that_fits_no_place_goes_to_a_person(template: ReportTemplate, tmp_path: Path) -> None:
    two = TypedValue(type=FieldType.MONEY, text="1", normalised="1")
    for field, decision in (
        ("founders", stated("60 %", "60")),
        ("debt", decided(ReviewAction.EDIT, statement=OwnStatement(values=(two, two)))),
        ("pledge", stated("\ud800", "x", kind=FieldType.LONG_TEXT)),
        ("registered", stated("   ", "", kind=FieldType.TEXT)),
    ):
        review = Review(by="Анна", at=AT, decisions={field: decision})
        result = write(template, tmp_path / "r.docx", review, **{field: bare(field)})
        assert field in result.needs_verification, field


def test_the_chain_covers_who_decided(template: ReportTemplate, tmp_path: Path) -> None:
    review = Review(by="Анна", at=AT, decisions={"debt": stated("1 сум", "1")})
    trace = write(template, tmp_path / "r.docx", review, debt=bare("debt")).trace
    assert check_chain(trace) is None
    held = json.loads(trace.json_text())
    held["fields"][[field["id"] for field in held["fields"]].index("debt")]["decision"]["by"] = "Ева"
    assert check_chain(read_trace(json.dumps(held))) == "field 'debt'"
    held = json.loads(trace.json_text())
    held["review"]["by"] = "Ева"
    assert check_chain(read_trace(json.dumps(held))) == "head"


def test_a_trace_without_a_review_reads_as_it_always_did(template: ReportTemplate, tmp_path: Path) -> None:
    trace = write(template, tmp_path / "r.docx", None).trace
    held = json.loads(trace.json_text())
    assert "review" not in held and all("decision" not in field for field in held["fields"])
    assert read_trace(trace.json_text()) == trace
    alone = build_trace(template, {}, case_id="c", case_title="t", documents=(), language="ru", now=samples.NOW)
    assert check_chain(alone) is None
