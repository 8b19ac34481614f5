"""A figure of one loan, lot or share against the paper's own total: what is asked of the whole is answered by the total.

Where a paper repeats one label on card after card and says no total, nobody knows which is meant: none is taken.
"""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from agents.labels.found import Candidate
from agents.labels.notebook import Notebook
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from evidence.fields import Field, FieldType

_PART = 0.62
"""What is left of the score of one part of the whole: shown, never an answer."""
_BEHIND_ITS_TOTAL = 0.98
_SURE = 0.66
_SUMMED = frozenset({FieldType.MONEY, FieldType.NUMBER})
_ONE_PLACE = ("right of label", "same line", "below label")
"""Regions of which each label has one."""
_REACH = 4
"""Rows above and below in which the other labels of a card stand."""
_SHARED = 2
"""Other labels in common that make two places cards of one form."""
_LONGEST_LABEL = 60
_WHOLE = frozenset(
    stem
    for word in ("субъекта", "субъекту", "заёмщика", "заёмщику", "клиента", "субъект", "mijoz", "мижоз", "borrower's")
    for stem in stems_of(word)
)
"""Words that say of whom, not of which contract, the figure is."""


class _Around(NamedTuple):
    """What the pieces near a value say."""

    before: frozenset[str]
    behind: frozenset[str]


def by_totals(field: Field, candidates: Sequence[Candidate], notebook: Notebook) -> list[Candidate]:
    if field.type not in _SUMMED:
        return list(candidates)
    by_document: dict[str, list[Candidate]] = defaultdict(list)
    for one in candidates:
        if one.label is not None and one.why.startswith(_ONE_PLACE):
            by_document[one.document].append(one)
    changed: dict[tuple[str, int, int], Candidate] = {}
    for held in by_document.values():
        totals = [one for one in held if is_of_the_whole(one.label or "") and one.score >= _SURE]
        if totals:
            changed |= _parts_behind(totals, [one for one in held if one not in totals])
        else:
            changed |= _of_cards(held, notebook)
    return [changed.get(one.place, one) for one in candidates]


def is_of_the_whole(label: str) -> bool:
    stems = stems_of(label)
    return any(stem in thesaurus().members["total"] for stem in stems[:2]) or any(stem in _WHOLE for stem in stems)


def _parts_behind(totals: list[Candidate], others: list[Candidate]) -> dict[tuple[str, int, int], Candidate]:
    """The total comes in the place of its best part: another paper's figure disputes it as it would the part."""
    parts = [one for one in others if any(_is_part(one, total) for total in totals)]
    best = max((one.score for one in parts), default=0.0)
    changed = {}
    for total in totals:
        score = max(total.score, best if any(_is_part(one, total) for one in parts) else 0.0)
        changed[total.place] = total.model_copy(update={"score": score})
    least = min(one.score for one in changed.values())
    for one in parts:
        same = any(one.value.normalised == total.value.normalised for total in totals)
        score = min(one.score, _BEHIND_ITS_TOTAL * least) if same else one.score * _PART
        changed[one.place] = one.model_copy(update={"score": round(score, 4)})
    return changed


def _is_part(part: Candidate, total: Candidate) -> bool:
    """Whether it may be one: not more than the total, in its currency or in none."""
    units = {one.value.unit for one in (total, part)} - {None}
    try:
        return len(units) < 2 and abs(Decimal(part.value.normalised)) <= abs(Decimal(total.value.normalised))
    except InvalidOperation:
        return False


def _of_cards(held: list[Candidate], notebook: Notebook) -> dict[tuple[str, int, int], Candidate]:
    by_label: dict[str, list[Candidate]] = defaultdict(list)
    for one in held:
        by_label[_key(one.label or "")].append(one)
    changed = {}
    for label, same in by_label.items():
        if len({one.value.normalised for one in same}) < 2:
            continue
        around = [_around(one, label, notebook) for one in same]
        if all(_share_a_form(mine, other) for mine in around for other in around if mine is not other):
            for one in same:
                changed[one.place] = one.model_copy(update={"score": round(one.score * _PART, 4)})
    return changed


def _share_a_form(one: _Around, other: _Around) -> bool:
    return len(one.before & other.before) >= _SHARED or len(one.behind & other.behind) >= _SHARED


def _around(candidate: Candidate, label: str, notebook: Notebook) -> _Around:
    """Pieces of words near the value, as far as the label does not come again."""
    layout = notebook.layout(notebook.leaf_of(candidate.document, candidate.page))
    at = layout.index_at(candidate.value_span.start)
    own = next((n for n in range(at, -1, -1) if _key(layout.of(layout.segments[n])) == label), at)
    row = layout.segments[at].row
    near = [n for n, one in enumerate(layout.segments) if abs(one.row - row) <= _REACH]
    again = [n for n in near if n != own and _key(layout.of(layout.segments[n])) == label]
    first = max((n for n in again if n < own), default=-1)
    last = min((n for n in again if n > at), default=len(layout.segments))
    said = {n: _key(layout.of(layout.segments[n])) for n in near if first < n < last}
    worded = {n: text for n, text in said.items() if _is_worded(text)}
    before = frozenset(text for n, text in worded.items() if n < own)
    return _Around(before, frozenset(text for n, text in worded.items() if n > at))


def _is_worded(text: str) -> bool:
    return 2 < len(text) <= _LONGEST_LABEL and not any(letter.isdigit() for letter in text)


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).split(":")[0].strip()
