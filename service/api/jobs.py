"""Work that waits or runs for a case, and why some of it failed."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel

from cases.jobs import Job, JobState
from cases.records import CaseRole
from evidence.errors import NotKept
from service.api.desks import AtDesk
from service.api.problems import responses
from service.jobs.work import let_go

router = APIRouter(prefix="/cases/{case}/jobs", tags=["jobs"])

JobId = Annotated[
    str, Path(pattern="^[0-9A-HJKMNP-TV-Z]{26}$", description="Id of the job.", examples=["01JZX5Q2R8M4T7V9W1Y3A5C7E9"])
]


class JobView(BaseModel):
    id: str
    kind: str
    state: JobState
    run: str | None
    attempt: int
    created_at: datetime
    created_by: str | None
    finished_at: datetime | None
    error: str | None
    """Why it failed, and what to do."""


@router.get("", response_model=list[JobView], responses=responses(404), summary="Jobs, oldest first")
def list_jobs(desk: AtDesk) -> Any:  # FastAPI writes them out by the response model
    return [_view(job) for job in desk.context.store.jobs.of_case(desk.case)]


@router.post("/{job}/cancel", response_model=JobView, responses=responses(404, 409), summary="Cancel a job")
def cancel(desk: AtDesk, job: JobId) -> Any:  # as above
    """One that waits at once, one that runs at its next page or field. What it finished is kept."""
    desk.needs(CaseRole.ANALYST)
    if job not in {held.id for held in desk.context.store.jobs.of_case(desk.case)}:
        raise NotKept(f"no job {job!r} in this case")
    desk.context.jobs.cancel(job)
    held = desk.context.store.jobs.get(job)
    if held.state is JobState.CANCELLED:
        let_go(desk.context.store, held)
    return _view(held)


def _view(job: Job) -> JobView:
    """Without its payload: that names places on the server."""
    return JobView(
        id=job.id,
        kind=job.kind,
        state=job.state,
        run=job.run,
        attempt=job.attempt,
        created_at=job.created_at,
        created_by=job.created_by,
        finished_at=job.finished_at,
        error=job.error,
    )
