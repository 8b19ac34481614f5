"""The runner that the settings name."""

from cases.store import CaseStore
from service.jobs.port import JobRunner
from service.settings import Settings


def open_jobs(settings: Settings, store: CaseStore) -> JobRunner:
    """Not started yet."""
    from service.jobs.local import LocalJobs
    from service.jobs.queue import QueuedJobs
    from service.wiring import postgres_of

    if (dsn := postgres_of(settings)) is not None:
        return QueuedJobs(settings, store, dsn=dsn)
    return LocalJobs(settings, store)
