"""The OpenAPI document: what FastAPI makes of the routes, with the errors' schema, examples and the two ways to sign in."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from service.api.auth import CSRF_HEADER
from service.api.examples import add_examples
from service.api.problems import Problem

_REF = "#/components/schemas/{model}"
_OPEN = {("/api/v1/session", "post"), ("/healthz", "get"), ("/readyz", "get"), ("/metrics", "get")}
"""What needs nobody signed in."""
_OF_BODIES = ("400", "408", "413")
_TRIES_ARE_COUNTED = {
    ("/api/v1/session", "post"),
    ("/api/v1/session/password", "put"),
    ("/api/v1/cases/{case}/events", "get"),
}
_ASKS_NOTHING = {
    ("/api/v1/session", "get"),
    ("/api/v1/session", "delete"),
    ("/healthz", "get"),
    ("/readyz", "get"),
    ("/metrics", "get"),
}
"""There is nothing in the call that could be wrong."""


def describe(app: FastAPI) -> dict[str, Any]:  # a JSON document
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = made["components"]["schemas"]
        problem = Problem.model_json_schema(ref_template=_REF, mode="serialization")
        schemas |= problem.pop("$defs", {})
        schemas["Problem"] = problem
        made["components"]["securitySchemes"] = {
            "token": {"type": "http", "scheme": "bearer"},
            "session": {
                "type": "apiKey",
                "in": "cookie",
                "name": "lastro_session",
                "description": f"Set by POST /api/v1/session. Changes also need the header {CSRF_HEADER}.",
            },
        }
        made["security"] = [{"token": []}, {"session": []}]
        for path, held in made["paths"].items():
            for method, operation in held.items():
                _leave_out(operation["responses"], path, method, has_body="requestBody" in operation)
                if (path, method) in _OPEN or path.startswith("/api/v1/session/oidc"):
                    operation["security"] = []
        add_examples(made)
        app.openapi_schema = made
    return app.openapi_schema


def _leave_out(answers: dict[str, Any], path: str, method: str, *, has_body: bool) -> None:
    """Of what any call may be refused with (``problems.responses``): what this one cannot."""
    call = (path, method)
    impossible = [] if has_body else [*_OF_BODIES]
    if call not in _TRIES_ARE_COUNTED:
        impossible.append("429")
    if call in _ASKS_NOTHING:
        impossible.append("422")
    if call == ("/api/v1/session", "get"):  # also of one who has to choose a password yet
        impossible.append("403")
    if path == "/metrics":
        impossible.append("401")
    for status in impossible:
        answers.pop(status, None)
