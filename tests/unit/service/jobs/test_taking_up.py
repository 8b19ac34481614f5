from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cases.access import Role
from cases.records import RunState
from cases.store import CaseFiles, CaseStore
from service.jobs.port import JobKind
from service.jobs.taking_up import BY_THE_SERVICE, take_up
from service.settings import Settings
from service.wiring import open_store


@pytest.fixture
def store(tmp_path: Path) -> CaseStore:
    return open_store(Settings(home=tmp_path / "home"))


@pytest.fixture
def case(store: CaseStore) -> CaseFiles:
    return store.create("C")


class Puts:
    def __init__(self) -> None:
        self.jobs: list[tuple[JobKind, str, dict[str, Any]]] = []

    def __call__(self, kind: JobKind, *, case: str, payload: Mapping[str, Any], by: str, key: str | None = None) -> str:
        self.jobs.append((kind, case, dict(payload)))
        return "j"


def new_run(case: CaseFiles, state: RunState, *, by_the_service: bool = True) -> str:
    options = {BY_THE_SERVICE: True} if by_the_service else {}
    return case.new_run(template="t@1", template_sha256="0", model="m", state=state, options=options).id


def test_a_run_without_a_job_gets_one(store: CaseStore, case: CaseFiles) -> None:
    run, puts = new_run(case, RunState.RUNNING), Puts()
    assert take_up(store, puts) == 1
    assert puts.jobs == [(JobKind.FILL_RUN, case.id, {"case": case.id, "run": run})]


def test_runs_with_a_job_those_that_wait_for_people_and_the_command_lines_own_are_left(
    store: CaseStore, case: CaseFiles
) -> None:
    store.jobs.put("fill_run", case=case.id, run=new_run(case, RunState.QUEUED))
    new_run(case, RunState.PAUSED)
    new_run(case, RunState.RUNNING, by_the_service=False)
    assert take_up(store, Puts()) == 0


def test_a_closed_review_is_written_in_the_name_of_who_closed_it(store: CaseStore, case: CaseFiles) -> None:
    ann = store.people.add("ann", name="Ann", role=Role.REVIEWER, by="test")
    run = new_run(case, RunState.PAUSED)
    case.run(run).reviews.close(by=ann.id)
    puts = Puts()
    take_up(store, puts)
    ((kind, _, payload),) = puts.jobs
    assert (kind, payload["run"], payload["by"]) == (JobKind.FINISH_REVIEW, run, ann.id)


def test_an_interrupted_removal_is_taken_up(store: CaseStore, case: CaseFiles) -> None:
    begun = store.deletions.begin_case(case.id, by="ann")
    puts = Puts()
    take_up(store, puts)
    assert puts.jobs == [(JobKind.REMOVE_CASE, case.id, {"deletion": begun.id})]
