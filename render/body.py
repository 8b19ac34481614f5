"""What a written report reads, place by place: the content controls that Lastro put around values and quotes."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from evidence.errors import InputRefused, TemplateInvalid
from evidence.fields import FilledBy
from evidence.findings import TypedValue
from render.appearance import LookCheck, check_look
from render.display import legal, shown_text
from render.ledger import Slot, marks_of
from render.looks import Looks
from render.outside import changes_outside
from render.package import Package
from render.phrases import Phrases, locale_of
from render.placed import named_places, stretches
from render.tags import QUOTE_TAG, VALUE_TAG
from render.trace import Trace, TraceField, TraceValue

Faults = tuple[tuple[str, ...], tuple[str, ...]]


def read_controls(package: Package) -> dict[str, str]:
    """Control tag to its text; of two with the same tag the first.

    Word keeps our content controls; LibreOffice drops their tags and keeps the bookmarks around them, which then serve. Where
    both stand, what stands in either of them is read.
    """
    found: dict[str, str] = {}
    for stretch in stretches(package):
        found.setdefault(stretch.tag, stretch.text)
    return {**dict.fromkeys(named_places(package), ""), **found}


class BodyCheck(NamedTuple):
    fields: dict[str, Faults]
    """Field id to faults and remarks: values edited or removed in Word after the report was written."""
    outside: tuple[str, ...]
    """What the document reads beside its fields and did not when it was written."""
    look: LookCheck = LookCheck(Looks.NOT_LOOKED)


def check_body(trace: Trace, docx: Path | bytes) -> BodyCheck:
    """Raises InputRefused where the document cannot be opened."""
    try:
        content = docx.read_bytes() if isinstance(docx, Path) else docx
        package = Package(content, name=docx.name if isinstance(docx, Path) else "the report")
    except (OSError, TemplateInvalid) as wrong:
        raise InputRefused(f"the report cannot be opened: {wrong}") from wrong
    controls = read_controls(package)
    quotes = {text for tag, text in controls.items() if tag.startswith(QUOTE_TAG)}
    fields = {field.id: _field(field, trace, controls, quotes) for field in trace.fields}
    outside = list(_strays(trace, controls))
    if trace.outside is not None:
        outside += changes_outside(package, trace.outside, head=trace.chain.head)
    look = check_look(package, content, trace.appearance, head=trace.chain.head, outside=trace.outside)
    return BodyCheck(fields, tuple(outside), look)


def _strays(trace: Trace, controls: dict[str, str]) -> Iterator[str]:
    """Values in the document that the trace does not know: a field that was cut out of it proves nothing any more."""
    known = {f"{VALUE_TAG}{slot.number}" for field in trace.fields for slot in field.slots}
    for tag, text in controls.items():
        if tag.startswith(VALUE_TAG) and tag not in known:
            yield f"put into a field of ours that the trace does not know: {text!r}"


def _field(field: TraceField, trace: Trace, controls: dict[str, str], quotes: set[str]) -> Faults:
    faults: list[str] = list(slot_faults(field, trace))
    remarks: list[str] = []
    for slot in field.slots:
        reads = controls.get(f"{VALUE_TAG}{slot.number}")
        if reads is None:
            said = f"{slot.text!r} is no longer in the document"
            (faults if slot.kind == "value" else remarks).append(said)
        elif reads != slot.text and slot.kind == "value":
            faults.append(f"the document reads {reads!r}, and its evidence is for {slot.text!r}; it was edited in Word")
        elif reads != slot.text:
            by_analyst = field.wanted().filled_by is FilledBy.ANALYST
            said = f"filled in by hand in Word: {reads!r}"
            (remarks if by_analyst else faults).append(said if by_analyst else f"{said}; it has no source")
    for citation in field.citations:
        if citation.number is not None and legal(citation.quote)[0] not in quotes:
            faults.append(f"the quote of source [{citation.number}] was edited in the appendix")
    return tuple(dict.fromkeys(faults)), tuple(dict.fromkeys(remarks))


def slot_faults(field: TraceField, trace: Trace) -> Iterator[str]:
    """Where the trace says one thing of the value and another of the place it stands in."""
    marks = _mark_texts(field, trace)
    for slot in field.slots:
        if slot.kind != "value" and slot.text not in marks:
            yield f"the trace says that the report reads {slot.text!r}, and there is no evidence for it"
        if slot.kind == "value" and (wanted := _wanted(field, slot, trace)) != slot.text:
            yield f"the trace says {wanted!r} and that the report reads {slot.text!r}"


def _wanted(field: TraceField, slot: Slot, trace: Trace) -> str | None:
    """How the trace's own value reads in the slot."""
    held: TraceValue | None = None
    if isinstance(field.value, TraceValue):
        held = field.value
    elif isinstance(field.value, tuple):
        value = field.value[_index(field, slot)] if _index(field, slot) < len(field.value) else None
        held = value if isinstance(value, TraceValue) else (value or {}).get(slot.column or "")
    if held is None:
        return None
    typed = TypedValue(type=held.type, text=held.text, normalised=held.normalised, unit=held.unit)
    return legal(shown_text(typed, locale_of(trace.language)))[0]


def _mark_texts(field: TraceField, trace: Trace) -> frozenset[str]:
    """What a place without a value may read."""
    return frozenset(wording.format(number=field.need) for wording in marks_of(Phrases(trace.language)).values())


def _index(field: TraceField, slot: Slot) -> int:
    return next((number for number in (slot.row, slot.item) if number is not None), 0)
