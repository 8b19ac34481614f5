"""The runner that the settings name."""

from cases.store import CaseStore
from service.jobs.port import JobRunner
from service.settings import Settings


def open_jobs(settings: Settings, store: CaseStore) -> JobRunner:
    """Not started yet."""
    from service.jobs.local import LocalJobs

    return LocalJobs(settings, store)
