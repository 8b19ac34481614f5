"""What a person is told to set is called as the environment calls it, and is a setting that there is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from service.settings import Settings

ROOT = Path(__file__).parents[2]
PACKAGES = ("evidence", "ingest", "index", "cases", "agents", "render", "service", "sandbox")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
OF_THE_PROCESS = {"LASTRO_CONFIG", "LASTRO_TRACEBACK"}
"""Read before there are settings."""
ADVICE = r"\b(?:set|raise|lower|mend|check|with|(?:add it|it) to|nor in)\s+"


def settings_under(model: type[BaseModel], lead: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, field in model.model_fields.items():
        yield (*lead, name)
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from settings_under(field.annotation, (*lead, name))


PATHS = tuple(settings_under(Settings))
IN_THE_ENVIRONMENT = {"LASTRO_" + "__".join(path).upper() for path in PATHS}
DOTTED = {".".join(path[at:]) for path in PATHS for at in range(len(path) - 1)}
"""With what stands above them, all of it or a part."""
BARE = {path[-1] for path in PATHS if len(path) > 1 and ("_" in path[-1] or path[-1] == "tessdata")}
BARE_NAME = re.compile(ADVICE + f"({'|'.join(sorted(BARE, key=len, reverse=True))})\\b")


def said_in(path: Path) -> Iterator[str]:
    """Texts of a module, without docstrings; a place in one is a star."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in documents:
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_hints_name_settings_that_exist_as_the_environment_does(path: Path) -> None:
    for text in said_in(path):
        for named in re.findall(r"\bLASTRO_[A-Z][A-Z0-9_*]*", text):
            known = re.compile(re.escape(named).replace(r"\*", "[A-Z0-9_]+"))
            assert named in OF_THE_PROCESS or any(known.fullmatch(name) for name in IN_THE_ENVIRONMENT), text
        if " " in text:
            dotted = set(re.findall(r"\b[a-z][a-z_]*(?:\.[a-z_*]+)+\b", text)) & DOTTED
            assert not dotted, f"{text!r}: name it as LASTRO_…"
            assert not BARE_NAME.search(text), f"{text!r}: name it as LASTRO_…"
