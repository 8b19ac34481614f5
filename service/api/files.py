"""Files of a case: taken in, followed page by page, given back, removed."""

from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field, SecretStr
from starlette.concurrency import run_in_threadpool

from cases.records import CaseRole, FileRecord, PageProgress, PageState
from evidence.errors import NotKept
from evidence.pages import Problem
from service import running
from service.api.auth import Ctx
from service.api.casework import RemovalAnswer
from service.api.desks import AtDesk, Desk, FileId
from service.api.details import in_words
from service.api.intake import Intake, RefusedFile, TakenFile, must_hold_files, refused_in
from service.api.problems import language_of, responses
from service.removing import remove_file

router = APIRouter(prefix="/cases/{case}/files", tags=["files"])

UPLOAD_BODY: dict[str, Any] = {  # OpenAPI, written by hand: the body is read as a stream
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "properties": {
                        "files": {"type": "array", "minItems": 1, "items": {"type": "string", "format": "binary"}}
                    },
                }
            }
        },
    }
}


class TakenIn(BaseModel):
    name: str
    sha256: str
    size: int


class UploadAnswer(BaseModel):
    job: str
    """Id of the reading job; pages are told by the case's events as they are read."""
    files: list[TakenIn]
    refused: list[RefusedFile]
    """Left out, and why."""


class FileView(BaseModel):
    file: FileRecord
    problems: tuple[Problem, ...]
    """Of the file as a whole; those of pages stand with the pages."""


class FilePassword(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"password": "as the sender told you"}]})

    password: Annotated[SecretStr, Field(min_length=1, max_length=256)]


class Reading(BaseModel):
    job: str
    """Id of the reading job; pages are told by the case's events as they are read."""


@router.get("", response_model=list[FileRecord], responses=responses(404), summary="Files, with how far they are")
def list_files(desk: AtDesk) -> Any:  # FastAPI writes the records out by the response model
    return desk.files.files()


@router.post(
    "",
    status_code=202,
    response_model=UploadAnswer,
    responses=responses(404, 409, 415),
    openapi_extra=UPLOAD_BODY,
    summary="Give files to a case",
)
async def upload(request: Request, desk: AtDesk) -> UploadAnswer:
    """Files stream to disk and are read in the background. A file that cannot be taken is named under `refused`, the others are
    kept; archives are opened when they are read."""
    await run_in_threadpool(desk.needs, CaseRole.ANALYST)
    serve = desk.context.settings.serve
    place = await run_in_threadpool(desk.context.spool.begin, desk.case)
    try:
        intake = Intake(
            place,
            content_type=request.headers.get("content-type", ""),
            most_files=serve.upload_files,
            file_bytes=serve.file_bytes,
        )
        await intake.take(request.stream())
        must_hold_files(intake, language=language_of(request))
        job = await run_in_threadpool(_read, desk, intake.taken)
    except BaseException:  # whatever stopped it, also the client: nothing is left, and the cause goes on
        await run_in_threadpool(place.discard)
        raise
    counts = request.app.state.counts
    counts.uploaded_files.inc(len(intake.taken))
    counts.uploaded_bytes.inc(sum(file.size for file in intake.taken))
    files = [TakenIn(name=file.name, sha256=file.sha256, size=file.size) for file in intake.taken]
    return UploadAnswer(job=job, files=files, refused=refused_in(intake, language_of(request)))


def _read(desk: Desk, files: Sequence[TakenFile]) -> str:
    return running.read_files(desk.context, desk.case, [file.path for file in files], actor=desk.actor)


@router.get("/{sha256}", response_model=FileView, responses=responses(404), summary="One file")
def show(request: Request, desk: AtDesk, sha256: FileId) -> FileView:
    record = file_record(desk, sha256)
    problems = desk.files.document(sha256).problems if record.state == "read" else ()
    return FileView(file=record, problems=in_words(problems, language_of(request)))


@router.get(
    "/{sha256}/pages", response_model=list[PageState], responses=responses(404), summary="How far its pages are"
)
def pages(
    desk: AtDesk,
    sha256: FileId,
    state: Annotated[list[PageProgress] | None, Query(description="Only these.")] = None,
) -> Any:  # as above
    return [page for page in desk.files.page_states(sha256) if not state or page.state in state]


@router.get(
    "/{sha256}/original",
    response_class=FileResponse,
    responses={**responses(404), 200: {"content": {"application/octet-stream": {}}, "description": "The file itself."}},
    summary="The file as it was given",
)
def original(desk: AtDesk, context: Ctx, sha256: FileId) -> FileResponse:
    """As a download: a browser never shows it as a page of ours."""
    record = file_record(desk, sha256)
    path = desk.files.vault.path_of(sha256)
    context.audit.record(actor=desk.actor.id, action="file.download", subject=f"file {sha256}", case=desk.case)
    return download(path, name=record.name, media_type="application/octet-stream")


@router.post(
    "/{sha256}/password",
    status_code=202,
    response_model=Reading,
    responses=responses(404, 409),
    summary="Give the password of an encrypted file",
)
def give_password(desk: AtDesk, sha256: FileId, body: FilePassword) -> Reading:
    """The file is read again with it in the background; a wrong one shows as the problem `wrong_password`. It is used for this
    reading and kept nowhere afterwards."""
    job = running.read_again(
        desk.context, desk.case, sha256, password=body.password.get_secret_value(), actor=desk.actor
    )
    return Reading(job=job)


@router.delete(
    "/{sha256}", status_code=202, response_model=RemovalAnswer, responses=responses(404, 409), summary="Remove"
)
def remove(desk: AtDesk, sha256: FileId) -> RemovalAnswer:
    """The file is there for nobody from now on; its pages, vectors and checkpoints follow, findings that cite it are withdrawn,
    and a receipt is kept."""
    desk.needs(CaseRole.OWNER)
    file_record(desk, sha256)
    return RemovalAnswer(deletion=remove_file(desk.context, desk.case, sha256, actor=desk.actor).id)


def file_record(desk: Desk, sha256: str) -> FileRecord:
    """Raises NotKept."""
    for record in desk.files.files():
        if record.sha256 == sha256:
            return record
    raise NotKept(f"no file {sha256[:12]}… in this case; was it removed?")


def download(path: Any, *, name: str, media_type: str) -> FileResponse:  # a path
    """Under a name that holds no character which could end the header or lead anywhere."""
    plain = "".join(char if char.isascii() and (char.isalnum() or char in "._- ()") else "_" for char in name)
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return FileResponse(path, media_type=media_type, headers={"Content-Disposition": disposition})
