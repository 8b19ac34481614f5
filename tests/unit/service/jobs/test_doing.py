import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from cases.jobs import Job, JobState
from cases.records import RunState
from cases.store import CaseFiles, CaseStore
from evidence.errors import CaseBusy, InputRefused
from service.jobs import doing
from service.jobs.port import JobKind
from service.jobs.stopping import Stopping
from service.settings import Settings
from service.wiring import open_store

Work = Callable[[Stopping], None]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def store(settings: Settings) -> CaseStore:
    return open_store(settings)


@pytest.fixture
def case(store: CaseStore) -> CaseFiles:
    return store.create("C")


def claimed(store: CaseStore, case: CaseFiles, *, run: str | None = None, tries: int = 8) -> Job:
    store.jobs.put(JobKind.FILL_RUN.value, case=case.id, run=run, lock=f"case {case.id}", max_attempts=tries)
    job = store.jobs.claim("w")
    assert job is not None
    return job


def done(
    settings: Settings, store: CaseStore, job: Job, work: Work, monkeypatch: pytest.MonkeyPatch, leaving: Stopping | None = None
) -> JobState | None:  # fmt: skip
    def worked(_: Settings, __: CaseStore, ___: Mapping[str, Any], stopping: Stopping) -> None:
        work(stopping)

    monkeypatch.setattr(doing, "work_of", lambda kind: worked)
    monkeypatch.setattr(doing, "_BEAT_SECONDS", 0.1)
    return doing.do(settings, store, job, leaving=leaving or Stopping())


def refuse(error: Exception) -> Work:
    def work(_: Stopping) -> None:
        raise error

    return work


def wait_to_stop(stopping: Stopping) -> None:
    while True:
        stopping.check()
        time.sleep(0.01)


def test_work_that_ends_is_done(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = claimed(store, case)
    assert done(settings, store, job, lambda _: None, monkeypatch) is JobState.DONE
    assert store.jobs.get(job.id).state is JobState.DONE


def test_what_may_go_through_later_is_tried_again(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = claimed(store, case)
    assert done(settings, store, job, refuse(CaseBusy("in use")), monkeypatch) is JobState.QUEUED
    held = store.jobs.get(job.id)
    assert held.error == "in use" and held.due_at > held.created_at


def test_what_cannot_be_done_fails_with_its_run_and_says_why(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = case.new_run(template="t@1", template_sha256="0", model="m")
    job = claimed(store, case, run=run.id)
    assert done(settings, store, job, refuse(InputRefused("no files")), monkeypatch) is JobState.FAILED
    assert (run.record.state, run.record.reason) == (RunState.FAILED, "no files")


def test_a_fault_of_ours_is_not_quoted(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    job = claimed(store, case)
    done(settings, store, job, refuse(ValueError("ИНН 301234567 of the borrower")), monkeypatch)
    assert store.jobs.get(job.id).error == "a fault of ours, ValueError; see the log"
    said = "".join(capsys.readouterr())
    assert "ValueError" in said and "test_doing.py" in said and "301234567" not in said


def test_a_group_of_errors_speaks_through_its_first(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = claimed(store, case)
    group = ExceptionGroup("several", [InputRefused("no model"), ValueError("x")])
    assert done(settings, store, job, refuse(group), monkeypatch) is JobState.FAILED
    assert store.jobs.get(job.id).error == "no model"


def test_a_cancelled_job_stops_at_its_next_page(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = claimed(store, case)
    threading.Timer(0.2, store.jobs.cancel, [job.id]).start()
    assert done(settings, store, job, wait_to_stop, monkeypatch) is JobState.CANCELLED


def test_a_process_that_leaves_hands_its_job_back_with_the_try(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, leaving = claimed(store, case, tries=1), Stopping()
    threading.Timer(0.2, leaving.ask).start()
    assert done(settings, store, job, wait_to_stop, monkeypatch, leaving) is None
    again = store.jobs.claim("other")
    assert again is not None and again.id == job.id


def test_a_worker_that_was_given_up_for_dead_writes_nothing_more(
    settings: Settings, store: CaseStore, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = claimed(store, case)
    taken = store.jobs.take(job.id, "other")
    assert taken is not None and taken.attempt == job.attempt + 1
    assert done(settings, store, job, wait_to_stop, monkeypatch) is None
    held = store.jobs.get(job.id)
    assert (held.state, held.worker) == (JobState.RUNNING, "other")
