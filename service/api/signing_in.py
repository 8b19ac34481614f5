"""The browser's session: begun, asked for, ended; and the password behind it."""

import time
from collections import OrderedDict, deque
from datetime import datetime
from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from cases.access import Role
from cases.people import MAX_PASSWORD, User
from cases.sessions import NewSession
from evidence.errors import NotSignedIn
from service.api.auth import (
    Ctx,
    Session,
    drop_session,
    refuse_other_origin,
    session_secret,
    set_session,
)
from service.api.problems import responses
from service.api.refusals import TooManyTries
from service.context import Context

router = APIRouter(prefix="/session", tags=["session"])

AT_ONCE = anyio.CapacityLimiter(2)
"""Passwords compared at the same time: each takes 64 MB for a moment."""
_MINUTE = 60.0
_ADDRESSES = 10_000


class SignIn(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"login": "d.karimova", "password": "one long sentence"}]}
    )

    login: Annotated[str, Field(min_length=1, max_length=120)]
    password: Annotated[str, Field(min_length=1, max_length=MAX_PASSWORD)]


class PasswordChange(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"old": "given to me", "new": "one long sentence of mine"}]}
    )

    old: Annotated[str, Field(min_length=1, max_length=MAX_PASSWORD)]
    new: Annotated[str, Field(min_length=1, max_length=MAX_PASSWORD)]


class Person(BaseModel):
    """Who is signed in."""

    id: str
    login: str
    name: str
    role: Role


class SessionAnswer(BaseModel):
    person: Person
    csrf: str
    """Send it as X-CSRF-Token with every change."""
    must_change: bool
    """Only the password can be changed until it was."""
    expires_at: datetime


class Tries:
    """Sign-ins of each address within the last minute."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def note(self, address: str) -> None:
        """Raises TooManyTries."""
        now = time.monotonic()
        times = self._times.setdefault(address, deque())
        self._times.move_to_end(address)
        while times and now - times[0] > _MINUTE:
            times.popleft()
        if len(times) >= self._limit:
            wait = _MINUTE - (now - times[0])
            raise TooManyTries("too many sign-ins were tried from this address; wait", retry_after=wait)
        times.append(now)
        while len(self._times) > _ADDRESSES:
            self._times.popitem(last=False)


async def sign_in(request: Request, login: str, password: str) -> tuple[User, NewSession]:
    """Raises NotSignedIn, TooManyTries, ForgedRequest. The session that the browser brought along ends: what someone may have
    planted there is worth nothing afterwards."""
    refuse_other_origin(request)
    context: Context = request.app.state.context
    counts = request.app.state.counts
    address = request.client.host if request.client else "unknown"
    try:
        request.app.state.tries.note(address)
    except TooManyTries:
        counts.sign_ins.labels("limited").inc()
        raise
    try:
        user = await anyio.to_thread.run_sync(context.people.sign_in, login, password, limiter=AT_ONCE)
    except NotSignedIn:
        counts.sign_ins.labels("refused").inc()
        await run_in_threadpool(_note, context, "nobody", "session.refuse", f"address {address}")
        raise
    new = await run_in_threadpool(_begin, context, user, session_secret(request))
    counts.sign_ins.labels("done").inc()
    return user, new


def _begin(context: Context, user: User, brought: str | None) -> NewSession:
    if brought is not None:
        context.sessions.end(brought)
    new = context.sessions.begin(user.id)
    _note(context, user.id, "session.begin", f"user {user.id}")
    return new


def _note(context: Context, actor: str, action: str, subject: str) -> None:
    context.audit.record(actor=actor, action=action, subject=subject)


@router.post("", response_model=SessionAnswer, responses=responses(), summary="Sign in")
async def begin(request: Request, response: Response, body: SignIn) -> SessionAnswer:
    """Sets the session's cookie. Programs use a token instead."""
    user, new = await sign_in(request, body.login, body.password)
    set_session(response, new, request)
    return _answer(user, csrf=new.csrf, expires_at=new.expires_at)


@router.get("", response_model=SessionAnswer, responses=responses(), summary="Who is signed in")
async def show(session: Session) -> SessionAnswer:
    return _answer(session.user, csrf=session.csrf, expires_at=session.expires_at)


@router.delete("", status_code=204, responses=responses(), summary="Sign out")
async def end(request: Request, response: Response, context: Ctx, session: Session) -> None:
    secret = session_secret(request)
    if secret is not None:
        await run_in_threadpool(context.sessions.end, secret)
        await run_in_threadpool(_note, context, session.user.id, "session.end", f"user {session.user.id}")
    drop_session(response, request)


@router.put("/password", response_model=SessionAnswer, responses=responses(), summary="Choose a password")
async def change_password(
    request: Request, *, response: Response, context: Ctx, session: Session, body: PasswordChange
) -> SessionAnswer:
    """Every session of this person ends, this one is begun anew."""
    request.app.state.tries.note(f"password of {session.user.id}")
    await anyio.to_thread.run_sync(context.people.change_password, session.user.id, body.old, body.new, limiter=AT_ONCE)
    new = await run_in_threadpool(context.sessions.begin, session.user.id)
    set_session(response, new, request)
    user = await run_in_threadpool(context.people.get, session.user.id)
    return _answer(user, csrf=new.csrf, expires_at=new.expires_at)


def _answer(user: User, *, csrf: str, expires_at: datetime) -> SessionAnswer:
    person = Person(id=user.id, login=user.login, name=user.name, role=user.role)
    return SessionAnswer(person=person, csrf=csrf, must_change=user.must_change, expires_at=expires_at)
