"""A real ``lastro serve`` in a home of its own, with the case, the run and the accounts that the analysts need."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from benchmarks.load.analysts import PASSWORD

ROOT = Path(__file__).resolve().parents[2]
_LOOK = 0.25
_MANAGER = "manager"


@dataclass(frozen=True)
class Accounts:
    case: str
    other: str
    """A case that files are read into meanwhile."""
    logins: tuple[str, ...]


def environment(home: Path, templates: Path, *, embedder: str, dsn: str | None) -> dict[str, str]:
    given = {
        "LASTRO_HOME": str(home),
        "LASTRO_TEMPLATES": str(templates),
        "LASTRO_INDEX__EMBEDDER": embedder,
        "LASTRO_READ__WORKERS": "1",
        "LASTRO_SERVE__TRIES_PER_MINUTE": "1000",  # fifty people sign in from one address
        "LASTRO_LOG_LEVEL": "error",
        "PYTHONUNBUFFERED": "1",
        "OMP_THREAD_LIMIT": "1",
    }
    return given if dsn is None else {**given, "LASTRO_DATABASE": dsn}


def make_accounts(home: Path, *, analysts: int, dsn: str | None) -> Accounts:
    """Straight into the store, before the service is there: fifty first sign-ins are not what is measured."""
    from cases.access import Role
    from cases.records import CaseRole
    from cases.store import CaseStore

    store = CaseStore(home, dsn=dsn)
    try:
        manager = store.people.add(_MANAGER, name="Rosa Lima", role=Role.ADMIN, by="load", password=PASSWORD)
        case, other = (store.create(title, by=manager.actor) for title in ("Thousand pages", "Another case"))
        logins = tuple(f"analyst-{number}" for number in range(1, analysts + 1))
        for number, login in enumerate(logins, 1):
            user = store.people.add(login, name=f"Analyst {number}", role=Role.ANALYST, by="load", password=PASSWORD)
            case.people.add(user.id, CaseRole.REVIEWER, by=manager.id)
        return Accounts(case=case.id, other=other.id, logins=logins)
    finally:
        store.close()


@contextmanager
def served(given: Mapping[str, str], *, log: Path, under: Sequence[str] = ()) -> Iterator[tuple[int, int]]:
    """The port and the process id. ``under``: options of the interpreter, to look at it with a profiler."""
    process = subprocess.Popen(
        [sys.executable, *under, "-m", "service.cli.app", "serve", "--port", "0"],
        cwd=ROOT,
        env={**os.environ, **given},
        stdout=subprocess.PIPE,
        stderr=log.open("ab"),
        text=True,
    )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", first)
        if found is None:
            raise RuntimeError(f"the service did not start: {first!r}; {log.read_text(encoding='utf-8')[-2000:]}")
        yield int(found[1]), process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Manager:
    """Feeds the case through the API: files, runs, first pictures."""

    def __init__(self, port: int, *, over: threading.Event | None = None) -> None:
        """``over``: waits for jobs and runs end then, whether these have ended or not."""
        self._over = over or threading.Event()
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120)
        begun = self._client.post("/api/v1/session", json={"login": _MANAGER, "password": PASSWORD})
        begun.raise_for_status()
        self._client.headers["X-CSRF-Token"] = begun.json()["csrf"]

    def close(self) -> None:
        self._client.close()

    def give(self, case: str, paths: Sequence[Path]) -> str:
        """The id of the job that reads them."""
        files = [("files", (path.name, path.read_bytes(), "application/pdf")) for path in paths]
        return str(self._asked("POST", f"/api/v1/cases/{case}/files", files=files)["job"])

    def files(self, case: str) -> list[dict[str, Any]]:
        return list(self._asked("GET", f"/api/v1/cases/{case}/files"))

    def wait_for_job(self, case: str, job: str, *, seconds: float) -> None:
        def state() -> str:
            jobs = self._asked("GET", f"/api/v1/cases/{case}/jobs")
            return next((str(one["state"]) for one in jobs if one["id"] == job), "done")

        self._wait(state, wanted="done", seconds=seconds, what=f"job {job}")

    def begin_run(self, case: str, template: str) -> str:
        return str(self._asked("POST", f"/api/v1/cases/{case}/runs", json={"template": template})["id"])

    def wait_for_run(self, case: str, run: str, *, seconds: float) -> None:
        def state() -> str:
            return str(self._asked("GET", f"/api/v1/cases/{case}/runs/{run}")["state"])

        self._wait(state, wanted="paused", seconds=seconds, what=f"run {run}")

    def statuses(self, case: str, run: str) -> dict[str, int]:
        """How many findings there are of each status."""
        counted: dict[str, int] = {}
        for one in self._asked("GET", f"/api/v1/cases/{case}/runs/{run}/findings"):
            status = str((one["finding"] or {}).get("status"))
            counted[status] = counted.get(status, 0) + 1
        return counted

    def draw(self, case: str, sha256: str, page: int) -> None:
        path = f"/api/v1/cases/{case}/files/{sha256}/pages/{page}/image?dpi=110"
        self._client.get(path).raise_for_status()

    def _wait(self, state: Any, *, wanted: str, seconds: float, what: str) -> None:
        until = time.monotonic() + seconds
        while (found := state()) != wanted:
            if found in ("failed", "cancelled") or time.monotonic() > until:
                raise RuntimeError(f"{what} is {found}, not {wanted}")
            if self._over.wait(_LOOK):
                return

    def _asked(self, method: str, path: str, **given: Any) -> Any:
        answer = self._client.request(method, path, **given)
        if answer.is_error:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
        return answer.json()
