"""Pages of files: the viewer beside a finding, and alone."""

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from evidence.pages import Page
from service.web.answering import actor_of
from service.web.evidence_view import boxes_of, grid_of, read_marks, shapes_of, shown_as
from service.web.rendering import page

if TYPE_CHECKING:
    from cases.store import CaseFiles
    from service.context import Context


def add_routes(router: APIRouter, context: "Context") -> None:
    @router.get("/cases/{case}/files/{sha256}")
    def file_page(
        request: Request,
        case: str,
        sha256: str,
        *,
        page_number: Annotated[int, Query(alias="page", ge=1)] = 1,
        mark: str | None = None,
        also: str | None = None,
    ) -> Response:
        files = context.store.open(case, to=actor_of(request))
        document = files.document(sha256)
        number = min(page_number, max(1, document.page_count))
        return page(
            request, "file.html", case=files.record, document=document, number=number,
            **_viewed(files, files.page(sha256, number), mark=mark, also=also, wanted=None),
        )  # fmt: skip

    @router.get("/cases/{case}/files/{sha256}/pages/{number}/view")
    def view(
        request: Request,
        case: str,
        sha256: str,
        *,
        number: int,
        mark: str | None = None,
        also: str | None = None,
        show: str | None = None,
    ) -> Response:
        files = context.store.open(case, to=actor_of(request))
        document = files.document(sha256)
        return page(
            request, "parts/page.html", case=files.record, document=document, number=number,
            **_viewed(files, files.page(sha256, number), mark=mark, also=also, wanted=show),
        )  # fmt: skip

    @router.get("/cases/{case}/files/{sha256}/thumbnails")
    def thumbnails(request: Request, case: str, sha256: str) -> Response:
        files = context.store.open(case, to=actor_of(request))
        document = files.document(sha256)
        states = {state.number: state for state in files.page_states(sha256)}
        return page(request, "parts/thumbnails.html", case=files.record, document=document, states=states)


def _viewed(
    files: "CaseFiles", held: Page, *, mark: str | None, also: str | None, wanted: str | None
) -> dict[str, Any]:  # what the template takes
    marks = read_marks(mark, also, held)
    shown = shown_as(held, wanted)
    return {
        "page": held,
        "shown": shown,
        "marks": boxes_of(held, marks) if shown == "picture" else (),
        "shapes": shapes_of(held, marks) if shown == "text" else (),
        "grid": grid_of(held, marks) if shown == "grid" else None,
        "mark": mark or "",
    }
