"""Who signed an older paper gives way to who signs the newer ones and is named in the post elsewhere as well.

A signature says who held a post on the paper's day, no more. A statement of two years ago is no evidence against the present
director where later papers name another; where nobody else names that other one, the two stand against each other.
"""

import re
from collections.abc import Sequence

from agents.labels.appointments import OUT_OF_OFFICE, alike
from agents.labels.found import Candidate
from agents.labels.notebook import Notebook
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from evidence.conflict import similar_value
from evidence.fields import Field, FieldType

_BLANK = re.compile(r"_{3,}|\u2014{3,}|\u2013{3,}|\.{5,}|\u2026{2,}")
"""The place left for a signature."""
_LEAST_PAPERS = 2


def by_signatures(field: Field, candidates: Sequence[Candidate], notebook: Notebook) -> list[Candidate]:
    """Former holders of the post are kept as what was found and is not taken."""
    posts = thesaurus().members["director"] | thesaurus().members["accountant"]
    if field.type is not FieldType.PERSON or not any(
        stem in posts for one in field.labels[:1] for stem in stems_of(one)
    ):
        return list(candidates)
    people = _people(candidates)
    former = [person for person in people if _is_former(person, people, notebook)]
    gone = {candidate.place for person in former for candidate in person}
    return [
        one.model_copy(update={"score": round(one.score * OUT_OF_OFFICE, 4), "in_force": False})
        if one.place in gone
        else one
        for one in candidates
    ]


def _people(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    people: list[list[Candidate]] = []
    for one in candidates:
        for person in people:
            if any(similar_value(one.value, other.value) or alike(one.value, other.value) for other in person):
                person.append(one)
                break
        else:
            people.append([one])
    return people


def _is_former(person: list[Candidate], people: list[list[Candidate]], notebook: Notebook) -> bool:
    if not all(_is_signature(one, notebook) for one in person):
        return False
    days = [notebook.day_of(one.document) for one in person]
    last = max((day for day in days if day is not None), default=None)
    if last is None or None in days:
        return False
    return any(_came_after(other, last, notebook) for other in people if other is not person)


def _came_after(person: list[Candidate], day: str, notebook: Notebook) -> bool:
    later = {one.document for one in person if (notebook.day_of(one.document) or "") > day}
    signed = any(one.document in later and _is_signature(one, notebook) for one in person)
    return signed and len({one.document for one in person}) >= _LEAST_PAPERS and _is_first_after(person, day, notebook)


def _is_first_after(person: list[Candidate], day: str, notebook: Notebook) -> bool:
    """Whether the person signed nothing as old: of two who sign side by side nobody has left."""
    signed = [notebook.day_of(one.document) for one in person if _is_signature(one, notebook)]
    return all(one is None or one > day for one in signed)


def _is_signature(candidate: Candidate, notebook: Notebook) -> bool:
    layout = notebook.layout(notebook.leaf_of(candidate.document, candidate.page))
    line = layout.text.rfind("\n", 0, candidate.value_span.start) + 1
    return _BLANK.search(layout.text, line, candidate.value_span.end + 30) is not None
