"""A real server with the sample credit case read and filled; for the browser tests and for docs/screenshots.py."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cases.access import Role
from cases.records import CaseRole, DataClass, RunState
from cases.store import CaseFiles, CaseStore
from render.template import load_template
from service.filling import fill_case
from service.reading import read_into
from service.run_places import keep_template, run_place
from service.settings import Settings
from service.wiring import find_template, open_index, open_store

PASSWORD = "four plain words together"
CHECKOUT = Path(__file__).parents[2]
FILES = CHECKOUT / "examples" / "credit_case" / "files"


@dataclass(frozen=True)
class House:
    """Where the server is, and what lies in it."""

    address: str
    home: Path
    case: str
    run: str
    runs: dict[str, str]
    """Runs of the same findings, one for each test that decides on something."""

    @property
    def store(self) -> CaseStore:
        return open_store(Settings(home=self.home))

    def run_page(self, name: str, query: str = "") -> str:
        return f"{self.address}/cases/{self.case}/runs/{self.runs[name]}{query}"


@contextmanager
def served(
    home: Path, case: str, runs: dict[str, str], *, settings: Mapping[str, str] | None = None
) -> Iterator[House]:
    """``settings``: more of them, as environment variables."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "LASTRO_HOME": str(home), "LASTRO_SERVE__TRIES_PER_MINUTE": "1000", **(settings or {})}
    command = [sys.executable, "-m", "service.cli.app", "serve", "--port", str(port)]
    with (home / "serve.log").open("wb") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=CHECKOUT)
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_for(address, server, home / "serve.log")
            yield House(address=address, home=home, case=case, run=runs.get("look", ""), runs=runs)
        finally:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()


def peopled(store: CaseStore, title: str) -> tuple[CaseFiles, dict[str, str]]:
    """A case with an owner, a reviewer and a reader; their ids by login."""
    users = {
        login: store.people.add(login, name=name, role=role, by="tests", password=PASSWORD).id
        for login, name, role in (
            ("dilnoza", "Dilnoza Karimova", Role.ADMIN),
            ("ana", "Ana Silva", Role.REVIEWER),
            ("guest", "Petr Gost", Role.ANALYST),
        )
    }
    case = store.create(title, data_class=DataClass.SYNTHETIC)
    case.people.add(users["dilnoza"], CaseRole.OWNER, by="tests")
    case.people.add(users["ana"], CaseRole.REVIEWER, by="tests")
    case.people.add(users["guest"], CaseRole.READER, by="tests")
    return case, users


def filled(home: Path) -> tuple[str, dict[str, str]]:
    settings = Settings(home=home)
    store = open_store(settings)
    case, users = peopled(store, "ООО Нурафшон тола текстиль")
    with open_index(settings, case.id) as index:
        read_into(case, [FILES], options=settings.read, index=index, on_page=lambda *_: None)
    folder = find_template(settings, "credit_conclusion")
    template = load_template(folder)
    fill_case(settings, case, template, out=home / "first.docx")
    first = case.runs()[-1]
    keep_template(folder, run_place(home, case.id, first.id))
    case.run(first.id).advance(RunState.PAUSED, by=users["dilnoza"], expected=RunState.DONE)
    findings = case.run(first.id).kept()
    runs = {"look": first.id}
    for name in ("keys", "stale", "cite", "edit"):
        run = case.new_run(
            template=first.template,
            template_sha256=first.template_sha256,
            model=first.model,
            fields=len(template.fields),
        )
        for finding in findings:
            run.keep(finding)
        keep_template(folder, run_place(home, case.id, run.id))
        run.advance(RunState.PAUSED)
        runs[name] = run.id
    store.close()
    return case.id, runs


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if server.poll() is not None:
            raise AssertionError(f"the server ended: {log.read_text(errors='replace')[-2000:]}")
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=2).close()
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    raise AssertionError("the server does not answer")
