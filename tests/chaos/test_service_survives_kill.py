"""Kill the service and its workers while they read, fill, write and remove; look for what was lost and what was done twice."""

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest
from reportlab.pdfgen.canvas import Canvas

from cases.access import Actor
from cases.jobs import JobState
from cases.records import RunState
from cases.store import CaseFiles, CaseStore, RunFindings
from service import running
from service.jobs.local import add_job
from service.jobs.port import JobKind
from service.reverifying import verify_report
from service.settings import Settings
from service.wiring import open_store
from tests.integration.service_people import case_of, database_on_server, person, spooled

pytestmark = [pytest.mark.slow, pytest.mark.needs_milvus, pytest.mark.timeout(600)]
ROOT = Path(__file__).parents[2]
ITEMS = 16
PAGES = 240
LATENCY = 0.05
STEPS = 3  # questions of a field
CONCURRENCY = 4
KILLS = 2
FIELDS = "\n".join(
    [
        'id: items\nversion: "1"\ntitle: Items\nlanguages: [en]\nfields:',
        *(
            f'  - {{id: item_{number}, question: "What is the amount of item {number}?", type: money}}'
            for number in range(1, ITEMS + 1)
        ),
    ]
)
TEXT = "Schedule of items\n" + "\n".join(f"Amount of item {number}: {number} 000 USD" for number in range(1, ITEMS + 1))


class NoRunner:
    """Puts jobs as the service does, and works none off: the killed one does. On PostgreSQL a worker's round finds them."""

    def __init__(self, store: CaseStore) -> None:
        self._store = store

    def start(self) -> None: ...

    def stop(self, grace_seconds: float) -> None: ...

    def put(self, kind: JobKind, *, case: str, payload: dict[str, object], by: str, key: str | None = None) -> str:
        return add_job(self._store, kind, case=case, payload=payload, by=by, key=key).id

    def cancel(self, job: str) -> None:
        self._store.jobs.cancel(job)


class Endpoint(NamedTuple):
    """A model that logs every question, and answers as many as its gate says."""

    port: int
    log: Path
    gate: Path

    def asked(self) -> Counter[str]:
        return Counter(f"item_{number}" for number in self.log.read_text().split())

    def allow(self, more: int) -> None:
        """At once, so that it never reads half a number."""
        new = self.gate.with_suffix(".new")
        new.write_text(str(self.asked().total() + more))
        new.replace(self.gate)


@dataclass(frozen=True)
class Scene:
    settings: Settings
    store: CaseStore
    jobs: NoRunner
    folder: Path
    dice: random.Random

    def start(self) -> "subprocess.Popen[str]":
        child = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("service_child.py")), str(self.folder / "settings.json")],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=(self.folder / "stderr.txt").open("a"),
        )  # fmt: skip
        assert child.stdout is not None and child.stdout.readline() == "started\n", self.said()
        return child

    def kill(self, child: "subprocess.Popen[str]") -> None:
        """With its workers and their readers: nobody has the time to say anything."""
        family = [*psutil.Process(child.pid).children(recursive=True), psutil.Process(child.pid)]
        for member in reversed(family):
            try:
                member.kill()
            except psutil.NoSuchProcess:
                continue
        child.wait()
        psutil.wait_procs(family, timeout=10)

    def end(self, child: "subprocess.Popen[str]") -> None:
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(30) == 0, self.said()

    def until(self, holds: Callable[[], bool], *, seconds: float = 120) -> None:
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, self.said()
            time.sleep(0.02)

    def said(self) -> str:
        return (self.folder / "stderr.txt").read_text("utf-8")[-4000:]


@pytest.fixture
def endpoint(tmp_path: Path) -> Iterator[Endpoint]:
    log, gate = tmp_path / "asked.txt", tmp_path / "gate.txt"
    log.touch()
    gate.write_text("1000000")
    server = subprocess.Popen(
        [sys.executable, "benchmarks/fill_endpoint.py", "--serve", "--latency", str(LATENCY), "--log", str(log),
         "--gate", str(gate)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert server.stdout is not None
    yield Endpoint(int(server.stdout.readline()), log, gate)
    server.kill()
    server.wait()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs_postgres)])
def scene(request: pytest.FixtureRequest, tmp_path: Path, endpoint: Endpoint) -> Iterator[Scene]:
    if request.param == "sqlite":
        yield from _scene(tmp_path, endpoint.port, None)
        return
    with database_on_server() as dsn:
        yield from _scene(tmp_path, endpoint.port, dsn)


def _scene(folder: Path, port: int, dsn: str | None) -> Iterator[Scene]:
    template = folder / "templates" / "reports" / "items" / "fields.yaml"
    template.parent.mkdir(parents=True)
    template.write_text(FIELDS, encoding="utf-8")
    given = {
        "home": str(folder / "home"), "database": dsn, "templates": str(folder / "templates"),
        "index": {"embedder": "hashing"}, "read": {"ocr": "never", "workers": 1}, "concurrency": CONCURRENCY,
        "fill": {"recall": 0},
        "jobs": {"workers": 1, "niceness": 0, "stalled_seconds": 3},
        "model": {"kind": "openai", "base_url": f"http://127.0.0.1:{port}/v1"},
    }  # fmt: skip
    (folder / "settings.json").write_text(json.dumps(given))
    settings = Settings(**given)
    store = open_store(settings)
    scene = Scene(settings, store, NoRunner(store), folder, random.Random(11))
    yield scene
    store.close()


def idle(scene: Scene, case: str) -> bool:
    jobs = scene.store.jobs.of_case(case)
    assert not [job.error for job in jobs if job.state is JobState.FAILED], scene.said()
    return bool(jobs) and all(job.state is JobState.DONE for job in jobs)


def read_long_file(scene: Scene, case: CaseFiles, ann: Actor) -> str:
    path = scene.folder / "long.pdf"
    canvas = Canvas(str(path))
    for number in range(1, PAGES + 1):
        canvas.drawString(72, 720, f"Sheet {number} says that part {number} weighs {number} kilograms in all.")
        canvas.showPage()
    canvas.save()
    (place,) = spooled(scene.settings, case, "", name="long.pdf")
    place.write_bytes(path.read_bytes())
    return running.read_files(scene, case.id, [place], actor=ann)


def test_no_kept_page_is_read_again(scene: Scene) -> None:
    ann = person(scene.store)
    case = case_of(scene.store, ann)
    read_long_file(scene, case, ann)
    kept: dict[int, object] = {}
    kills = 0
    while not idle(scene, case.id):
        child = scene.start()
        goal = len(kept) + scene.dice.randint(20, 70)
        scene.until(lambda goal=goal: idle(scene, case.id) or len(pages_of(case)) >= goal)  # type: ignore[misc]
        if idle(scene, case.id):
            scene.end(child)
            break
        scene.kill(child)
        kills += 1
        now = pages_of(case)
        assert {number: now[number] for number in kept} == kept, "a kept page was lost or read again"
        kept = now
    assert kills >= 2
    (document,) = case.documents()
    now = pages_of(case)
    assert sorted(now) == list(range(1, PAGES + 1))
    assert {number: now[number] for number in kept} == kept
    from service.wiring import open_index

    with open_index(scene.settings, case.id) as index:
        assert index.count(document.sha256) == PAGES


def pages_of(case: CaseFiles) -> dict[int, object]:
    """Number to when it was kept."""
    for file in case.files():
        return {page.number: page.at for page in case.page_states(file.sha256) if page.state.value != "waiting"}
    return {}


def filled(scene: Scene, ann: Actor) -> tuple[CaseFiles, RunFindings]:
    case = case_of(scene.store, ann)
    running.read_files(scene, case.id, spooled(scene.settings, case, TEXT, name="items.txt"), actor=ann)
    run = running.start_run(scene, case.id, "items", language=None, actor=ann)
    return case, case.run(run.id)


def test_no_finished_field_is_asked_again_and_the_review_is_written_once(scene: Scene, endpoint: Endpoint) -> None:
    ann = person(scene.store)
    case, run = filled(scene, ann)
    finished: dict[str, int] = {}
    kills = 0
    while run.record.state is not RunState.PAUSED:
        more = scene.dice.randint(1, 3)
        # enough for these and what is begun beside them, not for all; then all
        endpoint.allow(STEPS * (more + CONCURRENCY) if kills < KILLS else 1000)
        child = scene.start()
        goal = len(run.kept()) + more if kills < KILLS else ITEMS + 1
        scene.until(lambda goal=goal: run.record.state is RunState.PAUSED or len(run.kept()) >= goal)  # type: ignore[misc]
        if run.record.state is RunState.PAUSED:
            scene.until(lambda: idle(scene, case.id))
            scene.end(child)
            break
        before = {finding.field for finding in run.kept()}
        scene.kill(child)
        kills += 1
        asked = endpoint.asked()
        assert {field: asked[field] for field in finished} == finished, "a finished field was asked again"
        finished |= {field: asked[field] for field in before}
    assert kills == KILLS
    standing = run.reviews.standing()
    assert Counter(one.version.version for one in standing) == {1: ITEMS}
    assert {one.version.finding.status.value for one in standing} == {"found"}
    review_and_write(scene, case, run, ann)


def review_and_write(scene: Scene, case: CaseFiles, run: RunFindings, ann: Actor) -> None:
    """The paused run waits in no process; the one that writes is killed at moments of its work."""
    run.reviews.reject("item_3", on=1, by=ann.user, reason="another schedule")
    run.reviews.approve("item_4", on=1, by=ann.user)
    running.finish_review(scene, case.id, run.id, actor=ann)
    for _ in range(3):
        child = scene.start()
        scene.until(
            lambda: any(job.state is JobState.RUNNING for job in scene.store.jobs.of_case(case.id)) or done(run)
        )
        time.sleep(scene.dice.random() * 1.5)
        scene.kill(child)
        if done(run):
            break
    child = scene.start()
    scene.until(lambda: done(run) and idle(scene, case.id))
    scene.end(child)
    report = running.report_of(scene, case.id, run.id)
    given = scene.folder / "given" / "items.txt"
    given.parent.mkdir()
    given.write_text(TEXT, encoding="utf-8")
    outcome = verify_report(scene.settings, report, [given], passwords={})
    assert outcome.ok, list(outcome.lines())
    assert [path.name for path in report.parent.glob("*.docx")] == ["report.docx"]
    assert not list(report.parent.glob(".*")), "a half-written report was left"
    states = [
        entry.detail["to"]
        for entry in scene.store.audit.entries(case=case.id, limit=500)
        if entry.subject == f"run {run.id}" and entry.action.startswith("run.")
    ]
    assert states.count("done") == 1
    assert scene.store.audit.verify().holds


def done(run: RunFindings) -> bool:
    return run.record.state is RunState.DONE


def test_workers_leave_when_their_service_is_killed(scene: Scene) -> None:
    ann = person(scene.store)
    case = case_of(scene.store, ann)
    read_long_file(scene, case, ann)
    child = scene.start()
    family = psutil.Process(child.pid).children(recursive=True)
    scene.until(lambda: len(pages_of(case)) > 0)
    family += psutil.Process(child.pid).children(recursive=True)
    child.kill()
    child.wait()
    _, alive = psutil.wait_procs(family, timeout=60)
    assert not alive
    child = scene.start()
    scene.until(lambda: idle(scene, case.id))
    scene.end(child)
    assert sorted(pages_of(case)) == list(range(1, PAGES + 1))


def test_a_removal_comes_to_its_end(scene: Scene) -> None:
    ann = person(scene.store)
    case, run = filled(scene, ann)
    child = scene.start()
    scene.until(lambda: run.record.state is RunState.PAUSED)
    scene.end(child)
    begun = scene.store.deletions.begin_case(case.id, by=ann.user)
    scene.jobs.put(JobKind.REMOVE_CASE, case=case.id, payload={"deletion": begun.id}, by=ann.user)
    for _ in range(3):
        child = scene.start()
        time.sleep(scene.dice.random() * 3)
        scene.kill(child)
    child = scene.start()
    scene.until(lambda: not scene.store.unfinished_deletions())
    scene.end(child)
    (receipt,) = scene.store.deletions.receipts()
    assert receipt.proved and receipt.finished_at is not None
    assert receipt.removed["findings"] == ITEMS and receipt.removed["checkpoints"] > 0
    left = [path for path in scene.settings.root.rglob("*") if case.id in str(path) or run.id in path.name]
    assert not left
    assert scene.store.audit.verify().holds
