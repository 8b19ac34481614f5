"""A real browser in front of a real server."""

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.browser.desk import Desk, opened
from tests.browser.house import PASSWORD, House, filled, served

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Last of all: the browser's driver leaves a running event loop behind, in which no other test could start its own."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.needs_chromium)
    items.sort(key=lambda item: HERE in item.path.parents)


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
    ) as aside:  # the browser's driver keeps an event loop in this thread; filling runs its own
        case, runs = aside.submit(filled, home).result()
    with served(home, case, runs) as house:
        yield house


@pytest.fixture(scope="session")
def desk(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Beside the house, and much smaller: its model and its identity provider do what a test says."""
    with opened(tmp_path_factory.mktemp("desk")) as desk:
        yield desk


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
def visit(browser: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Opens a window of a signed-in person. A fault of a script or of the server fails the test."""
    opened = []
    faults: list[str] = []

    def open_page(
        *,
        who: str | None = "dilnoza",
        language: str = "en",
        scheme: str = "light",
        size: tuple[int, int] = (1440, 900),
        at: str | None = None,
    ) -> Any:
        """``at``: of another server, where nobody is signed in yet."""
        context = browser.new_context(
            base_url=at or request.getfixturevalue("house").address,
            locale=language,
            color_scheme=scheme,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            accept_downloads=True,
        )
        context.set_default_timeout(20_000)
        if who is not None and at is None:
            context.add_cookies(request.getfixturevalue("cookies")[who])
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
