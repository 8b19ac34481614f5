"""What a browser does on the wire, and no more: connections that are kept, one cookie, and how long each answer took.

Written on plain streams: a full HTTP client would take more of the machine than the service that is measured.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from typing import Any

from benchmarks.load.figures import LISTENING, Sample

_CONNECTIONS = 6
"""As browsers have them to one host."""
_PATIENCE = 60.0


class Answer:
    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        return json.loads(self.body)


class Browser:
    def __init__(self, port: int, samples: list[Sample]) -> None:
        self._port, self.samples = port, samples
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._open = asyncio.Semaphore(_CONNECTIONS)
        self._cookie, self._csrf = "", ""

    async def sign_in(self, login: str, password: str) -> None:
        answer = await self.post("sign in", "/api/v1/session", {"login": login, "password": password})
        if answer.status != 200:
            raise RuntimeError(f"{login} cannot sign in: {answer.status}")
        self._cookie = answer.headers["set-cookie"].split(";", 1)[0]
        self._csrf = answer.json()["csrf"]

    async def get(self, kind: str, path: str, *, part: bool = False) -> Answer:
        """``part``: as the pages' scripts ask for a piece of HTML."""
        return await self._ask(kind, "GET", path, b"", "HX-Request: true\r\n" if part else "")

    async def post(self, kind: str, path: str, body: dict[str, Any], *, fine: tuple[int, ...] = ()) -> Answer:
        """``fine``: refusals that are right answers here, and no errors."""
        more = "Content-Type: application/json\r\n"
        return await self._ask(kind, "POST", path, json.dumps(body).encode(), more, fine=fine)

    async def listen(self, path: str) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Events as they come, until the stream ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        began = time.monotonic()
        try:
            writer.write(self._head("GET", path, 0, ""))
            status, _ = await _read_head(reader)
            self.samples.append(Sample(began, LISTENING, time.monotonic() - began, status))
            kind = ""
            async for raw in reader:  # sizes of chunks stand between the lines, on lines of their own
                line = raw.decode().strip()
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield kind, json.loads(line.removeprefix("data: "))
        finally:
            writer.close()

    def close(self) -> None:
        for _, writer in self._idle:
            writer.close()

    async def _ask(
        self, kind: str, method: str, path: str, body: bytes, more: str, *, fine: tuple[int, ...] = ()
    ) -> Answer:
        """A kept connection that the service has closed meanwhile is opened anew, as browsers do."""
        began = time.monotonic()
        answer = Answer(0, {}, b"")
        async with self._open:
            for _ in range(2):
                is_kept = bool(self._idle)
                try:
                    answer = await asyncio.wait_for(self._exchange(method, path, body, more), _PATIENCE)
                    break
                except (OSError, EOFError, TimeoutError, ValueError):
                    if not is_kept:
                        break
        status = 200 if answer.status in fine else answer.status
        self.samples.append(Sample(began, kind, time.monotonic() - began, status))
        return answer

    async def _exchange(self, method: str, path: str, body: bytes, more: str) -> Answer:
        if self._idle:
            reader, writer = self._idle.pop()
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        is_whole = False
        try:
            writer.write(self._head(method, path, len(body), more) + body)
            status, headers = await _read_head(reader)
            length = int(headers.get("content-length", "0"))
            held = await reader.readexactly(length) if length else b""
            is_whole = headers.get("connection", "") != "close"
            return Answer(status, headers, held)
        finally:
            if is_whole:
                self._idle.append((reader, writer))
            else:
                writer.close()

    def _head(self, method: str, path: str, length: int, more: str) -> bytes:
        cookie = f"Cookie: {self._cookie}\r\nX-CSRF-Token: {self._csrf}\r\n" if self._cookie else ""
        size = f"Content-Length: {length}\r\n" if length else ""
        return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{cookie}{size}{more}\r\n".encode()


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for line in head[1:]:
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    return int(head[0].split(" ")[1]), headers


@contextlib.asynccontextmanager
async def opened(port: int, samples: list[Sample]) -> AsyncIterator[Browser]:
    browser = Browser(port, samples)
    try:
        yield browser
    finally:
        browser.close()
