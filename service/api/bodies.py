"""Bodies of requests: how large they may get, and how slowly they may come."""

import asyncio
import re
import time

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.refusals import BodyTooLarge, SlowClient
from service.settings import ServeSettings

UPLOADS = re.compile(r"/api/v1/(?:cases/[^/]+/(?:files|verify)|templates/[^/]+/versions)")
"""Addresses that take files."""


class Bodies:
    """Raises BodyTooLarge and SlowClient in whoever reads the body."""

    def __init__(self, app: ASGIApp, *, serve: ServeSettings) -> None:
        self._app = app
        self._serve = serve

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        is_upload = scope["method"] == "POST" and UPLOADS.fullmatch(scope["path"]) is not None
        limit = self._serve.upload_bytes if is_upload else self._serve.body_bytes
        await self._app(scope, _Measured(receive, scope, limit=limit, serve=self._serve), send)


class _Measured:
    def __init__(self, receive: Receive, scope: Scope, *, limit: int, serve: ServeSettings) -> None:
        self._receive = receive
        self._limit = limit
        self._serve = serve
        self._stated = _length(scope)
        self._bytes = 0
        self._waited = 0.0
        self._is_whole = False

    async def __call__(self) -> Message:
        if self._is_whole:
            return await self._receive()  # waits for the client to leave, as long as the answer takes
        if self._stated > self._limit or self._bytes > self._limit:
            raise self._too_large()
        began = time.monotonic()
        try:
            message = await asyncio.wait_for(self._receive(), self._serve.body_idle_seconds)
        except TimeoutError:
            raise SlowClient(
                f"nothing of the body came for {self._serve.body_idle_seconds:g} seconds; nothing was kept of it"
            ) from None
        self._waited += time.monotonic() - began  # only the client's time: not what our own disk takes
        if message["type"] == "http.request":
            self._take(message)
        else:
            self._is_whole = True
        return message

    def _take(self, message: Message) -> None:
        self._bytes += len(message.get("body", b""))
        self._is_whole = not message.get("more_body", False)
        if self._bytes > self._limit:
            raise self._too_large()
        over = self._waited - self._serve.body_idle_seconds
        if not self._is_whole and over > 0 and self._bytes < over * self._serve.body_bytes_per_second:
            raise SlowClient("the body came too slowly; nothing was kept of it")

    def _too_large(self) -> BodyTooLarge:
        return BodyTooLarge(f"the request is larger than {self._limit:,} bytes; send less at once")


def _length(scope: Scope) -> int:
    given = Headers(scope=scope).get("content-length", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 20 else 0
