"""Sign-in by the identity provider of the house: OpenID Connect, authorisation code with PKCE; needs ``lastro[oidc]``."""

import base64
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode, urlsplit

import httpx
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from cases.access import Role
from evidence.errors import LastroError, NotKept, NotSignedIn, ServiceMissing
from service.api.auth import context_of, is_https, session_secret, set_session
from service.api.guard import is_loopback
from service.api.problems import responses
from service.context import Context
from service.settings import OidcSettings


class _BrowserRoute(APIRoute):
    """A browser that is sent here by a link cannot show a problem: it is taken back to the login page, which says why."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:  # as starlette types it
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handle(request)
            except LastroError as error:
                if "text/html" not in request.headers.get("accept", ""):
                    raise
                said = {"refused": _why(error), "next": local_path(request.query_params.get("next", "/"))}
                return RedirectResponse(f"/login?{urlencode(said)}", status_code=303)

        return answer


router = APIRouter(prefix="/session/oidc", tags=["session"], route_class=_BrowserRoute)

_COOKIE = "lastro_oidc"
_PATH = "/api/v1/session/oidc"
_SECONDS = 600.0
"""Time to sign in at the provider."""
_MOST = 1000
_RANK = {Role.ANALYST: 0, Role.REVIEWER: 1, Role.ADMIN: 2}
_REFUSED = "the identity provider's answer was not accepted; sign in again"


class _Refused(NotSignedIn):
    """``why``: a word that the login page has a sentence for."""

    def __init__(self, message: str, *, why: str) -> None:
        super().__init__(message)
        self.why = why


def _why(error: LastroError) -> str:
    if isinstance(error, _Refused):
        return error.why
    return "account" if isinstance(error, NotSignedIn) else "unavailable"


@dataclass(frozen=True)
class _Begun:
    nonce: str
    verifier: str
    target: str
    at: float


class Provider:
    """On the event loop's thread only. ``transport`` is for tests."""

    def __init__(self, settings: OidcSettings, *, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.settings = settings
        self._transport = transport
        self._begun: OrderedDict[str, _Begun] = OrderedDict()
        self._said: dict[str, Any] | None = None  # JSON of the provider

    @property
    def is_set(self) -> bool:
        return self.settings.issuer is not None

    async def begin(self, callback: str, target: str) -> tuple[str, str]:
        """Where the browser goes, and the state that its cookie must bring back."""
        said = await self._description()
        state = secrets.token_urlsafe(24)
        begun = _Begun(secrets.token_urlsafe(24), secrets.token_urlsafe(48), target, time.monotonic())
        self._begun[state] = begun
        while len(self._begun) > _MOST:
            self._begun.popitem(last=False)
        asked = {
            "response_type": "code",
            "client_id": self.settings.client_id,
            "redirect_uri": callback,
            "scope": "openid profile",
            "state": state,
            "nonce": begun.nonce,
            "code_challenge": _challenge(begun.verifier),
            "code_challenge_method": "S256",
        }
        return f"{said['authorization_endpoint']}?{urlencode(asked)}", state

    async def finish(self, callback: str, *, state: str, code: str) -> tuple[Mapping[str, Any], str]:
        """What the provider says of the person, proved by its signature; and where they wanted to go. Raises NotSignedIn."""
        begun = self._begun.pop(state, None)
        if begun is None or time.monotonic() - begun.at > _SECONDS:
            raise _Refused("this sign-in took too long or was used already; begin it again", why="ended")
        said = await self._description()
        secret = self.settings.client_secret
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": callback,
            "client_id": self.settings.client_id,
            "code_verifier": begun.verifier,
            **({} if secret is None else {"client_secret": secret.get_secret_value()}),
        }
        async with self._client() as client:
            token = _json(await _asked(client, "POST", said["token_endpoint"], data=form))
            keys = _json(await _asked(client, "GET", said["jwks_uri"]))
        return _claims(str(token.get("id_token", "")), keys, settings=self.settings, nonce=begun.nonce), begun.target

    def role_of(self, claims: Mapping[str, Any]) -> Role:
        """The highest that one of their groups gives. Raises NotSignedIn."""
        held: Any = claims
        for part in self.settings.roles_claim.split("."):
            held = held.get(part) if isinstance(held, Mapping) else None
        groups = [held] if isinstance(held, str) else held if isinstance(held, list) else []
        roles = [Role(self.settings.roles[group]) for group in groups if group in self.settings.roles]
        if not roles:
            raise _Refused(
                "the identity provider gives you no role here; ask an administrator for a group that has one",
                why="role",
            )
        return max(roles, key=_RANK.__getitem__)

    async def _description(self) -> Mapping[str, Any]:
        issuer = self.settings.issuer
        if issuer is None:
            raise NotKept("no identity provider is set; sign in with login and password")
        if self._said is None:
            address = str(issuer).rstrip("/")
            async with self._client() as client:
                said = _json(await _asked(client, "GET", f"{address}/.well-known/openid-configuration"))
            if str(said.get("issuer", "")).rstrip("/") != address:
                raise ServiceMissing(
                    f"the identity provider at {address!r} calls itself otherwise; check LASTRO_SERVE__OIDC__ISSUER"
                )
            for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
                _must_be_safe(str(said.get(name, "")))
            self._said = said
        return self._said

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=self._transport, timeout=10.0, follow_redirects=False)


@router.get(
    "", status_code=303, response_class=RedirectResponse, responses=responses(404), summary="Sign in at the provider"
)
async def begin(
    request: Request, next: Annotated[str, Query(max_length=2000, description="Where to go afterwards.")] = "/"
) -> Response:
    """Sends the browser there."""
    provider: Provider = request.app.state.provider
    address, state = await provider.begin(_callback(request), local_path(next))
    answer = RedirectResponse(address, status_code=303)
    answer.set_cookie(
        _COOKIE, state, max_age=int(_SECONDS), path=_PATH, secure=is_https(request), httponly=True, samesite="lax"
    )
    return answer


@router.get(
    "/callback",
    status_code=303,
    response_class=RedirectResponse,
    responses=responses(404),
    summary="Back from the provider",
)
async def back(
    request: Request,
    state: Annotated[str, Query(max_length=200)] = "",
    code: Annotated[str, Query(max_length=4000)] = "",
) -> Response:
    """Begins the session. Only the browser that began this sign-in can end it."""
    provider: Provider = request.app.state.provider
    if not provider.is_set:
        raise NotKept("no identity provider is set; sign in with login and password")
    held = request.cookies.get(_COOKIE, "")
    if not state or not code or not secrets.compare_digest(held.encode(), state.encode()):
        raise _Refused("this sign-in was begun in another browser, or was cancelled; begin it again", why="ended")
    sign_ins = request.app.state.counts.sign_ins
    try:
        claims, target = await provider.finish(_callback(request), state=state, code=code)
        new = await run_in_threadpool(_sign_in, context_of(request), provider, claims, session_secret(request))
    except NotSignedIn:
        sign_ins.labels("refused").inc()
        raise
    sign_ins.labels("done").inc()
    answer = RedirectResponse(target, status_code=303)
    set_session(answer, new, request)
    answer.delete_cookie(_COOKIE, path=_PATH)
    return answer


def _sign_in(
    context: Context, provider: Provider, claims: Mapping[str, Any], brought: str | None
) -> Any:  # a NewSession
    login = str(claims.get(provider.settings.login_claim) or "")
    if not login:
        raise _Refused(
            f"the identity provider says no {provider.settings.login_claim!r} of you; ask an administrator",
            why="account",
        )
    user = context.people.sign_in_as(
        f"{claims['iss']} {claims['sub']}",
        login=login,
        name=str(claims.get("name") or login)[:200],
        role=provider.role_of(claims),
    )
    if brought is not None:
        context.sessions.end(brought)
    context.audit.record(actor=user.id, action="session.begin", subject=f"user {user.id}", detail={"by": "provider"})
    return context.sessions.begin(user.id)


def local_path(given: str) -> str:
    """A path of ours; never another site."""
    is_ours = (
        given.startswith("/") and not given.startswith(("//", "/\\")) and "\\" not in given and given.isprintable()
    )
    return given if is_ours else "/"


def _callback(request: Request) -> str:
    address = context_of(request).settings.serve.address
    start = str(address).rstrip("/") if address is not None else str(request.base_url).rstrip("/")
    return f"{start}{_PATH}/callback"


def _challenge(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def _claims(token: str, keys: Mapping[str, Any], *, settings: OidcSettings, nonce: str) -> Mapping[str, Any]:
    try:
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet
        from joserfc.jwt import JWTClaimsRegistry
    except ImportError:
        raise ServiceMissing("sign-in by an identity provider is not installed; install lastro[oidc]") from None
    try:
        signed = jwt.decode(token, KeySet.import_key_set(dict(keys)), algorithms=["RS256", "PS256", "ES256"])  # type: ignore[arg-type]
        claims = dict(signed.claims)
        JWTClaimsRegistry(
            leeway=60,
            iss={"essential": True},
            sub={"essential": True},
            exp={"essential": True},
        ).validate(claims)
    except (JoseError, ValueError, KeyError, TypeError):
        raise _Refused(_REFUSED, why="answer") from None
    audience = claims.get("aud")
    is_for_us = settings.client_id in (audience if isinstance(audience, list) else [audience])
    is_from_there = str(claims["iss"]).rstrip("/") == str(settings.issuer).rstrip("/")
    is_fresh = secrets.compare_digest(str(claims.get("nonce", "")).encode(), nonce.encode())
    if not (is_for_us and is_from_there and is_fresh):
        raise _Refused(_REFUSED, why="answer")
    return claims


async def _asked(
    client: httpx.AsyncClient, method: str, address: str, **more: Any
) -> httpx.Response:  # as httpx takes it
    _must_be_safe(address)
    try:
        answer = await client.request(method, address, **more)
    except httpx.HTTPError as error:
        raise ServiceMissing(
            f"the identity provider does not answer ({type(error).__name__}); try again later"
        ) from None
    if answer.status_code >= 500:
        raise ServiceMissing("the identity provider has a fault of its own; try again later")
    if answer.status_code != 200:
        raise _Refused(_REFUSED, why="answer")
    return answer


def _json(answer: httpx.Response) -> dict[str, Any]:
    try:
        said = answer.json()
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise ServiceMissing("the identity provider's answer is no JSON; check LASTRO_SERVE__OIDC__ISSUER")
    return said


def _must_be_safe(address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname or "")):
        raise ServiceMissing("the identity provider is not reached by https; check LASTRO_SERVE__OIDC__ISSUER")
