"""Everything in the case that may answer a field, best first."""

from collections.abc import Iterable

from agents.labels.answers import answers_to
from agents.labels.appointments import appointments, by_orders
from agents.labels.found import Candidate
from agents.labels.heads import in_heads
from agents.labels.labelled import beside_labels
from agents.labels.legibility import by_legibility
from agents.labels.notebook import Notebook
from agents.labels.parties import asks_for_parties, parties
from agents.labels.prose import in_prose
from agents.labels.roles import called_so
from agents.labels.shapes import reads_as_a_sentence
from agents.labels.signatures import by_signatures
from agents.labels.totals import by_totals
from agents.labels.vetting import vetted
from evidence.fields import Field, FieldType
from evidence.ports import PageSource
from evidence.values.units import currency_in

__all__ = ["Candidate", "candidates_in", "find_candidates"]

_AS_SURE = 0.8
"""Share of a sentence's score that a phrase inside it must reach to be the value instead."""


def find_candidates(
    field: Field, source: PageSource, *, set_aside: frozenset[str] = frozenset()
) -> tuple[Candidate, ...]:
    """For one question; a run over many fields keeps one Notebook and calls ``candidates_in``."""
    return candidates_in(field, Notebook(source), set_aside=set_aside)


def candidates_in(
    field: Field, notebook: Notebook, *, set_aside: frozenset[str] = frozenset()
) -> tuple[Candidate, ...]:
    found = beside_labels(field, notebook, set_aside=set_aside) + in_prose(field, notebook, set_aside=set_aside)
    found += called_so(field, notebook, set_aside=set_aside)
    found += in_heads(field, notebook, set_aside=set_aside)
    found += appointments(field, notebook, set_aside=set_aside)
    if asks_for_parties(field):
        found += parties(field, notebook, set_aside=set_aside)
    if not field.labels:
        found += answers_to(field, notebook, set_aside=set_aside)[:1]
    best: dict[tuple[str, int, int], Candidate] = {}
    for candidate in found:
        held = best.get(candidate.place)
        if held is None or held.score < candidate.score:
            best[candidate.place] = candidate
    for candidate in [one for one in best.values() if reads_as_a_sentence(one.value.text)]:
        if any(_inside(one, candidate) and one.score >= _AS_SURE * candidate.score for one in best.values()):
            del best[candidate.place]  # the sentence says it, and a phrase of it is the value
    vetted_ones = [vetted(field, candidate, notebook) for candidate in best.values()]
    vetted_ones = [one for one in vetted_ones if one is None or not _in_another_currency(field, one, vetted_ones)]
    kept = by_orders(field, [one for one in vetted_ones if one is not None], notebook)
    kept = by_totals(field, by_legibility(field, kept, notebook), notebook)
    kept = by_signatures(field, kept, notebook)
    return tuple(
        sorted(
            kept,
            key=lambda one: (-one.score, one.document, one.page, one.value_span.start),
        )
    )


def _in_another_currency(field: Field, candidate: Candidate, others: Iterable[Candidate | None]) -> bool:
    """Whether its label names another currency than the field's, which a label of the same paper names as well."""
    if field.type is not FieldType.MONEY or field.currency is None or not candidate.label:
        return False
    if currency_in(candidate.label) in (None, field.currency):
        return False
    return any(
        other is not None
        and other.document == candidate.document
        and other.label is not None
        and currency_in(other.label) == field.currency
        for other in others
    )


def _inside(inner: Candidate, outer: Candidate) -> bool:
    return (
        inner is not outer
        and (inner.document, inner.page) == (outer.document, outer.page)
        and outer.value_span.start <= inner.value_span.start
        and inner.value_span.end <= outer.value_span.end
    )
