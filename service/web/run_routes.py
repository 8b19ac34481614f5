"""The review of a run."""

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.responses import Response

from cases.access import Actor
from cases.records import CaseRole
from cases.store import CaseFiles
from evidence.errors import NotKept
from service.web.answering import actor_of
from service.web.finding_view import view_finding
from service.web.people_names import names
from service.web.remembered import Remembered
from service.web.rendering import html_answer, language_of, page, rendered
from service.web.run_view import RunView, view_field, view_run
from service.web.said import FILTERS, Said

if TYPE_CHECKING:
    from service.context import Context


def add_routes(router: APIRouter, context: "Context") -> None:
    lists: Remembered[str] = Remembered(64)

    def opened(request: Request, case: str) -> CaseFiles:
        return context.store.open(case, to=actor_of(request))

    @router.get("/cases/{case}/runs/{run}")
    def run_page(request: Request, case: str, run: str, *, field: str | None = None, cite: int = 1) -> Response:
        say = Said(language_of(request))
        files = opened(request, case)
        kept = files.run(run)
        view = view_run(context.settings, files, kept, say=say)
        row = view.row(field) if field else view.first
        if field and row is None:
            raise NotKept(f"this run has no field {field!r}; choose one of the list")
        finding = None
        if row is not None:
            finding = view_finding(kept, row, people=names(context, files), say=say, report_language=_language(view))
        return page(
            request, "run.html", case=files.record, run=view, row=row, view=finding, cite=cite, filters=FILTERS,
            event=files.newest_event(),
            selected=row.field.id if row is not None else None, may=_may(files, actor_of(request)),
        )  # fmt: skip

    @router.get("/cases/{case}/runs/{run}/list")
    def fields(request: Request, case: str, run: str) -> Response:
        """Asked for by everybody who has the run open whenever somebody decides: made once for all of them."""
        words = language_of(request)
        files = opened(request, case)
        kept, may = files.run(run), _may(files, actor_of(request))

        def made() -> str:
            view = view_run(context.settings, files, kept, say=Said(words))
            return rendered(
                words, "parts/fields.html", case=files.record, run=view, selected=None, filters=FILTERS, may=may,
                swapped=True,
            )  # fmt: skip

        key = (files.id, kept.id, words.language, *may.values())
        return html_answer(lists.of(key, files.newest_event(), made))

    @router.get("/cases/{case}/runs/{run}/fields/{field}")
    def finding(request: Request, case: str, run: str, *, field: str) -> Response:
        say = Said(language_of(request))
        files = opened(request, case)
        kept = files.run(run)
        found = view_field(context.settings, files, kept, field=field, say=say)
        if found is None:
            raise NotKept(f"this run has no field {field!r}; choose one of the list")
        view, row = found
        shown = view_finding(kept, row, people=names(context, files), say=say, report_language=_language(view))
        return page(
            request, "parts/finding.html", case=files.record, run=view, row=row, view=shown,
            may=_may(files, actor_of(request)),
        )  # fmt: skip

    _add_report(router, context)


def _add_report(router: APIRouter, context: "Context") -> None:
    @router.get("/cases/{case}/runs/{run}/report")
    def report(request: Request, case: str, run: str) -> Response:
        from service.running import report_of
        from service.web.docx_view import read_docx

        files = context.store.open(case, to=actor_of(request))
        view = view_run(context.settings, files, files.run(run), say=Said(language_of(request)))
        final = view.record.state.value == "done"
        path = report_of(context, case, run, preview=not final, actor=actor_of(request))
        return page(
            request,
            "report.html",
            case=files.record,
            run=view,
            parts=read_docx(path),
            final=final,
            report_language=_language(view),
        )


def _language(view: RunView) -> str:
    asked = view.record.options.get("language")
    return str(asked) if asked else view.template.language if view.template is not None else ""


def _may(files: CaseFiles, actor: Actor) -> dict[str, bool]:
    """What the page offers; the API decides again."""
    held = files.people.role_of(actor.user)
    return {
        "review": held is not None and held is not CaseRole.READER,
        "finish": held in (CaseRole.REVIEWER, CaseRole.OWNER),
        "own": held is CaseRole.OWNER,
    }
