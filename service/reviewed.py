"""The report of what people decided: their values beside the machine's, and who said so."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agents.fill.assemble_state import Reviewed
from cases.records import Standing
from cases.runs import RunFindings
from cases.store import CaseFiles, CaseStore
from evidence.errors import NotKept
from evidence.fields import FilledBy, ReportTemplate
from evidence.findings import Finding, ReviewState
from evidence.reviews import Decision
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
    from render.review import Review
    from service.filling import render_findings
    from service.references import JoinedPages, named_references

    findings, decisions = reviewed_state(run, template)
    names = _Names(store)
    review = Review(
        by=None if closed is None else names[closed.by],
        at=None if closed is None else closed.at,
        decisions={field: made.model_copy(update={"by": names[made.by]}) for field, made in decisions.items()},
    )
    cited = named_references(settings, {field.reference for field in template.fields if field.reference})
    return render_findings(
        case,
        template,
        tuple(findings.values()),
        source=JoinedPages(case, *cited) if cited else case,
        out=out,
        language=run.record.options.get("language"),
        review=review,
    )


def reviewed_state(run: RunFindings, template: ReportTemplate) -> tuple[dict[str, Finding], dict[str, Decision]]:
    """What stands for each field, sums done again, and the decisions that hold for it."""
    standing = [one for one in run.reviews.standing() if not one.version.is_asked_again]
    known = {field.id for field in template.fields}
    findings = {one.version.field: one.version.finding for one in standing if one.version.field in known}
    decisions = {one.version.field: one.decision for one in standing if one.decision is not None}
    findings |= _sums(template, standing)
    return findings, {
        field: made
        for field, made in decisions.items()
        if field in findings and findings[field].review is not ReviewState.PROPOSED
    }


def refresh_sums(run: RunFindings, template: ReportTemplate) -> int:
    """Keep the computed fields as they follow from what people decided by now; returns how many there are. Call it while the
    run is open to review."""
    standing = [one for one in run.reviews.standing() if not one.version.is_asked_again]
    sums = _sums(template, standing)
    for finding in sums.values():
        if finding.review is ReviewState.PROPOSED:
            run.keep(finding, over_an_approval=True)
    return len(sums)


def _sums(template: ReportTemplate, standing: Sequence[Standing]) -> dict[str, Finding]:
    if not any(field.filled_by is FilledBy.COMPUTED for field in template.fields):
        return {}
    from agents.fill.recompute import recompute

    known = {field.id for field in template.fields}
    versions = [one.version for one in standing if one.version.field in known]
    statements = {version.field: version.statement for version in versions if version.statement is not None}
    return recompute(template, {version.field: version.finding for version in versions}, statements)


class _Names(dict[str, str]):
    """User id to name, looked up once each. Someone who is no user any more keeps their id; so do ``system`` and the like."""

    def __init__(self, store: CaseStore) -> None:
        super().__init__()
        self._people = store.people

    def __missing__(self, user: str) -> str:
        try:
            self[user] = self._people.get(user).name
        except NotKept:
            self[user] = user
        return self[user]
