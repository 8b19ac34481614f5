"""``lastro.trace/1``: what the report says, on which characters of which file, hash-chained.

The chain is plain enough to check with a few lines of any language: ``link[i] = sha256(link[i-1] + canonical(entry[i]))``
over the head (case, template and the like), each file, each field in order, the text outside of the fields, and how
the document looks.
``canonical`` is JSON with sorted keys, no white space and no escapes beyond JSON's own, as UTF-8.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, Self

from pydantic import ConfigDict, SerializerFunctionWrapHandler, ValidationError, model_serializer, model_validator
from pydantic import Field as Constraint

from evidence.citations import Citation
from evidence.errors import InputRefused
from evidence.fields import Field, FieldType, ReportTemplate
from evidence.findings import Computation, Finding, FoundValue, Producer, SearchProof, Status
from evidence.frozen import Frozen
from evidence.pages import Document
from render.admit import Entry, Held, Shown
from render.ledger import Slot, SourceKey, source_key
from render.looks import Appearance
from render.outside import OutsideText
from render.phrases import Phrases
from render.review import Review
from render.trace_review import TraceDecision, TraceReview, trace_decision, without

SCHEMA: Literal["lastro.trace/1"] = "lastro.trace/1"


class TraceCase(Frozen):
    id: str
    title: str


class TraceTemplate(Frozen):
    id: str
    version: str
    sha256: str
    title: str = ""


class TraceFile(Frozen):
    name: str
    sha256: str
    pages: int
    media_type: str | None = None
    reference: str | None = None


class TraceCitation(Frozen):
    file: str
    sha256: str
    page: int | None
    """As a person counts; None where the format has no pages."""
    ordinal: int
    """Which run of the file's text the offsets count in; equals ``page`` where there are pages."""
    locator: dict[str, Any]
    start: int
    end: int
    quote: str
    match: str
    origin: str
    engine: str | None = None
    confidence: float | None = None
    page_sha256: str
    context: str | None = None
    part: tuple[int, int] | None = None
    number: int | None = None
    """In the report's appendix; None for a source that only stands under "needs verification"."""


class TraceValue(Frozen):
    text: str
    normalised: str
    type: FieldType
    unit: str | None = None
    citations: tuple[int, ...]
    """Indexes into the field's citations."""


class TracePartial(Frozen):
    citation: TraceCitation
    why_not: str


class TraceField(Frozen):
    id: str
    status: Status
    value: TraceValue | tuple[TraceValue, ...] | tuple[dict[str, TraceValue | None], ...] | None
    """A list for list fields and for the rivals of a conflict, a list of rows for tables, None where nothing was found."""
    citations: tuple[TraceCitation, ...]
    reason: str | None
    search: dict[str, Any]
    in_report: bool
    """Whether the value stands in the report; everything else is under "needs verification"."""
    held: Held | None = None
    review: str
    cautions: tuple[str, ...] = ()
    computation: Computation | None = None
    partial: tuple[TracePartial, ...] = ()
    producer: Producer | None = None
    definition: dict[str, Any]
    """The field as the template asked for it."""
    need: int | None = None
    """Its number in the section "needs verification"."""
    slots: tuple[Slot, ...] = ()
    """What the report's body reads, place by place."""
    decision: TraceDecision | None = None
    """Absent where nobody decided, so that traces of before read and hash as they did."""

    @model_serializer(mode="wrap")
    def _without_what_is_absent(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:  # JSON
        return without(write(self), "decision")

    def values(self) -> Iterator[tuple[str, TraceValue]]:
        """Every value with the column it stands in (empty for a scalar or list)."""
        if isinstance(self.value, TraceValue):
            yield "", self.value
        for held in self.value if isinstance(self.value, tuple) else ():
            if isinstance(held, TraceValue):
                yield "", held
            else:
                yield from ((column, cell) for column, cell in held.items() if cell is not None)

    @model_validator(mode="after")
    def _must_be_a_field(self) -> Self:
        self.wanted()
        for _, value in self.values():
            if any(not 0 <= index < len(self.citations) for index in value.citations):
                raise ValueError(f"field {self.id!r} points at a citation it does not hold")
        return self

    def wanted(self) -> Field:
        return Field.model_validate(self.definition)


class Link(Frozen):
    of: str
    """``head``, ``file 'a.pdf'`` or ``field 'inn'``."""
    sha256: str


class Chain(Frozen):
    algorithm: Literal["sha256"] = "sha256"
    head: str
    links: tuple[Link, ...] = ()


class Trace(Frozen):
    model_config = ConfigDict(populate_by_name=True)

    schema_: Literal["lastro.trace/1"] = Constraint(alias="schema", default=SCHEMA)
    case: TraceCase
    template: TraceTemplate
    created: str
    """ISO 8601 with offset."""
    language: str
    reviewed_by: str | None = None
    files: tuple[TraceFile, ...]
    fields: tuple[TraceField, ...]
    outside: OutsideText | None = None
    """What the report reads outside of its fields; None in a trace that stands for itself."""
    appearance: Appearance | None = None
    """How the document looks; absent in a trace that stands for itself, and in those of before."""
    review: TraceReview | None = None
    """Absent in a report that was not reviewed in the service."""
    chain: Chain

    @model_serializer(mode="wrap")
    def _without_what_is_absent(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:  # JSON
        return without(without(write(self), "review"), "appearance")

    def field(self, field_id: str) -> TraceField | None:
        return next((field for field in self.fields if field.id == field_id), None)

    def json_text(self, *, indent: int | None = 1, escaped: bool = False) -> str:
        """``escaped``: ASCII only."""
        return json.dumps(self.model_dump(mode="json", by_alias=True), ensure_ascii=escaped, indent=indent) + "\n"


def build_trace(
    template: ReportTemplate, entries: Mapping[str, Entry], *, case_id: str, case_title: str,
    documents: Sequence[Document], language: str, now: datetime, reviewed_by: str | None = None,
    numbers: Mapping[SourceKey, int] | None = None, needs: Mapping[str, int] | None = None,
    slots: Mapping[str, Sequence[Slot]] | None = None, outside: OutsideText | None = None, review: Review | None = None,
    appearance: Appearance | None = None,
) -> Trace:  # fmt: skip
    """``numbers`` to ``outside``, and ``appearance``, come from the written report; without them the trace stands for itself."""
    say = Phrases(language)
    fields = [
        _field(
            entry,
            say,
            numbers=numbers or {},
            need=(needs or {}).get(field_id),
            slots=tuple((slots or {}).get(field_id, ())),
        )
        for field_id, entry in entries.items()
    ]
    unlinked = Trace(
        case=TraceCase(id=case_id, title=case_title),
        template=TraceTemplate(id=template.id, version=template.version, sha256=template.sha256, title=template.title),
        created=now.isoformat(timespec="seconds"),
        language=language,
        reviewed_by=reviewed_by,
        files=tuple(_file(document) for document in documents),
        fields=tuple(fields),
        outside=outside,
        appearance=appearance,
        review=None if review is None else TraceReview.of(review),
        chain=Chain(head=""),
    )
    links = tuple(_links(unlinked))
    return unlinked.model_copy(update={"chain": Chain(head=links[-1].sha256, links=links)})


def read_trace(content: str | bytes, *, name: str | None = None) -> Trace:
    """Raises InputRefused, with the file's ``name`` where it is given, for anything that is no trace."""
    what = "this" if name is None else repr(name)
    if not content.strip():
        raise InputRefused(f"{what} is empty; give the report that `lastro fill` wrote, or the trace file beside it")
    try:
        return Trace.model_validate_json(content)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        place = ".".join(str(step) for step in first["loc"]) or "its beginning"
        raise InputRefused(f"{what} is no {SCHEMA} trace: {first['msg']} at {place}; was it cut or edited?") from None


def check_chain(trace: Trace) -> str | None:
    """None when every link holds; otherwise the name of the first entry that was changed, added or left out."""
    made, held = list(_links(trace)), list(trace.chain.links)
    for ours, theirs in zip(made, held, strict=False):
        if ours != theirs:
            return ours.of
    if len(made) != len(held):
        return (made if len(made) > len(held) else held)[min(len(made), len(held))].of
    return None if held and trace.chain.head == held[-1].sha256 else "head of the chain"


def canonical(entry: Any) -> bytes:
    text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def _links(trace: Trace) -> Iterator[Link]:
    content = trace.model_dump(mode="json", by_alias=True)
    head = {key: content[key] for key in ("schema", "case", "template", "created", "language", "reviewed_by")}
    head |= {"review": content["review"]} if "review" in content else {}
    entries = [("head", head)]
    entries += [(f"file {entry['name']!r}", entry) for entry in content["files"]]
    entries += [(f"field {entry['id']!r}", entry) for entry in content["fields"]]
    entries += [("text outside the fields", content["outside"])] if content["outside"] is not None else []
    entries += [("look of the document", content["appearance"])] if "appearance" in content else []
    last = ""
    for of, entry in entries:
        last = hashlib.sha256(last.encode() + canonical(entry)).hexdigest()
        yield Link(of=of, sha256=last)


def _file(document: Document) -> TraceFile:
    return TraceFile(
        name=document.name,
        sha256=document.sha256,
        pages=document.page_count,
        media_type=document.media_type,
        reference=document.reference,
    )


def _field(
    entry: Entry, say: Phrases, *, numbers: Mapping[SourceKey, int], need: int | None, slots: tuple[Slot, ...]
) -> TraceField:
    finding = entry.finding
    status, reason = _status(entry, say)
    definition = entry.field.model_dump(mode="json", exclude_defaults=True)
    if finding is None:
        return TraceField(
            id=entry.field.id, status=status, value=None, citations=(), reason=reason, search=_search(SearchProof()),
            in_report=False, held=entry.held, review="proposed", definition=definition, need=need, slots=slots,
            decision=trace_decision(entry.decision),
        )  # fmt: skip
    kept = status not in (Status.NOT_FOUND, Status.FAILED)
    return TraceField(
        id=entry.field.id,
        status=status,
        value=_value(entry, finding) if kept else None,
        citations=tuple(_citation(citation, numbers) for citation in finding.citations) if kept else (),
        reason=reason,
        search=_search(finding.search),
        in_report=entry.held is None,
        held=entry.held,
        review=finding.review.value,
        cautions=finding.cautions,
        computation=finding.computation,
        partial=tuple(
            TracePartial(citation=_citation(partial.citation, numbers), why_not=partial.why_not)
            for partial in finding.partial
        ),
        producer=finding.producer,
        definition=definition,
        need=need,
        slots=slots,
        decision=trace_decision(entry.decision),
    )


def _status(entry: Entry, say: Phrases) -> tuple[Status, str | None]:
    """``found`` in a trace means: stands in the report, or a reviewer took it out; never: has no evidence that holds."""
    why = say(entry.why.phrase, **entry.why.given) if entry.why else None
    if entry.finding is None or entry.held is Held.UNVERIFIED:
        return Status.FAILED if entry.held is not Held.ANALYST else Status.NOT_FOUND, why or say(
            (entry.held or Held.NO_FINDING).phrase
        )
    if entry.held is None:
        is_stated = entry.decision is not None and entry.decision.statement is not None
        return Status.FOUND, None if is_stated else entry.finding.reason
    return entry.finding.status, entry.finding.reason or why


def _value(entry: Entry, finding: Finding) -> Any:
    if entry.field.type is FieldType.TABLE:
        if entry.held is None:
            return tuple(
                {column: _of_shown(cell) if cell is not None else None for column, cell in row.items()}
                for row in entry.rows
            ) or None  # fmt: skip
        return tuple(
            {column: _of_found(cell, finding) if cell is not None else None for column, cell in row.cells.items()}
            for row in finding.rows
        ) or None  # fmt: skip
    if entry.held is None:
        values = tuple(_of_shown(value) for value in entry.values if value is not None)
    else:
        values = tuple(_of_found(value, finding) for value in finding.values)
    return values if entry.field.list or len(values) > 1 else next(iter(values), None)


def _of_shown(shown: Shown) -> TraceValue:
    value = shown.value
    return TraceValue(
        text=value.text, normalised=value.normalised, type=value.type, unit=value.unit, citations=shown.indexes
    )


def _of_found(found: FoundValue, finding: Finding) -> TraceValue:
    """A value that is not in the report. Pointers that lead nowhere are left out: they are no evidence."""
    value = found.value
    return TraceValue(
        text=value.text,
        normalised=value.normalised,
        type=value.type,
        unit=value.unit,
        citations=tuple(index for index in found.citations if 0 <= index < len(finding.citations)),
    )


def _citation(citation: Citation, numbers: Mapping[SourceKey, int]) -> TraceCitation:
    return TraceCitation(
        file=citation.file,
        sha256=citation.sha256,
        page=citation.page if citation.paged else None,
        ordinal=citation.page,
        locator=_locator(citation),
        start=citation.span.start,
        end=citation.span.end,
        quote=citation.quote,
        match=str(citation.match),
        origin=citation.origin.kind.value,
        engine=citation.origin.engine,
        confidence=citation.confidence,
        page_sha256=citation.page_sha256,
        context=citation.context,
        part=citation.part,
        number=numbers.get(source_key(citation)),
    )


def _locator(citation: Citation) -> dict[str, Any]:
    """Absent parts are left out; boxes in points (or pixels of an image), to a hundredth."""
    given: dict[str, Any] = citation.locator.model_dump(mode="json", exclude_none=True)
    if "boxes" in given:
        given["boxes"] = [[round(edge, 2) for edge in box] for box in given["boxes"]]
    return given


def _search(search: SearchProof) -> dict[str, Any]:
    return {**search.model_dump(mode="json"), "coverage": round(search.coverage, 4)}
