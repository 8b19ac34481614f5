"""The service as one ASGI application: guard, routes, errors, and what starts and stops with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from evidence.errors import LastroError
from service.api import (
    admin,
    casework,
    events,
    evidence,
    files,
    findings,
    health,
    jobs,
    oidc,
    pages,
    problems,
    removals,
    runs,
    signing_in,
    templates,
)
from service.api.bodies import Bodies
from service.api.counts import Counts
from service.api.description import describe
from service.api.events import Hub
from service.api.guard import PREFIX, Guard
from service.api.signing_in import Tries
from service.api.turns import Turns
from service.context import Context

_ABOUT = """Cases, their documents, and what agents found in them: every value with a quote that code has held against the page.

Programs send `Authorization: Bearer …`. Browsers have a session cookie and send `X-CSRF-Token` with every change. A case is
there for its members only; for everyone else it answers 404. Errors are `application/problem+json` and say what happened, what
is kept and what to do."""


def create_app(context: Context, *, work: bool = True) -> FastAPI:
    """``work``: start the jobs with the application and stop them with it. The caller closes the context."""

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        if work:
            await run_in_threadpool(context.spool.sweep)
            await run_in_threadpool(context.jobs.start)
        app.state.is_working = True
        try:
            yield
        finally:
            app.state.is_working = False
            if work:
                await run_in_threadpool(context.jobs.stop, context.settings.jobs.grace_seconds)

    app = FastAPI(
        title="Lastro",
        version=version("lastro"),
        description=_ABOUT,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # its pages load scripts from another host
        redoc_url=None,  # as above
        lifespan=living,
        redirect_slashes=False,
    )
    app.state.context = context
    app.state.counts = Counts()
    app.state.hub = Hub()
    app.state.is_working = False
    app.state.provider = oidc.Provider(context.settings.serve.oidc)
    app.state.turns = Turns(context.settings.serve)
    app.state.tries = Tries(context.settings.serve.tries_per_minute)
    app.openapi = partial(describe, app)  # type: ignore[method-assign]  # the library's own way to change it
    _add_errors(app)
    app.include_router(_api(), prefix=PREFIX)
    app.include_router(health.router)
    _add_pages(app, context)
    app.add_middleware(Bodies, serve=context.settings.serve)
    app.add_middleware(Guard, serve=context.settings.serve, counts=app.state.counts)  # the last added is the outermost
    return app


def _api() -> APIRouter:
    api = APIRouter()
    parts = (signing_in, oidc, casework, files, pages, runs, findings, evidence, jobs, events, templates, removals)
    for router in (*(part.router for part in parts), admin.users, admin.tokens, admin.admin):
        api.include_router(router)
    return api


def _add_errors(app: FastAPI) -> None:
    app.add_exception_handler(LastroError, problems.of_lastro)
    app.add_exception_handler(RequestValidationError, problems.of_validation)
    app.add_exception_handler(HTTPException, problems.of_http)
    app.add_exception_handler(DBAPIError, problems.of_database)


def _add_pages(app: FastAPI, context: Context) -> None:
    from service.web.router import web_router  # it uses this package

    app.include_router(web_router(context), include_in_schema=False)
