from pathlib import Path

import pytest
import typer

from service.cli.app import app
from service.pages import generated

DOCS = Path(__file__).parents[3] / "docs"
PAGES = generated(typer.main.get_command(app))


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_committed_page_is_the_generated_one(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name], "write it again with `make docs`"


def test_every_command_and_setting_is_explained() -> None:
    assert "`--template`" in PAGES["cli.md"]
    rows = [row for row in PAGES["settings.md"].splitlines() if row.startswith("| `LASTRO_")]
    assert len(rows) > 20
    unexplained = [row for row in rows if row.endswith("|  |")]
    assert not unexplained
