"""Roads that no other file walks: search, templates, administration, preview, language and look, and screens of other widths."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.reverifying import verify_report
from service.settings import Settings
from tests.browser.conftest import sign_in
from tests.browser.desk import LONG, TEXT, Desk

WIDTHS = ((1280, 800), (820, 1180))
LOOKED_AT = (
    ".top a, .top summary, .top button, .page-head .button, .run-bar .button, .run-bar button, .file-actions > *"
)


@pytest.fixture
def page(desk: Desk, visit: Callable[..., Any]) -> Any:
    desk.services.model.open.set()
    opened = visit(at=desk.house.address, who=None)
    sign_in(opened, "dilnoza")
    return opened


def test_a_search_leads_to_the_marked_place(desk: Desk, page: Any) -> None:
    page.goto(desk.case_page)
    page.keyboard.press("/")
    page.keyboard.type("annex")
    page.wait_for_selector(".hits mark")
    assert "annex" in page.inner_text(".hits mark >> nth=0").casefold()
    page.keyboard.press("Control+a")
    page.keyboard.type("giraffe")
    page.wait_for_selector(".hits:has-text('giraffe')")
    assert page.locator(".hits mark").count() == 0
    assert "Nearest in meaning" in page.inner_text(".hits") or "Nothing found" in page.inner_text(".hits")
    page.goto(f"{desk.case_page}?q=annex")
    page.click(".hits .hit >> nth=0")
    page.wait_for_selector("[data-sheet] mark.is-main")
    assert "annex" in page.inner_text("[data-sheet]")


def test_a_templates_versions_are_checked_and_compared(page: Any) -> None:
    page.goto("/templates")
    cards = {card.split("\n")[0]: card for card in page.locator(".template-card").all_inner_texts()}
    assert "as installed" in cards["Items of the schedule"]
    assert "not in use yet" in cards["A note of our own"]
    page.click('.template-card:has-text("Items of the schedule")')
    page.wait_for_selector(".lint")
    assert "no labels" in page.inner_text(".lint")
    page.select_option("#before", "installed")
    page.select_option("#after", "2")
    page.click('form button:has-text("What changed")')
    page.wait_for_selector(".diff .is-new")
    assert "item 4?" in page.inner_text(".diff .is-gone >> nth=1")
    assert "item 40?" in page.inner_text(".diff .is-new >> nth=1")
    assert page.locator("#changed").bounding_box()["y"] >= 48, "what was asked for is not hidden under the bar"
    page.click('table a:text-is("2")')
    page.wait_for_selector('.meta-line:has-text("version: 2")')
    assert "item 40?" in page.inner_text("main")


def test_an_administrator_makes_closes_and_opens_a_user(desk: Desk, page: Any, visit: Callable[..., Any]) -> None:
    page.goto("/admin")
    page.click('[data-open="new-user"]')
    page.fill("#user-login", "rustam")
    page.fill("#user-name", "Rustam Yusupov")
    page.fill("#user-password", "short")
    page.click("#new-user button.is-primary")
    assert page.locator("#user-password:invalid").count() == 1
    page.fill("#user-password", "three words and more")
    page.click("#new-user button.is-primary")
    row = 'tr:has-text("Rustam Yusupov")'
    page.wait_for_selector(row)
    theirs = visit(at=desk.house.address, who=None)
    theirs.goto("/login")
    theirs.fill("#login", "rustam")
    theirs.fill("#password", "three words and more")
    theirs.press("#password", "Enter")
    theirs.wait_for_url("**/password")
    theirs.fill("#old", "three words and more")
    theirs.fill("#new", "other words of my own")
    theirs.fill("#again", "other words of my own")
    theirs.press("#again", "Enter")
    theirs.wait_for_url("**/cases")
    page.click(f'{row} button:has-text("Close")')
    page.click("#confirm [data-yes]")
    page.wait_for_selector(f"{row} .tag.is-error")
    theirs.goto("/cases")
    theirs.wait_for_url("**/login*")
    page.click(f'{row} button:has-text("Open again")')
    page.wait_for_selector(f"{row} .tag.is-live")


def test_a_token_is_shown_once_works_and_is_revoked(desk: Desk, page: Any) -> None:
    page.goto("/admin")
    page.click('[data-open="new-token"]')
    page.fill("#token-name", "nightly export")
    page.select_option("#token-user", label="Ana Silva")
    page.select_option("#token-role", "reviewer")
    page.click("#new-token button.is-primary")
    page.wait_for_selector("#new-token [data-secret]:not([hidden])")
    secret = page.inner_text("#new-token .secret")
    calls = {"headers": {"Authorization": f"Bearer {secret}"}, "trust_env": False}
    cases = f"{desk.house.address}/api/v1/cases"
    assert [case["id"] for case in httpx.get(cases, **calls).json()] == [desk.house.case]
    page.goto("/admin")
    assert secret not in page.content()
    page.click('tr:has-text("nightly export") button')
    page.click("#confirm [data-yes]")
    page.wait_for_selector('tr:has-text("nightly export") .tag.is-error')
    assert httpx.get(cases, **calls).status_code == 401


def test_models_and_the_doctor_are_looked_at(page: Any, visit: Callable[..., Any], desk: Desk) -> None:
    page.goto("/admin")
    page.wait_for_selector("#models .checks li", timeout=60_000)
    assert "made-up" in page.inner_text("#models") or "/v1" in page.inner_text("#models")
    page.wait_for_selector("#doctor .checks li", timeout=60_000)
    other = visit(at=desk.house.address, who=None)
    sign_in(other, "ana")
    assert other.locator('.menu a[href="/admin"]').count() == 0
    assert other.goto("/admin").status == 403


def test_a_preview_says_that_it_is_one_and_is_downloaded(desk: Desk, page: Any, tmp_path: Path) -> None:
    page.goto(desk.case_page)
    page.click('[data-open="new-run"]')
    page.check('input[name="template"][value="items"]')
    page.click("#new-run button.is-primary")
    page.wait_for_selector(".run-bar .run-state.is-paused", timeout=90_000)
    page.click('.run-bar a[href$="/report"]')
    page.wait_for_selector("article.report")
    assert "preview" in page.inner_text(".notice").casefold()
    with page.expect_download() as coming:
        page.click('.report-head a[href$="preview.docx"]')
    coming.value.save_as(tmp_path / "preview.docx")
    given = tmp_path / "given"
    given.mkdir()
    (given / "items.txt").write_text(TEXT, encoding="utf-8")
    outcome = verify_report(Settings(home=desk.house.home), tmp_path / "preview.docx", [given], passwords={})
    assert outcome.ok, list(outcome.lines())


def test_each_language_has_its_own_words_and_the_dark_is_dark(desk: Desk, page: Any) -> None:
    said = {}
    for language in ("ru", "pt", "en"):
        page.goto(desk.case_page)
        page.click("[data-drop] summary >> nth=0")
        page.click(f'[data-drop] a[lang="{language}"]')
        page.wait_for_selector(f'html[lang="{language}"]')
        assert page.url == desk.case_page
        said[language] = page.inner_text("#files-title")
    assert len(set(said.values())) == 3, said
    shade = """getComputedStyle(document.documentElement).backgroundColor.match(/[\\d.]+/g)
      .slice(0, 3).map(Number).reduce((a, b) => a + b)"""
    for look in ("dark", "light"):
        page.click("[data-drop] summary >> nth=1")
        page.click(f'a[href*="theme={look}"]')
        page.wait_for_selector(f'html[data-theme="{look}"]')
        light = page.evaluate(shade)
        assert light < 150 if look == "dark" else light > 600, f"{look}: {light}"


@pytest.mark.parametrize("size", WIDTHS, ids=lambda size: str(size[0]))
def test_long_names_do_not_push_a_page_over_its_side(
    desk: Desk, visit: Callable[..., Any], size: tuple[int, int]
) -> None:
    page = visit(at=desk.house.address, who=None, size=size, language="ru")
    sign_in(page, "dilnoza")
    case = desk.house.store.open(desk.long)
    file = case.files()[0].sha256
    run = _run_of(desk, page)
    for address in (
        "/cases",
        f"/cases/{desk.long}",
        f"/cases/{desk.long}?q=item",
        f"/cases/{desk.long}/files/{file}",
        f"/cases/{desk.long}/runs/{run}",
        f"/cases/{desk.long}/runs/{run}/report",
        "/templates",
        "/templates/items?before=installed&after=2",
        "/admin",
        "/cases/01JZX5Q2R8M4T7V9W1Y3A5C7E9",
    ):
        page.goto(address)
        page.wait_for_load_state("load")
        if "?q=" in address:
            page.wait_for_selector(".hit")
        if address.endswith((run, file)):
            page.wait_for_selector("[data-sheet]")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"{address}: {wide}"
        over = page.evaluate(
            """([looked_at, width]) => [...document.querySelectorAll(looked_at)]
              .filter((one) => one.offsetParent && one.getBoundingClientRect().right > width + 1)
              .map((one) => one.outerHTML.slice(0, 80))""",
            [LOOKED_AT, size[0]],
        )
        assert over == [], address


def _run_of(desk: Desk, page: Any) -> str:
    """Of the case with the long names; begun by whoever comes first."""
    desk.services.model.open.set()
    runs = desk.house.store.open(desk.long).runs()
    if runs:
        return runs[0].id
    page.goto(f"/cases/{desk.long}")
    page.click('[data-open="new-run"]')
    page.check('input[name="template"][value="items"]')
    page.click("#new-run button.is-primary")
    page.wait_for_selector(".run-bar .run-state.is-paused", timeout=90_000)
    assert LONG in desk.house.store.open(desk.long).files()[0].name
    return str(desk.house.store.open(desk.long).runs()[0].id)
