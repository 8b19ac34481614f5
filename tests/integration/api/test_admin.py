"""Users, tokens, audit, health and figures; and that no log holds what stands in documents."""

import json
import logging
from pathlib import Path

import httpx
import pytest
import structlog
from fastapi import FastAPI

from cases.access import Role
from service import logs
from service.context import Context
from service.settings import ServeSettings, Settings
from tests.integration.api.house import PASSWORD, House, keep_document, keep_run, new_case


@pytest.fixture
async def admin(house: House) -> httpx.AsyncClient:
    return await house.signed_in("root", Role.ADMIN)


NEW = {"login": "d.karimova", "name": "Dilnoza Karimova", "role": "analyst", "password": "given to her by me"}


async def test_a_new_user_chooses_a_password_before_anything_else(house: House, admin: httpx.AsyncClient) -> None:
    made = await admin.post("/api/v1/users", json=NEW)
    assert (made.status_code, made.json()["must_change"]) == (201, True)
    assert "password" not in made.json()
    twice = await admin.post("/api/v1/users", json=NEW)
    assert (twice.status_code, twice.json()["code"]) == (422, "input_refused")
    begun = await house.client().post("/api/v1/session", json={"login": "d.karimova", "password": NEW["password"]})
    assert begun.json()["must_change"]


async def test_a_role_is_changed_and_a_lockout_ended_by_an_admin(house: House, admin: httpx.AsyncClient) -> None:
    user = house.person("dilnoza")
    for _ in range(6):
        await house.client().post("/api/v1/session", json={"login": "dilnoza", "password": "wrong"})
    changed = await admin.patch(f"/api/v1/users/{user.id}", json={"role": "reviewer", "unlock": True})
    assert (changed.json()["role"], changed.json()["locked_until"]) == ("reviewer", None)
    signed = await house.client().post("/api/v1/session", json={"login": "dilnoza", "password": PASSWORD})
    assert signed.status_code == 200


async def test_the_only_admin_stays_one(house: House, admin: httpx.AsyncClient) -> None:
    me = house.context.people.by_login("root").id
    for change in ({"role": "analyst"}, {"disabled": True}):
        answer = await admin.patch(f"/api/v1/users/{me}", json=change)
        assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")


@pytest.mark.parametrize(
    "path",
    ["users", "tokens?all=true", "admin/audit", "admin/audit/head", "admin/removals", "admin/doctor", "admin/models"],
)
async def test_what_is_for_admins_is_for_admins(analyst: httpx.AsyncClient, path: str) -> None:
    answer = await analyst.get(f"/api/v1/{path}")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


async def test_nobody_gives_themselves_more(house: House, analyst: httpx.AsyncClient) -> None:
    me = house.context.people.by_login("dilnoza").id
    other = house.person("jasur").id
    assert (await analyst.patch(f"/api/v1/users/{me}", json={"role": "admin"})).status_code == 403
    assert (await analyst.post("/api/v1/users", json=NEW)).status_code == 403
    assert (await analyst.post("/api/v1/tokens", json={"name": "x", "role": "admin"})).status_code == 422
    assert (
        await analyst.post("/api/v1/tokens", json={"name": "x", "role": "analyst", "user": other})
    ).status_code == 403
    program = house.program(house.context.people.get(me))
    assert (await program.post("/api/v1/tokens", json={"name": "x", "role": "analyst"})).status_code == 422


async def test_a_token_of_someone_else_is_not_there(house: House, analyst: httpx.AsyncClient) -> None:
    jasur = await house.signed_in("jasur")
    token = (await jasur.post("/api/v1/tokens", json={"name": "x", "role": "analyst"})).json()["token"]["id"]
    assert (await analyst.delete(f"/api/v1/tokens/{token}")).status_code == 404
    assert [one["id"] for one in (await jasur.get("/api/v1/tokens")).json()] == [token]
    assert (await analyst.get("/api/v1/tokens")).json() == []


async def test_the_audit_holds_every_step_and_can_be_verified(house: House, admin: httpx.AsyncClient) -> None:
    analyst = await house.signed_in("dilnoza")
    case = await new_case(analyst)
    head = (await admin.get("/api/v1/admin/audit/head")).json()
    actions = [entry["action"] for entry in (await admin.get("/api/v1/admin/audit", params={"case": case})).json()]
    assert actions == ["case.create"]
    assert (await admin.post("/api/v1/admin/audit/verify", json=head)).json()["broken_at"] is None
    forged = {"number": head["number"], "hash": "0" * 64}
    assert (await admin.post("/api/v1/admin/audit/verify", json=forged)).json()["broken_at"] == head["number"]


async def test_the_audit_names_people_and_the_tokens_they_act_through(house: House, admin: httpx.AsyncClient) -> None:
    analyst = await house.signed_in("dilnoza", Role.REVIEWER)
    case = await new_case(analyst)
    issued = await analyst.post("/api/v1/tokens", json={"name": "desk tool", "role": "reviewer"})
    tool = house.client(headers={"Authorization": f"Bearer {issued.json()['secret']}"})
    file = keep_document(house.context, case, "Borrower: Navruz Trading LLC", "Amount: 1 200 000.00 USD")
    run = keep_run(house.context, case, file)
    approved = await tool.post(f"/api/v1/cases/{case}/runs/{run}/findings/borrower/approve", json={"on": 1})
    assert approved.status_code == 200, approved.text
    await tool.get(f"/api/v1/cases/{case}/files/{file}/original")
    await analyst.post(f"/api/v1/cases/{case}/runs/{run}/findings/amount/approve", json={"on": 1})
    entries = (await admin.get("/api/v1/admin/audit")).json()
    said = [(one["action"], one["name"], one["through"]) for one in entries]
    assert said[:3] == [
        ("review.approve", "Dilnoza", None), ("file.download", "Dilnoza", "desk tool"),
        ("review.approve", "Dilnoza", "desk tool"),
    ]  # fmt: skip
    issue = next(one for one in entries if one["action"] == "token.issue")
    assert (issue["name"], issue["login"], issue["about"]) == ("Dilnoza", "dilnoza", "desk tool")
    page = (await admin.get("/admin/audit", headers={"HX-Request": "true"})).text
    assert "Dilnoza" in page and "desk tool" in page
    assert "entries hold" in (await admin.get("/admin/audit/verdict")).text
    assert (await analyst.get("/admin/audit")).status_code == 403


async def test_the_doctor_and_the_models_answer(admin: httpx.AsyncClient) -> None:
    assert {"python", "home"} <= {check["name"] for check in (await admin.get("/api/v1/admin/doctor")).json()}
    assert (await admin.get("/api/v1/admin/models")).status_code == 200


async def test_it_is_alive_and_ready_when_its_work_runs(house: House, app: FastAPI) -> None:
    client = house.client()
    assert (await client.get("/healthz")).json() == {"status": "ok"}
    early = await client.get("/readyz")
    assert (early.status_code, early.json()["jobs"]) == (503, False)
    async with app.router.lifespan_context(app):
        assert (await client.get("/readyz")).status_code == 200
    assert (await client.get("/readyz")).status_code == 503


def nearby(app: FastAPI, address: str, **more: object) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=app, client=(address, 5000))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost", **more)  # type: ignore[arg-type]


async def test_figures_are_for_this_machine_and_hold_no_names(house: House, app: FastAPI) -> None:
    analyst = await house.signed_in("dilnoza")
    case = await new_case(analyst, "OOO Navruz")
    await analyst.get(f"/api/v1/cases/{case}")
    async with nearby(app, "127.0.0.1") as client:
        figures = (await client.get("/metrics")).text
        passed_on = await client.get("/metrics", headers={"X-Forwarded-For": "10.0.0.7"})
    assert 'lastro_http_requests_total{method="GET",route="/api/v1/cases/{case}",status="200"} 1.0' in figures
    assert "lastro_http_request_seconds_bucket" in figures and "lastro_cases 1.0" in figures
    assert case not in figures and "Navruz" not in figures and "dilnoza" not in figures
    async with nearby(app, "10.0.0.7") as client:
        far = await client.get("/metrics")
    assert (far.status_code, passed_on.status_code) == (403, 403)


class TestFiguresByToken:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        serve = ServeSettings.model_validate({**settings.serve.model_dump(), "metrics_token": "scrape"})
        return settings.model_copy(update={"serve": serve})

    async def test_figures_are_given_to_whoever_has_the_token(self, app: FastAPI) -> None:
        async with nearby(app, "10.0.0.7") as client:
            given = await client.get("/metrics", headers={"Authorization": "Bearer scrape"})
            wrong = await client.get("/metrics", headers={"Authorization": "Bearer guess"})
        assert (given.status_code, wrong.status_code) == (200, 403)


async def test_no_log_holds_what_stands_in_documents_or_is_looked_for(
    house: House, app: FastAPI, context: Context, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """At the most talkative level, with a fault in the middle of it."""
    logs.set_up("debug", as_json=True)
    caplog.set_level(logging.DEBUG)
    try:
        analyst = await house.signed_in("dilnoza")
        case = await new_case(analyst, "Canarytitle")
        file = keep_document(
            context, case, "Borrower: Navruz Trading LLC", "Amount: 1 200 000.00 USD", name="canaryname.pdf"
        )
        run = keep_run(context, case, file)
        at = f"/api/v1/cases/{case}"
        await analyst.get(f"{at}/files/{file}/pages/1")
        await analyst.post(f"{at}/search", json={"query": "canaryquery Navruz"})
        await analyst.get(f"{at}/runs/{run}/findings", params={"section": "canarysection"})
        await analyst.post(f"{at}/runs/{run}/findings/amount/comment", json={"on": 1, "text": "canarycomment"})
        await analyst.post(f"{at}/evidence", json={"sha256": file, "page": 1, "quote": "canaryquote that is nowhere"})
        await analyst.post("/api/v1/session", json={"login": "canarylogin", "password": "canarypassword"})
        await analyst.post(f"{at}/files", files={"files": ("canaryupload.txt", b"canarybody", "text/plain")})

        def broken(*_: object, **__: object) -> None:
            raise RuntimeError("canaryfault: Navruz Trading LLC")

        context.store.list = broken  # type: ignore[method-assign, assignment]
        fault = await analyst.get("/api/v1/cases")
    finally:
        logs.set_up("warning", as_json=False)
        structlog.reset_defaults()
    said = "".join(capfd.readouterr()) + caplog.text
    assert fault.status_code == 500
    assert (fault.json()["code"], fault.headers["content-type"]) == ("fault", "application/problem+json")
    assert "canary" not in fault.text
    assert fault.json()["request"] in said, "an administrator finds the request"
    assert '"error": "RuntimeError"' in said
    for secret in (
        "canary",
        "navruz",
        "1 200 000",
        PASSWORD,
        analyst.headers["X-CSRF-Token"],
        analyst.cookies["lastro_session"],
    ):
        assert secret.casefold() not in said.casefold(), secret
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert {"method", "route", "status", "milliseconds", "request", "actor"} <= set(lines[-1])


def test_metrics_are_documented() -> None:
    from service.api.counts import Counts

    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
    for family in Counts().registry.collect():
        assert f"`{family.name}" in page, family.name
