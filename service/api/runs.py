"""Runs of a template over a case: begun, followed, cancelled, finished; their reports and traces."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field

from cases.records import RunRecord
from service import running
from service.api.auth import must_decide_for_people
from service.api.desks import AtDesk, Desk, RunId
from service.api.files import download
from service.api.problems import responses
from service.api.turns import in_turn, turns_of

router = APIRouter(prefix="/cases/{case}/runs", tags=["runs"])

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


class NewRun(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"template": "credit_conclusion", "language": "ru"}]}
    )

    template: Annotated[str, Field(min_length=1, max_length=200)]
    """Name of an installed template, or ``name@version`` of one that was edited."""
    language: Annotated[str | None, Field(max_length=20, pattern="^[A-Za-z-]*$")] = None
    """Of the report's own words; none = the template's first."""


@router.get("", response_model=list[RunRecord], responses=responses(404), summary="Runs, oldest first")
def list_runs(desk: AtDesk) -> Any:  # FastAPI writes the records out by the response model
    return desk.files.runs()


@router.post("", status_code=201, response_model=RunRecord, responses=responses(404, 409), summary="Run a template")
def start(desk: AtDesk, body: NewRun) -> Any:  # as above
    """Queued behind what the case is busy with; its findings come one by one, each told by an event."""
    return running.start_run(desk.context, desk.case, body.template, language=body.language or None, actor=desk.actor)


@router.get("/{run}", response_model=RunRecord, responses=responses(404), summary="One run")
def show(desk: AtDesk, run: RunId) -> Any:  # as above
    return desk.run(run).record


@router.post("/{run}/cancel", response_model=RunRecord, responses=responses(404, 409), summary="Cancel")
def cancel(desk: AtDesk, run: RunId) -> Any:  # as above
    """For good; what was found stays on record."""
    return running.cancel_run(desk.context, desk.case, run, actor=desk.actor)


@router.post(
    "/{run}/try_again", response_model=RunRecord, responses=responses(404, 409), summary="Go on after a failure"
)
def try_again(desk: AtDesk, run: RunId) -> Any:  # as above
    """Finished fields stay; the rest is worked out."""
    return running.try_again(desk.context, desk.case, run, actor=desk.actor)


@router.post("/{run}/finish", response_model=RunRecord, responses=responses(404, 409), summary="Finish the review")
def finish(desk: AtDesk, run: RunId) -> Any:  # as above
    """By a reviewer of the case. The report is written of what stands."""
    must_decide_for_people(desk.actor)
    return running.finish_review(desk.context, desk.case, run, actor=desk.actor)


@router.post(
    "/{run}/open_again", response_model=RunRecord, responses=responses(404, 409), summary="Take the review up again"
)
def open_again(desk: AtDesk, run: RunId) -> Any:  # as above
    """The report stays as it is until the review is finished once more."""
    must_decide_for_people(desk.actor)
    return running.open_again(desk.context, desk.case, run, actor=desk.actor)


_FILE: dict[int | str, dict[str, Any]] = {200: {"description": "The report.", "content": {DOCX: {}}}}


@router.get(
    "/{run}/report.docx", response_class=FileResponse, responses={**responses(404, 409), **_FILE}, summary="The report"
)
def report(desk: AtDesk, run: RunId) -> FileResponse:
    """Of the finished review; its trace is inside, so that `lastro verify` can hold it against the files."""
    path = running.report_of(desk.context, desk.case, run, actor=desk.actor)
    return _given(desk, run, path, ending="docx", media_type=DOCX)


@router.get(
    "/{run}/preview.docx", response_class=FileResponse, responses={**responses(404, 409), **_FILE}, summary="A preview"
)
async def preview(request: Request, desk: AtDesk, run: RunId) -> FileResponse:
    """Of what stands now; it says on its first page that it is one."""

    def written() -> FileResponse:
        path = running.report_of(desk.context, desk.case, run, preview=True, actor=desk.actor)
        return _given(desk, run, path, ending="preview.docx", media_type=DOCX)

    return await in_turn(turns_of(request).writing, written)


@router.get(
    "/{run}/trace.json",
    responses={
        **responses(404, 409),
        200: {"description": "The trace, of schema lastro.trace/1.", "content": {"application/json": {}}},
    },
    response_class=FileResponse,
    summary="The trace",
)
def trace(desk: AtDesk, run: RunId) -> FileResponse:
    path = running.trace_of(desk.context, desk.case, run, actor=desk.actor)
    return _given(desk, run, path, ending="json", media_type="application/json")


def _given(desk: Desk, run: str, path: Any, *, ending: str, media_type: str) -> FileResponse:  # a path
    desk.context.audit.record(
        actor=desk.actor.id, action="report.download", subject=f"run {run}", case=desk.case, detail={"as": ending}
    )
    name = f"{desk.files.record.title[:80]} {desk.run(run).record.template}.{ending}"
    return download(path, name=name, media_type=media_type)
