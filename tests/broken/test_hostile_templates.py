"""Fields files made to keep the machine busy are refused before they are built, in little time."""

import time

import pytest

from render.fields_file import read_fields
from render.yaml_nodes import MAX_BYTES, MAX_DEPTH

HEAD = "id: a\ntitle: T\nfields:"
QUICK = 5.0
"""Seconds; each of these took more than ten, or ended in a recursion, when the whole file was scanned."""


@pytest.mark.parametrize(
    "body",
    [
        " " + "[" * 20_000 + "]" * 20_000,
        " " + "[" * 200_000,
        " " + "[{a: " * 20_000,
        "\n" + "".join(f"{' ' * depth}a:\n" for depth in range(1, 1_200)),
        "\n" + "- " * 100_000,
    ],
    ids=["closed lists", "open lists", "lists and mappings", "indented mappings", "lists on one line"],
)
def test_a_deep_fields_file_is_refused_at_once(body: str) -> None:
    content = (HEAD + body).encode()
    assert len(content) <= MAX_BYTES
    begun = time.process_time()
    said = [complaint.message for complaint in read_fields(content).complaints]
    assert time.process_time() - begun < QUICK
    assert len(said) == 1 and f"more than {MAX_DEPTH} deep in one another" in said[0]


def test_aliases_that_multiply_are_refused_at_once() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]" for n in range(1, 12)]
    said = read_fields("\n".join(lines).encode()).complaints
    assert [complaint.message for complaint in said] == [
        "YAML anchors, aliases and tags are not read here; write it out"
    ]
