"""What the code loads beside itself is in the wheel too."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("evidence", "ingest", "index", "cases", "agents", "templates", "render", "service", "sandbox")
LOADED = {
    ".po",
    ".html",
    ".css",
    ".js",
    ".svg",
    ".toml",
    ".yaml",
    ".docx",
    ".txt",
    ".md",
    ".mako",
    ".lock",
    ".json",
    ".png",
}


def test_a_wheel_holds_every_file_that_the_code_loads(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        packed = set(opened.namelist())
    listed = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    files = listed.split() or pytest.skip("not a git checkout")
    assert {Path(name).suffix for name in files} - {".py"} <= LOADED
    assert [name for name in files if name not in packed] == []
    assert any(name.startswith("service/api/locale/lint/") for name in packed)
