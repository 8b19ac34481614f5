"""Two people on one finding: the second hears who changed what, and chooses. And both see what the other does."""

from collections.abc import Callable
from typing import Any

from cases.records import VersionKind
from tests.browser.conftest import leaves
from tests.browser.house import House


def test_the_second_decision_is_not_written_over_the_first(house: House, visit: Callable[..., Any]) -> None:
    mine, theirs = visit(), visit(who="ana")
    mine.route("**/events*", lambda route: route.abort())  # as if the connection were slow
    for page in (mine, theirs):
        page.goto(house.run_page("stale", "?field=inn"))
        page.wait_for_selector("[data-sheet]")
    theirs.keyboard.press("r")
    theirs.fill("#reject-reason", "look at the charter")
    theirs.keyboard.press("Control+Enter")
    leaves(theirs, "inn")
    mine.keyboard.press("a")
    mine.wait_for_selector("#stale[open]")
    assert "Ana Silva" in mine.inner_text("#stale [data-who]")
    reviews = house.store.open(house.case).run(house.runs["stale"]).reviews
    assert reviews.one("inn").version.kind is VersionKind.REJECT
    mine.click('#stale button[value="mine"]')
    mine.wait_for_selector("#stale", state="hidden")
    leaves(mine, "inn")
    assert reviews.one("inn").version.kind is VersionKind.APPROVE
    assert [version.kind.value for version in reviews.history("inn").versions] == ["machine", "reject", "approve"]


def test_what_the_other_decides_shows_at_once(house: House, visit: Callable[..., Any]) -> None:
    mine, theirs = visit(), visit(who="ana")
    for page in (mine, theirs):
        page.goto(house.run_page("stale", "?field=mfo"))
        page.wait_for_selector("[data-sheet]")
    mine.wait_for_timeout(1000)
    theirs.keyboard.press("a")
    mine.wait_for_selector("#row-mfo.is-approved")
    mine.wait_for_selector('[data-finding="mfo"] .pill.is-approved')
