"""Everything that a request or a job needs, opened once for the process."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cases.audit import Audit
from cases.people import People
from cases.sessions import Sessions
from cases.store import CaseStore
from cases.tokens import Tokens
from service.page_images import PageImages
from service.searching import CaseSearcher, Searcher
from service.settings import Settings
from service.spool import Spool
from service.wiring import open_store

if TYPE_CHECKING:
    from service.jobs.port import JobRunner


@dataclass(frozen=True)
class Context:
    """Safe to use from many threads."""

    settings: Settings
    store: CaseStore
    jobs: "JobRunner"
    images: PageImages
    spool: Spool
    searcher: Searcher

    @property
    def people(self) -> People:
        return self.store.people

    @property
    def sessions(self) -> Sessions:
        return self.store.sessions

    @property
    def tokens(self) -> Tokens:
        return self.store.tokens

    @property
    def audit(self) -> Audit:
        return self.store.audit

    def close(self) -> None:
        """The jobs are stopped by whoever started them."""
        self.images.close()
        self.searcher.close()
        self.store.close()


def open_context(settings: Settings, *, jobs: "JobRunner | None" = None, searcher: Searcher | None = None) -> Context:
    """``jobs``: None = the runner that the settings name. It is not started yet. ``searcher``: None = in this process."""
    store = open_store(settings)
    if jobs is None:
        from service.jobs.opening import open_jobs

        jobs = open_jobs(settings, store)
    return Context(
        settings=settings,
        store=store,
        jobs=jobs,
        images=PageImages(settings.root, serve=settings.serve),
        spool=Spool(settings.root),
        searcher=CaseSearcher(settings, store) if searcher is None else searcher,
    )
