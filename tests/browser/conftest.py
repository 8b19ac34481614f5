"""A real server with the sample credit case read and filled, and a real browser in front of it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cases.access import Role
from cases.records import CaseRole, DataClass, RunState
from cases.store import CaseStore
from service.filling import fill_case
from service.reading import read_into
from service.run_places import keep_template, run_place
from service.settings import Settings
from service.wiring import find_template, open_index, open_store

PASSWORD = "four plain words together"
FILES = Path(__file__).parents[2] / "examples" / "credit_case" / "files"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.needs_chromium)


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


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    program = os.environ.get("LASTRO_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("NO BROWSER TESTS: Chromium is not installed; apt install chromium, or set LASTRO_CHROMIUM")
    sync_api = pytest.importorskip("playwright.sync_api", reason="NO BROWSER TESTS: playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def house(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    home = tmp_path_factory.mktemp("house")
    with ThreadPoolExecutor(
        1
    ) as aside:  # the browser's driver keeps an event loop in this thread, and filling runs one of its own
        case, runs = aside.submit(_filled, home).result()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "LASTRO_HOME": str(home), "LASTRO_SERVE__TRIES_PER_MINUTE": "1000"}
    command = [sys.executable, "-m", "service.cli.app", "serve", "--port", str(port)]
    log = (home / "serve.log").open("wb")
    server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=Path(__file__).parents[2])
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address, server, home / "serve.log")
        yield House(address=address, home=home, case=case, run=runs["look"], runs=runs)
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
        log.close()


def _filled(home: Path) -> tuple[str, dict[str, str]]:
    settings = Settings(home=home)
    store = open_store(settings)
    users = {
        login: store.people.add(login, name=name, role=role, by="tests", password=PASSWORD).id
        for login, name, role in (
            ("dilnoza", "Dilnoza Karimova", Role.ADMIN),
            ("ana", "Ana Silva", Role.REVIEWER),
            ("guest", "Petr Gost", Role.ANALYST),
        )
    }
    case = store.create("ООО Нурафшон тола текстиль", data_class=DataClass.SYNTHETIC)
    case.people.add(users["dilnoza"], CaseRole.OWNER, by="tests")
    case.people.add(users["ana"], CaseRole.REVIEWER, by="tests")
    case.people.add(users["guest"], CaseRole.READER, by="tests")
    with open_index(settings, case.id) as index:
        read_into(case, [FILES], options=settings.read, index=index, on_page=lambda *_: None)
    folder = find_template(settings, "credit_conclusion")
    from render.template import load_template

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


@pytest.fixture(scope="session")
def cookies(house: House, browser: Any) -> dict[str, list[Any]]:
    """Sessions, signed in once for each person."""
    kept = {}
    for login in ("dilnoza", "ana", "guest"):
        context = browser.new_context(base_url=house.address)
        page = context.new_page()
        sign_in(page, login)
        kept[login] = context.cookies()
        context.close()
    return kept


def sign_in(page: Any, login: str) -> None:
    page.goto("/login")
    page.fill("#login", login)
    page.fill("#password", PASSWORD)
    page.press("#password", "Enter")
    page.wait_for_url("**/cases")


def leaves(page: Any, field: str) -> None:
    """Waits until another field is shown."""
    page.wait_for_selector(f'[data-finding]:not([data-finding="{field}"])')


@pytest.fixture
def visit(house: House, browser: Any, cookies: dict[str, list[Any]]) -> Iterator[Callable[..., Any]]:
    """Opens a window of a signed-in person. A fault of a script or of the server fails the test."""
    opened = []
    faults: list[str] = []

    def open_page(
        *, who: str | None = "dilnoza", language: str = "en", scheme: str = "light", size: tuple[int, int] = (1440, 900)
    ) -> Any:
        context = browser.new_context(
            base_url=house.address,
            locale=language,
            color_scheme=scheme,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            accept_downloads=True,
        )
        context.set_default_timeout(20_000)
        if who is not None:
            context.add_cookies(cookies[who])
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "response", lambda answer: faults.append(f"{answer.status} {answer.url}") if answer.status >= 500 else None
        )
        page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
        opened.append(context)
        return page

    yield open_page
    for context in opened:
        context.close()
    assert not faults, faults
