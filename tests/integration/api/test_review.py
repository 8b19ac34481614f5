"""Deciding on findings over the wire: each action, what it refuses, and two people at once."""

from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from cases.access import Role
from service.context import Context
from tests.integration.api.house import House, NotedJobs, keep_document, keep_run, new_case

LINES = ("Borrower: Navruz Trading LLC", "Amount: 1 200 000.00 USD", "Guarantor: Jasur Rahimov", "Fee: 3 500.00 USD")


@dataclass
class Review:
    client: httpx.AsyncClient
    case: str
    run: str
    file: str
    lines: tuple[str, ...] = LINES

    @property
    def at(self) -> str:
        return f"/api/v1/cases/{self.case}/runs/{self.run}"

    async def do(self, field: str, action: str, **body: Any) -> httpx.Response:
        return await self.client.post(f"{self.at}/findings/{field}/{action}", json=body)

    def place(self, text: str) -> dict[str, Any]:
        start = "\n".join(self.lines).index(text)
        return {"sha256": self.file, "page": 1, "start": start, "end": start + len(text)}


@pytest.fixture
async def review(analyst: httpx.AsyncClient, context: Context) -> Review:
    case = await new_case(analyst)
    file = keep_document(context, case, *LINES)
    return Review(analyst, case, keep_run(context, case, file), file)


async def test_findings_come_in_the_templates_order_with_what_was_asked(review: Review) -> None:
    found = (await review.client.get(f"{review.at}/findings")).json()
    assert [(one["field"], one["title"], one["needs"]) for one in found] == [
        ("borrower", "Borrower", False), ("amount", "Amount", True), ("guarantor", "Guarantor", True),
    ]  # fmt: skip
    quote = found[0]["finding"]["citations"][0]
    assert (quote["quote"], quote["locator"]["kind"]) == ("Navruz Trading LLC", "page")


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("status=found", ["borrower", "amount"]),
        ("status=found&status=not_found", ["borrower", "amount", "guarantor"]),
        ("needs=true", ["amount", "guarantor"]),
        ("needs=false", ["borrower"]),
        ("review=approved", []),
        ("section=nowhere", []),
    ],
)
async def test_findings_are_filtered(review: Review, query: str, fields: list[str]) -> None:
    found = (await review.client.get(f"{review.at}/findings?{query}")).json()
    assert [one["field"] for one in found] == fields


async def test_approve_reject_and_undo_leave_a_history(review: Review) -> None:
    approved = await review.do("borrower", "approve", on=1, note="seen")
    assert approved.status_code == 200, approved.text
    said = approved.json()
    assert (said["version"], said["finding"]["review"], said["decided_by"]) == (2, "approved", "Dilnoza")
    rejected = (await review.do("borrower", "reject", on=2, reason="another company")).json()
    assert rejected["finding"]["review"] == "rejected"
    undone = (await review.do("borrower", "undo", on=3)).json()
    assert (undone["finding"]["review"], undone["version"]) == ("approved", 4)
    history = (await review.client.get(f"{review.at}/findings/borrower/history")).json()
    assert [one["kind"] for one in history["versions"]] == ["machine", "approve", "reject", "undo"]
    assert [one["note"] for one in history["reviews"]] == ["seen", "another company", None]


async def test_two_people_on_one_finding_never_overwrite_each_other(house: House, review: Review) -> None:
    jasur = await house.signed_in("jasur")
    await review.client.put(f"/api/v1/cases/{review.case}/members", json={"login": "jasur", "role": "reviewer"})
    assert (await review.do("amount", "approve", on=1)).status_code == 200
    stale = await jasur.post(f"{review.at}/findings/amount/reject", json={"on": 1, "reason": "wrong"})
    said = stale.json()
    assert (stale.status_code, said["code"]) == (409, "stale_finding")
    assert (said["field"], said["on"], said["standing"], said["action"]) == ("amount", 1, 2, "approve")
    assert said["by_name"] == "Dilnoza" and said["at"]
    assert (await review.client.get(f"{review.at}/findings/amount")).json()["finding"]["review"] == "approved"


async def test_an_edit_with_a_marked_place_is_copied_and_compared_by_code(review: Review) -> None:
    answer = await review.do(
        "amount", "edit", on=1, values=[{"value": "3500 USD", "citations": [review.place("500.00 US")]}]
    )
    assert answer.status_code == 200, answer.text
    finding = answer.json()["finding"]
    assert finding["citations"][0]["quote"] == "3 500.00 USD", "to the ends of the number"
    assert finding["review"] == "edited"


async def test_an_edit_that_its_quote_does_not_say_is_refused(review: Review) -> None:
    answer = await review.do(
        "amount", "edit", on=1, values=[{"value": "9 999 USD", "citations": [review.place("Fee: 3 500.00 USD")]}]
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "value_not_supported")
    assert (await review.client.get(f"{review.at}/findings/amount")).json()["version"] == 1, "nothing was written"


async def test_an_edit_may_quote_instead_of_marking(review: Review) -> None:
    place = {"sha256": review.file, "page": 1, "quote": "Guarantor: Jasur Rahimov"}
    answer = await review.do("guarantor", "edit", on=1, values=[{"value": "Jasur Rahimov", "citations": [place]}])
    assert answer.status_code == 200, answer.text
    assert answer.json()["finding"]["values"][0]["value"]["text"] == "Jasur Rahimov"


async def test_an_edit_may_be_the_analysts_own_statement(review: Review) -> None:
    statement = {"values": ["Jasur Rahimov"], "basis": "told on the phone"}
    said = (await review.do("guarantor", "edit", on=1, statement=statement)).json()
    assert said["statement"]["values"][0]["text"] == "Jasur Rahimov"
    assert said["finding"]["values"] == [], "whoever overlooks the statement sees a gap"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"values": [{"value": "x", "citations": []}]},
        {"statement": {"values": ["seven"]}},
        {"statement": {"values": ["1 USD", "2 USD"]}},
        {"rows": [{"cells": {"a": None}}]},
        {"values": [{"value": "1 USD", "citations": [{"sha256": "0" * 64, "page": 1, "start": 0}]}]},
    ],
)
async def test_an_edit_of_the_wrong_shape_is_refused_in_words(review: Review, body: dict[str, Any]) -> None:
    answer = await review.do("amount", "edit", on=1, **body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"]


async def test_an_edit_that_cites_a_file_of_another_case_is_refused(review: Review, context: Context) -> None:
    other = await new_case(review.client, "another")
    file = keep_document(context, other, "Amount: 77.00 USD")
    place = {"sha256": file, "page": 1, "quote": "Amount: 77.00 USD"}
    answer = await review.do("amount", "edit", on=1, values=[{"value": "77 USD", "citations": [place]}])
    assert (answer.status_code, answer.json()["code"]) == (404, "not_kept")


async def test_asking_again_puts_a_job_and_the_field_waits(review: Review, jobs: NotedJobs) -> None:
    said = (await review.do("guarantor", "ask_again", on=1, hint="look at the last line")).json()
    assert said["made_by"] == "ask_again"
    assert jobs.asked[-1][0] == "ask_again"


async def test_a_comment_decides_nothing(review: Review) -> None:
    answer = await review.do("amount", "comment", on=1, text="<b>ask</b> the borrower")
    assert answer.status_code == 201
    seen = (await review.client.get(f"{review.at}/findings/amount")).json()
    assert (seen["comments"], seen["version"], seen["finding"]["review"]) == (1, 1, "proposed")


async def test_a_field_that_the_template_does_not_have_is_not_there(review: Review) -> None:
    assert (await review.client.get(f"{review.at}/findings/nothing")).status_code == 404
    for action, body in (("approve", {}), ("reject", {"reason": "x"}), ("comment", {"text": "x"}), ("undo", {})):
        assert (await review.do("nothing", action, on=0, **body)).status_code == 404, action
    assert (await review.do("nothing", "edit", on=0, statement={"values": ["x"]})).status_code == 404


async def test_a_reader_decides_nothing_and_a_program_never_does(house: House, review: Review) -> None:
    reader = await house.signed_in("jasur")
    await review.client.put(f"/api/v1/cases/{review.case}/members", json={"login": "jasur", "role": "reader"})
    program = house.program(house.context.people.by_login("dilnoza"), Role.SERVICE)
    for caller in (reader, program):
        for action, body in (("approve", {}), ("reject", {"reason": "x"}), ("ask_again", {"hint": "x"}), ("undo", {})):
            answer = await caller.post(f"{review.at}/findings/amount/{action}", json={"on": 1, **body})
            assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), action
        assert (await caller.post(f"{review.at}/finish")).status_code == 403
        assert (await caller.get(f"{review.at}/findings")).status_code == 200


async def test_finishing_the_review_closes_it(review: Review, jobs: NotedJobs) -> None:
    answer = await review.client.post(f"{review.at}/finish")
    assert (answer.status_code, answer.json()["state"]) == (200, "finishing")
    assert jobs.asked[-1][0] == "finish_review"
    late = await review.do("amount", "approve", on=1)
    assert (late.status_code, late.json()["code"]) == (409, "wrong_state")


async def test_a_report_that_is_not_there_yet_says_what_to_do(review: Review) -> None:
    answer = await review.client.get(f"{review.at}/report.docx")
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")
    assert "preview" in answer.json()["detail"]


async def test_a_preview_is_a_docx_under_a_safe_name(review: Review) -> None:
    await review.client.patch(f"/api/v1/cases/{review.case}", json={"title": 'a"; filename="x.html\r\nX: y <b>'})
    answer = await review.client.get(f"{review.at}/preview.docx")
    assert answer.status_code == 200, answer.text
    assert answer.content[:2] == b"PK"
    disposition = answer.headers["content-disposition"]
    assert disposition.startswith("attachment; filename=")
    assert "x" not in answer.headers
    assert disposition.count('"') == 2


async def test_a_preview_held_against_the_case_stands_and_a_forged_one_does_not(review: Review) -> None:
    docx = (await review.client.get(f"{review.at}/preview.docx")).content
    parts = {"files": ("report.docx", docx, "application/octet-stream")}
    held = await review.client.post(f"/api/v1/cases/{review.case}/verify", files=parts)
    assert held.status_code == 200, held.text
    assert held.json()["outcome"]["broken_at"] is None
    assert not [check for field in held.json()["outcome"]["fields"] for check in field["faults"]]
    no_report = {"files": ("x.docx", b"PKnonsense", "application/octet-stream")}
    refused = await review.client.post(f"/api/v1/cases/{review.case}/verify", files=no_report)
    assert refused.status_code == 422


async def test_a_selection_becomes_a_citation_of_whole_words(review: Review) -> None:
    answer = await review.client.post(f"/api/v1/cases/{review.case}/evidence", json=review.place("asur Rahim"))
    assert answer.json()["quote"] == "Jasur Rahimov"
    assert answer.json()["match"] == "exact"
    assert answer.json()["locator"]["boxes"]
    nowhere = {"sha256": review.file, "page": 1, "quote": "words that stand nowhere at all"}
    assert (await review.client.post(f"/api/v1/cases/{review.case}/evidence", json=nowhere)).status_code == 404


async def test_search_finds_a_passage_while_the_index_is_away(review: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    from evidence.errors import CaseBusy
    from service import searching

    def busy(*_: object) -> None:
        raise CaseBusy("a job works on it")

    monkeypatch.setattr(searching.CaseSearcher, "_by_meaning", busy)
    hits = (await review.client.post(f"/api/v1/cases/{review.case}/search", json={"query": "rahimov"})).json()
    assert "Jasur Rahimov" in hits[0]["text"]
