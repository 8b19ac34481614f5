"""What is shown beside a field that was not found: only what a person would take for an attempt at it."""

from functools import lru_cache

from agents.labels.found import Candidate
from agents.labels.thesaurus import thesaurus
from agents.labels.wordings import Wording, wordings_of
from agents.labels.words import stems_of
from evidence.fields import Field

_SURE = 0.5
"""Score from which half of a wording's telling words are enough; below it all of them must stand in the label."""
_HALF = 0.5
_SAID_OF_ALL = (
    "number",
    "date",
    "amount",
    "total",
    "name",
    "address",
    "period",
    "borrower",
    "buyer",
    "seller",
    "party",
)
"""Groups of words that stand in labels of everything: ``№`` names no lawsuit, ``Borrower`` no rating of the borrower."""


def is_near(candidate: Candidate, field: Field) -> bool:
    """Whether its label names the field in part. What running text or a heading says has no label, and its score decides."""
    if candidate.label is None:
        return candidate.score >= _SURE
    said = set(stems_of(candidate.label))
    share = max((_share(wording, said) for wording in wordings_of(field)), default=0.0)
    return share >= 1.0 or (share >= _HALF and candidate.score >= _SURE)


def _share(wording: Wording, said: set[str]) -> float:
    """How much of what the wording alone says stands in the label."""
    known = thesaurus()
    held = [stem for stem, weight in zip(wording.stems, wording.weights, strict=True) if weight > 0.0]
    telling = [stem for stem in held if stem not in _general()] or held
    return sum(not known.alike(stem).isdisjoint(said) for stem in telling) / len(telling) if telling else 0.0


@lru_cache(maxsize=1)
def _general() -> frozenset[str]:
    known = thesaurus()
    return known.empty.union(known.counterparties, *(known.members[name] for name in _SAID_OF_ALL))
