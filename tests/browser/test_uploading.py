"""Files chosen while the page is still loading are not lost."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.house import House

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_files_chosen_before_the_script_arrived_are_uploaded(
    house: House, visit: Callable[..., Any], tmp_path: Path
) -> None:
    given = tmp_path / "note.txt"
    given.write_text("Early bird.", encoding="utf-8")
    page = visit()
    held: list[Any] = []
    page.route("**/case.js*", lambda route: held.append(route))  # the driver takes no built-in function
    page.goto(f"{house.address}/cases/{house.case}", wait_until="commit")
    page.wait_for_selector("[data-upload]")
    page.set_input_files("#upload", str(given))
    while not held:
        page.wait_for_timeout(50)
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/files")) as sent:
        held[0].continue_()
    assert "note.txt" in (sent.value.post_data_buffer or b"").decode("utf-8", "replace")
