"""No call of one case gives anything of another: every route of the OpenAPI, with another person's ids."""

import itertools
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from cases.access import Role
from service.context import Context
from tests.integration.api.house import House, keep_document, keep_run, new_case

TITLE, TEXT, NAME, NOTE = "CanaryTitle", "Canarytext Navruz Trading LLC", "canaryname.pdf", "canarynote"
LINES = (
    f"Borrower: {TEXT}",
    "Amount: 1 200 000.00 USD",
    "Guarantor: Canaryperson Rahimov",
    "Borrower: Navruz Trading LLC",
)
CANARIES = ("canarytitle", "canarytext", "canaryname", "canarynote", "canaryperson", "navruz trading", "1 200 000.00")


@dataclass(frozen=True)
class Held:
    case: str
    run: str
    file: str


async def furnished(
    client: httpx.AsyncClient, context: Context, *, title: str, lines: tuple[str, ...], name: str
) -> Held:
    case = await new_case(client, title)
    file = keep_document(context, case, *lines, name=name)
    run = keep_run(context, case, file)
    at = f"/api/v1/cases/{case}/runs/{run}/findings/amount"
    assert (
        await client.post(f"{at}/comment", json={"on": 1, "text": NOTE if "Canary" in title else "own"})
    ).status_code == 201
    return Held(case, run, file)


def operations(app: FastAPI) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, held in app.openapi()["paths"].items()
        for method, operation in held.items()
        if "text/event-stream" not in str(operation["responses"].get("200")) or "{case}" in path
    ]


def body_of(operation: dict[str, Any], schemas: dict[str, Any], held: Held) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    if "multipart/form-data" in content:
        return {"files": {"files": ("x.txt", b"x", "text/plain")}, "data": {"version": "9"}}
    if "application/json" not in content:
        return {}
    schema = content["application/json"]["schema"]
    name = str(schema.get("$ref", "")).rsplit("/", 1)[-1]
    examples = schemas.get(name, {}).get("examples")
    if examples:
        body = dict(examples[0])
    elif name == "NewCase":
        body = {"title": "x"}
    else:
        body = {}
    if "sha256" in body:
        body = {"sha256": held.file, "page": 1, "start": 0, "end": 8}
    if "values" in body:
        body["values"] = [{"value": "USD", "citations": [{"sha256": held.file, "page": 1, "start": 0, "end": 8}]}]
    if "query" in body:
        body["query"] = "navruz canarytext"
    return {"json": body}


def filled(path: str, held: Held, user: str) -> str:
    values = {
        "case": held.case, "run": held.run, "sha256": held.file, "n": "1", "field": "amount", "user": user,
        "token": "01JZX5Q2R8M4T7V9W1Y3A5C7E9", "job": "01JZX5Q2R8M4T7V9W1Y3A5C7E9", "name": "short_note", "version": "1",
        "deletion": "01JZX5Q2R8M4T7V9W1Y3A5C7E9",
    }  # fmt: skip
    return path.format(**values)


def must_be_clean(answer: httpx.Response, asked: str) -> None:
    said = (answer.text + " ".join(f"{name}: {value}" for name, value in answer.headers.items())).casefold()
    leaked = [canary for canary in CANARIES if canary in said]
    assert not leaked, f"{asked} gave {leaked}"


@pytest.mark.parametrize("role", [Role.ANALYST, Role.ADMIN])
async def test_no_call_of_one_case_gives_anything_of_another(
    house: House, app: FastAPI, context: Context, role: Role
) -> None:
    alice = await house.signed_in("alice")
    theirs = await furnished(alice, context, title=TITLE, lines=LINES, name=NAME)
    bob = house.program(house.person("bob", role))
    own_case = await new_case(bob, "Bob's own")
    own = Held(own_case, "", keep_document(context, own_case, "Bob's page, and no other"))
    owner = context.people.by_login("alice").id
    schemas = app.openapi()["components"]["schemas"]
    count = 0
    for method, path, operation in operations(app):
        for held in (theirs, Held(own.case, theirs.run, theirs.file)):
            if held.case == own.case and not ({"{run}", "{sha256}"} & set(path.replace("/", " ").split())):
                continue
            address = filled(path, held, owner)
            sent = body_of(operation, schemas, theirs)
            if path.endswith("/events"):
                sent["params"] = {"after": 0, "limit": 1}
            answer = await bob.request(method, address, **sent)
            count += 1
            asked = f"{method} {path} with {'their' if held is theirs else 'own'} case"
            must_be_clean(answer, asked)
            if "{case}" in path:
                assert answer.status_code == 404, f"{asked}: {answer.status_code} {answer.text[:200]}"
    seen = (await alice.get(f"/api/v1/cases/{theirs.case}/runs/{theirs.run}/findings")).text.casefold()
    assert "navruz trading" in seen and "1 200 000.00" in seen, "whoever may see them does"
    assert count > 60, "the OpenAPI names fewer routes than there are"
    assert (await alice.get(f"/api/v1/cases/{theirs.case}")).status_code == 200, "nothing of it was changed"
    assert len((await alice.get(f"/api/v1/cases/{theirs.case}/members")).json()) == 1
    found = (await alice.get(f"/api/v1/cases/{theirs.case}/runs/{theirs.run}/findings/amount")).json()
    assert (found["version"], found["comments"]) == (1, 1)


async def test_a_case_that_is_not_there_and_one_that_is_not_mine_are_answered_alike(house: House) -> None:
    alice, bob = await house.signed_in("alice"), await house.signed_in("bob")
    case = await new_case(alice)
    other = case[:-1] + ("0" if case[-1] != "0" else "1")
    for suffix in ("", "/files", "/members", "/runs"):
        theirs, nothing = [await bob.get(f"/api/v1/cases/{name}{suffix}") for name in (case, other)]
        assert theirs.status_code == nothing.status_code == 404
        shown = [answer.text.replace(name, "") for answer, name in ((theirs, case), (nothing, other))]
        plain = [text.split('"request"')[0] for text in shown]
        assert plain[0] == plain[1]


async def test_nobody_without_a_session_or_token_gets_anything(house: House, app: FastAPI, context: Context) -> None:
    alice = await house.signed_in("alice")
    theirs = await furnished(alice, context, title=TITLE, lines=LINES, name=NAME)
    nobody = house.client()
    schemas = app.openapi()["components"]["schemas"]
    for method, path, operation in operations(app):
        answer = await nobody.request(
            method, filled(path, theirs, "01JZX5Q2R8M4T7V9W1Y3A5C7E9"), **body_of(operation, schemas, theirs)
        )
        must_be_clean(answer, f"{method} {path}")
        is_open = operation.get("security") == []
        assert is_open or answer.status_code == 401, f"{method} {path}: {answer.status_code} {answer.text[:200]}"


async def test_whoever_is_taken_out_of_a_case_is_out_at_once(house: House) -> None:
    alice, bob = await house.signed_in("alice"), await house.signed_in("bob")
    case = await new_case(alice)
    user = context_user(house, "bob")
    assert (await alice.put(f"/api/v1/cases/{case}/members", json={"login": "bob", "role": "owner"})).status_code == 200
    assert (await bob.get(f"/api/v1/cases/{case}")).status_code == 200
    assert (await alice.delete(f"/api/v1/cases/{case}/members/{user}")).status_code == 204
    assert (await bob.get(f"/api/v1/cases/{case}")).status_code == 404


def context_user(house: House, login: str) -> str:
    return house.context.people.by_login(login).id


async def test_ids_are_not_guessable(house: House) -> None:
    """Of two cases made one after the other, nothing but the time is alike."""
    alice = await house.signed_in("alice")
    made = [await new_case(alice, f"case {number}") for number in range(5)]
    tails = [case[10:] for case in made]
    assert len(set(tails)) == 5
    for first, second in itertools.pairwise(tails):
        assert sum(a == b for a, b in zip(first, second, strict=True)) <= 6


async def test_no_page_of_one_case_is_shown_to_someone_else(house: House, app: FastAPI, context: Context) -> None:
    """The review pages are not in the OpenAPI: found among the routes."""
    alice, bob = await house.signed_in("alice"), await house.signed_in("bob")
    theirs = await furnished(alice, context, title=TITLE, lines=LINES, name=NAME)
    own = await new_case(bob, "Bob's own")
    paths = {path for path in page_paths(app) if "{case}" in path}
    assert "/cases/{case}/runs/{run}" in paths
    for path in sorted(paths):
        for case in (theirs.case, own):
            if case == own and not ({"run", "sha256"} & {part.strip("{}") for part in path.split("/")}):
                continue
            address = path.format(
                case=case, run=theirs.run, sha256=theirs.file, number=1, field="amount", n=1, page=1, page_number=1
            )
            answer = await bob.get(address)
            must_be_clean(answer, address)
            assert answer.status_code == 404, f"{path}: {answer.status_code}"
    shown = await alice.get(f"/cases/{theirs.case}/runs/{theirs.run}")
    assert shown.status_code == 200 and "navruz trading" in shown.text.casefold()
    nobody = await house.client().get(f"/cases/{theirs.case}")
    assert (nobody.status_code, nobody.headers["location"].split("?")[0]) == (303, "/login")


def page_paths(app: FastAPI) -> set[str]:
    found: set[str] = set()

    def walk(routes: object) -> None:
        for route in routes:  # type: ignore[attr-defined]
            inner = getattr(getattr(route, "original_router", None), "routes", None) or getattr(route, "routes", None)
            if inner:
                walk(inner)
            elif "GET" in (getattr(route, "methods", None) or ()) and not route.path.startswith("/api"):
                found.add(route.path)

    walk(app.routes)
    return {path for path in found if not path.startswith("/static")}
