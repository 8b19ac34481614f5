"""The list of cases, and one case: its files as they are read, its runs, search in it."""

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from cases.records import CaseRole
from cases.store import CaseFiles
from service.api.turns import in_turn, turns_of
from service.template_choices import template_choices
from service.web.answering import actor_of
from service.web.case_view import shown_file, shown_hit, shown_old_run, shown_run
from service.web.remembered import Remembered
from service.web.rendering import language_of, page
from service.web.run_view import view_run
from service.web.said import Said

if TYPE_CHECKING:
    from service.context import Context

_HITS = 20
_COUNTED = 6
"""Runs whose fields are counted on the case's page."""


def add_routes(router: APIRouter, context: "Context") -> None:
    looked_at: Remembered[list[object]] = Remembered(32)

    def opened(request: Request, case: str) -> CaseFiles:
        return context.store.open(case, to=actor_of(request))

    def files_of(request: Request, files: CaseFiles) -> list[object]:
        """Asked for by everybody who looks on while files are read: made once for all of them."""
        say = Said(language_of(request))
        return looked_at.of((files.id, say.language), files.newest_event(), lambda: _shown_files(files, say))

    def runs_of(request: Request, files: CaseFiles) -> list[object]:
        say = Said(language_of(request))
        newest = list(reversed(files.runs()))
        counted = [
            shown_run(view_run(context.settings, files, files.run(one.id), say=say)) for one in newest[:_COUNTED]
        ]
        return [*counted, *(shown_old_run(record) for record in newest[_COUNTED:])]

    @router.get("/cases")
    def cases(request: Request) -> Response:
        held = context.store.list(to=actor_of(request))
        last = {record.id: (context.store.open(record.id).runs() or (None,))[-1] for record in held if record.runs}
        shown = [(record, last.get(record.id)) for record in reversed(held)]
        return page(request, "cases.html", cases=shown)

    @router.get("/cases/{case}")
    def case_page(request: Request, case: str, q: str = "") -> Response:
        files = opened(request, case)
        return page(
            request, "case.html", case=files.record, files=files_of(request, files), runs=runs_of(request, files),
            members=files.people.members(), forums=files.people.forums(), may=_may(request, files), query=q,
            templates=template_choices(context.settings, context.store), event=files.newest_event(),
        )  # fmt: skip

    @router.get("/cases/{case}/files")
    def files_part(request: Request, case: str) -> Response:
        files = opened(request, case)
        shown = files_of(request, files)
        return page(request, "parts/files.html", case=files.record, files=shown, may=_may(request, files))

    @router.get("/cases/{case}/runs")
    def runs_part(request: Request, case: str) -> Response:
        files = opened(request, case)
        return page(request, "parts/runs.html", case=files.record, runs=runs_of(request, files))

    @router.get("/cases/{case}/search")
    async def search(request: Request, case: str, q: str = "") -> Response:
        files = await run_in_threadpool(opened, request, case)
        query, say = q.strip()[:400], Said(language_of(request))
        hits = await in_turn(turns_of(request).searching, _search, context, files, query, say) if query else []
        return page(request, "parts/hits.html", case=files.record, query=query, hits=hits)


def _may(request: Request, files: CaseFiles) -> dict[str, bool]:
    held = files.people.role_of(actor_of(request).user)
    return {"review": held is not None and held is not CaseRole.READER, "own": held is CaseRole.OWNER}


def _shown_files(files: CaseFiles, say: Said) -> list[object]:
    read = {document.sha256: document for document in files.documents()}
    return [
        shown_file(record, states=files.page_states(record.sha256), document=read.get(record.sha256), say=say)
        for record in files.files()
    ]


def _search(context: "Context", files: CaseFiles, query: str, say: Said) -> list[object]:
    from service.searching import search_case

    hits = search_case(context, files, query, k=_HITS)
    documents = {document.sha256: document for document in files.documents()}
    return [
        shown_hit(hit, documents[hit.passage.document], query, say) for hit in hits if hit.passage.document in documents
    ]
