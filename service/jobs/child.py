"""A process that works off one job after another. Started by ``service.jobs.crew``, or in the foreground by ``lastro worker``.

A process of its own keeps reading and filling off the service's event loop, and a parser that crashes takes one job along and
nothing else. It ends when the pipe to the service closes, so that a service that was killed leaves nobody behind.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection

import structlog

from cases.jobs import Job
from cases.store import CaseStore
from service.jobs.stopping import Stopping
from service.settings import Settings

log = structlog.get_logger(__name__)

_IDLE_SECONDS = 1.0
_STALLED_EVERY = 20.0
_LAST_SECONDS = 60.0
"""After the service is gone; a page of a scan takes a while."""
OnJob = Callable[[Job | None], None]


def main() -> None:
    pipe = Connection(int(sys.argv[1]))
    settings, name, niceness = pipe.recv()
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the service says when
    from service import logs

    logs.set_up(settings.log_level, as_json=settings.log_json)
    leaving, wake = Stopping(), threading.Event()
    threading.Thread(target=_listen, args=(pipe, leaving, wake), name="listen", daemon=True).start()
    work(settings, name, leaving=leaving, wake=wake, on_job=lambda job: _tell(pipe, job))


def work(settings: Settings, name: str, *, leaving: Stopping, wake: threading.Event, on_job: OnJob) -> None:
    """Until ``leaving``. ``on_job`` is told of each job when it begins, and with None when it has ended."""
    from service.jobs.queue_worker import QueueWorker
    from service.wiring import open_store, postgres_of

    store = open_store(settings)
    try:
        if (dsn := postgres_of(settings)) is not None:
            QueueWorker(settings, store, dsn=dsn, leaving=leaving, on_job=on_job).run()
        else:
            _work_off(settings, store, name, leaving=leaving, wake=wake, on_job=on_job)
    finally:
        store.close()


def _work_off(
    settings: Settings, store: CaseStore, name: str, *, leaving: Stopping, wake: threading.Event, on_job: OnJob
) -> None:
    """The store's own table."""
    from service.jobs.doing import SILENT_FOR, do
    from service.jobs.local import put_job
    from service.jobs.taking_up import take_up_runs
    from service.jobs.work import give_up_stalled

    stalled_at = 0.0
    while not leaving.is_asked:
        if time.monotonic() - stalled_at > _STALLED_EVERY:
            stalled_at = time.monotonic()
            give_up_stalled(store, silent_for=SILENT_FOR)
            take_up_runs(store, partial(put_job, store), still_for=SILENT_FOR)
        wake.clear()
        job = store.jobs.claim(name)
        if job is None:
            wake.wait(_IDLE_SECONDS)
            continue
        on_job(job)
        do(settings, store, job, leaving=leaving)
        on_job(None)


def _tell(pipe: Connection, job: Job | None) -> None:
    """What this process is at: should it die, the service knows whose job that was."""
    try:
        pipe.send(job)
    except OSError:
        return  # the service is gone; ``_listen`` hears of it too


def _listen(pipe: Connection, leaving: Stopping, wake: threading.Event) -> None:
    while True:
        try:
            word = pipe.recv()
        except (EOFError, OSError):
            break
        if word == "stop":
            leaving.ask()
        wake.set()
    leaving.ask()
    wake.set()
    time.sleep(_LAST_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main()
