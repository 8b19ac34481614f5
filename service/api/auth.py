"""Who asks: a person with a session cookie, or a program with a bearer token."""

import hmac
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from cases.access import Actor, Role
from cases.audit import acting_through
from cases.sessions import LONGEST, LiveSession, NewSession
from evidence.errors import NotSignedIn
from service.api.refusals import ForgedRequest, PasswordChangeNeeded
from service.context import Context

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
CSRF_HEADER = "X-CSRF-Token"
_PLAIN_COOKIE, _HOST_COOKIE = "lastro_session", "__Host-lastro_session"
_NOBODY = "you are not signed in; sign in, or send a token as `Authorization: Bearer …`"


def context_of(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


async def current_actor(request: Request) -> Actor:
    """Raises NotSignedIn, ForgedRequest for a change without its proof, PasswordChangeNeeded. A token wins over a cookie."""
    authorization = request.headers.get("authorization")
    if authorization is not None:
        actor = await run_in_threadpool(_by_token, context_of(request), authorization)
    else:
        session = await require_session(request)
        if session.user.must_change:
            raise PasswordChangeNeeded
        actor = session.user.actor
    request.state.actor = actor
    request.state.actor_id = actor.id
    kind, _, token = actor.id.partition(":")
    acting_through.set(token if kind == "token" else None)
    return actor


async def require_session(request: Request) -> LiveSession:
    """The signed-in person, also one who has to choose a password yet. Raises NotSignedIn and ForgedRequest."""
    secret = session_secret(request)
    if secret is None:
        raise NotSignedIn(_NOBODY)
    session = await run_in_threadpool(context_of(request).sessions.get, secret)
    if request.method not in SAFE:
        refuse_forged(request, session, proof=request.headers.get(CSRF_HEADER))
    request.state.csrf = session.csrf
    request.state.actor = session.user.actor
    request.state.actor_id = session.user.id
    return session


def refuse_forged(request: Request, session: LiveSession, *, proof: str | None) -> None:
    """``proof``: what the page was given beside the cookie, which a page of another site cannot read."""
    refuse_other_origin(request)
    if proof is None or not hmac.compare_digest(proof.encode(), session.csrf.encode()):
        raise ForgedRequest(f"a change needs the header {CSRF_HEADER} with the value that GET /api/v1/session gives")


def refuse_other_origin(request: Request) -> None:
    """Where the browser says which page sent it, it must be one of ours. Raises ForgedRequest."""
    if request.headers.get("sec-fetch-site") == "cross-site":
        raise ForgedRequest("the request was sent by a page of another site")
    origin = request.headers.get("origin")
    if origin is None:
        return
    address = context_of(request).settings.serve.address
    ours = {request.headers.get("host", "")}
    if address is not None:
        ours.add(urlsplit(str(address)).netloc)
    if urlsplit(origin).netloc not in ours:
        raise ForgedRequest("the request was sent by a page of another site")


def session_secret(request: Request) -> str | None:
    """What the cookie holds; None = no cookie, or one that is too long to be ours."""
    secret = request.cookies.get(_HOST_COOKIE if is_https(request) else _PLAIN_COOKIE)
    return secret if secret and len(secret) <= 200 else None


def set_session(response: Response, new: NewSession, request: Request) -> None:
    secure = is_https(request)
    response.set_cookie(
        _HOST_COOKIE if secure else _PLAIN_COOKIE,
        new.secret,
        max_age=int(LONGEST.total_seconds()),
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",  # strict would sign people out who follow a link from a message; changes need a proof besides
    )


def drop_session(response: Response, request: Request) -> None:
    secure = is_https(request)
    response.delete_cookie(
        _HOST_COOKIE if secure else _PLAIN_COOKIE, path="/", secure=secure, httponly=True, samesite="lax"
    )


def is_https(request: Request) -> bool:
    address = context_of(request).settings.serve.address
    return request.url.scheme == "https" or (address is not None and address.scheme == "https")


def _by_token(context: Context, authorization: str) -> Actor:
    scheme, _, secret = authorization.partition(" ")
    if scheme.casefold() != "bearer" or not 0 < len(secret.strip()) <= 200:
        raise NotSignedIn("the header Authorization holds no bearer token; send `Authorization: Bearer …`")
    return context.tokens.check(secret.strip())


def must_decide_for_people(actor: Actor) -> None:
    """What a person decides, no program decides for them. Raises NotAllowed."""
    actor.must_be(Role.ANALYST, Role.REVIEWER, Role.ADMIN)


Ctx = Annotated[Context, Depends(context_of)]
SignedIn = Annotated[Actor, Depends(current_actor)]
Session = Annotated[LiveSession, Depends(require_session)]
