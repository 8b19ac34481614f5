"""Work that is waiting or being done, for the in-process runner. A worker that dies loses its claim, and another takes it up."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Select, exists, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from cases.database import Database, rows_changed
from cases.events import lock_case
from cases.ids import new_id
from cases.schema import JobRow, now
from evidence.errors import NotKept, WrongState
from evidence.frozen import Frozen


class JobState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Job(Frozen):
    id: str
    kind: str
    case: str | None
    run: str | None
    payload: dict[str, Any]  # JSON, as it was put
    lock: str | None
    state: JobState
    attempt: int
    """Which try this is, from 1; with the worker's name it fences off one that was given up for dead."""
    max_attempts: int
    worker: str | None
    beat_at: datetime | None
    due_at: datetime
    created_at: datetime
    created_by: str | None
    finished_at: datetime | None
    cancel_asked: bool
    error: str | None


class Jobs:
    def __init__(self, database: Database) -> None:
        self._database = database

    def put(
        self,
        kind: str,
        *,
        case: str | None = None,
        run: str | None = None,
        payload: Mapping[str, Any] | None = None,  # JSON
        lock: str | None = None,
        max_attempts: int = 3,
        by: str | None = None,
    ) -> Job:
        """``lock``: at most one running job holds it, such as ``case 01J…`` for what writes to the case's index."""
        with self._database.write() as session:
            if case is not None:
                lock_case(session, case)
            row = JobRow(
                id=new_id(),
                kind=kind,
                case_id=case,
                run_id=run,
                payload=json.dumps(dict(payload or {})),
                lock=lock,
                state=JobState.QUEUED.value,
                attempts=0,
                max_attempts=max_attempts,
                due_at=now(),
                created_at=now(),
                created_by=by,
                cancel_asked=False,
            )
            session.add(row)
            session.flush()
            return _job(row)

    def claim(self, worker: str, *, kinds: Iterable[str] | None = None) -> Job | None:
        """The oldest job that is due and whose lock is free; None = nothing to do. ``worker``: a name of its own."""
        while True:
            try:
                with self._database.write() as session:
                    row = session.scalars(_claimable(None if kinds is None else tuple(kinds))).one_or_none()
                    if row is None:
                        return None
                    row.state, row.worker, row.beat_at = JobState.RUNNING.value, worker, now()
                    row.attempts += 1
                    row.error = None
                    session.flush()
                    return _job(row)
            except IntegrityError:
                continue  # another worker took a job of the same lock at the same moment; look again

    def take(self, job: str, worker: str) -> Job | None:
        """This very job, for a worker to whom a queue of its own gave it: also from one that the queue gave up for dead, which
        hears of it with its next beat. None = it has ended, is not due yet, or its tries are used up (it is failed then)."""
        try:
            with self._database.write() as session:
                row = session.get(JobRow, job, with_for_update=True)
                if row is None or JobState(row.state) not in (JobState.QUEUED, JobState.RUNNING) or row.due_at > now():
                    return None
                if row.state == JobState.RUNNING and row.cancel_asked:
                    row.state, row.finished_at, row.worker = JobState.CANCELLED.value, now(), None
                    return None
                if row.attempts >= row.max_attempts:
                    row.state, row.finished_at, row.worker = JobState.FAILED.value, now(), None
                    row.error = f"its worker was lost {row.attempts} times"
                    return None
                row.state, row.worker, row.beat_at = JobState.RUNNING.value, worker, now()
                row.attempts += 1
                row.error = None
                session.flush()
                return _job(row)
        except IntegrityError:
            return None  # another job of the same lock runs; it is offered again

    def due(self) -> tuple[Job, ...]:
        """Waiting and due, over all cases, oldest first: what a queue that forgot something is told again."""
        with self._database.read() as session:
            rows = session.scalars(
                select(JobRow)
                .where(JobRow.state == JobState.QUEUED.value, JobRow.due_at <= now())
                .order_by(JobRow.due_at, JobRow.id)
            )
            return tuple(_job(row) for row in rows)

    def beat(self, job: Job) -> bool:
        """Still at it. False = cancelling was asked for. Raises WrongState when the claim was lost: stop at once."""
        with self._database.write() as session:
            row = _mine(session, job)
            row.beat_at = now()
            return not row.cancel_asked

    def finish(self, job: Job) -> None:
        self._end(job, JobState.DONE)

    def cancelled(self, job: Job) -> None:
        """The worker stopped as asked."""
        self._end(job, JobState.CANCELLED)

    def fail(self, job: Job, error: str, *, again_in: timedelta | None = None) -> JobState:
        """``again_in``: try again then, while tries are left; None = for good. ``error`` is for people: no text of documents."""
        with self._database.write() as session:
            row = _mine(session, job)
            row.error, row.worker = error, None
            if again_in is not None and row.attempts < row.max_attempts and not row.cancel_asked:
                row.state, row.due_at = JobState.QUEUED.value, now() + again_in
            else:
                row.state, row.finished_at = JobState.FAILED.value, now()
            return JobState(row.state)

    def cancel(self, job: str) -> JobState:
        """A waiting job is cancelled at once; of a running one its worker hears with the next beat."""
        with self._database.write() as session:
            row = session.get(JobRow, job, with_for_update=True)
            if row is None:
                raise NotKept(f"no job {job!r}")
            if row.state == JobState.QUEUED:
                row.state, row.finished_at = JobState.CANCELLED.value, now()
            row.cancel_asked = row.cancel_asked or row.state in (JobState.RUNNING, JobState.CANCELLED)
            return JobState(row.state)

    def give_up_stalled(self, *, silent_for: timedelta) -> tuple[Job, ...]:
        """Jobs whose worker was not heard of for so long are queued again, or failed when their tries are used up."""
        with self._database.write() as session:
            rows = session.scalars(
                select(JobRow)
                .where(JobRow.state == JobState.RUNNING.value, JobRow.beat_at < now() - silent_for)
                .with_for_update(skip_locked=True)
            ).all()
            for row in rows:
                row.worker = None
                if row.cancel_asked:
                    row.state, row.finished_at = JobState.CANCELLED.value, now()
                elif row.attempts < row.max_attempts:
                    row.state, row.due_at = JobState.QUEUED.value, now()
                else:
                    row.state, row.finished_at = JobState.FAILED.value, now()
                    row.error = f"its worker was lost {row.attempts} times"
            session.flush()
            return tuple(_job(row) for row in rows)

    def release(self, worker: str) -> int:
        """At the start of a worker whose name an earlier process had: what that one left is queued again, that try given back."""
        with self._database.write() as session:
            return rows_changed(
                session,
                update(JobRow)
                .where(JobRow.worker == worker, JobRow.state == JobState.RUNNING.value)
                .values(state=JobState.QUEUED.value, worker=None, max_attempts=JobRow.max_attempts + 1, due_at=now()),
            )

    def get(self, job: str) -> Job:
        with self._database.read() as session:
            row = session.get(JobRow, job)
            if row is None:
                raise NotKept(f"no job {job!r}")
            return _job(row)

    def of_case(self, case: str) -> tuple[Job, ...]:
        with self._database.read() as session:
            rows = session.scalars(select(JobRow).where(JobRow.case_id == case).order_by(JobRow.created_at, JobRow.id))
            return tuple(_job(row) for row in rows)

    def _end(self, job: Job, state: JobState) -> None:
        with self._database.write() as session:
            row = _mine(session, job)
            row.state, row.finished_at, row.worker = state.value, now(), None


def _claimable(kinds: tuple[str, ...] | None) -> "Select[JobRow]":
    holder = aliased(JobRow)
    is_held = exists().where(holder.lock == JobRow.lock, holder.state == JobState.RUNNING.value)
    asked = (
        select(JobRow)
        .where(JobRow.state == JobState.QUEUED.value, JobRow.due_at <= now(), ~is_held)
        .order_by(JobRow.due_at, JobRow.id)
        .limit(1)
        .with_for_update(skip_locked=True, of=JobRow)
    )
    return asked if kinds is None else asked.where(JobRow.kind.in_(kinds))


def _mine(session: Session, job: Job) -> JobRow:
    row = session.get(JobRow, job.id, with_for_update=True)
    if row is None:
        raise WrongState(f"job {job.id} is gone with its case; stop")
    if row.state != JobState.RUNNING or (row.worker, row.attempts) != (job.worker, job.attempt):
        raise WrongState(f"job {job.id} was taken from this worker (it is {row.state} now); stop")
    return row


def _job(row: JobRow) -> Job:
    return Job(
        id=row.id,
        kind=row.kind,
        case=row.case_id,
        run=row.run_id,
        payload=json.loads(row.payload),
        lock=row.lock,
        state=JobState(row.state),
        attempt=row.attempts,
        max_attempts=row.max_attempts,
        worker=row.worker,
        beat_at=row.beat_at,
        due_at=row.due_at,
        created_at=row.created_at,
        created_by=row.created_by,
        finished_at=row.finished_at,
        cancel_asked=row.cancel_asked,
        error=row.error,
    )
