"""Whom a case is about, said over the wire and on the pages."""

from typing import Any

import httpx
import pytest

from service.context import Context
from tests.integration.api.house import House, new_case

NAME, NUMBER = "OOO Navruz Tekstil", "301234567"


def subject_of(case: Any) -> tuple[str | None, str | None]:
    return case["subject"], case["subject_number"]


async def test_it_is_said_with_a_new_case_or_left_to_the_papers(analyst: httpx.AsyncClient) -> None:
    body = {"title": "C", "subject": f" {NAME}", "subject_number": NUMBER}
    made = await analyst.post("/api/v1/cases", json=body)
    assert (made.status_code, subject_of(made.json())) == (201, (NAME, NUMBER))
    empty = await analyst.post("/api/v1/cases", json={"title": "D", "subject": None, "subject_number": None})
    assert (empty.status_code, subject_of(empty.json())) == (201, (None, None))


async def test_it_is_changed_in_part_and_taken_back(analyst: httpx.AsyncClient, context: Context) -> None:
    at = f"/api/v1/cases/{(case := await new_case(analyst))}"
    for body, after in (
        ({"subject": NAME, "subject_number": NUMBER}, (NAME, NUMBER)),
        ({"subject": "OOO Zamin"}, ("OOO Zamin", NUMBER)),
        ({"subject_number": None}, ("OOO Zamin", None)),
        ({"title": "New"}, ("OOO Zamin", None)),
        ({"subject": ""}, (None, None)),
    ):
        assert subject_of((await analyst.patch(at, json=body)).json()) == after
    kept = context.store.audit.entries(case=case)
    assert [one.detail["given"] for one in reversed(kept) if one.action == "case.subject"] == [
        ["name", "number"], ["name", "number"], ["name"], [],
    ]  # fmt: skip
    assert "Zamin" not in repr(kept)


@pytest.mark.parametrize(("role", "status"), [("reader", 403), ("analyst", 200), ("reviewer", 200)])
async def test_it_is_said_by_whoever_works_on_the_case(
    house: House, analyst: httpx.AsyncClient, role: str, status: int
) -> None:
    at = f"/api/v1/cases/{await new_case(analyst)}"
    other = await house.signed_in("jasur")
    assert (await other.patch(at, json={"subject": NAME})).status_code == 404
    await analyst.put(f"{at}/members", json={"login": "jasur", "role": role})
    assert (await other.patch(at, json={"subject": NAME})).status_code == status
    assert (await other.patch(at, json={"subject": NAME, "title": "Mine"})).status_code == 403


async def test_what_cannot_stand_in_a_paper_is_refused_in_the_persons_language(analyst: httpx.AsyncClient) -> None:
    at = f"/api/v1/cases/{await new_case(analyst)}"
    for body in ({"subject": "«»"}, {"subject_number": "INN"}, {"subject": "x" * 301}, {"title": "T", "subject": "—"}):
        answer = await analyst.patch(at, json=body, headers={"Accept-Language": "ru"})
        assert answer.status_code == 422, answer.text
    assert "не название и не имя" in answer.json()["detail"]
    case = (await analyst.get(at)).json()["case"]
    assert (subject_of(case), case["title"]) == ((None, None), "OOO Navruz, working capital")


async def test_the_page_of_the_case_says_and_asks_it(house: House, analyst: httpx.AsyncClient) -> None:
    case = await new_case(analyst)
    assert 'name="subject_number"' in (await analyst.get("/cases")).text
    await analyst.patch(f"/api/v1/cases/{case}", json={"subject": '<b>"Navruz"</b>', "subject_number": NUMBER})
    shown = (await analyst.get(f"/cases/{case}")).text
    assert "about: &lt;b&gt;&#34;Navruz&#34;&lt;/b&gt;, 301234567" in shown
    assert 'data-open="whom"' in shown and '<b>"Navruz"' not in shown
    reader = await house.signed_in("jasur")
    await analyst.put(f"/api/v1/cases/{case}/members", json={"login": "jasur", "role": "reader"})
    assert 'data-open="whom"' not in (await reader.get(f"/cases/{case}")).text
