"""One job from its claim to its end, in the process that works. The same for both backends."""

import threading
from datetime import timedelta
from types import TracebackType
from typing import Self

import structlog

from cases.jobs import Job, Jobs, JobState
from cases.store import CaseStore
from evidence.errors import LastroError, NotKept, WrongState
from service.jobs.stopping import Stopped, Stopping
from service.jobs.work import give_up, let_go, work_of
from service.settings import Settings

log = structlog.get_logger(__name__)

MAX_ATTEMPTS = 8
SILENT_FOR = timedelta(seconds=90)
"""A worker of whom nothing was heard for so long is given up for dead."""
_BEAT_SECONDS = 2.0
_FIRST_PAUSE, _LONGEST_PAUSE = 3.0, 300.0


def do(settings: Settings, store: CaseStore, job: Job, *, leaving: Stopping) -> JobState | None:
    """``leaving``: the process is to end; the job is then handed back. Returns what became of the job; None = it was handed
    back, or it is no longer this worker's."""
    stopping = Stopping()
    with _Beating(store.jobs, job, stopping, leaving) as beating:
        try:
            work_of(job.kind)(settings, store, job.payload, stopping)
        except Stopped:
            return _stopped(store, job, beating)
        except Exception as error:  # noqa: BLE001  # the worker's border: whatever it was, the next job is another's
            if beating.lost:
                return None
            if beating.cancel_asked or _is_cancelled(store, job):
                return _end(store, job, JobState.CANCELLED)
            return _failed(store, job, error)
    return None if beating.lost else _end(store, job, JobState.DONE)


def _stopped(store: CaseStore, job: Job, beating: "_Beating") -> JobState | None:
    if beating.lost:
        return None
    if beating.cancel_asked:
        return _end(store, job, JobState.CANCELLED)
    assert job.worker is not None  # it was claimed
    store.jobs.release(job.worker)
    return None


def _end(store: CaseStore, job: Job, state: JobState) -> JobState | None:
    try:
        if state is JobState.DONE:
            store.jobs.finish(job)
        else:
            store.jobs.cancelled(job)
    except WrongState:  # gone with its case, or given to another worker
        return None
    let_go(store, job)
    log.info("job ended", job=job.id, kind=job.kind, state=state.value, attempt=job.attempt)
    return state


def _failed(store: CaseStore, job: Job, error: Exception) -> JobState | None:
    cause = _first_cause(error)
    said = str(cause) if isinstance(cause, LastroError) else f"a fault of ours, {type(cause).__name__}; see the log"
    again = isinstance(cause, (LastroError, OSError)) and getattr(cause, "retryable", True)
    pause = min(_FIRST_PAUSE * 2 ** (job.attempt - 1), _LONGEST_PAUSE)
    # the kind of fault and where it was, never its words: they may quote a document
    log.warning("job failed", job=job.id, kind=job.kind, fault=type(cause).__name__, where=_where(cause), again=again)
    try:
        state = store.jobs.fail(job, said, again_in=timedelta(seconds=pause) if again else None)
    except WrongState:
        return None
    if state is JobState.FAILED:
        give_up(store, job, said)
    return state


def _first_cause(error: BaseException) -> BaseException:
    """Of several fields at once: the first speaks for all."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _where(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"


def _is_cancelled(store: CaseStore, job: Job) -> bool:
    """Asked for since the last beat; a job that is gone went with its case."""
    try:
        return store.jobs.get(job.id).cancel_asked
    except NotKept:
        return True


class _Beating:
    """Says every few seconds that the job is being worked on, and passes on what it hears."""

    def __init__(self, jobs: Jobs, job: Job, stopping: Stopping, leaving: Stopping) -> None:
        self._jobs, self._job = jobs, job
        self._stopping, self._leaving = stopping, leaving
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="beat", daemon=True)
        self.cancel_asked = False
        self.lost = False
        """Another worker has the job, or it is gone with its case: nothing may be written about it."""

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        waited = 0.0
        while not self._over.wait(0.1):
            waited += 0.1
            if self._leaving.is_asked:
                self._stopping.ask()
            if waited >= _BEAT_SECONDS:
                waited = 0.0
                self._say()

    def _say(self) -> None:
        try:
            self.cancel_asked = not self._jobs.beat(self._job)
        except WrongState:
            self.lost = True
        except Exception as error:  # noqa: BLE001  # a database that hiccups: the next beat is in two seconds
            log.warning("no beat", job=self._job.id, fault=type(error).__name__)
        if self.cancel_asked or self.lost:
            self._stopping.ask()
