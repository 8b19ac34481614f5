"""``docs/faults.md`` promises a test for each kind of failure; none of them may go missing."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMISED = re.findall(r"`([\w/]+\.py)::(\w+)`", (ROOT / "docs" / "faults.md").read_text("utf-8"))


@pytest.mark.parametrize(("file", "name"), PROMISED, ids=[name for _, name in PROMISED])
def test_a_promised_test_is_there(file: str, name: str) -> None:
    assert re.search(rf"\b(?:def|class) {name}\b", (ROOT / "tests" / file).read_text("utf-8"))


def test_every_row_promises_one() -> None:
    rows = re.findall(r"^\| (?!what goes wrong|-).*$", (ROOT / "docs" / "faults.md").read_text("utf-8"), re.MULTILINE)
    assert len(rows) == len(PROMISED) > 60
