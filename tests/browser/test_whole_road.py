"""The whole road in the browser: sign in, a case, its files, a run, the review, the report, which holds against the files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.reverifying import verify_report
from service.settings import Settings
from tests.browser.conftest import leaves, sign_in
from tests.browser.house import FILES, House
from tests.browser.marking import mark_quote

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
MINUTES = 60_000


def test_from_sign_in_to_a_report_that_holds(house: House, visit: Callable[..., Any], tmp_path: Path) -> None:
    page = visit(who=None)
    sign_in(page, "dilnoza")
    page.click('[data-open="new-case"] >> nth=0')
    page.fill("#title", "Нурафшон: вся дорога")
    page.select_option("#data_class", "synthetic")
    page.click("#new-case button.is-primary")
    page.wait_for_selector("[data-upload]")
    case = page.url.rsplit("/", 1)[1]
    files = sorted(FILES.iterdir())
    page.set_input_files("#upload", [str(path) for path in files])
    page.wait_for_selector(".file >> nth=0", timeout=2 * MINUTES)
    page.wait_for_selector(f".file.is-read >> nth={len(files) - 1}", timeout=5 * MINUTES)
    page.wait_for_selector(".file.is-reading", state="detached", timeout=3 * MINUTES)

    page.click('[data-open="new-run"]')
    page.check('input[name="template"][value="credit_conclusion"]')
    page.click("#new-run button.is-primary")
    page.wait_for_selector("[data-review]")
    page.wait_for_selector(".run-bar .run-state.is-paused", timeout=5 * MINUTES)

    page.click(".field-row >> nth=0")
    page.wait_for_selector("[data-finding] .pill")
    first = page.get_attribute("[data-finding]", "data-finding")
    page.keyboard.press("a")
    leaves(page, first)
    run = page.url.split("?")[0]
    quote = _cite_by_marking(page, f"{run}?field=employees")
    _take_the_other_by_keyboard(page, f"{run}?field=collateral_value")

    page.click('[data-act="finish"]')
    page.click("#finish button.is-primary")
    page.wait_for_selector(".run-bar .run-state.is-done", timeout=2 * MINUTES)
    with page.expect_download() as coming:
        page.click('.run-bar a[href$="report.docx"]')
    report = tmp_path / "report.docx"
    coming.value.save_as(report)
    outcome = verify_report(Settings(home=house.home), report, [FILES], passwords={})
    assert outcome.ok, list(outcome.lines())
    kept = house.store.open(case)
    assert kept.runs()[0].state.value == "done"
    reviews = kept.run(kept.runs()[0].id).reviews
    cited, taken = (reviews.one(field).version.finding for field in ("employees", "collateral_value"))
    assert [citation.quote.split() for citation in cited.citations] == [quote]
    assert [value.value.normalised for value in taken.values] == ["18640000000"]


def _cite_by_marking(page: Any, address: str) -> list[str]:
    """The value's quote is marked anew on the picture and takes the place of the machine's; its words."""
    page.goto(address)
    page.wait_for_selector("[data-review][data-ready]")
    page.wait_for_selector("[data-sheet] .mark.is-main")
    quote = mark_quote(page)
    page.wait_for_selector("[data-cite-bar]:not([hidden])")
    page.keyboard.press("Enter")
    picked = page.locator("[data-edit]:not([hidden]) .picked li input")
    picked.nth(1).wait_for()
    for number in range(picked.count() - 1):
        picked.nth(number).uncheck()
    page.click("[data-edit] button.is-primary")
    page.wait_for_selector(".finding .pill.is-edited")
    return quote


def _take_the_other_by_keyboard(page: Any, address: str) -> None:
    """Both sources side by side, then the second value: nothing but keys."""
    page.goto(address)
    page.wait_for_selector("[data-review][data-ready]")
    page.wait_for_selector('[data-take="1"]')
    page.wait_for_selector("[data-viewer] [data-sheet]")
    page.keyboard.press("c")
    page.wait_for_selector("[data-viewer] + [data-viewer] [data-sheet]")
    page.keyboard.press("e")
    page.wait_for_selector("[data-edit]:not([hidden])")
    for _ in range(20):
        page.keyboard.press("Shift+Tab")
        if page.locator('[data-take="1"]:focus').count():
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-edit] button.is-primary:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector(".finding .pill.is-edited")
