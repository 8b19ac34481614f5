"""Do the other documents say the same? A second source that agrees is cited too; one that disagrees makes a conflict."""

from collections.abc import Iterable

from agents.fill.judge import Bench, judge_claim, otherwise_written
from agents.fill.state import Supported
from agents.fill.words_of_text import key_of
from agents.labels.found import Candidate
from agents.steps import Claim, SpanPointer
from evidence.conflict import same_value, similar_value
from evidence.fields import Field, FieldType

STRONG = 0.8
"""Least score of a candidate that may contradict an accepted value; what labels more loosely may only agree."""
_NEAR = 0.9
"""Share of the accepted value's own score, where that is known, that a contradiction must reach."""
_COMPARED = frozenset(
    {
        FieldType.DATE,
        FieldType.MONEY,
        FieldType.NUMBER,
        FieldType.PERCENT,
        FieldType.IDENTIFIER,
        FieldType.PERSON,
        FieldType.ORGANISATION,
    }
)
"""Types of which two different readings are two different facts; texts and addresses are worded differently too often."""


def cross_check(value: Supported, candidates: Iterable[Candidate], bench: Bench) -> tuple[Supported, ...]:
    """The value with what agrees added to its citations, then the values that contradict it, best supported first."""
    cited = {citation.sha256 for citation in value.citations}
    others = [candidate for candidate in candidates if candidate.document not in cited | bench.set_aside]
    own = max(
        (one.score for one in candidates if one.document in cited and same_value(one.value, value.value)), default=0
    )
    rivals: list[Supported] = []
    for candidate in _best_of_each_document(others):
        if not candidate.certain:
            continue
        if similar_value(candidate.value, value.value):
            value = _also(value, candidate, bench)
        elif _contradicts(candidate, bench.field, own) and (rival := _verified(candidate, bench)) is not None:
            rivals.append(rival)
    return (value, *_apart(rivals, value))


def _best_of_each_document(candidates: Iterable[Candidate]) -> list[Candidate]:
    best: dict[str, Candidate] = {}
    for candidate in candidates:
        held = best.get(candidate.document)
        if held is None or candidate.score > held.score:
            best[candidate.document] = candidate
    return sorted(best.values(), key=lambda one: (-one.score, one.document))


def _contradicts(candidate: Candidate, field: Field, own: float) -> bool:
    if field.type not in _COMPARED or candidate.label is None:
        return False
    exactly_ours = key_of(candidate.label) in {key_of(label) for label in field.labels}
    return exactly_ours and candidate.score >= max(STRONG, _NEAR * own)


def _also(value: Supported, candidate: Candidate, bench: Bench) -> Supported:
    if len(value.citations) >= bench.most_citations:
        return value
    agreeing = _verified(candidate, bench)
    if agreeing is None or not similar_value(agreeing.value, value.value):
        return value
    cautions = (*value.cautions, *otherwise_written(value.value, agreeing, bench))
    citations = (*value.citations, *agreeing.citations)[: bench.most_citations]
    return value.model_copy(update={"citations": citations, "cautions": cautions})


def _verified(candidate: Candidate, bench: Bench) -> Supported | None:
    """Held to the same verification as a reader's claim."""
    pointer = SpanPointer(document=candidate.document, page=candidate.page, span=candidate.evidence_span)
    claim = Claim(value=candidate.value.text, evidence=(pointer,), context=candidate.label)
    ruling = judge_claim(claim, bench.field, bench)
    return ruling if isinstance(ruling, Supported) else None


def _apart(rivals: list[Supported], value: Supported) -> tuple[Supported, ...]:
    kept: list[Supported] = []
    for rival in rivals:
        if not any(similar_value(rival.value, known.value) for known in (value, *kept)):
            kept.append(rival)
    return tuple(kept)
