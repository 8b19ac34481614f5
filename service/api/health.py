"""Whether it lives, whether it can work, and in figures how it does: for whoever runs it."""

import hmac
import shutil
from typing import Literal

import structlog
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from cases.tallies import tallies
from evidence.errors import NotAllowed
from service.api.auth import Ctx
from service.api.guard import is_loopback
from service.api.problems import responses
from service.context import Context

log = structlog.get_logger(__name__)
router = APIRouter(tags=["health"])

_DISK_NEEDED_GB = 1.0


class Alive(BaseModel):
    status: Literal["ok"] = "ok"


class Ready(BaseModel):
    ready: bool
    database: bool
    disk: bool
    """At least a gigabyte is free under LASTRO_HOME."""
    jobs: bool
    """The work in the background was started."""


@router.get("/healthz", response_model=Alive, summary="Alive")
async def healthz() -> Alive:
    """Answers as long as the process does."""
    return Alive()


@router.get(
    "/readyz", response_model=Ready, responses={503: {"model": Ready, "description": "Not now."}}, summary="Ready"
)
async def readyz(request: Request, context: Ctx) -> Response:
    """Whether it can do its work: database, disk, jobs."""
    state = await run_in_threadpool(_ready, context, is_working=request.app.state.is_working)
    return JSONResponse(state.model_dump(), status_code=200 if state.ready else 503)


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        **responses(),
        200: {"description": "Prometheus' text format; docs/api.md names the series.", "content": {"text/plain": {}}},
    },
    summary="Figures",
)
async def metrics(request: Request, context: Ctx) -> Response:
    """From this machine, or with the bearer token of `serve.metrics_token`."""
    _must_be_let_in(request, context)
    counts = request.app.state.counts
    counts.take(await run_in_threadpool(tallies, context.store.database))
    return Response(generate_latest(counts.registry), media_type=CONTENT_TYPE_LATEST)


def _must_be_let_in(request: Request, context: Context) -> None:
    token = context.settings.serve.metrics_token
    if token is not None:
        given = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
        if not hmac.compare_digest(given.encode(), token.get_secret_value().encode()):
            raise NotAllowed("figures need the bearer token of LASTRO_SERVE__METRICS_TOKEN")
        return
    # behind a proxy everyone comes from this machine: then only the token will do
    is_passed_on = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip"))
    if request.client is None or is_passed_on or not is_loopback(request.client.host):
        raise NotAllowed(
            "figures are given to this machine only; set LASTRO_SERVE__METRICS_TOKEN to ask from elsewhere"
        )


def _ready(context: Context, *, is_working: bool) -> Ready:
    try:
        with context.store.database.read() as session:
            session.execute(text("select 1"))
        database = True
    except SQLAlchemyError as error:
        log.warning("database not ready", fault=type(error).__name__)
        database = False
    disk = shutil.disk_usage(context.settings.root).free > _DISK_NEEDED_GB * 1e9
    return Ready(ready=database and disk and is_working, database=database, disk=disk, jobs=is_working)
