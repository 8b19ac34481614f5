"""One worker of the queue: a Procrastinate worker that does one job at a time, and a round every few seconds over what the
queue cannot see by itself."""

import asyncio
import os
import socket
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog

from cases.ids import new_id
from cases.jobs import Job, JobState
from cases.store import CaseStore
from service.jobs.doing import SILENT_FOR, do
from service.jobs.local import put_job
from service.jobs.queue import QUEUE, TASK, make_tables, task_of
from service.jobs.stopping import Stopping
from service.jobs.taking_up import take_up_runs
from service.jobs.work import give_up, give_up_stalled
from service.settings import Settings

if TYPE_CHECKING:
    from procrastinate import App
    from procrastinate.jobs import Job as QueueJob

log = structlog.get_logger(__name__)

_LOOK_SECONDS = 0.2
_ROUND_SECONDS = 5.0
_HEARTS_PER_STALL = 6
OnJob = Callable[[Job | None], None]


class QueueWorker:
    def __init__(self, settings: Settings, store: CaseStore, *, dsn: str, leaving: Stopping, on_job: OnJob) -> None:
        """``on_job`` is told of each job when it begins, and with None when it has ended."""
        self._settings, self._store, self._dsn = settings, store, dsn
        self._leaving, self._on_job = leaving, on_job
        self._name = f"{socket.gethostname()}/{os.getpid()}/{new_id()[-6:]}"
        self._one_at_a_time = threading.Lock()
        self._stalled = settings.jobs.stalled_seconds

    def run(self) -> None:
        """Until ``leaving``."""
        make_tables(self._dsn)
        asyncio.run(self._run())

    async def _run(self) -> None:
        app = self._app()
        async with app.open_async():
            worker = asyncio.create_task(
                app.run_worker_async(
                    queues=[QUEUE],
                    name=self._name,
                    concurrency=1,
                    install_signal_handlers=False,
                    delete_jobs="successful",  # the store keeps what became of them
                    fetch_job_polling_interval=2.0,
                    update_heartbeat_interval=self._stalled / _HEARTS_PER_STALL,
                    stalled_worker_timeout=self._stalled,
                )
            )
            between = min(_ROUND_SECONDS, self._stalled)
            waited = between
            while not self._leaving.is_asked and not worker.done():
                if waited >= between:
                    waited = 0.0
                    await self._round(app)
                await asyncio.sleep(_LOOK_SECONDS)
                waited += _LOOK_SECONDS
            worker.cancel()  # waits for the job that runs, which stops at its next page or field
            await asyncio.wait({worker})
            if not worker.cancelled() and (error := worker.exception()) is not None:
                raise error

    def _app(self) -> "App":
        from procrastinate import App, PsycopgConnector

        from agents.fill.postgres import plain_dsn

        app = App(connector=PsycopgConnector(conninfo=plain_dsn(self._dsn), min_size=1, max_size=4))
        app.task(name=TASK, queue=QUEUE)(self._work)
        return app

    def _work(self, job: str) -> None:
        """Called by Procrastinate, in a thread of its own. Whatever happens is written into the store; nothing is raised, or
        Procrastinate would log the arguments."""
        with self._one_at_a_time:
            taken = self._store.jobs.take(job, self._name)
            if taken is None:
                self._close_lost(job)
                return
            self._on_job(taken)
            try:
                do(self._settings, self._store, taken, leaving=self._leaving)
            finally:
                self._on_job(None)

    def _close_lost(self, job: str) -> None:
        held = self._store.jobs.get(job)
        if held.state is JobState.FAILED and held.error is not None:
            give_up(self._store, held, held.error)

    async def _round(self, app: "App") -> None:
        """Jobs of dead workers go to others; jobs that are due and not in the queue are put there."""
        try:
            for stalled in await app.job_manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=self._stalled):
                log.warning("a worker is gone; its job goes to another", job=stalled.task_kwargs.get("job"))
                await _hand_on(app, stalled)
            for job in await asyncio.to_thread(self._due):
                await _deliver(app, job)
        except Exception as error:  # noqa: BLE001  # a database that hiccups: the next round is in a few seconds
            log.warning("round not finished", fault=type(error).__name__)

    def _due(self) -> tuple[Job, ...]:
        give_up_stalled(self._store, silent_for=2 * SILENT_FOR)  # of workers that the queue never knew
        take_up_runs(self._store, partial(put_job, self._store), still_for=SILENT_FOR)
        return self._store.jobs.due()


async def _hand_on(app: "App", stalled: "QueueJob") -> None:
    """To another worker. Where the job was put again meanwhile, what is left of the first only holds the lock of its case."""
    from procrastinate.exceptions import UniqueViolation
    from procrastinate.jobs import Status

    try:
        await app.job_manager.retry_job(stalled)
    except UniqueViolation:
        await app.job_manager.finish_job(stalled, status=Status.FAILED, delete_job=True)


async def _deliver(app: "App", job: Job) -> None:
    from procrastinate.exceptions import AlreadyEnqueued

    arguments: dict[str, Any] = task_of(job)
    try:
        await app.configure_task(**arguments).defer_async(job=job.id)
    except AlreadyEnqueued:
        return
