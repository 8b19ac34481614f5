"""``lastro worker``: one more pair of hands, on this machine or another."""

from service.cli import show


def worker() -> None:
    """Read files and fill reports for a service that keeps its data in PostgreSQL.

    Start as many as there are processors to spare, on as many machines as share LASTRO_HOME. Ctrl-C or SIGTERM ends it at the
    next page or field; the rest goes to another worker.
    """
    import os
    import signal
    import threading

    from evidence.errors import InputRefused
    from service.jobs.child import work
    from service.jobs.stopping import Stopping
    from service.wiring import postgres_of

    settings = show.settings()
    if postgres_of(settings) is None:
        raise InputRefused(
            "workers of their own share a PostgreSQL; set LASTRO_DATABASE to its address. With SQLite `lastro serve` does the "
            "work itself"
        )
    leaving, wake = Stopping(), threading.Event()

    def leave(*_: object) -> None:
        leaving.ask()
        wake.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, leave)
    os.nice(settings.jobs.niceness)
    show.note(f"working for {settings.root}; Ctrl-C ends it")
    work(settings, "worker", leaving=leaving, wake=wake, on_job=lambda job: None)
