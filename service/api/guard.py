"""The outermost layer: host, request id, headers, faults, access log and counts. Nothing of a body or a query is ever logged."""

import asyncio
import ipaddress
import secrets
import time
import traceback
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import structlog
from fastapi import Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cases.audit import acting_through
from service.api import problems
from service.api.counts import Counts
from service.api.refusals import WrongHost
from service.settings import ServeSettings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""No inline script or style anywhere: text of a document that slips into a page as HTML does nothing there."""
_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}
PREFIX = "/api/v1"
_HSTS = "max-age=31536000; includeSubDomains"
_log = structlog.get_logger("lastro.http")


class Guard:
    def __init__(self, app: ASGIApp, *, serve: ServeSettings, counts: Counts) -> None:
        self._app = app
        self._hosts = hosts_of(serve)
        self._is_https = serve.address is not None and serve.address.scheme == "https"
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["lastro.request"] = request = secrets.token_hex(8)
        acting_through.set(None)  # whoever asked before on this connection
        began, sent = time.perf_counter(), _Sent()

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent.status = message["status"]
                self._add_headers(message, scope, request)
            await send(message)

        try:
            if self._hosts is not None and not _is_known(scope, self._hosts):
                await _refuse_host(scope, receive, send_guarded)
            else:
                await self._app(scope, receive, send_guarded)
        except asyncio.CancelledError:
            sent.status = sent.status or 499
            raise
        except Exception as error:  # noqa: BLE001  # the border to the network: whatever it was, the client gets an answer
            _log.error("fault", request=request, error=type(error).__name__, at=where(error))
            if sent.status == 0:
                await problems.of_fault(Request(scope))(scope, receive, send_guarded)
        finally:
            self._note(scope, request, status=sent.status or 500, seconds=time.perf_counter() - began)

    def _add_headers(self, message: Message, scope: Scope, request: str) -> None:
        headers = MutableHeaders(scope=message)
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        if self._is_https or scope.get("scheme") == "https":
            headers.setdefault("Strict-Transport-Security", _HSTS)
        headers["X-Request-Id"] = request

    def _note(self, scope: Scope, request: str, *, status: int, seconds: float) -> None:
        route = route_of(scope)
        self._counts.answered(scope["method"], route, status=status, seconds=seconds)
        _log.info(
            "answered",
            request=request,
            method=scope["method"],
            route=route,
            status=status,
            milliseconds=round(1000 * seconds),
            actor=scope.get("state", {}).get("actor_id"),
        )


class _Sent:
    status: int = 0


def route_of(scope: Scope) -> str:
    """The address as declared, without what stands in for its parts."""
    route: Any = scope.get("route")  # whatever router matched; ours have a path
    path = getattr(route, "path", None)
    if not isinstance(path, str):
        return "unmatched"
    is_inner = scope["path"].startswith(PREFIX) and not path.startswith(PREFIX)
    return PREFIX + path if is_inner else path


def where(error: BaseException) -> str:
    """Files and lines of a fault, innermost last; not its message, which may hold text of a document."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return " > ".join(f"{frame.filename.rsplit('/', 2)[-1]}:{frame.lineno} {frame.name}" for frame in frames)


def hosts_of(serve: ServeSettings) -> frozenset[str] | None:
    """Names that requests may be for; None = any, where it listens beyond loopback and no address is set."""
    if serve.address is not None and serve.address.host is not None:
        return frozenset({serve.address.host.strip("[]").casefold(), "localhost", "127.0.0.1", "::1"})
    return frozenset({"localhost", "127.0.0.1", "::1", serve.host.casefold()}) if is_loopback(serve.host) else None


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def _is_known(scope: Scope, hosts: frozenset[str]) -> bool:
    """Against rebinding of names: a page elsewhere cannot make a browser speak to us under its own name."""
    given = Headers(scope=scope).get("host", "")
    try:
        name = urlsplit(f"//{given}").hostname or ""
    except ValueError:
        return False
    return name.casefold() in hosts


async def _refuse_host(scope: Scope, receive: Receive, send: Send) -> None:
    error = WrongHost(
        "this service is not reached by that name; set LASTRO_SERVE__ADDRESS to the address that browsers use"
    )
    await problems.of_lastro(Request(scope), error)(scope, receive, send)
