"""From candidates to an answer: one value, rivals, or not enough."""

from collections.abc import Iterable
from typing import NamedTuple

from agents.labels.found import Candidate
from evidence.conflict import same_value

ACCEPT = 0.66
"""Least score that is answered; below it a candidate is partial evidence."""
MARGIN = 0.9
"""A rival within this share of the best score makes the field ambiguous."""
_LIST_MARGIN = 0.85
PARTIAL = 0.42
_AGREEMENT = 0.015
"""What each further place that says the same adds, up to three."""


class Cluster(NamedTuple):
    """Candidates that say the same."""

    members: tuple[Candidate, ...]
    score: float

    @property
    def best(self) -> Candidate:
        return self.members[0]

    @property
    def documents(self) -> frozenset[str]:
        return frozenset(member.document for member in self.members)


class Choice(NamedTuple):
    accepted: tuple[Cluster, ...]
    """One; several rivals; none."""
    partial: tuple[Candidate, ...]
    reason: str | None


def clusters_of(candidates: Iterable[Candidate]) -> list[Cluster]:
    """Best first."""
    groups: list[list[Candidate]] = []
    for candidate in sorted(candidates, key=lambda one: -one.score):
        for group in groups:
            if same_value(group[0].value, candidate.value):
                group.append(candidate)
                break
        else:
            groups.append([candidate])
    made = []
    for group in groups:
        places = {(member.document, member.page) for member in group if member.score > 0.8 * group[0].score}
        made.append(Cluster(tuple(group), group[0].score + _AGREEMENT * min(len(places) - 1, 3)))
    return sorted(made, key=lambda cluster: -cluster.score)


def choose_all(candidates: Iterable[Candidate]) -> Choice:
    """For a list: every value that is sure enough, each once, in the order in which the documents give them."""
    clusters = clusters_of(candidates)
    accepted = [cluster for cluster in clusters if cluster.score >= ACCEPT and cluster.best.certain]
    if not accepted:
        partial = tuple(cluster.best for cluster in clusters[:3] if cluster.score >= PARTIAL)
        return Choice((), partial, "no list of these was found under a label or in the preamble")
    accepted = [cluster for cluster in accepted if cluster.score >= _LIST_MARGIN * accepted[0].score]
    return Choice(tuple(sorted(accepted, key=lambda cluster: cluster.best.place)), (), None)


def choose(candidates: Iterable[Candidate]) -> Choice:
    clusters = clusters_of(candidates)
    if not clusters:
        return Choice((), (), "no label, heading or phrase of the documents names this field")
    best = clusters[0]
    partial = tuple(cluster.best for cluster in clusters[:3] if cluster.score >= PARTIAL)
    if best.score < ACCEPT:
        return Choice((), partial, "what looks like it is named too loosely to be taken")
    if not best.best.certain:
        return Choice((), partial, f"{best.best.value.text!r} can be read in more than one way")
    rivals = [cluster for cluster in clusters[1:] if cluster.score >= MARGIN * best.score]
    if len(rivals) > 3:
        return Choice((), partial, f"{len(rivals) + 1} different values stand under labels that fit equally well")
    return Choice((best, *rivals), partial, None)
