"""From candidates to an answer: one value, rivals, or not enough."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from rapidfuzz import fuzz

from agents.labels.appointments import alike
from agents.labels.found import Candidate
from agents.labels.near_misses import is_near
from agents.parties.names import mostly_shared
from evidence.conflict import same_value, similar_value
from evidence.fields import Field, FieldType
from evidence.findings import TypedValue
from evidence.misreadings import skeleton
from evidence.reasons import Reason, because
from evidence.values.transliteration import romanised

ACCEPT = 0.66
"""Least score that is answered; below it a candidate is partial evidence."""
MARGIN = 0.9
"""A rival within this share of the best score makes the field ambiguous."""
PARTIAL = 0.42
_ON_TOPIC = 0.82
_LIST_MARGIN = 0.85
_AGREEMENT = 0.015
"""What each further place that says the same adds, up to three."""
_ALIKE_TEXT = 60.0
"""Of 100: two wordings that share this much say the same thing in other words."""
_MISREAD = 88.0
"""Of 100: two names in one document that share this much are one name, once misread."""
_FULLEST = 0.85
"""Share of the best score from which a fuller form of the same name is taken instead."""
_MOST_RIVALS = 3
_MOST_COMPARED = 300
"""Of the best names; what is named below them under the same labels decides nothing any more."""
_POSTAL = 5
"""Digits from which a number in an address is a postal code."""
_WORDED = frozenset({FieldType.TEXT, FieldType.LONG_TEXT, FieldType.ADDRESS})
_FIGURES = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT})
_NAMES = frozenset({FieldType.PERSON, FieldType.ORGANISATION})
NOTHING = because("nothing_named", "no label, heading or phrase of the documents names this field")
OUT_OF_FORCE = because(
    "out_of_force", "only a paper says it that is expired, annulled or replaced by what the papers themselves say"
)
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")


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
    reason: Reason | None
    otherwise: tuple[Cluster, ...] = ()
    """Said as surely in another language or script, and not known to be the same: a person must see them."""


def clusters_of(candidates: Iterable[Candidate]) -> list[Cluster]:
    """Best first."""
    groups: list[list[Candidate]] = []
    alike: dict[str, list[list[Candidate]]] = defaultdict(list)
    for candidate in sorted(candidates, key=lambda one: -one.score):
        near = alike[_likeness(candidate.value)]
        for group in near[:_MOST_COMPARED]:
            if any(_says_the_same(member, candidate) for member in group[:4]):
                group.append(candidate)
                break
        else:
            groups.append([candidate])
            near.append(groups[-1])
    made = []
    for group in groups:
        places = {(member.document, member.page) for member in group if member.score > 0.8 * group[0].score}
        made.append(Cluster(tuple(group), group[0].score + _AGREEMENT * min(len(places) - 1, 3)))
    return sorted(made, key=lambda cluster: -cluster.score)


def choose_all(candidates: Iterable[Candidate], field: Field) -> Choice:
    """For a list: every value that is sure enough, each once, in the order in which the documents give them."""
    clusters = [_fullest(cluster, field) for cluster in clusters_of(candidates)]
    accepted = [cluster for cluster in clusters if cluster.score >= ACCEPT and cluster.best.certain]
    if not accepted:
        return Choice(
            (), _near(clusters, field), because("no_list", "no list of these was found under a label or in a preamble")
        )
    accepted = [cluster for cluster in accepted if cluster.score >= _LIST_MARGIN * accepted[0].score]
    return Choice(tuple(sorted(accepted, key=lambda cluster: cluster.best.place)), (), None)


def choose(candidates: Iterable[Candidate], field: Field) -> Choice:
    clusters = clusters_of(candidates)
    if not clusters:
        return Choice((), (), NOTHING)
    clusters = [_fullest(cluster, field) for cluster in _preferred(clusters, field)]
    best = clusters[0]
    partial = _near(clusters, field)
    if best.score < ACCEPT and not any(member.in_force for member in best.members):
        return Choice((), partial, OUT_OF_FORCE)
    if best.score < ACCEPT and (best.best.certain or best.score < PARTIAL):
        loosely = because("named_loosely", "what was found is named too loosely to be taken")
        return Choice((), partial, loosely if partial else NOTHING)
    if not best.best.certain:
        why = "{value!r} can be read in more than one way; a person has to decide"
        return Choice((), partial, because("ambiguous", why, value=best.best.value.text))
    rivals = [
        cluster
        for cluster in clusters[1:]
        if cluster.score >= _margin(field) * best.score and _contradict(best, cluster)
    ]
    if len(rivals) > _MOST_RIVALS:
        why = "{count} different values stand under labels that fit equally well"
        return Choice((), partial, because("many_values", why, count=len(rivals) + 1))
    near = [cluster for cluster in clusters[1:] if cluster.score >= MARGIN * best.score and cluster not in rivals]
    otherwise = tuple(cluster for cluster in near if _is_foreign(best, cluster) and not _same_across(best, cluster))
    return Choice((best, *rivals), partial, None, otherwise)


def _near(clusters: list[Cluster], field: Field) -> tuple[Candidate, ...]:
    """What comes nearest to an answer, and would be taken for an attempt at this very field."""
    return tuple(
        cluster.best
        for cluster in clusters[:3]
        if cluster.score >= ACCEPT or (cluster.score >= PARTIAL and is_near(cluster.best, field))
    )


def _margin(field: Field) -> float:
    """Papers of the kind that is asked for contradict each other however loosely one of them words it."""
    return _ON_TOPIC if field.papers and field.type in _FIGURES else MARGIN


def _likeness(value: TypedValue) -> str:
    """Two values that say the same have it in common, so that in a long file not each is held against each."""
    if value.type in _NAMES:
        return ""
    if value.type is FieldType.IDENTIFIER:
        return skeleton(value.normalised).upper()
    return romanised(value.normalised)


def _says_the_same(one: Candidate, other: Candidate) -> bool:
    a, b = one.value, other.value
    if same_value(a, b) or similar_value(a, b):
        return True
    if a.type in _NAMES:
        if _holds(a.normalised, b.normalised) or _holds(b.normalised, a.normalised):
            return True
        return one.document == other.document and fuzz.ratio(a.normalised, b.normalised) >= _MISREAD
    return False


def _holds(longer: str, shorter: str) -> bool:
    """Whether one name is the other with more said: its words in their order, two of them or more."""
    words = re.findall(r"\w+", shorter)
    joined = r"\W+".join(map(re.escape, words))
    return len(words) >= 2 and re.search(rf"(?<!\w){joined}(?!\w)", longer) is not None


def _contradict(one: Cluster, other: Cluster) -> bool:
    """Texts in two wordings are no contradiction, nor are two languages where code cannot tell that they differ."""
    a, b = one.best.value, other.best.value
    foreign = _is_foreign(one, other)
    if a.type in _NAMES:
        return not foreign or not _same_across(one, other)
    if a.type not in _WORDED:
        return True
    if foreign:
        return a.type is FieldType.ADDRESS and _numbers_differ(a.text, b.text)
    return fuzz.token_set_ratio(a.normalised, b.normalised) < _ALIKE_TEXT and one.documents != other.documents


def _is_foreign(one: Cluster, other: Cluster) -> bool:
    return _script(one.best.value.text) != _script(other.best.value.text) or _in_two_languages(one.best, other.best)


def _same_across(one: Cluster, other: Cluster) -> bool:
    """Whether two values in two languages or scripts are one, as far as letters and numbers show."""
    a, b = one.best.value, other.best.value
    if a.type is FieldType.PERSON:
        return alike(a, b)
    if a.type is FieldType.ORGANISATION:
        return mostly_shared(a.text, b.text)
    if a.type not in _WORDED:
        return False
    ours, theirs = romanised(a.normalised), romanised(b.normalised)
    return not _numbers_differ(a.text, b.text) and fuzz.token_set_ratio(ours, theirs) >= _ALIKE_TEXT


def _numbers_differ(one: str, other: str) -> bool:
    """Whether each has a number that the other lacks; a postal code may be left out."""
    ours, theirs = ({n for n in re.findall(r"\d+", text) if len(n) < _POSTAL} for text in (one, other))
    return not ours <= theirs and not theirs <= ours


def _in_two_languages(one: Candidate, other: Candidate) -> bool:
    """Both known, and different: ``uz-Latn`` and ``uz-Cyrl`` are two."""
    return one.language is not None and other.language is not None and one.language != other.language


def _preferred(clusters: list[Cluster], field: Field) -> list[Cluster]:
    """Of wordings that fit about equally well, the one in the question's own script first."""
    best = clusters[0]
    if best.best.value.type not in _WORDED | _NAMES:
        return clusters
    wanted = _script(field.question)
    for cluster in clusters:
        if cluster.score < MARGIN * best.score:
            break
        if _script(cluster.best.value.text) == wanted:
            return [cluster, *(other for other in clusters if other is not cluster)]
    return clusters


def _fullest(cluster: Cluster, field: Field) -> Cluster:
    """A name in full rather than with initials, in the question's script if the documents give it so."""
    if cluster.best.value.type not in _NAMES:
        return cluster
    wanted = _script(field.question)
    near = [member for member in cluster.members if member.score >= _FULLEST * cluster.best.score]

    def worth(member: Candidate) -> tuple[bool, int, float]:
        letters = sum(letter.isalpha() for letter in member.value.normalised)
        return _script(member.value.text) == wanted, letters, member.score

    first = max(near, key=worth)
    if first.score < 0.97 * cluster.best.score and first.document == cluster.best.document:
        return cluster
    return Cluster((first, *(member for member in cluster.members if member is not first)), cluster.score)


def _script(text: str) -> str:
    cyrillic = len(_CYRILLIC.findall(text))
    return "cyrillic" if 2 * cyrillic > sum(letter.isalpha() for letter in text) else "latin"
