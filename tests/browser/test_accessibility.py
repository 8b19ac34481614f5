"""No page breaks a rule of WCAG 2.1 AA that axe can see, in light and in dark; and pages fit the screens they are made for."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.house import House

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
PAGES = {
    "login": "/login",
    "cases": "/cases",
    "case": "/cases/{case}",
    "search": "/cases/{case}?q=кредит",
    "found": "/cases/{case}/runs/{run}?field=director",
    "conflict": "/cases/{case}/runs/{run}?field=collateral_value",
    "rows": "/cases/{case}/runs/{run}?field=financials",
    "paragraph": "/cases/{case}/runs/{run}?field=pledge_value",
    "not_found": "/cases/{case}/runs/{run}?field=export_contract_date",
    "report": "/cases/{case}/runs/{run}/report",
    "templates": "/templates",
    "template": "/templates/credit_conclusion",
    "admin": "/admin",
    "refused": "/cases/01JZX5Q2R8M4T7V9W1Y3A5C7E9",
}


def _opened(page: Any, house: House, name: str) -> None:
    page.goto(PAGES[name].format(case=house.case, run=house.run))
    if "runs/{run}?" in PAGES[name]:
        page.wait_for_selector("[data-sheet]")
    page.wait_for_load_state("load")
    page.wait_for_timeout(400)


def _violations(page: Any) -> list[str]:
    page.evaluate(
        """async () => {
          await document.fonts.ready;
          await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)));
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }"""
    )  # colours are judged when they have arrived
    page.evaluate(AXE.read_text(encoding="utf-8"))  # by the debugger: the page's own policy lets no foreign script in
    found = page.evaluate("rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", RULES)
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(house: House, visit: Callable[..., Any], name: str, scheme: str) -> None:
    page = visit(who=None if name == "login" else "dilnoza", scheme=scheme)
    _opened(page, house, name)
    assert _violations(page) == []


@pytest.mark.parametrize("dialog", ["reject", "ask", "comment", "finish", "shortcuts"])
def test_axe_finds_nothing_in_dialogs(house: House, visit: Callable[..., Any], dialog: str) -> None:
    page = visit()
    _opened(page, house, "found")
    page.evaluate("id => document.getElementById(id).showModal()", dialog)
    assert _violations(page) == []


def test_axe_finds_nothing_while_editing(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    for name in ("found", "rows"):
        _opened(page, house, name)
        page.keyboard.press("e")
        page.wait_for_selector("[data-edit]:not([hidden])")
        assert _violations(page) == []


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)])
@pytest.mark.parametrize("name", ["cases", "case", "found", "conflict", "rows", "templates", "admin"])
@pytest.mark.parametrize("language", ["ru", "pt"])
def test_nothing_runs_over_the_side(
    house: House, visit: Callable[..., Any], name: str, size: tuple[int, int], language: str
) -> None:
    page = visit(size=size, language=language)
    _opened(page, house, name)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    looked_at = ".top a, .top summary, .run-bar .button, .run-bar button, .actions button, .page-head .button"
    over = page.evaluate(
        """([looked_at, width]) => [...document.querySelectorAll(looked_at)]
          .filter((one) => one.offsetParent && one.getBoundingClientRect().right > width + 1)
          .map((one) => one.textContent.trim())""",
        [looked_at, size[0]],
    )
    assert over == []


def test_the_language_and_the_look_are_switched_and_kept(house: House, visit: Callable[..., Any]) -> None:
    page = visit(language="en")
    page.goto("/cases")
    page.click("[data-drop] summary >> nth=0")
    page.click('a[lang="pt"]')
    page.wait_for_selector('html[lang="pt"]')
    page.click("[data-drop] summary >> nth=1")
    page.click('a[href*="theme=dark"]')
    page.wait_for_selector('html[data-theme="dark"]')
    page.goto("/templates")
    assert page.get_attribute("html", "lang") == "pt"
    assert page.get_attribute("html", "data-theme") == "dark"
