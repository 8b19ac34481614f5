"""Sums follow decisions over the wire, and what a person states without a document: on both stores."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cases.records import RunState
from evidence.citations import Citation
from evidence.fields import FieldType
from evidence.findings import Finding, FoundValue, Producer, Row, Status, TypedValue
from evidence.spans import CharSpan
from render.template import load_template
from render.trace import read_trace
from service.context import Context
from service.run_places import keep_template, run_place
from service.running import refresh_computed, trace_of
from service.settings import IndexSettings, ServeSettings, Settings
from tests.integration.api.house import keep_document, new_case
from tests.integration.api.test_review import Review
from tests.integration.service_people import database_on_server

LINES = (
    "Rent: 100.00 USD", "Tax: 20.00 USD", "Fee: 30.00 USD", "Year Profit", "2023: 500.00 USD", "2024: 700.00 USD",
)  # fmt: skip
TEMPLATE = """
id: sums_note
version: "1"
title: Sums
languages: [en]
fields:
  - {id: rent, question: "Rent?", type: money, labels: [Rent]}
  - {id: tax, question: "Tax?", type: money, labels: [Tax]}
  - {id: left, question: "What is left?", type: money, filled_by: computed, formula: "rent - tax"}
  - id: profits
    question: "Profit by year?"
    type: table
    rows: ["2023", "2024"]
    columns:
      - {id: year, labels: [Year]}
      - {id: profit, labels: [Profit], type: money}
  - id: growth
    question: "By how much more?"
    type: money
    filled_by: computed
    formula: "profits.profit[2024] - profits.profit[2023]"
"""
PRODUCER = Producer(agent="agent.report.fill", model="labels", template="sums_note@1")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs_postgres)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    common: dict[str, Any] = {
        "home": tmp_path / "home",
        "index": IndexSettings(embedder="hashing"),
        "serve": ServeSettings(tries_per_minute=1000),
    }
    if request.param == "sqlite":
        yield Settings(**common)
        return
    with database_on_server() as dsn:
        yield Settings(**common, database=dsn)


@pytest.fixture
async def review(analyst: httpx.AsyncClient, context: Context) -> Review:
    """Paused for review: every operand found, the sums done, one cell of the table left open."""
    case = await new_case(analyst)
    file = keep_document(context, case, *LINES)
    folder = context.settings.root / "templates" / "reports" / "sums_note"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fields.yaml").write_text(TEMPLATE, encoding="utf-8")
    template = load_template(folder)
    files = context.store.open(case)
    run = files.new_run(
        template="sums_note@1", template_sha256=template.sha256, model="labels", fields=len(template.fields)
    )
    keep_template(folder, run_place(context.settings.root, case, run.id))
    for field, amount in (("rent", "100.00"), ("tax", "20.00")):
        citation = _cited(context, case, file, f"{amount} USD")
        value = TypedValue(type=FieldType.MONEY, text=f"{amount} USD", normalised=amount, unit="USD")
        run.keep(_found(field, (citation,), values=(FoundValue(value=value, citations=(0,)),)))
    run.keep(_profits(context, case, file))
    run.advance(RunState.PAUSED)
    refresh_computed(context, case, run.id, actor=context.people.by_login("dilnoza").actor)
    return Review(analyst, case, run.id, file, LINES)


def _cited(context: Context, case: str, file: str, quote: str) -> Citation:
    files = context.store.open(case)
    page = files.page(file, 1)
    start = page.text.index(quote)
    return Citation.of(files.document(file), page, CharSpan(start=start, end=start + len(quote)))


def _found(field: str, citations: tuple[Citation, ...], **said: Any) -> Finding:
    return Finding(field=field, status=Status.FOUND, citations=citations, producer=PRODUCER, **said)


def _profits(context: Context, case: str, file: str) -> Finding:
    """2024's profit is left open."""
    quotes = ("2023", "500.00 USD", "2024")
    cells = [
        FoundValue(
            value=TypedValue(
                type=FieldType.MONEY if "USD" in quote else FieldType.TEXT, text=quote,
                normalised=quote.removesuffix(" USD"), unit="USD" if "USD" in quote else None,
            ),
            citations=(number,),
        )
        for number, quote in enumerate(quotes)
    ]  # fmt: skip
    rows = (
        Row(cells={"year": cells[0], "profit": cells[1]}),
        Row(cells={"year": cells[2], "profit": None}),
    )
    return _found("profits", tuple(_cited(context, case, file, quote) for quote in quotes), rows=rows)


async def _seen(review: Review, field: str) -> dict[str, Any]:
    return dict((await review.client.get(f"{review.at}/findings/{field}")).json())


async def _sum(review: Review, field: str = "left") -> str | None:
    """What it comes to; None = it is open."""
    finding = (await _seen(review, field))["finding"]
    return finding["values"][0]["value"]["normalised"] if finding["status"] == "found" else None


async def test_a_sum_follows_an_edit_a_rejection_and_their_undoing(review: Review) -> None:
    assert await _sum(review) == "80"
    edited = await review.do(
        "tax", "edit", on=1, values=[{"value": "30 USD", "citations": [review.place("30.00 USD")]}]
    )
    assert edited.status_code == 200, edited.text
    assert await _sum(review) == "70"
    await review.do("tax", "undo", on=2)
    assert await _sum(review) == "80"
    await review.do("tax", "reject", on=3, reason="of another lease")
    left = await _seen(review, "left")
    assert (left["finding"]["status"], left["needs"]) == ("not_found", True)
    assert "rejected by the reviewer" in left["finding"]["reason"]
    await review.do("tax", "undo", on=4)
    assert await _sum(review) == "80"


async def test_an_approval_holds_for_the_sum_that_was_approved(review: Review, context: Context) -> None:
    await review.do("left", "approve", on=1)
    await review.do("tax", "edit", on=1, values=[{"value": "30 USD", "citations": [review.place("30.00 USD")]}])
    left = await _seen(review, "left")
    assert (await _sum(review), left["finding"]["review"], left["decided_by"]) == ("70", "proposed", None)
    path = trace_of(context, review.case, review.run, preview=True, actor=context.people.by_login("dilnoza").actor)
    trace = read_trace(path.read_bytes())
    field = trace.field("left")
    assert field is not None and field.decision is None and field.review == "proposed"


async def test_a_persons_own_sum_stays(review: Review) -> None:
    await review.do("left", "edit", on=1, statement={"values": ["75 USD"], "basis": "by the contract"})
    await review.do("tax", "reject", on=1, reason="of another lease")
    left = await _seen(review, "left")
    assert left["statement"]["values"][0]["normalised"] == "75"


async def test_a_stated_operand_is_computed_with_and_the_sum_says_so(review: Review) -> None:
    await review.do("tax", "edit", on=1, statement={"values": ["25 USD"], "basis": "told by the tenant"})
    left = await _seen(review, "left")
    assert await _sum(review) == "75"
    assert left["finding"]["computation"]["stated"] == ["tax"]
    assert left["finding"]["cautions"] == ["'Tax' is the analyst's own statement: no document is cited for it."]
    assert left["needs"], "a person looks at it"
    assert [one["quote"] for one in left["finding"]["citations"]] == ["100.00 USD"]
    await review.do("tax", "undo", on=2)
    left = await _seen(review, "left")
    assert (await _sum(review), left["finding"]["cautions"]) == ("80", [])
    assert "stated" not in left["finding"]["computation"]


async def test_a_sum_of_statements_alone_has_no_source_and_waits(review: Review) -> None:
    for field in ("rent", "tax"):
        await review.do(field, "edit", on=1, statement={"values": ["50 USD"]})
    left = (await _seen(review, "left"))["finding"]
    assert left["status"] == "not_found"
    assert "every operand is the analyst's own statement" in left["reason"] and "0 USD" in left["reason"]


async def test_cells_of_a_table_are_stated_beside_those_with_quotes(review: Review) -> None:
    assert await _sum(review, "growth") is None
    answer = await review.do("profits", "edit", on=1, rows=_rows(review), basis="by the accountant")
    assert answer.status_code == 200, answer.text
    said = answer.json()
    assert said["statement"]["rows"][1]["cells"]["profit"]["normalised"] == "900"
    assert said["finding"]["rows"][1]["cells"]["profit"] is None, "whoever overlooks the statement sees a gap"
    assert said["finding"]["rows"][0]["cells"]["profit"]["value"]["normalised"] == "500"
    growth = (await _seen(review, "growth"))["finding"]
    assert growth["values"][0]["value"]["normalised"] == "400"
    assert growth["computation"]["stated"] == ["profits.profit[2024]"]


def _rows(review: Review) -> list[dict[str, Any]]:
    return [
        {
            "cells": {
                "year": {"value": "2023", "citations": [review.place("2023")]},
                "profit": {"value": "500 USD", "citations": [review.place("500.00 USD")]},
            }
        },
        {"cells": {"year": {"value": "2024", "citations": [review.place("2024")]}, "profit": {"stated": "900 USD"}}},
    ]


async def test_a_report_marks_what_was_stated_and_holds(review: Review) -> None:
    await review.do("profits", "edit", on=1, rows=_rows(review), basis="by the accountant")
    await review.do("tax", "edit", on=1, statement={"values": ["25 USD"]})
    docx = (await review.client.get(f"{review.at}/preview.docx")).content
    parts = {"files": ("report.docx", docx, "application/octet-stream")}
    held = await review.client.post(f"/api/v1/cases/{review.case}/verify", files=parts)
    assert held.status_code == 200, held.text
    fields = {one["field"]: one for one in held.json()["outcome"]["fields"]}
    assert not [fault for one in fields.values() for fault in one["faults"]]
    assert "1 of 4 cells are their own statement" in " ".join(fields["profits"]["remarks"])
    assert "own statement of tax" in " ".join(fields["left"]["remarks"])


async def test_a_whole_table_may_be_stated(review: Review) -> None:
    rows = [{"cells": {"year": {"stated": "2024"}, "profit": {"stated": "900 USD"}}}]
    said = (await review.do("profits", "edit", on=1, rows=rows)).json()
    assert (said["finding"]["rows"], len(said["statement"]["rows"])) == ([], 1)
    refused = await review.do("profits", "edit", on=2, statement={"values": ["900 USD"]})
    assert refused.status_code == 422
    assert "state cells" in refused.json()["detail"]


@pytest.mark.parametrize(
    "cells", [{"profit": {"stated": "much"}}, {"nothing": {"stated": "1 USD"}}, {"profit": {"stated": ""}}]
)
async def test_a_stated_cell_must_be_of_its_column(review: Review, cells: dict[str, Any]) -> None:
    answer = await review.do("profits", "edit", on=1, rows=[{"cells": cells}])
    assert answer.status_code == 422, answer.text
