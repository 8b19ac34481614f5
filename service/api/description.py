"""The OpenAPI document: what FastAPI makes of the routes, with the errors' schema and the two ways to sign in."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from service.api.auth import CSRF_HEADER
from service.api.problems import Problem

_REF = "#/components/schemas/{model}"
_OPEN = {("/api/v1/session", "post"), ("/healthz", "get"), ("/readyz", "get"), ("/metrics", "get")}
"""What needs nobody signed in."""


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
                if (path, method) in _OPEN or path.startswith("/api/v1/session/oidc"):
                    operation["security"] = []
        app.openapi_schema = made
    return app.openapi_schema
