"""Signing in by the house's identity provider, from the button to the cases, and back to words when it opens nothing."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cases.access import Role
from tests.browser.desk import Desk
from tests.browser.house import House


@pytest.fixture
def page(desk: Desk, visit: Callable[..., Any]) -> Iterator[Any]:
    yield visit(at=desk.house.address, who=None)
    desk.services.provider.groups = ("reviewers",)


def _at_the_door(page: Any, start: str = "/login") -> None:
    page.goto(start)
    page.click('.sign-in a[href^="/api/v1/session/oidc"]')
    page.wait_for_selector("#enter")


def test_the_button_leads_through_the_provider_to_where_one_wanted_to_go(desk: Desk, page: Any) -> None:
    page.goto("/templates/items")
    page.wait_for_url("**/login?next=*")
    page.click('.sign-in a[href^="/api/v1/session/oidc"]')
    page.click("#enter")
    page.wait_for_url("**/templates/items")
    assert page.inner_text(".who-name").startswith("Dildora")
    person = desk.house.store.people.by_login("d.rustamova")
    assert person.role is Role.REVIEWER
    page.goto("/cases")
    page.wait_for_selector(".empty [data-open='new-case']")  # a member of nothing yet
    page.click("[data-sign-out]")
    page.wait_for_url("**/login")


def test_who_turns_back_at_the_door_reads_why(page: Any) -> None:
    _at_the_door(page)
    page.click("#leave")
    page.wait_for_url("**/login?refused=ended*")
    assert "cancelled" in page.inner_text(".sign-in [role=alert]:visible")
    page.goto("/cases")
    page.wait_for_url("**/login*")


def test_who_has_no_role_here_reads_whom_to_ask(desk: Desk, visit: Callable[..., Any], page: Any) -> None:
    desk.services.provider.groups = ("strangers",)
    russian = visit(at=desk.house.address, who=None, language="ru")
    for one, words in ((page, "gives you no role here"), (russian, "не даёт вам роли")):
        _at_the_door(one)
        one.click("#enter")
        one.wait_for_url("**/login?refused=role*")
        assert words in one.inner_text(".sign-in [role=alert]:visible")


def test_words_in_an_address_are_not_repeated(page: Any) -> None:
    page.goto("/login?refused=Call%20555-01-99%20now")
    assert "555" not in page.inner_text("body")


def test_without_a_provider_there_is_no_button(house: House, visit: Callable[..., Any]) -> None:
    page = visit(who=None)
    page.goto("/login")
    assert page.locator('a[href^="/api/v1/session/oidc"]').count() == 0
