"""Text chosen on the page becomes the quote of an edit; statements of one's own are marked as that."""

from collections.abc import Callable
from typing import Any

from evidence.findings import ReviewState
from tests.browser.house import House
from tests.browser.marking import mark_quote, show_words


def test_a_value_is_taken_from_words_marked_on_the_picture(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("cite", "?field=employees"))
    page.wait_for_selector("[data-sheet] .mark.is-main")
    quote = mark_quote(page)
    page.wait_for_selector("[data-cite-bar]:not([hidden])")
    assert page.inner_text("[data-selected]").split() == quote
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-edit]:not([hidden]) .picked li >> nth=1")
    page.click("[data-edit] button.is-primary")
    page.wait_for_selector(".finding .pill.is-edited")
    stands = house.store.open(house.case).run(house.runs["cite"]).reviews.one("employees").version.finding
    assert stands.review is ReviewState.EDITED
    assert stands.citations[0].quote.split() == quote


def test_words_can_be_marked_by_keyboard_alone(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("cite", "?field=inn"))
    page.wait_for_selector("[data-sheet] .mark")
    show_words(page)
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight"):
        page.keyboard.press(key)
    assert len(page.inner_text("[data-selected]").split()) >= 3
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-cite-bar]", state="hidden")
    page.keyboard.press("Escape")
    page.wait_for_selector("svg.words", state="detached")


def test_a_value_that_its_quotes_do_not_say_is_refused_in_words(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("edit", "?field=inn"))
    page.wait_for_selector("[data-sheet]")
    page.keyboard.press("e")
    page.fill("[data-edit] [data-value]", "999999999")
    page.click("[data-edit] button.is-primary")
    page.wait_for_selector("[data-edit] [data-error]:not([hidden])")
    assert house.store.open(house.case).run(house.runs["edit"]).reviews.one("inn").decision is None


def test_one_of_two_rival_values_is_taken(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("edit", "?field=collateral_value"))
    page.wait_for_selector("[data-sheet]")
    page.click('[data-take="1"]')
    page.click("[data-edit] button.is-primary")
    page.wait_for_selector(".finding .pill.is-edited")
    stands = house.store.open(house.case).run(house.runs["edit"]).reviews.one("collateral_value").version.finding
    assert [value.value.normalised for value in stands.values] == ["18640000000"]
    assert len(stands.citations) == 1


def test_an_own_statement_is_marked_as_one(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("edit", "?field=recommendation"))
    page.wait_for_selector("[data-review][data-ready]")
    page.keyboard.press("e")
    page.fill("[data-edit] [data-value]", "Одобрить на условиях заявки")
    page.check('[data-edit] input[value="statement"]')
    page.fill("#basis", "решение комитета")
    page.click("[data-edit] button.is-primary")
    page.wait_for_selector(".value-box.is-statement")
    said = house.store.open(house.case).run(house.runs["edit"]).reviews.one("recommendation").version.statement
    assert said is not None and said.basis == "решение комитета"


def test_a_cell_of_a_table_is_edited_with_its_own_quote(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("edit", "?field=founders"))
    page.wait_for_selector("[data-sheet]")
    rows = page.locator(".value-table tbody tr").count()
    page.keyboard.press("e")
    page.wait_for_selector("[data-edit-values] table")
    page.click("[data-edit-values] tbody tr:last-child .icon-button")
    page.click("[data-edit] button.is-primary")
    page.wait_for_selector(".finding .pill.is-edited")
    stands = house.store.open(house.case).run(house.runs["edit"]).reviews.one("founders").version.finding
    assert len(stands.rows) == rows - 1


def test_a_cell_that_no_file_gives_is_stated_beside_those_with_quotes(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(house.run_page("edit", "?field=financials"))
    page.wait_for_selector("[data-sheet]")
    page.keyboard.press("e")
    page.wait_for_selector("[data-edit-values] table")
    cell = page.locator("[data-edit-values] tbody tr:last-child input").nth(1)
    cell.fill("777 000")
    page.check('[data-edit] input[value="statement"]')
    assert "is-stated" in cell.get_attribute("class")
    page.fill("#basis", "уточнено у бухгалтера")
    page.click("[data-edit] button.is-primary")
    page.wait_for_selector(".finding .value-table .stated")
    assert page.locator(".finding .value-table tbody .stated").count() == 1
    version = house.store.open(house.case).run(house.runs["edit"]).reviews.one("financials").version
    assert version.statement is not None
    assert [value.normalised for row in version.statement.rows for value in row.cells.values()] == ["777000"]
    assert sum(cell is not None for row in version.finding.rows for cell in row.cells.values()) > 5
