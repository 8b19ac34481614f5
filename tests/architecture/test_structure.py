"""Rules that reviewers would otherwise repeat."""

import ast
import importlib.metadata
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("evidence", "ingest", "index", "cases", "agents", "render", "service", "sandbox")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MAX_LINES = 400
MAX_FUNCTION = 60
MAX_POSITIONAL = 4
CALLED_BY_LIBRARIES = {
    "settings_customise_sources",
    "connect_tcp",
    "aput",
    "aput_writes",
}  # their signatures are not ours
NO_SUCH_NAMES = {"utils", "util", "helpers", "helper", "common", "base", "misc"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_holds_one_noun(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES, "find the second noun in it"
    assert path.stem not in NO_SUCH_NAMES, "name it after what it holds"


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_function_can_be_read_at_once(path: Path) -> None:
    long = [
        f"{f.name} ({f.end_lineno - f.lineno + 1})" for f in functions(path) if f.end_lineno - f.lineno >= MAX_FUNCTION
    ]
    assert not long, "two functions with no names yet"


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_many_arguments_and_bare_booleans_of_public_functions_are_keyword_only(path: Path) -> None:
    offenders = []
    for function in functions(path):
        if function.name.startswith("_") or function.name in CALLED_BY_LIBRARIES or "cli" in path.parts:
            continue  # commands are called by typer, which reads their arguments by name
        positional = [arg for arg in function.args.posonlyargs + function.args.args if arg.arg not in ("self", "cls")]
        is_bare_bool = any(isinstance(arg.annotation, ast.Name) and arg.annotation.id == "bool" for arg in positional)
        if len(positional) > MAX_POSITIONAL or is_bare_bool:
            offenders.append(f"{function.name}({', '.join(arg.arg for arg in positional)})")
    assert not offenders


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_broad_excepts_say_why(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        if re.search(r"except (Base)?Exception\b|except:", line):
            assert re.search(r":\s+(# noqa: BLE001\s+[#-] \w|# (?!noqa)\w)", line), (
                f"{line.strip()!r}: only at a border, with its reason"
            )


def test_no_foreign_distribution_owns_one_of_our_names() -> None:
    owners = importlib.metadata.packages_distributions()
    foreign = {name: owners[name] for name in PACKAGES if set(owners.get(name, ())) - {"lastro"}}
    assert not foreign, "another package is installed under one of our names; remove it"


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False).stdout.decode()
    files = [ROOT / name for name in listed.split("\0") if name]
    if not files:
        pytest.skip("not a git checkout")
    return [path for path in files if path.is_file()]


def test_no_registry_host_or_local_path_is_committed() -> None:
    hosts = "|".join(
        ("pypi" + r"\.org", "pythonhosted" + r"\.org", "registry" + r"\.npmjs\.org", "deb" + r"\.debian\.org")
    )
    places = re.compile(rf"{hosts}|{re.escape(str(ROOT))}/|/(?:root|home/\w+)/".encode())
    for path in tracked():
        if path.suffix in {".png", ".jpg", ".pdf", ".docx", ".xlsx", ".zip"} or path == Path(__file__):
            continue
        found = places.search(path.read_bytes())
        assert not found, f"{named(path)} names {found.group().decode() if found else ''}"


def test_every_extra_has_a_lock() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    locks = {path.stem for path in (ROOT / "requirements").glob("*.lock")}
    assert set(extras) <= locks, "name it in `make lock`"


def test_every_tracked_file_is_a_file_and_none_is_of_a_virtual_environment() -> None:
    """A link leads out of the repository, or to nothing, on every other machine."""
    listed = subprocess.run(["git", "ls-files", "--stage", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    entries = [entry.partition("\t") for entry in listed.stdout.split("\0") if entry]
    assert not [path for kind, _, path in entries if kind.startswith("120000")], "a symbolic link"
    assert not [path for kind, _, path in entries if kind.startswith("160000")], "another repository"
    assert not [path for _, _, path in entries if path.startswith(".venv")]


FETCH = {"from_pretrained", "SentenceTransformer", "CrossEncoder"}
"""Load a model from a folder, and from its hub where they are let."""
FETCH_ONLY = {"snapshot_download", "hf_hub_download", "urlretrieve"}


def test_no_library_is_let_to_download() -> None:
    offenders = []
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        if not any(name in text for name in FETCH | FETCH_ONLY):
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            given = {word.arg: word.value for word in node.keywords}
            only_local = isinstance(said := given.get("local_files_only"), ast.Constant) and said.value is True
            if name in FETCH_ONLY or (name in FETCH and not only_local):
                offenders.append(f"{named(path)}:{node.lineno}: {name}")
    assert not offenders, "models lie in folders; give local_files_only=True"


def test_locks_carry_hashes() -> None:
    for lock in (ROOT / "requirements").glob("*.lock"):
        pins = re.findall(r"^(\S+==\S+)", lock.read_text(encoding="utf-8"), re.M)
        assert pins
        assert lock.read_text(encoding="utf-8").count("--hash=sha256:") >= len(pins)
