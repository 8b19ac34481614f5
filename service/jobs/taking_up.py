"""After a restart: runs and removals that nobody works on any more are given a job again."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from cases.jobs import JobState
from cases.records import RunState
from cases.store import CaseStore
from service.jobs.port import JobKind
from service.spool import Spool

BY_THE_SERVICE = "service"
"""Key of a run's options: the command line's own runs are gone on with by the command line."""
_LIVE = (JobState.QUEUED, JobState.RUNNING)


class Put(Protocol):
    def __call__(
        self,
        kind: JobKind,
        *,
        case: str,
        payload: Mapping[str, Any],  # as JobRunner.put
        by: str,
        key: str | None = None,
    ) -> str: ...


def take_up(store: CaseStore, put: Put) -> int:
    """At a start. Returns how many jobs were put. Safe to do at any time: jobs are safe to do twice."""
    store.deletions.sweep()
    Spool(store.home).sweep_sealed(_sealed_in(store))
    count = take_up_runs(store, put)
    for deletion in store.unfinished_deletions():
        kind = JobKind.REMOVE_CASE if deletion.document is None else JobKind.REMOVE_FILE
        put(kind, case=deletion.case, payload={"deletion": deletion.id}, by="system", key=deletion.id)
        count += 1
    return count


def take_up_runs(store: CaseStore, put: Put, *, still_for: timedelta = timedelta(0)) -> int:
    """``still_for``: only those of which nothing was heard for so long, for a look between starts."""
    count = 0
    for record in store.runs():
        if not record.options.get(BY_THE_SERVICE) or _has_job(store, record.case, record.id):
            continue
        if datetime.now(UTC) - (record.changed_at or record.created_at) < still_for:
            continue
        payload: dict[str, Any] = {"case": record.case, "run": record.id}
        kind = JobKind.FILL_RUN
        if record.state is RunState.FINISHING:
            kind = JobKind.FINISH_REVIEW
            at = record.changed_at or record.created_at
            payload |= {"by": _closed_by(store, record.case, record.id), "at": at.isoformat()}
        put(kind, case=record.case, payload=payload, by="system", key=record.id)
        count += 1
    return count


def _sealed_in(store: CaseStore) -> frozenset[str]:
    """Where passwords lie that a job still needs."""
    jobs = (job for record in store.list() for job in store.jobs.of_case(record.id) if job.state in _LIVE)
    return frozenset(str(job.payload["sealed"]) for job in jobs if job.kind == JobKind.READ_AGAIN)


def _has_job(store: CaseStore, case: str, run: str) -> bool:
    return any(job.run == run and job.state in _LIVE for job in store.jobs.of_case(case))


def _closed_by(store: CaseStore, case: str, run: str) -> str:
    """The audit has it, in the same transaction as the close itself."""
    before: int | None = None
    while entries := store.audit.entries(case=case, before=before):
        for entry in entries:
            if entry.action == "review.close" and entry.subject == f"run {run}":
                return entry.actor
        before = entries[-1].number
    return "system"
