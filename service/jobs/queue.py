"""Jobs on several machines: Procrastinate on the PostgreSQL of the case store.

The store's table says what each job is and how it stands; Procrastinate says whose turn it is. It gives each job to one worker,
one job of a case at a time (its lock), and knows by their heartbeats which workers are gone. A job that was written down and
not given to it, because a process died in between, is given to it by the next round of any worker.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import structlog

from cases.jobs import Job
from cases.store import CaseStore
from evidence.errors import StoreUnavailable
from service.jobs.crew import Crew
from service.jobs.local import add_job, died
from service.jobs.port import JobKind
from service.jobs.taking_up import take_up
from service.settings import Settings

if TYPE_CHECKING:
    from procrastinate import App

log = structlog.get_logger(__name__)

QUEUE, TASK = "lastro", "lastro.work"
_SCHEMA_LOCK = 7_316_500_002
"""Advisory: whoever makes Procrastinate's tables."""


class QueuedJobs:
    """A JobRunner. Any number of services and workers share it."""

    def __init__(self, settings: Settings, store: CaseStore, *, dsn: str) -> None:
        self._settings, self._store, self._dsn = settings, store, dsn
        self._app: App | None = None
        names = tuple(f"served/{number}" for number in range(settings.jobs.workers))
        self.crew = Crew(settings, module="service.jobs.child", names=names, on_death=lambda job: died(store, job))

    def start(self) -> None:
        make_tables(self._dsn)
        take_up(self._store, self.put)
        self.crew.start()

    def stop(self, grace_seconds: float) -> None:
        self.crew.stop(grace_seconds)
        if self._app is not None:
            self._app.close()
            self._app = None

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
        try:
            self._deliver(job)
        except Exception as error:  # noqa: BLE001  # it is written down: a worker's next round gives it to the queue
            log.warning("job not queued yet", job=job.id, fault=type(error).__name__)
        return job.id

    def cancel(self, job: str) -> None:
        self._store.jobs.cancel(job)

    def _deliver(self, job: Job) -> None:
        from procrastinate.exceptions import AlreadyEnqueued

        if self._app is None:
            self._app = open_app(self._dsn)
        try:
            self._app.configure_task(**task_of(job)).defer(job=job.id)
        except AlreadyEnqueued:
            return


def task_of(job: Job) -> dict[str, Any]:  # arguments of App.configure_task
    return {"name": TASK, "queue": QUEUE, "lock": job.lock, "queueing_lock": job.id}


def open_app(dsn: str) -> "App":
    """For putting jobs, from any thread."""
    from procrastinate import App, SyncPsycopgConnector

    from agents.fill.postgres import plain_dsn

    app = App(connector=SyncPsycopgConnector(conninfo=plain_dsn(dsn), min_size=0, max_size=4))
    app.open()
    return app


def make_tables(dsn: str) -> None:
    """Procrastinate's, once. Several processes may start at the same moment."""
    import psycopg

    from agents.fill.postgres import plain_dsn

    try:
        with psycopg.connect(plain_dsn(dsn), connect_timeout=10) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_SCHEMA_LOCK,))
            there = connection.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
            if there is not None and there[0] is not None:
                return
            from procrastinate.schema import SchemaManager

            connection.execute(SchemaManager.get_schema().encode())
    except psycopg.Error as error:
        raise StoreUnavailable(f"the tables of the job queue cannot be made ({type(error).__name__})") from error
