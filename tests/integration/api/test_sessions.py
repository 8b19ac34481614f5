"""Signing in, staying signed in, and what a cookie alone may not do."""

import re

import httpx
import pytest
from fastapi import FastAPI

from cases.access import Role
from cases.people import TRIES
from service.api.app import create_app
from service.context import Context
from service.settings import ServeSettings, Settings
from tests.integration.api.house import PASSWORD, House, new_case

SESSION = "/api/v1/session"


async def sign_in(client: httpx.AsyncClient, login: str, password: str = PASSWORD) -> httpx.Response:
    return await client.post(SESSION, json={"login": login, "password": password})


def is_problem(answer: httpx.Response, status: int, code: str) -> bool:
    body = answer.json()
    said = all(body[name] for name in ("type", "title", "detail", "kept", "do"))
    is_typed = answer.headers["content-type"] == "application/problem+json"
    return (answer.status_code, body["code"], said, is_typed) == (status, code, True, True)


async def test_a_person_signs_in_is_known_and_signs_out(house: House) -> None:
    house.person("dilnoza", Role.REVIEWER)
    client = house.client()
    answer = await sign_in(client, "dilnoza")
    assert answer.json()["person"]["role"] == "reviewer"
    csrf = answer.json()["csrf"]
    assert (await client.get(SESSION)).json()["csrf"] == csrf
    gone = await client.delete(SESSION, headers={"X-CSRF-Token": csrf})
    assert gone.status_code == 204
    assert is_problem(await client.get(SESSION), 401, "not_signed_in")


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(house: House) -> None:
    house.person("dilnoza")
    cookie = (await sign_in(house.client(), "dilnoza")).headers["set-cookie"]
    assert cookie.startswith("lastro_session=")
    assert {"httponly", "samesite=lax", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}


async def test_behind_https_the_cookie_is_secure_and_hsts_is_sent(context: Context, settings: Settings) -> None:
    serve = ServeSettings.model_validate({**settings.serve.model_dump(), "address": "https://lastro.example"})
    object.__setattr__(context, "settings", settings.model_copy(update={"serve": serve}))
    house = House(create_app(context), context)
    house.person("dilnoza")
    client = house.client()
    answer = await client.post(
        SESSION, json={"login": "dilnoza", "password": PASSWORD}, headers={"Host": "lastro.example"}
    )
    assert answer.headers["set-cookie"].startswith("__Host-lastro_session=")
    assert "Secure" in answer.headers["set-cookie"]
    assert "max-age" in answer.headers["strict-transport-security"]
    await house.close()


async def test_a_session_that_was_planted_before_the_sign_in_is_worth_nothing_after_it(house: House) -> None:
    house.person("dilnoza")
    mallory = await house.signed_in("mallory")
    planted = mallory.cookies["lastro_session"]
    victim = house.client(cookies={"lastro_session": planted})
    answer = await sign_in(victim, "dilnoza")
    assert answer.status_code == 200
    assert answer.cookies["lastro_session"] != planted, "the secret is a new one"
    assert is_problem(await mallory.get(SESSION), 401, "not_signed_in")


async def test_a_change_with_the_cookie_alone_is_refused(house: House) -> None:
    client = await house.signed_in("dilnoza")
    del client.headers["X-CSRF-Token"]
    assert is_problem(await client.post("/api/v1/cases", json={"title": "x"}), 403, "forged_request")
    client.headers["X-CSRF-Token"] = "guessed"
    assert is_problem(await client.post("/api/v1/cases", json={"title": "x"}), 403, "forged_request")


@pytest.mark.parametrize(
    "header", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
async def test_a_change_sent_by_another_site_is_refused_even_with_its_proof(
    house: House, header: dict[str, str]
) -> None:
    client = await house.signed_in("dilnoza")
    assert is_problem(await client.post("/api/v1/cases", json={"title": "x"}, headers=header), 403, "forged_request")
    begun = await client.post(SESSION, json={"login": "a", "password": "b"}, headers=header)
    assert is_problem(begun, 403, "forged_request")


async def test_the_proof_of_one_session_is_none_for_another(house: House) -> None:
    dilnoza, jasur = await house.signed_in("dilnoza"), await house.signed_in("jasur")
    stolen = {"X-CSRF-Token": jasur.headers["X-CSRF-Token"]}
    assert is_problem(await dilnoza.post("/api/v1/cases", json={"title": "x"}, headers=stolen), 403, "forged_request")


async def test_wrong_passwords_lock_the_login_and_say_how_long(house: House) -> None:
    house.person("dilnoza")
    client = house.client()
    for _ in range(TRIES):
        assert is_problem(await sign_in(client, "dilnoza", "wrong"), 401, "not_signed_in")
    locked = await sign_in(client, "dilnoza")
    assert locked.status_code == 401
    assert 0 < int(locked.headers["retry-after"]) <= 60


async def test_an_unknown_login_is_answered_like_a_wrong_password(house: House) -> None:
    house.person("dilnoza")
    wrong, unknown = [(await sign_in(house.client(), login, "wrong")).json() for login in ("dilnoza", "nobody")]
    assert wrong.pop("request") != unknown.pop("request")
    assert wrong == unknown


async def test_sign_ins_from_one_address_are_limited(app: FastAPI, house: House) -> None:
    from service.api.signing_in import Tries

    app.state.tries = Tries(3)
    client = house.client()
    for _ in range(3):
        assert (await sign_in(client, "nobody")).status_code == 401
    limited = await sign_in(client, "nobody")
    assert is_problem(limited, 429, "too_many_tries")
    assert int(limited.headers["retry-after"]) > 0


async def test_a_given_password_opens_nothing_but_its_own_change(house: House, context: Context) -> None:
    user, password = context.people.first_admin() or (None, "")
    assert user is not None
    client = house.client()
    begun = (await sign_in(client, "admin", password)).json()
    assert begun["must_change"]
    client.headers["X-CSRF-Token"] = begun["csrf"]
    assert is_problem(await client.get("/api/v1/cases"), 403, "password_change_needed")
    old = client.cookies["lastro_session"]
    changed = await client.put(f"{SESSION}/password", json={"old": password, "new": PASSWORD})
    assert changed.status_code == 200, changed.text
    assert not changed.json()["must_change"]
    assert client.cookies["lastro_session"] != old
    assert (await client.get("/api/v1/cases")).status_code == 200
    assert (await house.client(cookies={"lastro_session": old}).get(SESSION)).status_code == 401


async def test_a_short_password_is_refused_with_what_to_do(house: House) -> None:
    client = await house.signed_in("dilnoza")
    answer = await client.put(f"{SESSION}/password", json={"old": PASSWORD, "new": "short"})
    assert is_problem(answer, 422, "input_refused")
    assert "12" in answer.json()["detail"]


async def test_a_disabled_person_is_out_at_once(house: House, context: Context) -> None:
    client = await house.signed_in("dilnoza")
    context.people.set_disabled(context.people.by_login("dilnoza").id, disabled=True, by="tests")
    assert is_problem(await client.get("/api/v1/cases"), 401, "not_signed_in")


@pytest.mark.parametrize(
    "header", ["Basic abc", "Bearer ", "Bearer lastro_unknown", "Bearer " + "x" * 5000, "lastro_x"]
)
async def test_what_is_no_token_is_refused(house: House, header: str) -> None:
    answer = await house.client(headers={"Authorization": header}).get("/api/v1/cases")
    assert is_problem(answer, 401, "not_signed_in")
    assert answer.headers["www-authenticate"].startswith("Bearer")


async def test_a_token_needs_no_proof_and_reaches_no_case_beyond_its_own(house: House) -> None:
    person = await house.signed_in("dilnoza")
    first, second = await new_case(person, "first"), await new_case(person, "second")
    user = house.context.people.by_login("dilnoza")
    program = house.program(user, Role.SERVICE, cases=[first])
    assert [case["id"] for case in (await program.get("/api/v1/cases")).json()] == [first]
    assert is_problem(await program.get(f"/api/v1/cases/{second}"), 404, "not_kept")
    assert is_problem(await program.post("/api/v1/cases", json={"title": "third"}), 403, "not_allowed")


async def test_a_revoked_token_opens_nothing(house: House) -> None:
    person = await house.signed_in("dilnoza")
    new = (await person.post("/api/v1/tokens", json={"name": "import", "role": "service"})).json()
    program = house.client(headers={"Authorization": f"Bearer {new['secret']}"})
    assert (await program.get("/api/v1/cases")).status_code == 200
    assert (await person.delete(f"/api/v1/tokens/{new['token']['id']}")).status_code == 204
    assert (await program.get("/api/v1/cases")).status_code == 401


async def test_secrets_are_kept_as_hashes_only(house: House, settings: Settings) -> None:
    person = await house.signed_in("dilnoza")
    secret = (await person.post("/api/v1/tokens", json={"name": "import", "role": "service"})).json()["secret"]
    stored = b"".join(path.read_bytes() for path in settings.root.glob("lastro.db*"))
    for secret_text in (secret, person.cookies["lastro_session"], PASSWORD):
        assert secret_text.encode() not in stored


async def test_every_answer_carries_the_headers_that_keep_a_browser_safe(house: House) -> None:
    client = await house.signed_in("dilnoza")
    for answer in (
        await client.get("/api/v1/cases"),
        await client.get("/nowhere"),
        await house.client().get("/healthz"),
    ):
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["x-request-id"])


async def test_a_request_for_another_host_is_refused(house: House) -> None:
    answer = await house.client().get("/healthz", headers={"Host": "evil.example"})
    assert is_problem(answer, 421, "wrong_host")
