"""Made-up calls of every route of the OpenAPI, steered so that most of them get beyond the door."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CheckFunction

from cases.access import Role
from cases.people import User
from cases.records import CaseRole, RunState
from service.context import Context
from service.jobs.local import add_job
from service.jobs.port import JobKind
from service.run_templates import KIND, pack_template
from tests.integration.api.house import PASSWORD, TEMPLATE, keep_document, keep_run

Held = Mapping[str, object]
AMOUNT = "1 200 000.00 USD"
TEXT = f"Borrower: Navruz Trading LLC\nAmount: {AMOUNT}"
BEFORE = {"try_again": (RunState.FAILED,), "open_again": (RunState.FINISHING, RunState.DONE)}
"""States that a run goes through before its route is called, so that the route has something to do."""


def checks(label: str) -> list[CheckFunction]:
    from schemathesis.specs.openapi import checks as openapi

    # it turns prefixItems inside of items into a list of an older draft, and then calls that no schema
    shapes = [] if label.endswith("/words") else [openapi.response_schema_conformance]
    return [
        schemathesis.checks.not_a_server_error,
        openapi.status_code_conformance,
        openapi.content_type_conformance,
        *shapes,
    ]


@dataclass
class Place:
    """What there is to call about; made anew for every route, so that no route spoils another's."""

    context: Context
    admin: User
    count: int = 0

    def prepared(self, label: str) -> Held:
        self.count += 1
        store = self.context.store
        files = store.create(f"made up {self.count}", by=self.admin.actor)
        sha256 = keep_document(self.context, files.id, *TEXT.split("\n"))
        run = keep_run(self.context, files.id, sha256)
        for state in BEFORE.get(label.rsplit("/", 1)[1], ()):
            files.run(run).advance(state)
        other = self.context.people.add(
            f"other{self.count}", name="Other", role=Role.ANALYST, by="tests", password=PASSWORD
        )
        token = self.context.tokens.issue("tests", user=other.id, role=Role.ANALYST, by="tests")
        job = add_job(store, JobKind.READ_FILES, case=files.id, payload={"paths": []}, by=self.admin.id, key=None)
        name = f"note{self.count}"
        body = pack_template({"fields.yaml": TEMPLATE.replace("short_note", name).encode()})
        for version in ("1", "2"):
            store.skills.add(KIND, name, version, body=body, by=self.admin.id)
        files.people.add(other.id, CaseRole.READER, by="tests")
        if label.endswith("/undo"):
            files.run(run).reviews.approve("amount", on=1, by=self.admin.id)
        start = TEXT.index(AMOUNT)
        in_bodies = {
            "on": 2 if label.endswith("/undo") else 1, "page": 1, "start": start, "end": start + len(AMOUNT), "value": AMOUNT,
        }  # fmt: skip
        if label.endswith(("/session", "/members")):
            in_bodies |= {
                "login": self.admin.login if label.endswith("/session") else other.login,
                "password": PASSWORD,
            }
        if label.endswith(("/tokens", "/members")):
            in_bodies |= {"role": "analyst", "cases": None}
        return in_bodies | {
            "case": files.id, "sha256": sha256, "run": run, "n": 1, "field": "amount", "user": other.id,
            "token": token.token.id, "job": job.id, "name": name, "version": "1",
        }  # fmt: skip

    def headers(self) -> Iterator[dict[str, str]]:
        """In turn a program's and a browser's, of one who may do everything."""
        secret = self.context.tokens.issue("tests", user=self.admin.id, role=Role.ADMIN, by="tests").secret
        while True:
            yield {"Authorization": f"Bearer {secret}"}
            begun = self.context.sessions.begin(self.admin.id)
            yield {"Cookie": f"lastro_session={begun.secret}", "X-CSRF-Token": begun.csrf}


def call_all(app: FastAPI, place: Place, *, examples: int, derandomize: bool) -> dict[str, set[int]]:
    """The statuses that each route gave. A stream of events does not end by itself and is left out."""
    schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", app, headers={"Host": "localhost"})
    answered: dict[str, set[int]] = {}
    headers = place.headers()
    for found in schema.get_all_operations():
        operation = found.ok()
        if "/events" in operation.label:
            continue
        statuses = answered.setdefault(operation.label, set())
        _call(operation, place.prepared(operation.label), headers, statuses, examples, derandomize)
    return answered


def _call(
    operation: Any,
    held: Held,
    headers: Iterator[dict[str, str]],
    statuses: set[int],
    examples: int,
    derandomize: bool,
) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=derandomize,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @_strategy(operation)
    def call(case: schemathesis.Case) -> None:
        (case.cookies or {}).pop("lastro_session", None)  # made-up ones would take the place of the true
        (case.headers or {}).pop("Authorization", None)
        if zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode("utf-8", "replace")) % 4:
            _steer(case, held)
        response = case.call(headers={**next(headers), "Host": "localhost"})
        statuses.add(response.status_code)
        case.validate_response(response, checks=checks(operation.label))

    call()


def _strategy(operation: Any) -> Callable[..., Any]:
    as_strategy = operation.as_strategy
    right = as_strategy(generation_mode=GenerationMode.POSITIVE)
    try:
        return given(case=right | as_strategy(generation_mode=GenerationMode.NEGATIVE))
    except Exception:  # noqa: BLE001  # an operation without parameters has no wrong ones
        return given(case=right)


def _steer(case: schemathesis.Case, held: Held) -> None:
    """Towards what there is: ids in the path, and in the body whatever has a name of ``held``."""
    for name in set(case.path_parameters or {}) & set(held):
        case.path_parameters[name] = held[name]
    for name in {"older", "newer", "version"} & set(case.query or {}):
        case.query[name] = held["version"]
    if isinstance(case.body, (dict, list)):
        case.body = _steered(case.body, held)


def _steered(value: object, held: Held) -> object:
    if isinstance(value, list):
        return [_steered(one, held) for one in value]
    if not isinstance(value, dict):
        return value
    steered = {name: _steered(one, held) for name, one in value.items()}
    return steered | {name: held[name] for name in held if name in steered}
