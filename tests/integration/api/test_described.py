"""The OpenAPI tells the truth: made-up calls of every route give no 5xx, no undocumented status and no body of another shape."""

import asyncio
import os
import re

import httpx
import pytest
from fastapi import FastAPI

from cases.access import Role
from service.api.examples import answers_of
from service.api.problems import Problem
from service.context import Context
from tests.integration.api.house import House
from tests.integration.api.made_up_calls import Place, call_all

USUAL = 15
EXAMPLES = int(os.environ.get("LASTRO_MADE_UP_CALLS", USUAL))
"""For each route: the same ones every time, and about a minute in all. Ask for more and they are others each time."""
BEYOND = 48
"""Routes of which some made-up call is not refused, at least; the others want a report, a sheet, an encrypted file."""


async def test_every_route_says_what_it_does_and_how_it_fails(app: FastAPI) -> None:
    described = app.openapi()
    for path, held in described["paths"].items():
        for method, operation in held.items():
            assert operation.get("summary"), f"{method} {path}"
            if not path.startswith("/api/v1/"):
                continue
            refused = operation["responses"]
            assert {"401", "500", "503"} <= set(refused), f"{method} {path}"
            if operation.get("parameters") or "requestBody" in operation:
                assert "422" in refused, f"{method} {path}"
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


async def test_no_route_names_a_refusal_that_it_cannot_give(app: FastAPI) -> None:
    """What is said of bodies stands where there is one; tries are counted where somebody could guess."""
    counted = []
    for path, held in app.openapi()["paths"].items():
        for method, operation in held.items():
            if "requestBody" not in operation:
                assert not {"400", "408", "413", "415"} & set(operation["responses"]), f"{method} {path}"
            if "429" in operation["responses"]:
                counted.append(f"{method} {path}")
    assert counted == ["post /api/v1/session", "put /api/v1/session/password", "get /api/v1/cases/{case}/events"]


async def test_every_answer_has_an_example_that_its_schema_takes(app: FastAPI) -> None:
    import jsonschema

    described = app.openapi()
    schemas = described["components"]["schemas"]
    answers = list(answers_of(described))
    assert len(answers) > 60
    for call, status, content in answers:
        assert "example" in content, f"{call} {status}: add one to service/api/examples.json"
        schema = content.get("schema", {})
        jsonschema.validate(content["example"], {**schema, "components": described["components"]})
        name = re.fullmatch(r"#/components/schemas/(\w+)", schema.get("items", schema).get("$ref", ""))
        if name is not None:  # nothing that the schema does not know, and nothing left out
            shown = content["example"][0] if isinstance(content["example"], list) else content["example"]
            assert set(shown) == set(schemas[name[1]]["properties"]), f"{call}: {name[1]}"
    for example in schemas["Problem"]["examples"]:
        jsonschema.validate(example, {**schemas["Problem"], "components": described["components"]})


async def test_every_path_names_its_parameters_with_examples(app: FastAPI) -> None:
    for path, held in app.openapi()["paths"].items():
        for method, operation in held.items():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    has_example = "examples" in parameter["schema"] or "examples" in parameter
                    assert has_example, f"{method} {path} {parameter['name']}"


@pytest.mark.slow
@pytest.mark.timeout(max(300, EXAMPLES * 60))
async def test_made_up_calls_are_answered_as_described(house: House, app: FastAPI, context: Context) -> None:
    """As an admin who owns a case with a file and a run, by token and by session."""
    place = Place(context, house.person("admin", Role.ADMIN))
    derandomize = EXAMPLES == USUAL
    answered = await asyncio.to_thread(call_all, app, place, examples=EXAMPLES, derandomize=derandomize)
    assert len(answered) > 60
    refused = sorted(label for label, statuses in answered.items() if min(statuses) >= 400)
    assert len(answered) - len(refused) >= BEYOND, f"too many never got beyond the door: {refused}"


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
