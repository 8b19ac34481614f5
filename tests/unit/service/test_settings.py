import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from evidence.errors import InputRefused
from service.cli import show
from service.environment import misspelt_names
from service.settings import Settings

ROOT = Path(__file__).parents[3]
OF_SCRIPTS = {
    "LASTRO_LLM_HOME",
    "LASTRO_LLM_PORT",
    "LASTRO_VLLM_HOME",
    "LASTRO_VLLM_PORT",
    "LASTRO_WITH_LIBREOFFICE",
    "LASTRO_WITH_POSTGRES",
    "LASTRO_WITH_CHROMIUM",
}
"""Read by the scripts themselves."""


def test_every_setting_that_a_script_gives_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    given = re.compile(r"\b(LASTRO_[A-Z_]+)=(?:\$\{[^}]*\}|([\w:/.]*))")
    found = {
        name: value
        for script in (ROOT / "deploy").glob("*.sh")
        for name, value in given.findall(script.read_text("utf-8"))
        if name not in OF_SCRIPTS and "_TEST_" not in name
    }
    assert "LASTRO_CONCURRENCY" in found
    for name, value in found.items():
        monkeypatch.setenv(name, value)
    Settings()


def test_a_setting_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTRO_FILL__CONCURRENCY", "1")
    with pytest.raises(ValidationError, match="concurrency"):
        Settings()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LASTRO_MODL__KIND", "openai", "did you mean LASTRO_MODEL__KIND?"),
        ("LASTRO_MODEL_KIND", "openai", "did you mean LASTRO_MODEL__KIND?"),
        ("LASTRO_READ_LANGUAGES", '["ru"]', "did you mean LASTRO_READ__LANGUAGES?"),
        ("LASTRO_HOMES", "/x", "did you mean LASTRO_HOME?"),
        ("lastro_homes", "/x", "lastro_homes is no setting"),
        ("LASTRO_CONCURRENCY__FIELDS", "3", "is no setting"),
        ("LASTRO_FOO", "1", "docs/settings.md lists what there is"),
        ("LASTRO_CONFG", "lastro.toml", "did you mean LASTRO_CONFIG?"),
    ],
)
def test_a_misspelt_name_is_refused_with_the_nearest_one(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InputRefused, match="is no setting") as refused:
        show.settings()
    assert said in str(refused.value)


def test_names_that_our_scripts_and_tests_read_are_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    read = re.compile(
        r"(?:environ(?:\.get\(|\[)|getenv\(|delenv\()\s*\"(LASTRO_[A-Z_0-9]+)"
        r"|\$\{?(LASTRO_[A-Z_0-9]+)|^\s*(?:export )?(LASTRO_[A-Z_0-9]+)\s*[?:]?="
    )
    found = {
        name
        for folder in ("deploy", "tests", "benchmarks", "examples", ".ci", "service", "agents", "Makefile")
        for path in ([ROOT / folder] if (ROOT / folder).is_file() else (ROOT / folder).rglob("*"))
        if path.is_file() and path.suffix in {".py", ".sh", ""}
        for match in re.finditer(read, path.read_text("utf-8", errors="replace"))
        for name in match.groups()
        if name
    }
    assert {"LASTRO_TEST_POSTGRES", "LASTRO_WITH_CHROMIUM", "LASTRO_CONFIG"} <= found
    assert list(misspelt_names(Settings, dict.fromkeys(found, "1"))) == []
