import re
from pathlib import Path

import pytest
from pydantic import ValidationError

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
