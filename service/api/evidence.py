"""Search in a case, citations out of selections, and reports held against the case's files."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from cases.records import CaseRole
from evidence.citations import Citation
from evidence.errors import InputRefused
from render.outcome import VerifyOutcome
from service.api.desks import AtDesk, Desk
from service.api.files import UPLOAD_BODY
from service.api.intake import Intake, must_hold_files
from service.api.problems import language_of, responses
from service.api.turns import in_turn, turns_of
from service.api.verify_words import lines_in
from service.picking import Place, pick

router = APIRouter(prefix="/cases/{case}", tags=["evidence"])

_REPORT_BYTES = 64 * 1024**2


class Query(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"query": "сумма кредита", "k": 5}]})

    query: Annotated[str, Field(min_length=1, max_length=1000)]
    k: Annotated[int, Field(ge=1, le=50)] = 10


class HitView(BaseModel):
    file: str
    name: str
    page: int
    paged: bool
    start: int
    end: int
    text: str
    context: str
    score: float


class Held(BaseModel):
    """A report held against the files."""

    stands: bool
    """Everything holds, and nothing was written around the fields."""
    lines: list[str]
    """In words: what does not hold, and the sum of it."""
    outcome: VerifyOutcome


@router.post("/search", response_model=list[HitView], responses=responses(404, 409), summary="Search")
async def search(request: Request, desk: AtDesk, body: Query) -> Any:  # FastAPI writes them out by the response model
    """By meaning and by words, in any language. A POST, so that what is looked for stands in no log and no history."""
    return await in_turn(turns_of(request).searching, _found, desk, body)


def _found(desk: Desk, body: Query) -> list[HitView]:
    from service.searching import search_case

    hits = search_case(desk.context, desk.files, body.query, k=body.k)
    documents = {document.sha256: document for document in desk.files.documents()}
    return [
        HitView(
            file=hit.passage.document,
            name=documents[hit.passage.document].name,
            page=hit.passage.page,
            paged=documents[hit.passage.document].is_paged,
            start=hit.passage.span.start,
            end=hit.passage.span.end,
            text=hit.passage.text,
            context=hit.passage.context,
            score=hit.score,
        )
        for hit in hits
        if hit.passage.document in documents
    ]


@router.post("/evidence", response_model=Citation, responses=responses(404), summary="A citation out of a selection")
def evidence(desk: AtDesk, body: Place) -> Any:  # as above
    """Copied by code from the page, to the ends of the words that were marked."""
    return pick(desk.files, body).citation


@router.post(
    "/verify",
    response_model=Held,
    responses=responses(404, 409, 415),
    openapi_extra=UPLOAD_BODY,
    summary="Hold a report against the case's files",
)
async def verify(request: Request, desk: AtDesk) -> Held:
    """A DOCX that Lastro wrote, or its trace.json: what still holds and what does not. No model is asked, nothing is kept."""
    await run_in_threadpool(desk.needs, CaseRole.READER)
    place = await run_in_threadpool(desk.context.spool.begin, desk.case)
    try:
        intake = Intake(
            place, content_type=request.headers.get("content-type", ""), most_files=1, file_bytes=_REPORT_BYTES
        )
        await intake.take(request.stream())
        must_hold_files(intake, language=language_of(request))
        return await in_turn(turns_of(request).writing, _verified, desk, intake, language_of(request))
    finally:
        await run_in_threadpool(place.discard)


def _verified(desk: Desk, intake: Intake, language: str) -> Held:
    from render.embed import extract_trace
    from render.reverify import reverify
    from render.trace import read_trace
    from service.references import JoinedPages, cited_references

    path = intake.taken[0].path
    content = path.read_bytes()
    if not content.lstrip()[:1] == b"{" and content[:2] != b"PK":
        raise InputRefused(f"{path.name!r} is no report: give a DOCX that Lastro wrote, or its trace.json")
    is_docx = content[:2] == b"PK"
    trace = extract_trace(path) if is_docx else read_trace(content)
    source = JoinedPages(desk.files, *cited_references(desk.context.settings, trace))
    outcome = reverify(trace, source=source, docx=path if is_docx else None)
    return Held(stands=outcome.ok, lines=lines_in(outcome.lines(), language), outcome=outcome)
