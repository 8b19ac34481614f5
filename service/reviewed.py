"""The report of what people decided: their values beside the machine's, and who said so."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from agents.fill.assemble_state import Reviewed
from cases.runs import RunFindings
from cases.store import CaseFiles, CaseStore
from evidence.errors import NotKept
from evidence.fields import ReportTemplate
from service.settings import Settings

if TYPE_CHECKING:
    from render.report import RenderResult


def render_reviewed(
    settings: Settings,
    store: CaseStore,
    case: CaseFiles,
    template: ReportTemplate,
    *,
    run: RunFindings,
    out: Path,
    closed: Reviewed | None,
) -> "RenderResult":
    """``closed``: who ended the review and when; None = a preview, which says that it is one. Undecided findings enter as they
    do from the command line: found ones, with their citations."""
    from service.filling import render_findings
    from service.references import JoinedPages, named_references

    cited = named_references(settings, {field.reference for field in template.fields if field.reference})
    findings = [one.version.finding for one in run.reviews.standing() if not one.version.is_asked_again]
    return render_findings(
        case,
        template,
        findings,
        source=JoinedPages(case, *cited) if cited else case,
        out=out,
        language=run.record.options.get("language"),
        reviewed_by=None if closed is None else name_of(store, closed.by),
    )


def name_of(store: CaseStore, user: str) -> str:
    try:
        return store.people.get(user).name
    except NotKept:
        return user


def now() -> datetime:
    return datetime.now().astimezone()
