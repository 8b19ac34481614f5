"""What of a run waits for a person, held against the pages as they are now. It decides nothing and keeps nothing."""

from typing import Literal

from babel import Locale

from cases.runs import RunFindings
from cases.store import CaseFiles, CaseStore
from evidence.errors import InputRefused, NotKept
from evidence.fields import FilledBy, ReportTemplate
from evidence.findings import Finding, ReviewState
from evidence.frozen import Frozen
from evidence.ports import PageSource
from evidence.reviews import Decision
from service.reviewed import reviewed_state
from service.run_places import kept_template
from service.settings import Settings


class Waiting(Frozen):
    field: str
    title: str
    status: Literal["not_found", "conflict", "failed", "rejected", "unverified", "no_finding", "analyst", "found"]
    """``unverified``: its evidence does not hold on the pages as they are now; ``found``: it holds, and there is a doubt."""
    reason: str
    read_anew: tuple[str, ...] = ()
    """Pages that it cites and that were read anew since, as ``name, page N``."""


class RunReview(Frozen):
    case: str
    run: str
    template: str
    state: str
    fields: int
    decided: int
    waiting: tuple[Waiting, ...]


def review_of(
    settings: Settings, case: CaseFiles, run: RunFindings, *, template: ReportTemplate | None = None
) -> RunReview:
    """``template``: of a run of the command line whose template is not installed. Raises NotKept, InputRefused."""
    record = run.record
    if template is None:
        template = kept_template(settings, case, run)
    elif template.sha256 != record.template_sha256:
        raise InputRefused(f"run {run.id} was begun with another version of {record.template!r}; give that one")
    findings, decisions = reviewed_state(run, template)
    source = _pages_of(settings, case, template)
    return RunReview(
        case=case.id,
        run=run.id,
        template=record.template,
        state=record.state.value,
        fields=len(template.fields),
        decided=len(decisions),
        waiting=_waiting(template, findings, decisions, source),
    )


def find_run(store: CaseStore, *, run: str | None, case: str | None) -> tuple[CaseFiles, RunFindings]:
    """The run of that id, or the last one of the case. Raises NotKept, InputRefused."""
    if case is None and run is None:
        raise InputRefused("give the id of a run, or --case for the last run of a case")
    if case is not None:
        held = store.open(case)
        if run is None:
            if not held.runs():
                raise NotKept(f"case {held.record.title!r} has no runs; begin one with `lastro fill --case`")
            run = held.runs()[-1].id
        return held, held.run(run)
    for record in store.list():
        held = store.open(record.id)
        if any(each.id == run for each in held.runs()):
            assert run is not None
            return held, held.run(run)
    raise NotKept(f"no run {run!r} in any case; `lastro case show CASE` lists the runs of a case")


def _pages_of(settings: Settings, case: CaseFiles, template: ReportTemplate) -> PageSource:
    from service.references import JoinedPages, named_references

    return JoinedPages(
        case, *named_references(settings, {field.reference for field in template.fields if field.reference})
    )


def _waiting(
    template: ReportTemplate, findings: dict[str, Finding], decisions: dict[str, Decision], source: PageSource
) -> tuple[Waiting, ...]:
    from render.admit import admit

    waiting = []
    for field in template.fields:
        finding, decision = findings.get(field.id), decisions.get(field.id)
        entry = admit(field, finding, locale=Locale("en"), source=source, decision=decision)
        anew = read_anew(finding, source) if finding is not None else ()
        held = entry.held
        if held is None and not entry.gaps and not (anew and decision is None):
            continue
        said = entry.why.phrase.format_map(dict(entry.why.given)) if entry.why is not None else None
        if said is None and entry.gaps:
            said = f"{len(entry.gaps)} of its cells or values are open"
        if said is None and held is None:
            said = "a page that it cites was read anew since; the quote still stands there"
        reason = said if held == "unverified" or held is None else (finding.reason if finding else None) or said
        waiting.append(
            Waiting(
                field=field.id,
                title=field.title or field.id,
                status="analyst" if field.filled_by is FilledBy.ANALYST and held else (held or "found"),
                reason=reason or (held.phrase if held is not None else ""),
                read_anew=anew,
            )
        )
    return tuple(waiting)


def read_anew(finding: Finding, source: PageSource) -> tuple[str, ...]:
    """Pages whose text is another one than when the finding was made: its file was read again, or by another engine."""
    if finding.review is ReviewState.REJECTED:
        return ()
    told: dict[str, None] = {}
    for citation in finding.citations:
        try:
            page = source.page(citation.sha256, citation.page)
            name = source.document(citation.sha256).name
        except NotKept:
            continue  # said by the gate: its quote stands nowhere
        if page.sha256 != citation.page_sha256:
            told.setdefault(f"{name}, page {citation.page}")
    return tuple(told)
