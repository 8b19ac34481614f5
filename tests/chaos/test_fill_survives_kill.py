"""Kill the process that fills a report, again and again, and look at what it did twice."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from evidence.findings import Finding, Status

ROOT = Path(__file__).parents[2]
FIELDS = 16
CONCURRENCY = 4
DECISIONS = {0: 3, 1: 4, 2: 3, 3: 3}
"""Needed by a field, by its number modulo 4: two looks, then the answer, one of which is wrong the first time."""


def start(folder: Path, seconds: float) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("fill_child.py")), str(folder), str(FIELDS), str(seconds)],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=(folder / "stderr.txt").open("ab"),
    )  # fmt: skip


def records(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").split("\n")[:-1]]


def wait_for_decisions(folder: Path, count: int, process: "subprocess.Popen[bytes]") -> bool:
    """Until the process has made ``count`` more decisions; False when it ended before."""
    before = len(records(folder / "decisions.jsonl"))
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            return False
        if len(records(folder / "decisions.jsonl")) >= before + count:
            return True
        time.sleep(0.005)
    raise AssertionError((folder / "stderr.txt").read_text("utf-8"))


@pytest.mark.slow
def test_no_finished_field_is_lost_or_run_twice(tmp_path: Path) -> None:
    dice = random.Random(7)
    kills = 0
    kept_before: dict[str, int] = {}
    for _ in range(60):
        process = start(tmp_path, 0.03)
        if wait_for_decisions(tmp_path, dice.randint(3, 14), process):
            time.sleep(dice.random() * 0.03)
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
        # what was kept when this process died must never be decided on again
        decided = Counter(record["field"] for record in records(tmp_path / "decisions.jsonl"))
        for field, count in kept_before.items():
            assert decided[field] == count, f"{field} was asked again after it was finished"
        kept_before |= {record["field"]: decided[record["field"]] for record in records(tmp_path / "kept.jsonl")}
        if (tmp_path / "done").exists():
            break
    process.wait()
    assert (tmp_path / "done").exists(), (tmp_path / "stderr.txt").read_text("utf-8")
    assert kills >= 3
    kept = Counter(record["field"] for record in records(tmp_path / "kept.jsonl"))
    assert kept.keys() == {f"f{number}" for number in range(FIELDS)}
    assert set(kept.values()) == {1}
    findings = [Finding.model_validate_json(record["finding"]) for record in records(tmp_path / "kept.jsonl")]
    for finding in findings:
        number = int(finding.field[1:])
        assert finding.status is (Status.NOT_FOUND if number % 4 == 3 else Status.FOUND)
        assert finding.status is Status.NOT_FOUND or finding.values[0].value.text == f"value {number:03d}"
    # only decisions in flight at a kill are made again
    needed = sum(DECISIONS[number % 4] for number in range(FIELDS))
    made = len(records(tmp_path / "decisions.jsonl"))
    assert needed <= made <= needed + kills * CONCURRENCY
    assert not list(tmp_path.glob("run.db*")) or [path.name for path in tmp_path.glob("run.db*")] == ["run.db.lock"]


def test_a_second_process_cannot_fill_the_same_run(tmp_path: Path) -> None:
    first = start(tmp_path, 0.2)
    try:
        assert wait_for_decisions(tmp_path, 1, first)
        second = start(tmp_path, 0.2)
        assert second.wait(timeout=60) != 0
        assert "CaseBusy" in (tmp_path / "stderr.txt").read_text("utf-8")
        assert first.poll() is None
    finally:
        first.kill()
        first.wait()
