"""How a field ends: a finding with its evidence, or a reason with what was searched and what looked promising."""

from collections.abc import Iterable

from agents.fill.conflicts import cross_check
from agents.fill.desk import Desk
from agents.fill.judge import Bench, is_single
from agents.fill.ledger import Ledger
from agents.fill.resolve import Located
from agents.fill.rivals import merged, settled
from agents.fill.state import Judgement, Progress, Supported
from agents.fill.tables import missing_rows
from agents.labels.found import Candidate
from agents.steps import Answer, Claim, NotFound, SpanPointer, ToolCall
from evidence.fields import FieldType
from evidence.findings import Finding, FoundValue, PartialEvidence, Row, Status

_PARTIAL = 6
_FILES_NAMED = 5
_REPEATED = 60
"""Characters of a feedback by which it is known again."""


def accepted(desk: Desk, progress: Progress, judgement: Judgement) -> Finding:
    if desk.field.type is FieldType.TABLE:
        return _table(desk, progress, judgement)
    values = _values(desk, progress, judgement)
    ledger = Ledger()
    found = tuple(FoundValue(value=one.value, citations=ledger.enter(one.citations)) for one in values)
    rivals = is_single(desk.field) and len(values) > 1
    reason = None
    if rivals:
        shown = "; ".join(f"{one.value.text} ({one.citations[0].file})" for one in values)
        reason = desk.wording.say("documents_disagree", values=shown)
    return Finding(
        field=desk.field.id,
        status=Status.CONFLICT if rivals else Status.FOUND,
        values=found,
        citations=ledger.citations,
        reason=reason,
        partial=progress.partial if judgement.refusals else (),
        search=desk.proof(progress),
        cautions=_cautions(desk, judgement, values),
        producer=desk.producer,
    )


def _values(desk: Desk, progress: Progress, judgement: Judgement) -> tuple[Supported, ...]:
    bench = desk.bench(progress)
    if not is_single(desk.field):
        return merged(judgement.values, bench, items=True)
    values = settled(judgement.values, bench)
    if len(values) != 1:
        return values
    return cross_check(values[0], desk.shelf.notes.rivals(desk.field, desk.subject.own), bench)


def _table(desk: Desk, progress: Progress, judgement: Judgement) -> Finding:
    ledger = Ledger()
    rows = tuple(
        Row(
            cells={
                column: None if cell is None else FoundValue(value=cell.value, citations=ledger.enter(cell.citations))
                for column, cell in row.cells.items()
            }
        )
        for row in judgement.rows
    )
    cautions = list(_cautions(desk, judgement, (c for row in judgement.rows for c in row.cells.values() if c)))
    if absent := missing_rows(judgement.rows, desk.field):
        cautions.append(desk.wording.say("rows_missing", rows=", ".join(absent)))
    disputed = "; ".join(judgement.disputed)
    return Finding(
        field=desk.field.id,
        status=Status.CONFLICT if disputed else Status.FOUND,
        rows=rows,
        citations=ledger.citations,
        reason=desk.wording.say("documents_disagree", values=disputed) if disputed else None,
        partial=progress.partial if judgement.refusals else (),
        search=desk.proof(progress),
        cautions=tuple(cautions),
        producer=desk.producer,
    )


def _cautions(desk: Desk, judgement: Judgement, values: Iterable[Supported]) -> tuple[str, ...]:
    said = [caution for value in values for caution in value.cautions]
    said += judgement.cautions
    dropped = len(judgement.refusals)
    if dropped and not is_single(desk.field):
        said.append(desk.wording.say("items_dropped", count=dropped))
    return tuple(dict.fromkeys(said))


def given_up(desk: Desk, progress: Progress, decision: ToolCall | Answer | NotFound) -> Finding:
    partial = list(progress.partial)
    reason = desk.wording.say("not_verified", why=progress.last_why or "?")
    if isinstance(decision, NotFound):
        if decision.search is not None:
            searched = progress.searched.model_copy(update={"by_reader": decision.search})
            progress = progress.model_copy(update={"searched": searched})
        # a reader that gives up after a refusal often only repeats the feedback
        repeats = any(said[:_REPEATED] in str(decision.reason) for said in progress.feedback)
        said = desk.wording.of(decision.reason)
        if not progress.last_why:
            reason = said
        elif not repeats:
            reason = f"{said} {reason}"
        bench = desk.bench(progress)
        partial += [piece for claim in decision.partial for piece in _promising(claim, bench, said)]
    partial += _of_strangers(desk)
    return Finding(
        field=desk.field.id,
        status=Status.NOT_FOUND,
        reason=_with_what_was_not_read(reason, desk),
        partial=_distinct(partial),
        search=desk.proof(progress),
        producer=desk.producer,
    )


def _with_what_was_not_read(reason: str, desk: Desk) -> str:
    notes = desk.shelf.notes
    names = tuple(notes.unreadable_files) or tuple(document.name for document in desk.shelf.source.documents())
    files = ", ".join(names[:_FILES_NAMED]) + (", …" if len(names) > _FILES_NAMED else "")
    if notes.is_textless:
        return desk.wording.say("nothing_readable", files=files or "–")
    if notes.pages_unreadable:
        reason = reason if reason.endswith((".", "!", "?", "…")) else f"{reason}."
        return f"{reason} {desk.wording.say('unreadable_pages', count=notes.pages_unreadable, files=files)}"
    return reason


def _promising(claim: Claim, bench: Bench, why_not: str) -> list[PartialEvidence]:
    pieces = []
    for pointer in claim.evidence:
        place = bench.resolver.locate(pointer)
        if isinstance(place, Located):
            pieces += [PartialEvidence(citation=citation, why_not=why_not) for citation in place.citations()]
    return pieces


def _of_strangers(desk: Desk) -> list[PartialEvidence]:
    """What documents about someone else say under the same label: shown, so that a wrong sorting-out can be seen."""
    bench = desk.bench(Progress())
    best: dict[str, Candidate] = {}
    for candidate in desk.shelf.notes.candidates(desk.field) if desk.set_aside else ():
        if candidate.document in desk.set_aside:
            best.setdefault(candidate.document, candidate)
    pieces = []
    for sha256, candidate in best.items():
        place = bench.resolver.locate(SpanPointer(document=sha256, page=candidate.page, span=candidate.evidence_span))
        if isinstance(place, Located):
            why = desk.wording.say("someone_else", file=place.document.name, who=bench.who_else(sha256))
            pieces += [PartialEvidence(citation=citation, why_not=why) for citation in place.citations()]
    return pieces


def _distinct(partial: list[PartialEvidence]) -> tuple[PartialEvidence, ...]:
    seen: dict[tuple[str, int, int, int], PartialEvidence] = {}
    for piece in partial:
        one = piece.citation
        seen.setdefault((one.sha256, one.page, one.span.start, one.span.end), piece)
    return tuple(seen.values())[:_PARTIAL]
