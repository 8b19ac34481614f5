"""The main road: a case and a template become findings, a report and its trace."""

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

from agents.fill.run import FillEvent, Reference, fill
from agents.fill.subject import KnownSubject
from cases.records import RunState
from cases.store import CaseFiles, RunFindings
from evidence.errors import CaseBusy, InputRefused
from evidence.fields import FilledBy, ReportTemplate
from evidence.findings import Finding, Status
from evidence.frozen import Frozen
from evidence.pages import Document
from evidence.ports import PageSource
from render.report import RenderResult, not_written, render_report
from render.review import Review
from service.references import JoinedPages, open_references
from service.settings import Settings
from service.wiring import OpenIndex, open_checkpoints, open_index, open_reader


class FillOutcome(Frozen):
    """What one run came to."""

    case: str
    run: str
    report: str
    trace: str | None
    found: int
    not_found: int
    conflict: int
    failed: int
    left_to_analyst: int
    citations: int
    citations_verified: int
    """Citations whose quote was compared with its page once more while the report was written."""
    needs_verification: tuple[str, ...]
    notes: tuple[str, ...]

    def line(self) -> str:
        share = 100 * self.citations_verified / self.citations if self.citations else 100
        cited = f"citations verified {share:.0f} % ({self.citations})" if self.citations else "no citations"
        return (
            f"fields: {self.found} found, {self.not_found} not found, {self.conflict} conflict, {self.failed} failed, "
            f"{self.left_to_analyst} left to the analyst; {cited}"
        )


def fill_case(
    settings: Settings,
    case: CaseFiles,
    template: ReportTemplate,
    *,
    out: Path,
    trace: Path | None = None,
    run_id: str | None = None,
    language: str | None = None,
    on_progress: Callable[[FillEvent], None] | None = None,
    on_unfinished: Callable[[str], None] | None = None,
) -> FillOutcome:
    """Fill and render. ``run_id`` goes on with an interrupted run; otherwise a new one begins, after ``on_unfinished`` was
    told of an earlier run of this template that a crash cut short.

    Raises CaseBusy, and leaves every run as it is, where another process owns the case's index or fills this very run.
    """
    with open_read(settings, case) as index:  # before the run: a case that is busy gets none
        if run_id is None and on_unfinished is not None and (cut_short := _cut_short(case, template)) is not None:
            on_unfinished(cut_short)
        run = _run_of(settings, case, template, run_id)
        try:
            findings, references = asyncio.run(
                work_out(settings, case, template, run=run, index=index, on_progress=on_progress)
            )
            source = JoinedPages(case, *(reference.source for reference in references.values()))
            result = render_findings(case, template, findings, source=source, out=out, language=language)
        except CaseBusy:  # the run is another process's
            raise
        except BaseException:  # whatever stopped it, Ctrl-C too: the run says so, and the cause goes on
            run.finish("stopped")
            raise
    run.finish()
    if trace is not None:
        write_whole(trace, result.trace.json_text())
    return _outcome(case, template, run, findings=findings, source=source, result=result, trace=trace)


@contextmanager
def open_read(settings: Settings, case: CaseFiles) -> Iterator[OpenIndex]:
    """The index of a case of which nothing is unread. Raises InputRefused where nothing may be called absent yet, and CaseBusy
    where another process is at work on the case, which may be reading the very files that are not read to their end."""
    if not case.documents() and not case.unfinished():
        raise InputRefused(f"case {case.record.title!r} has no files that were read; give some with `lastro ingest`")
    with ExitStack() as held:
        try:
            index = held.enter_context(open_index(settings, case.id))
        except CaseBusy as busy:
            if unfinished := case.unfinished():
                names = ", ".join(map(repr, unfinished))
                raise CaseBusy(
                    f"{names} of this case: not read to the end yet, and another process is at work on the case: {busy}"
                ) from busy
            raise
        _refuse_unread(settings, case)
        yield index


def _refuse_unread(settings: Settings, case: CaseFiles) -> None:
    unfinished = case.unfinished()
    if not unfinished:
        return
    # on a Milvus server nobody owns an index: who may be reading cannot be seen
    why = "it was interrupted" if settings.index.uri is None else "it was interrupted, or another process reads it now"
    raise InputRefused(
        f"{', '.join(map(repr, unfinished))} of this case was not read to its end ({why}), so nothing may be "
        "called absent yet; read it again with `lastro ingest`"
    )


def render_findings(
    case: CaseFiles,
    template: ReportTemplate,
    findings: Sequence[Finding],
    *,
    source: PageSource,
    out: Path,
    language: str | None,
    review: Review | None = None,
) -> RenderResult:
    out.parent.mkdir(parents=True, exist_ok=True)
    return render_report(
        template,
        findings,
        case_id=case.id,
        case_title=case.record.title,
        documents=(*case.documents(), *_cited_elsewhere(case, source, findings)),
        out=out,
        now=datetime.now(UTC).astimezone(),
        language=language,
        review=review,
        source=source,
    )


def _cited_elsewhere(case: CaseFiles, source: PageSource, findings: Sequence[Finding]) -> tuple[Document, ...]:
    """Files of reference collections that the findings cite; the trace lists them beside the case's own."""
    own = {document.sha256 for document in case.documents()}
    cited = dict.fromkeys(citation.sha256 for finding in findings for citation in finding.citations)
    return tuple(source.document(sha256) for sha256 in cited if sha256 not in own)


async def work_out(
    settings: Settings,
    case: CaseFiles,
    template: ReportTemplate,
    *,
    run: RunFindings,
    index: OpenIndex,
    on_progress: Callable[[FillEvent], None] | None = None,
    hints: Mapping[str, str] | None = None,
) -> tuple[tuple[Finding, ...], dict[str, Reference]]:
    """Every field that is not worked out yet. ``hints``: a person's words for single fields."""
    from ingest.second_look import PictureLook  # draws pages: only who fills needs it

    references = await open_references(settings, template, data_class=case.record.data_class)
    reader = await open_reader(settings, source=case, data_class=case.record.data_class)
    reads_alone = settings.model.kind == "labels"
    with PictureLook(case.vault.path_of, options=settings.read) as look:
        findings = await fill(
            template,
            source=case,
            searcher=index,
            reader=reader,
            log=run,
            run_id=run.id,
            references=references,
            limits=settings.fill.model_copy(update={"recall": 0}) if reads_alone else settings.fill,
            concurrency=settings.concurrency,
            checkpoints=open_checkpoints(settings, run.id),
            on_progress=on_progress,
            today=date.today(),  # noqa: DTZ011  # the analyst's own day
            subject=known_subject(case),
            path_of=case.vault.path_of,
            hints=hints,
            second_look=look,
        )
    return findings, references


def known_subject(case: CaseFiles) -> KnownSubject | None:
    """Whom the case is about, as it is said now; None = the papers decide."""
    said = case.people.subject()
    if said.name is None and said.number is None:
        return None
    return KnownSubject(
        names=(said.name,) if said.name is not None else (),
        identifiers=(said.number,) if said.number is not None else (),
    )


def _cut_short(case: CaseFiles, template: ReportTemplate) -> str | None:
    """The last run of this template that did not come to its end. The index is ours, so nobody works on it."""
    runs = [run for run in case.runs() if run.template_sha256 == template.sha256]
    return runs[-1].id if runs and runs[-1].state in (RunState.RUNNING, RunState.FAILED) else None


def _run_of(settings: Settings, case: CaseFiles, template: ReportTemplate, run_id: str | None) -> RunFindings:
    if run_id is None:
        model = settings.model.name or settings.model.kind
        return case.new_run(
            template=f"{template.id}@{template.version}", template_sha256=template.sha256, model=model
        )  # fmt: skip
    return begun_run(case, template, run_id)


def begun_run(case: CaseFiles, template: ReportTemplate, run_id: str) -> RunFindings:
    """To be gone on with. Raises NotKept, or InputRefused where another template, or another version of it, began it."""
    run = case.run(run_id)
    if run.record.template_sha256 != template.sha256:
        raise InputRefused(
            f"run {run_id} was begun with another version of {run.record.template!r}; begin a new run without --run"
        )
    return run


def _outcome(
    case: CaseFiles,
    template: ReportTemplate,
    run: RunFindings,
    *,
    findings: Sequence[Finding],
    source: PageSource,
    result: RenderResult,
    trace: Path | None,
) -> FillOutcome:
    analyst = {field.id for field in template.fields if field.filled_by is FilledBy.ANALYST}
    statuses = [finding.status for finding in findings if finding.field not in analyst]
    cited = [citation for finding in findings for citation in finding.citations]
    verified = sum(
        source.page(citation.sha256, citation.page).text[citation.span.start : citation.span.end] == citation.quote
        for citation in cited
    )
    return FillOutcome(
        case=case.id,
        run=run.id,
        report=result.path,
        trace=str(trace) if trace else None,
        found=statuses.count(Status.FOUND),
        not_found=statuses.count(Status.NOT_FOUND),
        conflict=statuses.count(Status.CONFLICT),
        failed=statuses.count(Status.FAILED),
        left_to_analyst=len(analyst),
        citations=len(cited),
        citations_verified=verified,
        needs_verification=result.needs_verification,
        notes=result.notes,
    )


def check_outputs(out: Path, trace: Path | None, *, inputs: Sequence[Path]) -> None:
    """Before anything is read: the report and the trace have a place of their own. Raises InputRefused."""
    if out.suffix.lower() != ".docx":
        raise InputRefused(f"the report is a DOCX, and --out is {out.name!r}; give a name that ends in .docx")
    if trace is not None and trace.resolve() == out.resolve():
        raise InputRefused(f"--out and --trace are both {str(out)!r}; give the trace another name")
    for place in (out, trace):
        if place is None:
            continue
        if place.is_dir():
            raise InputRefused(f"{str(place)!r} is a folder; give the name of a file in it")
        folder = next(parent for parent in place.absolute().parents if parent.exists())
        if not os.access(folder, os.W_OK):
            raise InputRefused(f"{str(place)!r} cannot be written: {str(folder)!r} is read-only; choose another place")
        for given in inputs:
            is_inside = given.is_dir() and place.resolve().is_relative_to(given.resolve())
            if place.resolve() == given.resolve() or is_inside:
                raise InputRefused(
                    f"{str(place)!r} lies among the documents to be read; choose a place outside of them"
                )


def write_whole(path: Path, text: str) -> None:
    """All of it or nothing. Raises StoreUnavailable where the disk is full, ReportNotWritten where it may not be written."""
    incoming = path.with_name(f".{path.name}.incoming")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        incoming.touch(mode=0o600)  # it quotes confidential papers, as the report does
        incoming.write_text(text, encoding="utf-8")
        incoming.replace(path)
    except OSError as error:
        incoming.unlink(missing_ok=True)
        raise not_written(path, error) from error


def passwords_of(given: Sequence[str]) -> dict[str, str]:
    """``NAME=PASSWORD`` as typed on the command line."""
    passwords = {}
    for entry in given:
        name, equals, password = entry.partition("=")
        if not equals or not name:
            raise InputRefused(f"--password {entry!r} is not NAME=PASSWORD; NAME is the file's name as it was given")
        passwords[name] = password
    return passwords
