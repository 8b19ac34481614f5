"""Pages: their text and places as JSON, their picture, and for office files their paragraphs and cells."""

import hashlib
from pathlib import Path
from typing import Annotated

import pydantic_core
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from evidence.errors import LastroError, NotKept
from evidence.pages import Block, Page, Problem, Withheld
from evidence.spans import CharSpan
from service.api.desks import AtDesk, Desk, FileId, PageNumber
from service.api.details import in_words
from service.api.files import file_record
from service.api.office import GridView, ParagraphsView, grid_of, paragraphs_of
from service.api.problems import language_of, responses
from service.api.turns import in_turn, turns_of
from service.page_images import DPI

router = APIRouter(prefix="/cases/{case}/files/{sha256}/pages/{n}", tags=["pages"])

_KEEP = "private, max-age=31536000, immutable"
_ASK = "private, no-cache"


class BlockView(BaseModel):
    start: int
    end: int
    role: str
    origin: str
    box: tuple[float, float, float, float] | None
    path: str | None
    cell: str | None
    """A1 reference in a sheet."""
    heading: str | None


class PageView(BaseModel):
    """Boxes are [x0, top, x1, bottom] in units of the page, from the top left corner of the page as its image shows it."""

    file: str
    number: int
    pages: int
    kind: str
    paged: bool
    """False = part of a file without pages: ask for its paragraphs or its grid."""
    label: str | None
    width: float
    height: float
    unit: str
    rotation: int
    turn: int
    """Clockwise degrees that would bring the image upright; 0 where it is."""
    language: str | None
    sha256: str
    """Of the text."""
    text: str
    problems: list[Problem]
    withheld: list[Withheld]
    """Never to be cited: hidden or deleted text."""
    blocks: list[BlockView]


Mark = Annotated[int | None, Query(ge=0, description="Mark what lies between `start` and `end` of the text.")]


@router.get("", response_model=PageView, responses=responses(404), summary="A page's text and places")
def page(request: Request, desk: AtDesk, sha256: FileId, n: PageNumber) -> Response:
    held = desk.files.page(sha256, n)
    view = view_of(held, pages=_pages(desk, sha256))
    said = list(in_words(view.problems, language_of(request)))
    return _json(request, view.model_copy(update={"problems": said}))


@router.get(
    "/words",
    responses={
        **responses(404),
        200: {
            "description": "[x0, top, x1, bottom, start, end] of each word, in reading order.",
            "content": {"application/json": {"example": [[72.0, 90.1, 101.4, 102.9, 0, 4]]}},
        },
    },
    response_model=list[tuple[float, float, float, float, int, int]],
    summary="Where each word stands",
)
def words(request: Request, desk: AtDesk, sha256: FileId, n: PageNumber) -> Response:
    """For selecting text on the image."""
    held = desk.files.page(sha256, n)
    return _json(request, [[*(round(side, 2) for side in word.box), word.start, word.end] for word in held.words])


@router.get(
    "/image",
    response_class=FileResponse,
    responses={
        **responses(404),
        200: {"content": {"image/png": {}}, "description": "The page as a reader sees it."},
        304: {"description": "The one you have is still right."},
    },
    summary="The page's picture",
)
async def image(
    request: Request,
    *,
    desk: AtDesk,
    sha256: FileId,
    n: PageNumber,
    dpi: Annotated[int, Query(description=f"Dots per inch: {', '.join(map(str, DPI))}.", ge=72, le=300)] = 110,
) -> Response:
    """PNG, drawn when it is first asked for and kept. Its proportions are those of the page: a box is placed by its share of the
    page's width and height."""
    held = await run_in_threadpool(desk.files.page, sha256, n)
    tag = f'"{sha256[:16]}-{n}-{held.rotation}-{dpi}"'
    headers = {"ETag": tag, "Cache-Control": _KEEP}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    nearest = min(DPI, key=lambda step: (step < dpi, abs(step - dpi)))
    counts = request.app.state.counts
    path = await run_in_threadpool(desk.context.images.kept, desk.case, held, dpi=nearest)
    if path is not None:
        counts.pictures.labels("kept").inc()
        return FileResponse(path, media_type="image/png", headers=headers)
    try:
        drawn = await in_turn(turns_of(request).drawing, _draw, desk, held, nearest)
    except LastroError:
        counts.pictures.labels("failed").inc()
        raise
    counts.pictures.labels("drawn").inc()
    return FileResponse(drawn, media_type="image/png", headers=headers)


def _pages(desk: Desk, sha256: str) -> int:
    """How many the file has; while it is being read, as far as its reader knows."""
    try:
        return desk.files.document(sha256).page_count
    except NotKept:
        record = file_record(desk, sha256)
        return record.pages_expected or sum(record.pages.values())


def _draw(desk: Desk, page: Page, dpi: int) -> Path:
    path = desk.context.images.picture(desk.case, page, desk.files.vault.shown(page.document), dpi=dpi)
    try:
        desk.files.page_states(page.document)  # removed while it was drawn: then its picture goes too
        desk.context.store.open(desk.case)
    except LastroError:
        desk.context.images.forget(desk.case, page.document)
        raise
    return path


@router.get("/paragraphs", response_model=ParagraphsView, responses=responses(404), summary="Of a file without pages")
def paragraphs(
    request: Request, *, desk: AtDesk, sha256: FileId, n: PageNumber, start: Mark = None, end: Mark = None
) -> Response:
    """Paragraphs and table cells in order; those that hold the marked text say so."""
    return _json(request, paragraphs_of(desk.files.page(sha256, n), _span(start, end)))


@router.get("/grid", response_model=GridView, responses=responses(404), summary="Rows and cells of a sheet")
def grid(
    request: Request, *, desk: AtDesk, sha256: FileId, n: PageNumber, start: Mark = None, end: Mark = None
) -> Response:
    """One run of rows of a sheet; cells that hold the marked text say so."""
    return _json(request, grid_of(desk.files.page(sha256, n), _span(start, end)))


def view_of(page: Page, *, pages: int) -> PageView:
    return PageView(
        file=page.document,
        number=page.number,
        pages=pages,
        kind=page.kind.value,
        paged=page.kind.is_paged,
        label=page.label,
        width=page.width,
        height=page.height,
        unit=page.unit,
        rotation=page.rotation,
        turn=page.rotation if page.unit == "pt" else 0,
        language=page.language,
        sha256=page.sha256,
        text=page.text,
        problems=list(page.problems),
        withheld=list(page.withheld),
        blocks=[_block(block) for block in page.blocks],
    )


def _block(block: Block) -> BlockView:
    box = None if block.box is None else block.box
    return BlockView(
        start=block.span.start,
        end=block.span.end,
        role=block.role,
        origin=block.origin.kind.value,
        box=None if box is None else (box.x0, box.top, box.x1, box.bottom),
        path=block.path,
        cell=None if block.cell is None else block.cell.a1,
        heading=block.heading,
    )


def _span(start: int | None, end: int | None) -> CharSpan | None:
    return CharSpan(start=start, end=end) if start is not None and end is not None and end > start else None


def _json(request: Request, value: object) -> Response:
    """With an ETag: a page that was read once seldom changes."""
    body = pydantic_core.to_json(value)
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": _ASK}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
