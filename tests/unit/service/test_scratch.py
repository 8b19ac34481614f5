import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service import scratch

ROOT = Path(__file__).parents[3]
WORK = """
import sys
from service.scratch import scratch
with scratch() as folder:
    (folder / "statement.txt").write_text("confidential")
    print(folder.parent, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    scratch._sweep_once.cache_clear()
    yield tmp_path
    scratch._sweep_once.cache_clear()


def process_at_work(place: Path) -> tuple[subprocess.Popen[str], Path]:
    process = subprocess.Popen(
        [sys.executable, "-c", WORK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, "TMPDIR": str(place)},
    )  # fmt: skip
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_a_folder_is_empty_its_owners_alone_and_gone_afterwards(place: Path) -> None:
    with scratch.scratch() as folder:
        assert not list(folder.iterdir())
        assert not folder.parent.stat().st_mode & 0o077
    assert not list(place.iterdir())


def test_what_a_killed_process_left_is_removed_and_what_a_live_one_holds_is_not(place: Path) -> None:
    (place / "lastro-of-something-else").mkdir()
    killed, left = process_at_work(place)
    alive, held = process_at_work(place)
    try:
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        assert (left / "held" / "statement.txt").exists()
        with scratch.scratch():
            assert not left.exists()
            assert (held / "held" / "statement.txt").exists()
            assert (place / "lastro-of-something-else").exists()
            assert scratch.sweep() == 0
    finally:
        alive.communicate()
        killed.communicate()
    assert not held.exists()
