"""Fill a report: every field its own graph, many at a time, each finished field kept before its slot is given on.

plan -> subject -> subject fields -> the other fields -> what belongs to the people that were found -> computed fields
"""

import asyncio
import dataclasses
import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from agents.fill.case_notes import CaseNotes, KeptPages
from agents.fill.checkpoints import Checkpoints, FileCheckpoints, lock_down_langgraph
from agents.fill.compute import compute_field
from agents.fill.desk import Desk, Shelf
from agents.fill.limits import FillLimits
from agents.fill.plan import Plan, make_plan
from agents.fill.subject import CaseSubject, KnownSubject, find_subject
from agents.fill.wording import Wording
from agents.labels.reader import LabelsReader
from agents.labels.subject import Subject, own_of
from agents.parties.people import is_one_person
from agents.steps import Reader
from agents.tools.lines import UnitCache
from agents.tools.shell import PathOf
from agents.tools.toolbox import ToolBox
from evidence.errors import LastroError
from evidence.fields import Field, FilledBy, ReportTemplate
from evidence.findings import Finding, PartialEvidence, Producer, Status
from evidence.frozen import Frozen
from evidence.ports import FindingLog, PageSource, Searcher, SecondLook
from evidence.year_rows import with_rows_asked

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

    from agents.fill.graph import FillGraph

AGENT = "agent.report.fill"


class Reference(NamedTuple):
    """A reference collection, opened for reading."""

    source: PageSource
    searcher: Searcher | None
    reader: Reader | None = None
    """For a reader that is bound to its pages (``labels``); None = the run's own."""


class FillEvent(Frozen):
    """What a progress display needs."""

    field: str
    stage: Literal["started", "finished", "resumed"]
    """``resumed``: kept by an earlier process, not asked again."""
    status: Status | None = None
    done: int
    total: int


OnProgress = Callable[[FillEvent], None]


async def fill(
    template: ReportTemplate,
    *,
    source: PageSource,
    searcher: Searcher | None,
    reader: Reader,
    log: FindingLog,
    run_id: str,
    references: Mapping[str, Reference] | None = None,
    limits: FillLimits | None = None,
    concurrency: int = 16,
    checkpoints: Checkpoints | Path | None = None,
    on_progress: OnProgress | None = None,
    today: date | None = None,
    subject: KnownSubject | None = None,
    path_of: PathOf | None = None,
    second_look: SecondLook | None = None,
    hints: Mapping[str, str] | None = None,
) -> tuple[Finding, ...]:
    """Findings of all fields, in template order.

    ``checkpoints`` (a path = a SQLite file) are this run's own; with them a killed run goes on where it was, without a
    field in flight begins anew. Findings already in ``log`` are not asked again, except failed ones. ``hints`` are a
    person's words for single fields, by id. ``subject`` settles whom the case is about. ``second_look`` compares the digits of
    values with the pages' pictures.
    Raises InputRefused when tracing is switched on and CaseBusy when another process fills this run; a field that breaks
    becomes a ``failed`` finding and stops nothing else.
    """
    lock_down_langgraph()
    run = _Run(
        template=template, log=log, run_id=run_id, limits=limits or FillLimits(), on_progress=on_progress,
        today=today, hints=hints or {}, wording=Wording(template.language), subject=subject,
    )  # fmt: skip
    shelves = _Shelves(source, searcher, reader, references=references or {}, path_of=path_of, second_look=second_look)
    if checkpoints is None:
        return await _fill(run, shelves, concurrency=concurrency, graph=_graph(None))
    place = FileCheckpoints(checkpoints) if isinstance(checkpoints, Path) else checkpoints
    async with place.held() as saver:
        findings = await _fill(run, shelves, concurrency=concurrency, graph=_graph(saver))
        failed = [finding.field for finding in findings if finding.status is Status.FAILED]
        for finding in findings if failed else ():
            if finding.field not in failed:
                await saver.adelete_thread(run.thread(finding.field))
    if not failed:
        await place.forget()
    return findings


def _graph(saver: object) -> "FillGraph":
    # the import takes over a second and must come after lock_down_langgraph
    from agents.fill.graph import fill_graph

    return fill_graph(saver)  # type: ignore[arg-type]  # typed in graph.py, which may not be imported above


class _Shelves:
    """The case's shelf, and each reference collection's when a field first asks for it."""

    def __init__(
        self, source: PageSource, searcher: Searcher | None, reader: Reader, *, references: Mapping[str, Reference],
        path_of: PathOf | None, second_look: SecondLook | None,
    ) -> None:  # fmt: skip
        kept = KeptPages(source)
        self.case = Shelf(
            source=kept, tools=ToolBox(kept, searcher, path_of=path_of), notes=_notes(kept, source, reader), reader=reader,
            units=UnitCache(), second_look=second_look,
        )  # fmt: skip
        self._references = references
        self._opened: dict[str, Shelf] = {}

    def of(self, field: Field) -> Shelf | None:
        if field.reference is None:
            return self.case
        if field.reference not in self._opened and field.reference in self._references:
            reference = self._references[field.reference]
            kept = KeptPages(reference.source)
            reader = reference.reader or self.case.reader
            self._opened[field.reference] = Shelf(
                source=kept, tools=ToolBox(kept, reference.searcher), notes=_notes(kept, reference.source, reader),
                reader=reader, units=UnitCache(),
            )  # fmt: skip
        return self._opened.get(field.reference)


def _notes(kept: KeptPages, source: PageSource, reader: Reader) -> CaseNotes:
    """With the reader's own notebook where it reads the same source."""
    if isinstance(reader, LabelsReader) and reader.held.source is source:
        return CaseNotes(kept, held=reader.held)
    return CaseNotes(kept)


@dataclasses.dataclass
class _Run:
    """What all fields of one run share."""

    template: ReportTemplate
    log: FindingLog
    run_id: str
    limits: FillLimits
    on_progress: OnProgress | None
    today: date | None
    hints: Mapping[str, str]
    wording: Wording
    subject: KnownSubject | None = None
    """As whoever works on the case said."""
    findings: dict[str, Finding] = dataclasses.field(default_factory=dict)
    disputed: str | None = None
    """Whom the case may be about, where the documents name several and none is settled."""

    def thread(self, field_id: str) -> str:
        """A field that is asked again begins anew: what it came to without the hint is no part of it, nor what it came to
        before somebody said whom the case is about."""
        hint = self.hints.get(field_id)
        asked = f"/{_digest(hint)}" if hint else ""
        about = f"/about-{_digest(self.subject.model_dump_json())}" if self.subject is not None else ""
        return f"{self.run_id}/{field_id}{asked}{about}"

    def producer(self, reader: Reader, *, model: str | None = None) -> Producer:
        return Producer(
            agent=AGENT,
            model=model or reader.name,
            template=f"{self.template.id}@{self.template.version}",
            prompt=getattr(reader, "prompt", None) if model is None else None,
        )

    def people_of(self, field: Field, about: CaseSubject) -> tuple[str, ...] | None:
        """As the holder was found. Of papers that name several people for it nobody is taken: a passport of one of them would be
        told as if it were settled whose it must be. Whom the case is about is then whom the papers name most, or nobody."""
        if field.holder is None:
            return None
        held = self.findings.get(field.holder)
        found = tuple(one.value.text for one in held.values) if held is not None else ()
        is_one = bool(found) and all(is_one_person(found[0], name) for name in found)
        if is_one:
            return found
        return about.names if field.holder in self.template.subject.names else ()

    def keep(self, finding: Finding) -> None:
        self.log.keep(finding)
        self.findings[finding.field] = finding
        self.tell(finding.field, "finished", finding.status)

    def tell(
        self, field_id: str, stage: Literal["started", "finished", "resumed"], status: Status | None = None
    ) -> None:
        if self.on_progress is not None:
            self.on_progress(
                FillEvent(
                    field=field_id, stage=stage, status=status, done=len(self.findings), total=len(self.template.fields)
                )
            )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


async def _fill(run: _Run, shelves: _Shelves, *, concurrency: int, graph: "FillGraph") -> tuple[Finding, ...]:
    plan = make_plan(run.template)
    _take_up(run)
    about = await asyncio.to_thread(
        find_subject, run.template, source=shelves.case.source, notes=shelves.case.notes, known=run.subject
    )
    slots = asyncio.Semaphore(max(1, concurrency))
    if about.words is None and plan.subject:
        run.disputed = " / ".join(about.rivals) or None
        await _ask(run, plan.subject, shelves, graph=graph, slots=slots, about=about)
        about = await asyncio.to_thread(_subject_of_findings, run, shelves, about)
        run.disputed = None if about.words is not None else run.disputed or _who_it_may_be(run)
        await _ask(run, plan.asked, shelves, graph=graph, slots=slots, about=about)
    else:
        await _ask(run, (*plan.subject, *plan.asked), shelves, graph=graph, slots=slots, about=about)
    await _ask(run, plan.held, shelves, graph=graph, slots=slots, about=about)
    _close(run, plan, shelves.case.reader)
    return tuple(run.findings[field.id] for field in run.template.fields)


def _take_up(run: _Run) -> None:
    """What an earlier process finished is finished; what failed is tried again."""
    known = {field.id for field in run.template.fields}
    computed = {field.id for field in run.template.fields if field.filled_by is FilledBy.COMPUTED}
    for finding in run.log.kept():
        if finding.field in known - computed and finding.status is not Status.FAILED:
            run.findings[finding.field] = finding
            run.tell(finding.field, "resumed", finding.status)


def _who_it_may_be(run: _Run) -> str | None:
    of_subject = (*run.template.subject.names, *run.template.subject.identifiers)
    held = [run.findings[field_id] for field_id in of_subject if field_id in run.findings]
    named = [one.value.text for finding in held if finding.status is Status.CONFLICT for one in finding.values]
    return " / ".join(dict.fromkeys(named)) or None


def _subject_of_findings(run: _Run, shelves: _Shelves, about: CaseSubject) -> CaseSubject:
    """The documents did not settle who the case is about; the fields that ask for it may have."""

    def found(ids: tuple[str, ...]) -> tuple[str, ...]:
        held = (run.findings.get(field_id) for field_id in ids)
        return tuple(one.values[0].value.text for one in held if one is not None and one.status is Status.FOUND)

    known = KnownSubject(names=found(run.template.subject.names), identifiers=found(run.template.subject.identifiers))
    if not known.names and not known.identifiers:
        return about
    return find_subject(run.template, source=shelves.case.source, notes=shelves.case.notes, known=known)


async def _ask(
    run: _Run, fields: tuple[Field, ...], shelves: _Shelves, *, graph: "FillGraph", slots: asyncio.Semaphore,
    about: CaseSubject,
) -> None:  # fmt: skip
    async def one(field: Field) -> None:
        async with slots:
            run.tell(field.id, "started")
            run.keep(await _settle(run, field, shelves, graph=graph, about=about))

    async with asyncio.TaskGroup() as tasks:
        for field in fields:
            if field.id not in run.findings:
                tasks.create_task(one(field))


async def _settle(run: _Run, field: Field, shelves: _Shelves, *, graph: "FillGraph", about: CaseSubject) -> Finding:
    shelf = shelves.of(field)
    names_subject = field.id in run.template.subject.names
    if run.disputed is not None and field.about_subject and field.reference is None and not names_subject:
        reason = run.wording.say("subject_disputed", names=run.disputed)
        producer = run.producer(shelves.case.reader)
        return Finding(field=field.id, status=Status.NOT_FOUND, reason=reason, producer=producer)
    if shelf is None:
        return _failed(run, field, shelves.case.reader, run.wording.say("no_reference", name=field.reference))
    try:
        asked = await asyncio.to_thread(_with_rows, field, run, shelf, about)
        finding = await _run_graph(graph, _desk(run, asked, shelf, about), thread=run.thread(field.id))
    except LastroError as problem:
        return _failed(run, field, shelf.reader, run.wording.of_error(problem))
    except Exception as problem:  # noqa: BLE001  # the worker's border: one bad field never stops the rest
        return _failed(run, field, shelf.reader, run.wording.of_error(problem))
    if run.disputed is not None and names_subject and finding.status is Status.FOUND:
        return _undecided(run, finding)
    if field.years:
        finding = finding.model_copy(update={"rows_asked": asked.rows})
    return _with_unnamed(run, field, finding, about)


def _with_unnamed(run: _Run, field: Field, finding: Finding, about: CaseSubject) -> Finding:
    """A slip in what was said of the subject sets every paper aside: the reason then says so."""
    of_subject = field.about_subject and field.reference is None
    if run.subject is None or about.named_in or not of_subject or finding.status is not Status.NOT_FOUND:
        return finding
    unnamed = run.wording.say("subject_unnamed", subject=about.words)
    reason = f"{finding.reason} {unnamed}" if finding.reason else unnamed
    return finding.model_copy(update={"reason": reason})


def _undecided(run: _Run, finding: Finding) -> Finding:
    """One name whose label fits best is no answer where as many papers speak of somebody else."""
    reason = run.wording.say("subject_disputed", names=run.disputed)
    partial = tuple(PartialEvidence(citation=citation, why_not=reason) for citation in finding.citations)
    return Finding(
        field=finding.field, status=Status.NOT_FOUND, reason=reason, partial=partial, search=finding.search,
        producer=finding.producer,
    )  # fmt: skip


def _with_rows(field: Field, run: _Run, shelf: Shelf, about: CaseSubject) -> Field:
    """What a table of last years asks for in this case."""
    if not field.years:
        return field
    subject, set_aside = Subject(), frozenset[str]()
    if field.about_subject:
        subject, set_aside = Subject(own_of(about.words), about.zones), frozenset(about.set_aside)
    today = run.today or datetime.now(UTC).date()
    return shelf.notes.with_last_years(field, subject, today=today, set_aside=set_aside)


def _desk(run: _Run, field: Field, shelf: Shelf, about: CaseSubject) -> Desk:
    return Desk(
        field=field, template=run.template, shelf=shelf, limits=run.limits, wording=run.wording,
        producer=run.producer(shelf.reader), subject=about if field.reference is None else CaseSubject(),
        today=run.today, people=run.people_of(field, about), hint=run.hints.get(field.id),
    )  # fmt: skip


async def _run_graph(graph: "FillGraph", desk: Desk, *, thread: str) -> Finding:
    config: RunnableConfig = {"configurable": {"thread_id": thread}, "recursion_limit": 6 * desk.limits.steps + 20}
    is_begun = False
    if graph.checkpointer:
        held = await graph.aget_state(config)
        if not held.next and held.values.get("finding") is not None:
            finished: Finding = held.values["finding"]
            return finished
        is_begun = bool(held.next)
    durability: Literal["sync"] | None = "sync" if graph.checkpointer else None
    end = await graph.ainvoke(None if is_begun else {}, config, context=desk, durability=durability)
    finding: Finding = end["finding"]
    return finding


def _failed(run: _Run, field: Field, reader: Reader, reason: str) -> Finding:
    return Finding(field=field.id, status=Status.FAILED, reason=reason, producer=run.producer(reader))


def _close(run: _Run, plan: Plan, reader: Reader) -> None:
    """What needs no reader: the analyst's fields, and the sums."""
    for field in plan.left:
        if field.id not in run.findings:
            run.keep(
                Finding(
                    field=field.id, status=Status.NOT_FOUND, reason=run.wording.say("left_to_analyst"),
                    producer=run.producer(reader, model="none"),
                )
            )  # fmt: skip
    producer = run.producer(reader, model="computed")
    asked = with_rows_asked(run.template, run.findings)
    for field in plan.computed:
        run.keep(compute_field(field, template=asked, findings=run.findings, producer=producer, wording=run.wording))
    for field in plan.circular:
        reason = run.wording.say("circular", formula=field.formula)
        run.keep(Finding(field=field.id, status=Status.FAILED, reason=reason, producer=producer))
