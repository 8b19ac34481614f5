"""The security page: each promise names a test, and each test that is named exists."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NO_PROMISES = {"Known limits"}


def sections() -> Iterator[tuple[str, list[str]]]:
    for part in PAGE.split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        yield title, [line for line in body.splitlines() if line.strip()]


def test_every_test_that_the_security_page_names_is_there() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 100
    assert not {name for name in named if f"def {name}(" not in written}
    files = set(re.findall(r"`(?:tests/[\w/]+/)?(test_\w+\.py)`", PAGE))
    assert not {name for name in files if not list((ROOT / "tests").rglob(name))}


def test_every_promise_of_the_security_page_names_a_test() -> None:
    promises = [line for title, lines in sections() if title not in NO_PROMISES for line in lines[2:]]
    assert len(promises) > 60
    for line in promises:
        _, _, proof = line.strip("|").partition(" | ")
        assert re.search(r"`test_\w+`", proof), f"names no test: {line}"


def test_a_promise_of_the_security_page_stands_in_a_table() -> None:
    for title, lines in sections():
        if title not in NO_PROMISES:
            assert lines[:2] == ["| promise | proved by |", "|---|---|"], title
            assert not [line for line in lines if not line.startswith("| ") and line != "|---|---|"], title
