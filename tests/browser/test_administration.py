"""What an administrator does with people and programs, and what a removal and a refused upload leave on the page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import sign_in
from tests.browser.desk import Desk

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
def page(desk: Desk, visit: Callable[..., Any]) -> Any:
    desk.services.model.open.set()
    opened = visit(at=desk.house.address, who=None)
    sign_in(opened, "dilnoza")
    return opened


def test_a_role_is_chosen_in_its_row_and_a_password_is_shown_once(page: Any) -> None:
    page.goto("/admin")
    row = 'tr:has-text("Petr Gost")'
    with page.expect_response(lambda answer: "/api/v1/users/" in answer.url) as changed:
        page.select_option(f"{row} select[name=role]", "reviewer")
    assert changed.value.json()["role"] == "reviewer"
    page.click(f"{row} >> text=New password")
    with page.expect_response(lambda answer: "/api/v1/users/" in answer.url) as given:
        page.click("#fresh-password .is-primary")
    assert given.value.json()["must_change"]
    page.wait_for_selector("#fresh-password [data-secret]:not([hidden])")
    secret = page.inner_text("#fresh-password .secret")
    assert len(secret) == 19 and secret.count("-") == 3
    page.click("#fresh-password [data-close]")
    page.wait_for_selector(f"{row} >> text=has to choose a password")
    assert secret not in page.content()


def test_a_token_is_limited_to_cases(desk: Desk, page: Any) -> None:
    page.goto("/admin")
    page.click("[data-open=new-token]")
    page.fill("#token-name", "import")
    page.select_option("#token-user", label="Dilnoza Karimova")
    page.select_option("#token-role", "analyst")
    page.select_option("#token-cases", [desk.house.case])
    with page.expect_response(lambda answer: answer.url.endswith("/api/v1/tokens")) as issued:
        page.click("#new-token .is-primary")
    assert issued.value.json()["token"]["cases"] == [desk.house.case]


def test_a_refused_file_stays_on_the_page_until_it_is_dismissed(desk: Desk, page: Any, tmp_path: Path) -> None:
    whole, empty = tmp_path / "note.txt", tmp_path / "nothing.txt"
    whole.write_text("A whole note.", encoding="utf-8")
    empty.write_text("", encoding="utf-8")
    page.goto(desk.case_page)
    page.set_input_files("#upload", [str(whole), str(empty)])
    page.wait_for_selector(".upload.is-failed")
    page.wait_for_timeout(3000)
    assert page.locator(".upload").count() == 1
    said = page.inner_text(".upload.is-failed")
    assert "nothing.txt" in said and "it is empty" in said and "Not uploaded" in said
    page.click(".upload.is-failed button")
    assert page.locator(".upload").count() == 0


def test_who_removes_a_file_is_led_to_its_receipt(page: Any) -> None:
    page.goto("/cases")
    page.click("[data-open=new-case]")
    page.fill("#title", "For a removal")
    page.click("#new-case .is-primary")
    page.wait_for_selector("[data-upload]")
    page.click("details.danger summary")
    page.click("details.danger .is-danger")
    page.click("#confirm [data-yes]")
    page.wait_for_url("**/removals/*")
    page.wait_for_selector("text=nothing is left", timeout=60_000)
    page.goto("/removals")
    assert page.locator("tbody tr").count() >= 1
