"""A removal and the writing of a report, killed at each of their steps: what was promised comes to pass, once.

The worker says that it stands at a step and waits there; no test hopes to hit a moment.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from cases.records import RunState
from cases.runs import RunFindings
from cases.store import CaseFiles, CaseStore
from service import running
from service.jobs.port import JobKind
from service.jobs.stopping import Stopping
from service.jobs.work import work_of
from service.reverifying import verify_report
from service.settings import Settings
from service.wiring import open_store
from tests.integration.api.house import NotedJobs
from tests.integration.service_people import LEASE, Desk, case_of, database_on_server, person, settings_for, spooled

pytestmark = [pytest.mark.slow, pytest.mark.needs_milvus, pytest.mark.timeout(600)]
ROOT = Path(__file__).parents[2]


class Place:
    """A case with two files and a run that waits for people; nothing works but what a test starts."""

    def __init__(self, settings: Settings, store: CaseStore, folder: Path) -> None:
        self.settings, self.store, self._folder = settings, store, folder
        self.desk = Desk(settings, store, NotedJobs())
        self.ann = person(store)
        self.case: CaseFiles = case_of(store, self.ann)
        given = settings.model_dump(mode="json", include={"home", "templates", "read", "jobs"})
        given |= {"index": {"embedder": "hashing"}}
        given |= {"database": None if settings.database is None else settings.database.get_secret_value()}
        (folder / "settings.json").write_text(json.dumps(given))
        for name, text in (("lease.txt", LEASE), ("card.txt", "Deposit: 2,500.00 USD")):
            paths = [str(path) for path in spooled(settings, self.case, text, name=name)]
            self.do(JobKind.READ_FILES, {"case": self.case.id, "paths": paths, "by": self.ann.user})
        record = running.start_run(self.desk, self.case.id, "lease", language=None, actor=self.ann)
        self.run: RunFindings = self.case.run(record.id)
        self.do(JobKind.FILL_RUN, {"case": self.case.id, "run": record.id})
        assert self.run.record.state is RunState.PAUSED

    def do(self, kind: JobKind, payload: Mapping[str, Any]) -> None:
        work_of(kind)(self.settings, self.store, payload, Stopping())

    def killed_at(self, step: str, kind: JobKind, payload: Mapping[str, Any]) -> None:
        child = self._child(kind, payload, step)
        assert child.stdout is not None
        assert child.stdout.readline() == "here\n", f"{step}: {self._said()}"
        child.kill()
        child.wait()

    def to_the_end(self, kind: JobKind, payload: Mapping[str, Any]) -> None:
        child = self._child(kind, payload, "none")
        assert child.wait(120) == 0, self._said()

    def _child(self, kind: JobKind, payload: Mapping[str, Any], step: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("halting_child.py")), str(self._folder / "settings.json"),
             kind.value, json.dumps(payload), step],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=(self._folder / "stderr.txt").open("a"),
        )  # fmt: skip

    def _said(self) -> str:
        return (self._folder / "stderr.txt").read_text("utf-8")[-3000:]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs_postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "sqlite":
        yield from _place(tmp_path, None)
        return
    with database_on_server() as dsn:
        yield from _place(tmp_path, dsn)


def _place(folder: Path, dsn: str | None) -> Iterator[Place]:
    settings = settings_for(folder, dsn=dsn)
    store = open_store(settings)
    yield Place(settings, store, folder)
    store.close()


def test_a_removal_killed_at_each_step_comes_to_its_end(place: Place) -> None:
    store, case = place.store, place.case
    sha256 = next(file.sha256 for file in case.files() if file.name == "card.txt")
    kept = next(file.sha256 for file in case.files() if file.name == "lease.txt")
    begun = store.deletions.begin_file(case.id, sha256, by=place.ann.user)
    for step in ("file not yet", "rows of the file in an open transaction"):
        place.killed_at(step, JobKind.REMOVE_FILE, {"deletion": begun.id})
        assert [one.id for one in store.deletions.unfinished()] == [begun.id]
        assert sha256 not in {document.sha256 for document in case.documents()}, "nobody sees it meanwhile"
    place.to_the_end(JobKind.REMOVE_FILE, {"deletion": begun.id})
    assert store.deletions.unfinished() == ()
    assert [file.sha256 for file in case.files()] == [kept]
    assert place.case.page(kept, 1).text

    begun = store.deletions.begin_case(case.id, by=place.ann.user)
    for step in ("found noted", "files not yet", "rows of the case in an open transaction", "receipt not yet"):
        place.killed_at(step, JobKind.REMOVE_CASE, {"deletion": begun.id})
        assert [one.id for one in store.deletions.unfinished()] == [begun.id]
        assert store.list(to=place.ann) == ()
    place.to_the_end(JobKind.REMOVE_CASE, {"deletion": begun.id})
    receipts = {receipt.id: receipt for receipt in store.deletions.receipts()}
    assert len(receipts) == 2 and all(one.proved and one.finished_at is not None for one in receipts.values())
    assert receipts[begun.id].removed["findings"] == 7, "as it was found first, not as a later try found it"
    first = next(receipt for id, receipt in receipts.items() if id != begun.id)
    assert first.removed["checkpoints"] > 0, "they hold text of the file: they went with it"
    left = [path for path in place.settings.root.rglob("*") if case.id in str(path) or place.run.id in path.name]
    assert not left
    assert store.audit.verify().holds


def test_a_report_killed_at_each_step_is_written_whole_and_once(place: Place, tmp_path: Path) -> None:
    run, ann = place.run, place.ann
    run.reviews.reject("deposit", on=1, by=ann.user, reason="of another contract")
    run.reviews.approve("rent", on=1, by=ann.user)
    running.finish_review(place.desk, place.case.id, run.id, actor=ann)
    jobs = place.desk.jobs
    assert isinstance(jobs, NotedJobs)
    kind, _, payload = jobs.asked[-1]
    assert kind is JobKind.FINISH_REVIEW
    for step in ("report not yet", "report written, trace not yet", "trace written", "done not said"):
        place.killed_at(step, JobKind.FINISH_REVIEW, payload)
        assert run.record.state is RunState.FINISHING
    place.to_the_end(JobKind.FINISH_REVIEW, payload)
    assert run.record.state is RunState.DONE
    report = running.report_of(place.desk, place.case.id, run.id)
    given = tmp_path / "given"
    given.mkdir()
    (given / "lease.txt").write_text(LEASE, encoding="utf-8")
    (given / "card.txt").write_text("Deposit: 2,500.00 USD", encoding="utf-8")
    outcome = verify_report(place.settings, report, [given], passwords={})
    assert outcome.ok, list(outcome.lines())
    assert [path.name for path in report.parent.glob("*.docx")] == ["report.docx"]
    assert not list(report.parent.glob(".*")), "a half-written report was left"
    entries = place.store.audit.entries(case=place.case.id, limit=500)
    ended = [entry for entry in entries if entry.subject == f"run {run.id}" and entry.detail.get("to") == "done"]
    assert len(ended) == 1
    assert {one.version.version for one in run.reviews.standing() if one.version.field == "rent"} == {2}
    assert place.store.audit.verify().holds
