"""A model and an identity provider on loopback that do what a test says."""

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

CLIENT = "lastro"


@dataclass
class Model:
    """Names the line of an item's amount; the annex's when the analyst's hint speaks of it."""

    open: threading.Event = field(default_factory=threading.Event)
    """While it is not set, every question waits."""
    waiting: threading.Event = field(default_factory=threading.Event)
    """A question has come and waits."""
    refuses: bool = False

    def answered(self, prompt: str) -> dict[str, Any]:
        if '"colour"' in prompt:  # whether a schema is honoured, asked before every run
            return {"colour": "teal"}
        self.waiting.set()
        self.open.wait(60)
        asked = re.search(r"Question: What is the amount of item (\d+)\?", prompt)
        assert asked is not None, prompt
        place = " in the annex" if re.search(r"Hint from the analyst: .*annex", prompt) else ""
        line = re.search(rf"\[(\d+)\] (?:\([^)]*\) )?Amount of item {asked[1]}{place}[ |:]+(\d+ \d+) USD", prompt)
        if line is not None:
            return {"found": True, "ids": [int(line[1])], "value": f"{line[2]} USD"}
        if "Steps left: 1" in prompt:
            return {"found": False, "tool": "none"}
        return {"found": False, "tool": "fs.grep", "file": "*", "argument": f"item {asked[1]}"}


@dataclass
class Provider:
    """Signs who stands at its door; ``groups`` are theirs."""

    groups: tuple[str, ...] = ("reviewers",)
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "1", "use": "sig", "alg": "RS256"}))
    asked: dict[str, str] = field(default_factory=dict)

    def token(self, issuer: str) -> str:
        said = {
            "iss": issuer, "aud": CLIENT, "sub": "7", "exp": int(time.time()) + 60, "nonce": self.asked["nonce"],
            "preferred_username": "d.rustamova", "name": "Dildora Rustamova", "roles": list(self.groups),
        }  # fmt: skip
        return jwt.encode({"alg": "RS256", "kid": "1"}, said, self.key)


@dataclass(frozen=True)
class Services:
    address: str
    model: Model
    provider: Provider

    @property
    def environment(self) -> dict[str, str]:
        """Settings of a service that uses both."""
        return {
            "LASTRO_MODEL__KIND": "openai",
            "LASTRO_MODEL__BASE_URL": f"{self.address}/v1",
            "LASTRO_SERVE__OIDC__ISSUER": f"{self.address}/sso",
            "LASTRO_SERVE__OIDC__CLIENT_ID": CLIENT,
            "LASTRO_SERVE__OIDC__ROLES": json.dumps({"reviewers": "reviewer"}),
        }


@contextmanager
def services() -> Iterator[Services]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    made = Services(f"http://127.0.0.1:{server.server_port}", Model(), Provider())
    server.made = made  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.model.open.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None: ...

    @property
    def made(self) -> Services:
        return self.server.made  # type: ignore[attr-defined, no-any-return]

    def do_GET(self) -> None:
        made, parts = self.made, urlsplit(self.path)
        issuer = f"{made.address}/sso"
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/v1/models":
            if made.model.refuses:
                self._say({"error": "no key"}, status=401)
            else:
                self._say({"data": [{"id": "made-up", "max_model_len": 32768}]})
        elif parts.path == "/sso/.well-known/openid-configuration":
            self._say({
                "issuer": issuer, "authorization_endpoint": f"{issuer}/door", "token_endpoint": f"{issuer}/token",
                "jwks_uri": f"{issuer}/keys",
            })  # fmt: skip
        elif parts.path == "/sso/keys":
            self._say(KeySet([made.provider.key]).as_dict(private=False))
        elif parts.path == "/sso/door":
            made.provider.asked = query
            back = query["redirect_uri"]
            enter = f"{back}?{urlencode({'state': query['state'], 'code': 'one-time'})}"
            leave = f"{back}?{urlencode({'state': query['state'], 'error': 'access_denied'})}"
            page = f'<!doctype html><title>Door</title><a id="enter" href="{enter}">I am</a> <a id="leave" href="{leave}">No</a>'
            self._send(page.encode(), kind="text/html; charset=utf-8")
        else:
            self._say({}, status=404)

    def do_POST(self) -> None:
        made = self.made
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if urlsplit(self.path).path == "/sso/token":
            self._say({"id_token": made.provider.token(f"{made.address}/sso")})
            return
        prompt = json.loads(body)["messages"][-1]["content"]
        message = {"content": json.dumps(made.model.answered(prompt))}
        usage = {"prompt_tokens": len(prompt) // 3, "completion_tokens": 30}
        self._say({"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage})

    def _say(self, body: Any, *, status: int = 200) -> None:
        self._send(json.dumps(body).encode(), status=status)

    def _send(self, body: bytes, *, status: int = 200, kind: str = "application/json") -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except ConnectionError:  # whoever asked has gone: a run was cancelled
            self.close_connection = True
