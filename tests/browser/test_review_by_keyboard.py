"""A reviewer's hands stay on the keyboard: fields, sources, decisions."""

from collections.abc import Callable
from typing import Any

import pytest

from cases.records import VersionKind
from tests.browser.conftest import leaves
from tests.browser.house import House


def _field(page: Any) -> str:
    return str(page.get_attribute("[data-finding]", "data-finding"))


def _ready(page: Any) -> None:
    page.wait_for_selector("[data-sheet]")


def _wait_for_field(page: Any, field: str) -> None:
    page.wait_for_selector(f'[data-finding="{field}"]')
    _ready(page)


def test_goes_through_fields_and_decides(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("keys"))
    _ready(page)
    first = _field(page)
    page.keyboard.press("j")
    leaves(page, first)
    page.keyboard.press("k")
    _wait_for_field(page, first)
    page.keyboard.press("a")  # approves, and goes on
    leaves(page, first)
    rejected = _field(page)
    page.keyboard.press("r")
    page.fill("#reject-reason", "another company's")
    page.keyboard.press("Control+Enter")
    leaves(page, rejected)
    commented = _field(page)
    page.keyboard.press("m")
    page.fill("#comment-text", "ask the borrower")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".timeline .is-comment")
    reviews = house.store.open(house.case).run(house.runs["keys"]).reviews
    assert reviews.one(first).version.kind is VersionKind.APPROVE
    assert reviews.one(rejected).version.kind is VersionKind.REJECT
    assert reviews.one(commented).comments == 1
    page.wait_for_selector("text=2 of 54 decided")


def test_undo_brings_back_what_stood(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("keys", "?field=mfo"))
    _ready(page)
    page.keyboard.press("a")
    leaves(page, "mfo")
    page.goto(house.run_page("keys", "?field=mfo"))
    _ready(page)
    assert "Approved" in page.inner_text(".finding .pills")
    page.keyboard.press("u")
    page.wait_for_selector(".finding .pill.is-found")
    assert house.store.open(house.case).run(house.runs["keys"]).reviews.one("mfo").decision is None


def test_next_that_needs_me_skips_what_does_not(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("look", "?field=inn"))
    _ready(page)
    for _ in range(3):
        before = _field(page)
        page.keyboard.press("n")
        leaves(page, before)
        tags = page.get_attribute(f"li:has(> #row-{_field(page)})", "data-tags")
        assert "mine" in tags.split()


def test_finds_a_field_by_its_name_and_opens_it(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("look"))
    _ready(page)
    page.keyboard.press("/")
    page.keyboard.type("капитал")
    page.keyboard.press("Enter")
    _wait_for_field(page, "charter_capital")


def test_letters_work_on_a_russian_keyboard(house: House, visit: Callable[..., Any]) -> None:
    page = visit(language="ru")
    page.goto(house.run_page("look", "?field=inn"))
    _ready(page)
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'о', code: 'KeyJ', bubbles: true, cancelable: true}))"
    )
    leaves(page, "inn")


def test_digits_show_sources_and_brackets_turn_pages(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("look", "?field=director"))
    _ready(page)
    page.keyboard.press("2")
    page.wait_for_selector('[data-sheet][data-kind="grid"] td.is-main')
    page.keyboard.press("1")
    page.wait_for_selector('[data-sheet][data-kind="picture"]:not([data-pages="1"]) .mark.is-main')
    number = int(page.get_attribute("[data-sheet]", "data-number"))
    page.keyboard.press("]")
    page.wait_for_selector(f'[data-sheet][data-number="{number + 1}"]')
    page.keyboard.press("[")
    page.wait_for_selector(f'[data-sheet][data-number="{number}"] .mark.is-main')  # the marks are there again
    shown = page.inner_text("[data-zoom]")
    page.keyboard.press("+")
    page.wait_for_selector(f'[data-zoom]:not(:text-is("{shown}"))')


@pytest.mark.parametrize(
    ("key", "then"),
    [
        ("o", '[data-paper][style*="rotate(90deg)"]'),
        ("f", '[data-filter][aria-pressed="true"]:not([data-filter="all"])'),
        ("p", '[data-thumbs]:not([hidden]) [data-go][aria-current="true"]'),
        ("t", '[data-sheet][data-kind="text"]'),
        ("?", "dialog#shortcuts[open]"),
        ("w", "larger"),
        ("-", "smaller"),
    ],
)
def test_a_key_does_what_the_list_of_keys_says(house: House, visit: Callable[..., Any], key: str, then: str) -> None:
    page = visit()
    page.goto(house.run_page("look", "?field=inn"))
    page.wait_for_selector("[data-sheet] .mark.is-main")
    assert key in page.text_content("dialog#shortcuts")
    page.keyboard.press("0")  # the whole page: smaller than its width
    whole = page.inner_text("[data-zoom]")
    if then in ("larger", "smaller"):
        page.keyboard.press(key)
        page.wait_for_selector(f'[data-zoom]:not(:text-is("{whole}"))')
        now, before = (int(shown.split()[0]) for shown in (page.inner_text("[data-zoom]"), whole))
        assert now > before if then == "larger" else now < before
    else:
        assert page.locator(then).count() == 0
        page.keyboard.press(key)
        page.wait_for_selector(then)


def test_a_link_opens_finding_and_source(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("look", "?field=director&cite=2"))
    page.wait_for_selector("td.is-main")
    assert "Рахматуллаев" in page.inner_text("td.is-main")
    assert page.get_attribute('[data-source="2"]', "aria-pressed") == "true"


def test_both_sides_of_a_conflict_are_shown(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("look", "?field=collateral_value"))
    _ready(page)
    page.keyboard.press("c")
    page.wait_for_selector("[data-viewer] + [data-viewer] [data-sheet]")
    assert page.locator("mark.is-main, .mark.is-main").count() >= 2
    page.keyboard.press("c")
    page.wait_for_selector("[data-viewer] + [data-viewer]", state="detached")


def test_a_reader_is_offered_no_decision(house: House, visit: Callable[..., Any]) -> None:
    page = visit(who="guest")
    page.goto(house.run_page("look", "?field=inn"))
    _ready(page)
    assert page.locator(".actions").count() == 0
    page.keyboard.press("a")
    page.wait_for_timeout(300)
    assert house.store.open(house.case).run(house.runs["look"]).reviews.one("inn").decision is None
