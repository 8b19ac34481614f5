"""The process itself: first start, a socket, clients without end, a clean stop."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from evidence.errors import InputRefused
from service.api.serving import address_of, refuse_open_door
from service.settings import ServeSettings, Settings

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow


class Served:
    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "service.cli.app", "serve", "--port", "0"],
            cwd=ROOT,
            env={**os.environ, "LASTRO_HOME": str(home), "LASTRO_INDEX__EMBEDDER": "hashing", "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", first)
        assert found, first + self.process.stdout.read()
        self.port = int(found[1])
        self.address = f"http://127.0.0.1:{self.port}"

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def stop(self) -> int:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    started = Served(tmp_path / "home")
    yield started
    if started.process.poll() is None:
        started.process.kill()
        started.process.wait()


def test_the_first_start_makes_an_admin_and_the_second_does_not(served: Served, tmp_path: Path) -> None:
    said = served.line()
    password = re.search(r"sign in as 'admin' with the one-time password (\S+)", said)
    assert password, said
    with httpx.Client(base_url=served.address) as client:
        begun = client.post("/api/v1/session", json={"login": "admin", "password": password[1]})
        assert begun.json()["must_change"]
        assert client.get("/readyz").json()["ready"]
        assert client.get("/login").status_code == 200
        assert "server" not in client.get("/healthz").headers
    assert served.stop() == 0
    again = Served(tmp_path / "home")
    again.stop()
    assert again.process.stdout is not None
    assert "one-time" not in again.process.stdout.read()


def test_a_client_that_never_sends_its_request_is_sent_away_and_the_others_are_served(served: Served) -> None:
    stuck = []
    whole = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for part in (b"", b"GET / HTT", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", whole + b"GET / HT"):
        connection = socket.create_connection(("127.0.0.1", served.port))
        connection.sendall(part)
        stuck.append(connection)
    assert b"ok" in _received_until(stuck[-1], b"ok")
    began = time.monotonic()
    assert httpx.get(f"{served.address}/healthz").status_code == 200
    for connection in stuck:
        connection.settimeout(40)
        assert connection.recv(1000) == b"", "closed without a word"
        connection.close()
    assert time.monotonic() - began < 35


def test_an_open_event_stream_does_not_hold_up_the_end(served: Served) -> None:
    password = re.search(r"password (\S+)", served.line())
    assert password
    with httpx.Client(base_url=served.address, timeout=60) as client:
        csrf = client.post("/api/v1/session", json={"login": "admin", "password": password[1]}).json()["csrf"]
        client.headers["X-CSRF-Token"] = csrf
        new = client.put("/api/v1/session/password", json={"old": password[1], "new": "a long sentence for tests"})
        client.headers["X-CSRF-Token"] = new.json()["csrf"]
        case = client.post("/api/v1/cases", json={"title": "x"}).json()["id"]
        with client.stream("GET", f"/api/v1/cases/{case}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith("retry:")
            began = time.monotonic()
            served.process.send_signal(signal.SIGTERM)
            list(lines)
    assert served.process.wait(60) == 0
    assert time.monotonic() - began < 45


def with_serve(tmp_path: Path, **chosen: object) -> Settings:
    return Settings(home=tmp_path, serve=ServeSettings.model_validate(chosen))


def test_beyond_loopback_it_wants_to_know_its_https_address(tmp_path: Path) -> None:
    with pytest.raises(InputRefused, match="LASTRO_SERVE__ADDRESS"):
        refuse_open_door(with_serve(tmp_path, host="0.0.0.0"))
    refuse_open_door(with_serve(tmp_path, host="0.0.0.0", address="https://lastro.example"))
    refuse_open_door(with_serve(tmp_path))


def test_the_address_is_said_as_a_browser_takes_it(tmp_path: Path) -> None:
    assert address_of(with_serve(tmp_path), 8080) == "http://127.0.0.1:8080/"
    assert address_of(with_serve(tmp_path, host="::1"), 8080) == "http://[::1]:8080/"
    assert address_of(with_serve(tmp_path, address="https://lastro.example"), 8080) == "https://lastro.example/"


def _received_until(connection: socket.socket, wanted: bytes) -> bytes:
    """Head and body may come in pieces."""
    connection.settimeout(20)
    received = b""
    while wanted not in received and (piece := connection.recv(10_000)):
        received += piece
    return received
