"""The OpenAPI tells the truth: made-up calls of every route give no 5xx, no undocumented status and no body of another shape."""

import re
import zlib

import httpx
import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, settings
from schemathesis import GenerationMode
from schemathesis.checks import CheckFunction

from cases.access import Role
from service.api.problems import Problem
from service.context import Context
from tests.integration.api.house import House, keep_document, keep_run

EXAMPLES = 8
"""For each route; seconds, not minutes."""


async def test_every_route_says_what_it_does_and_how_it_fails(app: FastAPI) -> None:
    described = app.openapi()
    for path, held in described["paths"].items():
        for method, operation in held.items():
            assert operation.get("summary"), f"{method} {path}"
            if not path.startswith("/api/v1/"):
                continue
            refused = operation["responses"]
            assert {"401", "422", "500", "503"} <= set(refused), f"{method} {path}"
            for status in refused:
                if status.startswith(("4", "5")):
                    assert "application/problem+json" in refused[status]["content"], f"{method} {path} {status}"
    assert set(Problem.model_fields) == set(described["components"]["schemas"]["Problem"]["properties"])


async def test_every_body_has_an_example_that_its_schema_takes(app: FastAPI) -> None:
    import jsonschema

    described = app.openapi()
    for path, held in described["paths"].items():
        for method, operation in held.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            reference = re.findall(r"schemas/(\w+)", str(content)) if content else []
            if not reference:
                continue
            schema = described["components"]["schemas"][reference[0]]
            has_examples = schema.get("examples") or any("examples" in part for part in schema["properties"].values())
            assert has_examples or reference[0] == "AuditAnchor", f"{method} {path}: {reference[0]}"
            for example in schema.get("examples", ()):
                jsonschema.validate(example, {**schema, "components": described["components"]})


async def test_every_path_names_its_parameters_with_examples(app: FastAPI) -> None:
    for path, held in app.openapi()["paths"].items():
        for method, operation in held.items():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    has_example = "examples" in parameter["schema"] or "examples" in parameter
                    assert has_example, f"{method} {path} {parameter['name']}"


def checks() -> list[CheckFunction]:
    from schemathesis.specs.openapi import checks as openapi

    return [
        schemathesis.checks.not_a_server_error,
        openapi.status_code_conformance,
        openapi.content_type_conformance,
        openapi.response_schema_conformance,
    ]


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_made_up_calls_are_answered_as_described(house: House, app: FastAPI, context: Context) -> None:
    """As an admin who owns a case with a file and a run."""
    import asyncio

    admin = house.person("admin", Role.ADMIN)
    token = context.tokens.issue("tests", user=admin.id, role=Role.ADMIN, by="tests").secret
    case = context.store.create("made up", by=admin.actor).id
    file = keep_document(context, case, "Borrower: Navruz Trading LLC", "Amount: 1 200 000.00 USD")
    held = {"case": case, "sha256": file, "run": keep_run(context, case, file), "n": 1, "field": "amount"}
    await asyncio.to_thread(call_all, app, token, held)


def call_all(app: FastAPI, token: str, held: dict[str, object]) -> None:
    schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", app, headers={"Host": "localhost"})
    called: set[str] = set()
    for found in schema.get_all_operations():
        operation = found.ok()
        label = operation.label
        # a stream that does not end by itself, and what would end the test's own case and user
        if "/events" in label or label in ("DELETE /api/v1/cases/{case}", "PATCH /api/v1/users/{user}"):
            continue
        called.add(label)

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @schemathesis_given(operation)
        def call(case: schemathesis.Case) -> None:
            for name, value in held.items():  # mostly of what there is, so that calls get beyond the door
                if name in (case.path_parameters or {}) and zlib.crc32(repr(case.body).encode("utf-8", "replace")) % 4:
                    case.path_parameters[name] = value
            response = case.call(headers={"Authorization": f"Bearer {token}", "Host": "localhost"})
            case.validate_response(response, checks=checks())

        call()
    assert len(called) > 50


def schemathesis_given(operation: object):  # type: ignore[no-untyped-def]
    from hypothesis import given

    as_strategy = operation.as_strategy  # type: ignore[attr-defined]
    right = as_strategy(generation_mode=GenerationMode.POSITIVE)
    try:
        return given(case=right | as_strategy(generation_mode=GenerationMode.NEGATIVE))
    except Exception:  # noqa: BLE001  # an operation without parameters has no wrong ones
        return given(case=right)


async def test_a_body_that_is_no_json_is_refused_and_not_echoed(analyst: httpx.AsyncClient) -> None:
    secret = "Passport AB1234567"
    for body in (f"{{{secret}", f'{{"title": 5, "other": "{secret}"}}', f'["{secret}"]', "\xff" + secret):
        answer = await analyst.post(
            "/api/v1/cases", content=body.encode("latin-1"), headers={"Content-Type": "application/json"}
        )
        assert answer.status_code in (400, 422)
        assert answer.headers["content-type"] == "application/problem+json"
        assert "AB1234567" not in answer.text


async def test_an_unknown_address_is_a_problem_too(analyst: httpx.AsyncClient) -> None:
    for method, path, status in (("GET", "/api/v1/nowhere", 404), ("PATCH", "/api/v1/session", 405)):
        answer = await analyst.request(method, path)
        assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
        assert answer.json()["code"] == "no_such_address"
