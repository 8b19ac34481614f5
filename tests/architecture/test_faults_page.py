"""``docs/faults.md`` promises a test for each kind of failure; none of them may go missing."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "faults.md").read_text("utf-8")
PROMISED = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)
KINDS = """P01 P02 P03 P04 P06 P07 P08 P09 P10 P11 P14 P15 P16 H01 H02 H04 O01 O02 O03 O05 O06 O07 O08 O09 O10 O11
    W01 W02 W03 W04 W06 W07 X01 X03 X04 X06 X07 X08 D01 D02 D03 D04 M01 M02 M03 M04 M05 M06 E01 E02
    V01 V02 V03 V04 V06 V07 C01 C02 C03 C04 C05 C06 C07 C08 C09 C11 C12 Z01 Z02 Z03 Z04""".split()
"""Of failure; each has a test of its own on the page, or says why it has none."""


@pytest.mark.parametrize(("file", "name"), PROMISED, ids=[name for _, name in PROMISED])
def test_a_promised_test_is_there(file: str, name: str) -> None:
    assert re.search(rf"\b(?:def|class) {name}\b", (ROOT / "tests" / file).read_text("utf-8"))


def test_every_row_promises_one() -> None:
    rows = [row for row in rows_of(PAGE) if not re.match(r"[A-Z]\d\d$", row[0])]
    assert sum(len(re.findall(r"\.py::", row[-1])) for row in rows) == len(PROMISED) > 60
    assert all(re.search(r"\.py::|\.py`", row[-1]) for row in rows)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_test_or_says_why_not(kind: str) -> None:
    rows = rows_of(PAGE)
    shown = [row for row in rows if len(row) == 4 and kind in row[1].split(", ") and ".py::" in row[3]]
    why_not = [row for row in rows if len(row) == 2 and row[0] == kind and len(row[1]) > 40]
    assert shown or why_not


def rows_of(page: str) -> list[list[str]]:
    lines = (
        line
        for line in page.splitlines()
        if line.startswith("| ") and not re.match(r"\| (?:what goes wrong|kind) \|", line)
    )
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
