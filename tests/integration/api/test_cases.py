"""Cases, their people and forums, over the wire."""

import httpx
import pytest

from cases.access import Role
from service.context import Context
from tests.integration.api.house import House, NotedJobs, keep_document, new_case


async def test_whoever_makes_a_case_owns_it_and_sees_it(house: House, analyst: httpx.AsyncClient) -> None:
    case = await new_case(analyst)
    seen = (await analyst.get(f"/api/v1/cases/{case}")).json()
    assert (seen["role"], seen["case"]["data_class"], seen["case"]["status"]) == ("owner", "confidential", "open")
    assert [one["id"] for one in (await analyst.get("/api/v1/cases")).json()] == [case]
    jasur = await house.signed_in("jasur")
    assert (await jasur.get("/api/v1/cases")).json() == []


async def test_an_admin_sees_no_case_without_being_its_member(house: House, analyst: httpx.AsyncClient) -> None:
    case = await new_case(analyst)
    admin = await house.signed_in("root", Role.ADMIN)
    assert (await admin.get("/api/v1/cases")).json() == []
    assert (await admin.get(f"/api/v1/cases/{case}")).status_code == 404


async def test_a_case_is_renamed_closed_and_reclassified_by_its_owner_only(
    house: House, analyst: httpx.AsyncClient
) -> None:
    case = await new_case(analyst)
    changed = await analyst.patch(
        f"/api/v1/cases/{case}", json={"title": "New", "status": "closed", "data_class": "synthetic"}
    )
    assert {key: changed.json()[key] for key in ("title", "status", "data_class")} == {
        "title": "New", "status": "closed", "data_class": "synthetic",
    }  # fmt: skip
    reviewer = await house.signed_in("jasur")
    await analyst.put(f"/api/v1/cases/{case}/members", json={"login": "jasur", "role": "reviewer"})
    assert (await reviewer.patch(f"/api/v1/cases/{case}", json={"title": "Mine"})).status_code == 403
    assert [one["id"] for one in (await analyst.get("/api/v1/cases?status=closed")).json()] == [case]
    assert (await analyst.get("/api/v1/cases?status=open")).json() == []
    assert (await analyst.patch(f"/api/v1/cases/{case}", json={})).status_code == 422


async def test_the_last_owner_cannot_leave(house: House, analyst: httpx.AsyncClient) -> None:
    case = await new_case(analyst)
    user = house.context.people.by_login("dilnoza").id
    answer = await analyst.delete(f"/api/v1/cases/{case}/members/{user}")
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")


async def test_a_member_may_leave_and_may_not_send_others_away(house: House, analyst: httpx.AsyncClient) -> None:
    case = await new_case(analyst)
    jasur = await house.signed_in("jasur")
    await analyst.put(f"/api/v1/cases/{case}/members", json={"login": "jasur", "role": "analyst"})
    ids = {login: house.context.people.by_login(login).id for login in ("dilnoza", "jasur")}
    assert (await jasur.delete(f"/api/v1/cases/{case}/members/{ids['dilnoza']}")).status_code == 403
    assert (
        await jasur.put(f"/api/v1/cases/{case}/members", json={"login": "jasur", "role": "owner"})
    ).status_code == 403
    assert (await jasur.delete(f"/api/v1/cases/{case}/members/{ids['jasur']}")).status_code == 204
    assert (await jasur.get(f"/api/v1/cases/{case}")).status_code == 404


async def test_forums_keep_their_history(analyst: httpx.AsyncClient) -> None:
    case = await new_case(analyst)
    for forum in ("uscis", "federal_court"):
        answer = await analyst.post(f"/api/v1/cases/{case}/forums", json={"forum": forum})
        assert answer.status_code == 201
    assert [one["forum"] for one in (await analyst.get(f"/api/v1/cases/{case}/forums")).json()] == [
        "uscis",
        "federal_court",
    ]
    assert (await analyst.get(f"/api/v1/cases/{case}")).json()["case"]["forum"] == "federal_court"


async def test_a_removed_case_is_there_for_nobody_from_the_answer_on(
    house: House, analyst: httpx.AsyncClient, context: Context, jobs: NotedJobs
) -> None:
    case = await new_case(analyst)
    keep_document(context, case, "Navruz")
    removed = await analyst.delete(f"/api/v1/cases/{case}")
    assert removed.status_code == 202
    assert (await analyst.get(f"/api/v1/cases/{case}")).status_code == 404
    assert jobs.asked[-1] == ("remove_case", case, {"deletion": removed.json()["deletion"]})
    from service.wiring import remains_of

    context.store.deletions.finish(removed.json()["deletion"], remains=remains_of(context.settings))
    admin = await house.signed_in("root", Role.ADMIN)
    [receipt] = (await admin.get("/api/v1/admin/removals")).json()
    assert receipt["id"] == removed.json()["deletion"]
    assert not any(receipt["left"].values())


@pytest.mark.parametrize("title", ["<script>alert(1)</script>", "{{7*7}}", "a\u202eb", "'; drop table cases;--"])
async def test_a_title_is_text(analyst: httpx.AsyncClient, title: str) -> None:
    answer = await analyst.post("/api/v1/cases", json={"title": title})
    assert answer.status_code == 201
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["title"] == title.replace("\u202e", " ")


async def test_jobs_are_told_without_the_servers_paths(
    analyst: httpx.AsyncClient, context: Context, jobs: NotedJobs
) -> None:
    case = await new_case(analyst)
    job = context.store.jobs.put("read_files", case=case, payload={"paths": ["/srv/spool/x.pdf"]})
    answer = await analyst.get(f"/api/v1/cases/{case}/jobs")
    assert [(one["id"], one["state"]) for one in answer.json()] == [(job.id, "queued")]
    assert "/srv" not in answer.text
    other = context.store.jobs.put("read_files", case=await new_case(analyst, "other"))
    assert (await analyst.post(f"/api/v1/cases/{case}/jobs/{job.id}/cancel")).status_code == 200
    assert (await analyst.post(f"/api/v1/cases/{case}/jobs/{other.id}/cancel")).status_code == 404
    assert jobs.cancelled == [job.id]


async def test_who_removed_reads_the_receipt_and_nobody_else_does(
    house: House, analyst: httpx.AsyncClient, context: Context
) -> None:
    from service.wiring import remains_of

    case = await new_case(analyst)
    sha256 = keep_document(context, case, "Navruz")
    deletion = (await analyst.delete(f"/api/v1/cases/{case}/files/{sha256}")).json()["deletion"]
    waiting = (await analyst.get(f"/api/v1/removals/{deletion}")).json()
    assert (waiting["finished_at"], waiting["document"], waiting["case"]) == (None, sha256, case)
    assert "hx-get" in (await analyst.get(f"/removals/{deletion}", headers={"HX-Request": "true"})).text

    context.store.deletions.finish(deletion, remains=remains_of(context.settings))
    receipt = (await analyst.get(f"/api/v1/removals/{deletion}")).json()
    assert receipt["finished_at"] is not None and receipt["removed"]["pages"] == 1 and not any(receipt["left"].values())
    assert [one["id"] for one in (await analyst.get("/api/v1/removals")).json()] == [deletion]
    shown = await analyst.get(f"/removals/{deletion}", headers={"Accept-Language": "ru"})
    assert shown.status_code == 200 and "ничего не осталось" in shown.text and "hx-get" not in shown.text
    assert f"/removals/{deletion}" in (await analyst.get("/removals")).text

    other = await house.signed_in("oybek")
    assert (await other.get(f"/api/v1/removals/{deletion}")).status_code == 404
    assert (await other.get("/api/v1/removals")).json() == []
    program = house.program(context.people.by_login("dilnoza"), cases=[case])
    assert (await program.get(f"/api/v1/removals/{deletion}")).status_code == 200
    confined = house.program(context.people.by_login("dilnoza"), cases=[await new_case(analyst)])
    assert (await confined.get(f"/api/v1/removals/{deletion}")).status_code == 404
    admin = await house.signed_in("root", Role.ADMIN)
    assert (await admin.get(f"/api/v1/removals/{deletion}")).status_code == 200
    assert f"/removals/{deletion}" in (await admin.get("/admin")).text
