"""What each kind of job does, and what becomes of its run when it cannot be done."""

import contextlib
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from cases.events import EventKind, note_in
from cases.jobs import Job, JobState
from cases.records import RunState
from cases.run_states import ENDED
from cases.store import CaseStore, RunFindings
from evidence.errors import InputRefused, NotKept, StoreUnavailable
from service.jobs.port import JobKind
from service.jobs.stopping import Stopping
from service.settings import Settings

Work = Callable[[Settings, CaseStore, Mapping[str, Any], Stopping], None]  # JSON, as it was put


def work_of(kind: str) -> Work:
    works: dict[str, Work] = {
        JobKind.READ_FILES: _read_files,
        JobKind.READ_AGAIN: _read_again,
        JobKind.FILL_RUN: _fill_run,
        JobKind.ASK_AGAIN: _fill_run,
        JobKind.FINISH_REVIEW: _finish_review,
        JobKind.REMOVE_FILE: _remove,
        JobKind.REMOVE_CASE: _remove,
    }
    if kind not in works:
        raise InputRefused(f"a job of kind {kind!r} is not known here; was it put by a later Lastro?")
    return works[kind]


def let_go(store: CaseStore, job: Job) -> None:
    """The job has ended, however it ended: a password that it was given is nowhere any more."""
    if job.kind == JobKind.READ_AGAIN:
        from service.spool import Spool

        Spool(store.home).release(Path(str(job.payload["sealed"])))


def give_up_stalled(store: CaseStore, *, silent_for: timedelta) -> None:
    """Jobs of workers of whom nothing was heard for so long: queued again, or at their end."""
    for job in store.jobs.give_up_stalled(silent_for=silent_for):
        if job.state is not JobState.QUEUED:
            let_go(store, job)


def give_up(store: CaseStore, job: Job, error: str) -> None:
    """The job failed for good: listeners of its case hear of it, and its run says why. A report that could not be written leaves
    the review open."""
    let_go(store, job)
    if job.case is None:
        return
    with contextlib.suppress(NotKept):  # removed meanwhile
        with store.database.write() as session:
            body = {"job": job.id, "kind": job.kind, "state": "failed"}
            note_in(session, job.case, EventKind.CASE, run=job.run, body=body)
        if job.run is not None:
            _end_run(store.open(job.case).run(job.run), job.kind, error)


def _end_run(run: RunFindings, kind: str, error: str) -> None:
    state = run.record.state
    if state is RunState.FINISHING or (state is RunState.RUNNING and kind == JobKind.ASK_AGAIN):
        run.advance(RunState.PAUSED, reason=error, expected=state)
    elif state not in ENDED and state is not RunState.PAUSED:
        run.advance(RunState.FAILED, reason=error, expected=state)


def _read_files(
    settings: Settings,
    store: CaseStore,
    payload: Mapping[str, Any],  # case, paths, by
    stopping: Stopping,
) -> None:
    """Files that were read stay read: done again, only what is missing is read. The spool is emptied at the end."""
    from service.reading import read_into
    from service.run_work import spool_of
    from service.spool import Spool
    from service.wiring import open_index

    case, paths = store.open(str(payload["case"])), spool_of(payload)
    there = [path for path in paths if path.exists()]
    if there:
        with open_index(settings, case.id) as index:
            read_into(
                case,
                there,
                options=settings.read,
                index=index,
                on_page=lambda *_: stopping.check(),
                by=payload.get("by"),
            )
    spool = Spool(settings.root)
    for path in paths:
        spool.release(path)


def _read_again(
    settings: Settings,
    store: CaseStore,
    payload: Mapping[str, Any],  # case, file, sealed, key
    stopping: Stopping,
) -> None:
    """Does nothing when the password is gone: an earlier try came to its end."""
    from service.reading import read_again
    from service.sealed import unseal
    from service.wiring import open_index

    password = unseal(Path(str(payload["sealed"])), str(payload["key"]))
    if password is None:
        return
    case = store.open(str(payload["case"]))
    with open_index(settings, case.id) as index:
        read_again(
            case,
            str(payload["file"]),
            password=password,
            options=settings.read,
            index=index,
            on_page=lambda *_: stopping.check(),
        )


def _fill_run(
    settings: Settings,
    store: CaseStore,
    payload: Mapping[str, Any],  # case, run
    stopping: Stopping,
) -> None:
    from service.run_work import fill_run

    fill_run(settings, store, payload, stopping)


def _finish_review(
    settings: Settings,
    store: CaseStore,
    payload: Mapping[str, Any],  # case, run, by, at
    stopping: Stopping,
) -> None:
    from service.run_work import finish_review

    finish_review(settings, store, payload, stopping)


def _remove(
    settings: Settings,
    store: CaseStore,
    payload: Mapping[str, Any],  # deletion
    stopping: Stopping,
) -> None:
    """Never stopped half-way on purpose; a removal that was interrupted is taken up again and comes to the same end."""
    from service.wiring import remains_of

    receipt = store.deletions.finish(str(payload["deletion"]), remains=remains_of(settings))
    if not receipt.proved:
        left = ", ".join(f"{name}: {count}" for name, count in receipt.left.items() if count)
        raise StoreUnavailable(f"{receipt.what}: something is left ({left}); it is tried again")
