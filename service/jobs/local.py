"""Jobs on one machine, with nothing else installed: the store's own table, and child processes that work it off."""

import contextlib
import fcntl
from collections.abc import Mapping
from datetime import timedelta
from typing import IO, Any

from cases.jobs import Job, JobState
from cases.store import CaseStore
from evidence.errors import CaseBusy, NotKept, WrongState
from service.jobs.crew import Crew
from service.jobs.doing import MAX_ATTEMPTS
from service.jobs.port import JobKind
from service.jobs.taking_up import take_up
from service.jobs.work import give_up
from service.settings import Settings

_LIVE = (JobState.QUEUED, JobState.RUNNING)
_MOST_WORKERS = 64
_AFTER_A_DEATH = timedelta(seconds=3)


def add_job(
    store: CaseStore,
    kind: JobKind,
    *,
    case: str,
    payload: Mapping[str, Any],  # as JobRunner.put
    by: str,
    key: str | None,
) -> Job:
    """In the store's table. A removal is no job of its case: it outlives it."""
    is_removal = kind in (JobKind.REMOVE_CASE, JobKind.REMOVE_FILE)
    if key is not None:
        for job in store.jobs.of_case(case):
            if job.kind == kind and job.state in _LIVE and job.payload.get("key") == key:
                return job
    return store.jobs.put(
        kind.value,
        case=None if is_removal else case,
        run=payload.get("run"),
        payload={**payload, **({} if key is None else {"key": key})},
        lock=f"case {case}",
        max_attempts=MAX_ATTEMPTS,
        by=by,
    )


def put_job(
    store: CaseStore,
    kind: JobKind,
    *,
    case: str,
    payload: Mapping[str, Any],  # as JobRunner.put
    by: str,
    key: str | None = None,
) -> str:
    """For a worker, which looks for jobs by itself."""
    return add_job(store, kind, case=case, payload=payload, by=by, key=key).id


def died(store: CaseStore, job: Job) -> None:
    """The process that worked on it. Its try counts: a file that crashes every worker is given up in the end."""
    with contextlib.suppress(WrongState, NotKept):  # it had ended, or went with its case
        said = "the process that worked on it died (out of memory, or a fault in a library)"
        if store.jobs.fail(job, said, again_in=_AFTER_A_DEATH) is JobState.FAILED:
            give_up(store, job, said)


class LocalJobs:
    """A JobRunner. One service works on a home at a time."""

    def __init__(self, settings: Settings, store: CaseStore) -> None:
        self._settings, self._store = settings, store
        self._held: IO[str] | None = None
        names = tuple(f"local/{number}" for number in range(settings.jobs.workers))
        self.crew = Crew(settings, module="service.jobs.child", names=names, on_death=lambda job: died(store, job))

    def start(self) -> None:
        self._own_the_home()
        for number in range(_MOST_WORKERS):  # an earlier service may have had more workers
            self._store.jobs.release(f"local/{number}")
        take_up(self._store, self.put)
        self.crew.start()

    def stop(self, grace_seconds: float) -> None:
        self.crew.stop(grace_seconds)
        if self._held is not None:
            self._held.close()
            self._held = None

    def put(
        self,
        kind: JobKind,
        *,
        case: str,
        payload: Mapping[str, Any],  # as JobRunner.put
        by: str,
        key: str | None = None,
    ) -> str:
        job = add_job(self._store, kind, case=case, payload=payload, by=by, key=key)
        self.crew.wake()
        return job.id

    def cancel(self, job: str) -> None:
        self._store.jobs.cancel(job)

    def _own_the_home(self) -> None:
        self._settings.root.mkdir(parents=True, exist_ok=True)
        lock = (self._settings.root / "jobs.lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise CaseBusy(
                f"another service works on {str(self._settings.root)!r}; stop it, or give this one a LASTRO_HOME of its own"
            ) from None
        self._held = lock
