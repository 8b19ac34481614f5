"""Runs against the simulated endpoint on PostgreSQL: one worker, two workers, and two of which one is killed half-way.

Each run is of a case of its own (one writer per case), so workers do not wait for each other. Prints the three times and exits 1
when two workers take more than 0.6 of the time of one, or when a run was lost with the killed worker.

    LASTRO_TEST_POSTGRES=$(bash deploy/postgres-for-tests.sh start DIR) python benchmarks/workers.py [--runs 20]
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

SHARE = 0.6
FIELDS, LATENCY, CONCURRENCY = 12, 0.5, 4
STALLED = 4.0


def settings_of(folder: Path, dsn: str, port: int) -> dict[str, object]:
    lines = ['id: items\nversion: "1"\ntitle: Items\nlanguages: [en]\nfields:']
    lines += [
        f'  - {{id: item_{number}, question: "What is the amount of item {number}?", type: money}}'
        for number in range(1, FIELDS + 1)
    ]
    template = folder / "templates" / "reports" / "items" / "fields.yaml"
    template.parent.mkdir(parents=True)
    template.write_text("\n".join(lines), encoding="utf-8")
    return {
        "home": str(folder / "home"),
        "database": dsn,
        "templates": str(folder / "templates"),
        "index": {"embedder": "hashing"},
        "read": {"ocr": "never", "workers": 1},
        "fill": {"recall": 0},
        "concurrency": CONCURRENCY,
        "jobs": {"workers": 0, "niceness": 0, "stalled_seconds": STALLED},
        "model": {"kind": "openai", "base_url": f"http://127.0.0.1:{port}/v1"},
    }


def start_worker(folder: Path, given: dict[str, object]) -> "subprocess.Popen[bytes]":
    toml = folder / "lastro.toml"
    toml.write_text("\n".join(_toml(given)), encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, "-m", "service.cli.app", "worker"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LASTRO_CONFIG": str(toml)},
        stderr=(folder / "worker.log").open("ab"),
    )


def _toml(given: dict[str, object]) -> list[str]:
    plain = [f"{key} = {json.dumps(value)}" for key, value in given.items() if not isinstance(value, dict)]
    for key, value in given.items():
        if isinstance(value, dict):
            plain += [f"[{key}]", *(f"{name} = {json.dumps(held)}" for name, held in value.items())]
    return plain


def measure(dsn: str, port: int, *, runs: int, workers: int, kill_one: bool) -> tuple[float, Counter[str]]:
    """Seconds from the first job put to the last run at its review, with the workers there and warm; states of the runs."""
    from cases.access import Actor, Role
    from cases.records import RunState
    from service import running
    from service.context import open_context
    from service.reading import read_into
    from service.settings import Settings
    from service.wiring import open_index

    with tempfile.TemporaryDirectory(prefix="lastro-workers-") as name:
        folder = Path(name)
        given = settings_of(folder, dsn, port)
        settings = Settings(**given)  # type: ignore[arg-type]  # validated by Settings
        context = open_context(settings)
        context.jobs.start()
        ann: Actor = context.people.add(f"ann-{os.urandom(4).hex()}", name="Ann", role=Role.REVIEWER, by="test").actor
        cases = []
        for number in range(runs):
            case = context.store.create(f"Case {number}", by=ann)
            path = folder / "given" / str(number) / "items.txt"
            path.parent.mkdir(parents=True)
            items = (f"Amount of item {item}: {item} 000 USD" for item in range(1, FIELDS + 1))
            path.write_text(f"Schedule of items of case {number}\n" + "\n".join(items), encoding="utf-8")
            with open_index(settings, case.id) as index:
                read_into(case, [path], options=settings.read, index=index, on_page=lambda *_: None)
            cases.append(case)
        hands = [start_worker(folder, given) for _ in range(workers)]
        warm_up(context, ann, cases[0], count=workers)
        started = time.monotonic()
        held = [running.start_run(context, case.id, "items", language=None, actor=ann) for case in cases]
        records = [case.run(run.id) for case, run in zip(cases, held, strict=True)]
        states: Counter[str] = Counter()
        wanted, every = {run.id for run in held}, frozenset(RunState)
        deadline = started + 600
        while time.monotonic() < deadline:
            states = Counter(record.state.value for record in context.store.runs(states=every) if record.id in wanted)
            if states[RunState.PAUSED] == runs:
                break
            if kill_one and states[RunState.PAUSED] >= runs // 2:
                hands[0].send_signal(signal.SIGKILL)
                hands[0].wait()
                kill_one = False
            time.sleep(0.25)  # looking costs the workers' database something
        seconds = time.monotonic() - started
        for run in records:
            versions = [len(run.reviews.history(f"item_{number}").versions) for number in range(1, FIELDS + 1)]
            if run.record.state is RunState.PAUSED and versions != [1] * FIELDS:
                states["with a field done twice"] += 1
        for hand in hands:
            hand.terminate()
        for hand in hands:
            hand.wait(30)
        context.jobs.stop(5)
        context.close()
        return seconds, states


def warm_up(context: object, ann: object, case: object, *, count: int) -> None:
    """One run each, one after the other, so that every worker has imported what it needs."""
    from cases.records import RunState
    from service import running

    time.sleep(6)
    for _ in range(2 * count):
        run = running.start_run(context, case.id, "items", language=None, actor=ann)  # type: ignore[arg-type, attr-defined]  # narrow on purpose
        held = case.run(run.id)  # type: ignore[attr-defined]  # as above
        while held.record.state is not RunState.PAUSED:
            time.sleep(0.05)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    given = parser.parse_args()
    if not os.environ.get("LASTRO_TEST_POSTGRES"):
        print("LASTRO_TEST_POSTGRES names no server; deploy/postgres-for-tests.sh starts one")
        return 2
    from tests.integration.service_people import database_on_server

    server = subprocess.Popen(
        [sys.executable, str(ROOT / "benchmarks" / "fill_endpoint.py"), "--serve", "--latency", str(LATENCY)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout
    port = int(server.stdout.readline())
    ideal = given.runs * FIELDS * 3 * LATENCY / CONCURRENCY
    print(
        f"{given.runs} runs of {FIELDS} fields, 3 steps of {LATENCY} s, {CONCURRENCY} at a time: {ideal:.0f} s of latency alone"
    )
    taken = {}
    try:
        for label, workers, kill_one in (
            ("one worker", 1, False),
            ("two workers", 2, False),
            ("two, one killed half-way", 2, True),
        ):
            with database_on_server() as dsn:
                seconds, states = measure(dsn, port, runs=given.runs, workers=workers, kill_one=kill_one)
            taken[label] = seconds
            print(f"{label:<26}{seconds:7.1f} s   {dict(states)}", flush=True)
            if states != {"paused": given.runs}:
                return 1
    finally:
        server.kill()
    share = taken["two workers"] / taken["one worker"]
    print(f"two workers take {share:.2f} of the time of one  (target {SHARE})")
    return 0 if share <= SHARE else 1


if __name__ == "__main__":
    sys.exit(main())
