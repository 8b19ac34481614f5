"""The road of a run in the service: files, fields, people, report; the work is done by child processes."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cases.access import Actor
from cases.jobs import JobState
from cases.records import RunState
from cases.store import CaseStore
from evidence.errors import CaseBusy, InputRefused, NotAllowed, NotKept, WrongState
from service import running
from service.jobs.local import LocalJobs
from service.settings import Settings
from service.wiring import open_store
from tests.integration.service_people import Desk, case_of, person, settings_for, spooled

pytestmark = [pytest.mark.needs_milvus, pytest.mark.timeout(120)]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_for(tmp_path)


@pytest.fixture
def store(settings: Settings) -> Iterator[CaseStore]:
    store = open_store(settings)
    yield store
    store.close()


@pytest.fixture
def desk(settings: Settings, store: CaseStore) -> Iterator[Desk]:
    jobs = LocalJobs(settings, store)
    jobs.start()
    yield Desk(settings, store, jobs)
    jobs.stop(10)


@pytest.fixture
def ann(store: CaseStore) -> Actor:
    return person(store)


def until(holds: Callable[[], bool], *, seconds: float = 60, why: Callable[[], object] = lambda: "") -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, why()
        time.sleep(0.05)


def paused(desk: Desk, case: str, run: str) -> None:
    record = desk.store.open(case).run(run)
    until(
        lambda: record.record.state is RunState.PAUSED,
        why=lambda: (record.record, [(job.kind, job.state, job.error) for job in desk.store.jobs.of_case(case)]),
    )


def test_from_files_to_the_report_of_what_people_decided(desk: Desk, ann: Actor) -> None:
    case = case_of(desk.store, ann)
    paths = spooled(desk.settings, case)
    running.read_files(desk, case.id, paths, actor=ann)
    run = running.start_run(desk, case.id, "lease", language=None, actor=ann)
    assert run.state is RunState.QUEUED
    paused(desk, case.id, run.id)
    assert not paths[0].exists()
    reviews = case.run(run.id).reviews
    found = {one.version.field: one.version.finding.status.value for one in reviews.standing()}
    assert found == {"tenant": "found", "rent": "found", "signed": "found", "deposit": "not_found"}
    reviews.approve("rent", on=1, by=ann.user)
    reviews.reject("signed", on=1, by=ann.user, reason="the date is of the draft")
    preview = running.report_of(desk, case.id, run.id, preview=True)
    assert preview.exists()
    assert running.finish_review(desk, case.id, run.id, actor=ann).state is RunState.FINISHING
    until(lambda: case.run(run.id).record.state is RunState.DONE)
    report = running.report_of(desk, case.id, run.id)
    assert report.read_bytes()[:2] == b"PK"
