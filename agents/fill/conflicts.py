"""Do the other documents say the same? A second source that agrees is cited too; one that disagrees makes a conflict."""

from collections.abc import Iterable, Sequence

from agents.fill.judge import Bench, judge_claim
from agents.fill.rivals import agree, settled
from agents.fill.state import Supported
from agents.fill.words_of_text import key_of
from agents.labels.found import Candidate
from agents.steps import Claim, SpanPointer
from evidence.fields import Field, FieldType
from evidence.findings import TypedValue

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


def cross_check(value: Supported, candidates: Sequence[Candidate], bench: Bench) -> tuple[Supported, ...]:
    """The value with what agrees added to its citations, then the values that contradict it, best supported first."""
    cited = {citation.sha256 for citation in value.citations}
    others = [candidate for candidate in candidates if candidate.document not in cited | bench.strangers]
    own = max((one.score for one in candidates if one.document in cited and agree(one.value, value.value)), default=0)
    said: list[Supported] = []
    for candidate in _best_of_each_document(others):
        if not candidate.certain or not candidate.in_force:
            continue
        adds = agree(candidate.value, value.value) and len(value.citations) < bench.most_citations
        if (adds or _contradicts(candidate, value.value, bench.field, own)) and (also := _verified(candidate, bench)):
            said.append(also)
    return settled((value, *said), bench)


def _best_of_each_document(candidates: Iterable[Candidate]) -> list[Candidate]:
    best: dict[str, Candidate] = {}
    for candidate in candidates:
        held = best.get(candidate.document)
        if held is None or candidate.score > held.score:
            best[candidate.document] = candidate
    return sorted(best.values(), key=lambda one: (-one.score, one.document))


def _contradicts(candidate: Candidate, value: TypedValue, field: Field, own: float) -> bool:
    if field.type not in _COMPARED or candidate.label is None or agree(candidate.value, value):
        return False
    exactly_ours = key_of(candidate.label) in {key_of(label) for label in field.labels}
    return exactly_ours and candidate.score >= max(STRONG, _NEAR * own)


def _verified(candidate: Candidate, bench: Bench) -> Supported | None:
    """Held to the same verification as a reader's claim."""
    pointers = tuple(
        SpanPointer(document=candidate.document, page=candidate.page, span=span) for span in candidate.evidence
    )
    claim = Claim(value=candidate.value.text, evidence=pointers, context=candidate.label)
    ruling = judge_claim(claim, bench.field, bench)
    return ruling if isinstance(ruling, Supported) else None
