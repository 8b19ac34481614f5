"""What happens in a case, as it happens: server-sent events that a listener can take up again where it left."""

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated

import structlog
from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from cases.access import Actor
from cases.events import Event
from cases.store import CaseFiles
from evidence.errors import LastroError
from service.api.auth import context_of, current_actor
from service.api.desks import AtDesk, Desk
from service.api.problems import responses
from service.api.refusals import TooManyStreams

router = APIRouter(prefix="/cases/{case}/events", tags=["events"])

_LOOK_SECONDS = 0.5
_SIGN_OF_LIFE_SECONDS = 15.0
_CHECK_SECONDS = 10.0
"""How long someone who was taken out of a case, or signed out, may still hear of it."""
_BATCH = 200
_MOST_LISTENERS, _MOST_OF_ONE = 500, 60
_log = structlog.get_logger("lastro.http")


class Hub:
    """One look at a case's events for all who listen to it. On the event loop's thread only."""

    def __init__(self) -> None:
        self._watches: dict[str, _Watch] = {}
        self._is_closed = False
        self.listeners: Counter[str] = Counter()
        """Open streams of each user."""

    def close(self) -> None:
        """Every stream ends soon; browsers come back by themselves. Safe in a signal handler."""
        self._is_closed = True

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    async def wait(self, case: CaseFiles, *, seen: int, seconds: float) -> None:
        """Until there is an event after ``seen``, the time is over, or the service ends."""
        watch = self._watches.get(case.id)
        if watch is None:
            watch = self._watches[case.id] = _Watch(case)
        watch.waiting += 1
        try:
            until = time.monotonic() + seconds
            while watch.newest <= seen and not self._is_closed and (left := until - time.monotonic()) > 0:
                changed = watch.changed
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), min(left, _LOOK_SECONDS))
        finally:
            watch.waiting -= 1
            if not watch.waiting:
                watch.task.cancel()
                self._watches.pop(case.id, None)


class _Watch:
    """The newest event of one case, looked up every half second, however many wait for it."""

    def __init__(self, case: CaseFiles) -> None:
        self.newest = -1
        self.waiting = 0
        self.changed = asyncio.Event()
        self.task = asyncio.create_task(self._look(case))

    async def _look(self, case: CaseFiles) -> None:
        while True:
            try:
                newest = await run_in_threadpool(case.newest_event)
            except SQLAlchemyError as error:  # for a moment, perhaps; whoever listens hears of it later
                _log.warning("events are not read", case=case.id, error=type(error).__name__)
                newest = self.newest
            if newest != self.newest:
                self.newest, changed, self.changed = newest, self.changed, asyncio.Event()
                changed.set()
            await asyncio.sleep(_LOOK_SECONDS)


@router.get(
    "",
    response_class=StreamingResponse,
    responses={
        **responses(404),
        200: {
            "description": "A stream of events: `id` is its number, `event` its kind, `data` JSON of ids, numbers and states. "
            "After `event: reload` load everything anew: older events were forgotten.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
    },
    summary="Listen",
)
async def listen(
    request: Request,
    *,
    desk: AtDesk,
    last_event_id: Annotated[str | None, Header(description="Number of the last event that was heard.")] = None,
    after: Annotated[int | None, Query(ge=0, description="As Last-Event-ID, for the first time.")] = None,
    limit: Annotated[int | None, Query(ge=0, le=10_000, description="End after so many events.")] = None,
) -> StreamingResponse:
    """Without a number to go on from: from now on."""
    hub: Hub = request.app.state.hub
    if hub.listeners.total() >= _MOST_LISTENERS or hub.listeners[desk.actor.user] >= _MOST_OF_ONE:
        raise TooManyStreams("too many event streams are open; close some pages and try again")
    seen = _number(last_event_id)
    if seen is None:
        seen = after if after is not None else await run_in_threadpool(desk.files.newest_event)
    stream = _stream(request, desk, hub, seen=seen, limit=limit)
    return StreamingResponse(
        stream,
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _stream(request: Request, desk: Desk, hub: Hub, *, seen: int, limit: int | None) -> AsyncIterator[str]:
    case, user = desk.files, desk.actor.user
    gauge = request.app.state.counts.listeners
    hub.listeners[user] += 1
    gauge.inc()
    try:
        yield "retry: 2000\n\n"
        checked = said = time.monotonic()
        sent = 0
        while not hub.is_closed and (limit is None or sent < limit):
            events = await run_in_threadpool(case.events, after=seen, limit=_BATCH)
            for event in events if limit is None else events[: limit - sent]:
                if event.number != seen + 1:
                    yield f"id: {event.number - 1}\nevent: reload\ndata: {{}}\n\n"
                seen, sent = event.number, sent + 1
                yield _written(event)
            now = time.monotonic()
            if now - checked > _CHECK_SECONDS:
                await _check(request, case.id)
                checked = now
            if events:
                said = now
            elif now - said > _SIGN_OF_LIFE_SECONDS:
                said = now
                yield ": here\n\n"
            if len(events) < _BATCH and (limit is None or sent < limit):
                await hub.wait(case, seen=seen, seconds=_CHECK_SECONDS / 2)
    except LastroError:  # taken out of the case, signed out, or the case is gone: the next call says so
        yield "event: end\ndata: {}\n\n"
    finally:
        hub.listeners[user] -= 1
        hub.listeners += Counter()  # forget who has none left
        gauge.dec()


async def _check(request: Request, case: str) -> Actor:
    """Whoever began to listen may still. Raises NotSignedIn, NotKept."""
    actor = await current_actor(request)
    await run_in_threadpool(context_of(request).store.open, case, to=actor)
    return actor


def _written(event: Event) -> str:
    data = {"run": event.run, "at": event.at.isoformat(), **event.body}
    return f"id: {event.number}\nevent: {event.kind.value}\ndata: {json.dumps(data)}\n\n"


def _number(given: str | None) -> int | None:
    return int(given) if given is not None and given.isascii() and given.isdigit() and len(given) < 16 else None
