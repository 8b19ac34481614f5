"""What a run can meet: it is stopped, it fails and goes on, a field is asked again, its review is taken up once more."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cases.records import RunState, VersionKind
from tests.browser.conftest import sign_in
from tests.browser.desk import ITEMS, Desk

LONG = 90_000


@pytest.fixture
def page(desk: Desk, visit: Callable[..., Any]) -> Iterator[Any]:
    """Somebody who may decide, on the small case; the model answers again when the test is over."""
    desk.services.model.open.set()
    opened = visit(at=desk.house.address, who=None)
    sign_in(opened, "dilnoza")
    yield opened
    desk.services.model.refuses = False
    desk.services.model.open.set()


def _begin(desk: Desk, page: Any) -> None:
    page.goto(desk.case_page)
    page.click('[data-open="new-run"]')
    page.check('input[name="template"][value="items"]')
    page.click("#new-run button.is-primary")
    page.wait_for_selector("[data-review][data-ready]")


def _until(page: Any, state: RunState) -> None:
    page.wait_for_selector(f".run-bar .run-state.is-{state.value}", timeout=LONG)


def _field(page: Any, name: str) -> None:
    page.click(f"#row-{name}")
    page.wait_for_selector(f'[data-finding="{name}"]')
    page.wait_for_selector("[data-sheet]")


def _value(page: Any, value: str) -> None:
    page.wait_for_selector(f'.value-box .value:has-text("{value}")', timeout=LONG)


def test_a_run_that_reads_is_cancelled(desk: Desk, page: Any) -> None:
    model = desk.services.model
    model.open.clear()
    model.waiting.clear()
    _begin(desk, page)
    _until(page, RunState.RUNNING)
    assert model.waiting.wait(60)
    page.click('.run-bar button[data-call$="/cancel"]')
    page.click("#confirm [data-yes]")
    _until(page, RunState.CANCELLED)
    page.wait_for_selector("[data-review][data-ready]")
    assert page.locator('.run-bar button[data-call$="/cancel"], .actions').count() == 0
    assert desk.run(page.url).record.state is RunState.CANCELLED
    model.open.set()
    page.goto(desk.case_page)
    assert page.locator(".run-card .run-state.is-cancelled").count() == 1


def test_a_run_that_failed_says_why_and_goes_on(desk: Desk, page: Any) -> None:
    desk.services.model.refuses = True
    _begin(desk, page)
    _until(page, RunState.FAILED)
    assert "LASTRO_MODEL__API_KEY" in page.inner_text(".run-bar .run-reason")
    desk.services.model.refuses = False
    page.click('.run-bar button[data-call$="/try_again"]')
    _until(page, RunState.PAUSED)
    assert page.locator(".run-bar .run-reason").count() == 0
    assert page.locator(".field-row.is-found").count() == ITEMS


def test_a_field_is_asked_again_with_a_hint_and_the_answer_undone(desk: Desk, page: Any) -> None:
    _begin(desk, page)
    _until(page, RunState.PAUSED)
    _field(page, "item_3")
    _value(page, "3 000")
    page.keyboard.press("g")
    page.keyboard.press("Control+Enter")  # a hint is needed
    assert page.locator("#ask[open] :invalid").count() >= 1
    page.fill("#ask-hint", "take the one in the annex")
    page.keyboard.press("Control+Enter")
    _value(page, "3 500")
    page.wait_for_selector(".timeline .is-ask_again")
    assert "take the one in the annex" in page.inner_text(".timeline")
    reviews = desk.run(page.url).reviews
    assert [one.version.field for one in reviews.standing() if one.version.version > 1] == ["item_3"]
    page.keyboard.press("m")
    page.fill("#comment-text", "the annex was signed later")
    page.click("#comment button.is-primary")
    page.wait_for_selector(".timeline .is-comment")
    page.keyboard.press("a")
    page.wait_for_selector('[data-finding="item_4"]')
    page.click(".toast button")  # undoes what was just approved
    page.wait_for_selector('[data-finding="item_3"] .pill.is-found')
    assert reviews.one("item_3").decision is None
    assert reviews.one("item_3").comments == 1


def test_a_finished_review_is_taken_up_again(desk: Desk, page: Any) -> None:
    _begin(desk, page)
    _until(page, RunState.PAUSED)
    page.click('.run-bar [data-act="finish"]')
    page.click("#finish button.is-primary")
    _until(page, RunState.DONE)
    assert page.locator(".actions").count() == 0
    page.click('.run-bar button[data-call$="/open_again"]')
    _until(page, RunState.PAUSED)
    page.wait_for_selector("[data-review][data-ready]")
    _field(page, "item_2")
    page.keyboard.press("r")
    page.fill("#reject-reason", "of another year")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#row-item_2.is-rejected")
    page.click('.run-bar [data-act="finish"]')
    page.click("#finish button.is-primary")
    _until(page, RunState.DONE)
    run = desk.run(page.url)
    assert run.reviews.one("item_2").version.kind is VersionKind.REJECT
    page.click('.run-bar a[href$="/report"]')
    page.wait_for_selector("article.report")
    assert page.locator(".notice").count() == 0, "it is final"
    said = page.inner_text("article.report")
    assert "of another year" in said
    assert "1 000" in said.replace("\xa0", " ") or "1,000" in said


def test_while_the_machine_is_asked_again_the_field_waits(desk: Desk, page: Any) -> None:
    model = desk.services.model
    _begin(desk, page)
    _until(page, RunState.PAUSED)
    _field(page, "item_1")
    model.open.clear()
    page.keyboard.press("g")
    page.fill("#ask-hint", "look once more")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector('[data-finding="item_1"] .pill.is-asked')
    assert page.is_disabled('.actions [data-act="approve"]')
    _field(page, "item_2")  # the others go on
    page.keyboard.press("a")
    page.wait_for_selector("#row-item_2.is-approved")
    page.keyboard.press("k")
    model.open.set()
    page.wait_for_selector("#row-item_1.is-found", timeout=LONG)
    assert desk.run(page.url).reviews.one("item_2").version.kind is VersionKind.APPROVE
