"""Every command that ends can be read by a program."""

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import typer
from typer.testing import CliRunner

from cases.access import Role
from service.cli.app import app
from service.settings import Settings
from service.wiring import open_store

LASTING = {"serve", "worker"}


def commands(group: click.Command, lead: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in getattr(group, "commands", {}).items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{lead}{name} ")
        else:
            yield f"{lead}{name}", command


COMMANDS = dict(commands(typer.main.get_command(app)))


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - LASTING))
def test_every_command_that_ends_prints_json_when_asked(name: str) -> None:
    assert any("--json" in option.opts for option in COMMANDS[name].params)


def said(*arguments: str) -> object:
    done = CliRunner().invoke(app, [*arguments, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_members_and_pages_are_told_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTRO_HOME", str(tmp_path))
    store = open_store(Settings(home=tmp_path))
    case = store.create("C")
    for login in ("ann", "bob"):
        store.people.add(login, name=login.title(), role=Role.ANALYST, password="long enough to be taken", by="test")
    added = said("case", "member", "add", "C", "ann", "--role", "owner")
    assert isinstance(added, dict) and (added["login"], added["role"]) == ("ann", "owner")
    said("case", "member", "add", "C", "bob")
    assert said("case", "member", "rm", "C", "bob") == {"case": case.id, "removed": "bob"}
    pages = said("docs", "write", "--folder", str(tmp_path / "docs"))
    assert isinstance(pages, list) and str(tmp_path / "docs" / "cli.md") in pages
