"""An encrypted upload is read with the password that is given on the case's page."""

import io
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest

from tests.browser.house import House
from tests.integration.api import made_up

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]


def _locked() -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(made_up.pdf("Contract of 12.03.2026", "Sum 1 250 000 UZS"))) as pdf:
        pdf.save(out, encryption=pikepdf.Encryption(owner="owner", user="right word", R=6))
    return out.getvalue()


def test_a_locked_file_is_read_with_the_password_that_is_given(house: House, visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(f"/cases/{house.case}")
    page.set_input_files("#upload", {"name": "locked.pdf", "mimeType": "application/pdf", "buffer": _locked()})
    line = page.locator(".file", has_text="locked.pdf")
    button = line.locator("[data-open=password]")
    button.wait_for(timeout=60_000)
    assert "It is encrypted" in line.inner_text()
    button.click()
    assert page.inner_text("#password [data-about]") == "locked.pdf"
    page.fill("#file-password", "wrong word")
    page.press("#file-password", "Enter")
    line.locator(".problems", has_text="does not open it").wait_for(timeout=60_000)
    button.click()
    assert page.input_value("#file-password") == ""
    page.fill("#file-password", "right word")
    page.click("#password button.is-primary")
    page.wait_for_selector("#password", state="hidden")
    button.wait_for(state="detached", timeout=60_000)
    line.locator(".run-state").wait_for(state="detached", timeout=60_000)
    line.locator("a.file-name").click()
    page.wait_for_selector("[data-sheet] img")
    for _ in range(100):
        if page.evaluate("document.querySelector('[data-sheet] img').naturalWidth") > 400:
            return
        page.wait_for_timeout(200)
    raise AssertionError("the page's picture does not come")
