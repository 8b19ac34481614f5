"""The security page names tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_test_that_the_security_page_names_is_there() -> None:
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    written = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    named = set(re.findall(r"`(test_\w+)`", page))
    assert len(named) > 20
    assert not {name for name in named if f"def {name}(" not in written}
    files = set(re.findall(r"`(?:tests/[\w/]+/)?(test_\w+\.py)`", page))
    assert not {name for name in files if not list((ROOT / "tests").rglob(name))}
