"""Who is called so in a paper: ``ООО «X», именуемое в дальнейшем «Залогодатель»`` answers for a field labelled *Залогодатель*."""

from collections.abc import Iterator

from agents.labels.found import Candidate, candidate_of
from agents.labels.labelled import standing
from agents.labels.layout import Layout
from agents.labels.notebook import Notebook
from agents.labels.readings import Reading, worded_value
from agents.labels.words import stems_of
from agents.parties.mentions import Own, mentions
from agents.parties.words import party_words
from evidence.fields import Field, FieldType
from evidence.spans import CharSpan

_CALLED = 0.8
_FIRST = 5_000
"""Characters in which a paper introduces its parties."""
_REACH = 260
"""Characters between a party's name and the short name that it is given."""
_NOBODY = Own((), frozenset())


def called_so(field: Field, notebook: Notebook, *, set_aside: frozenset[str]) -> list[Candidate]:
    """Only for organisations whose labels are short names of one role."""
    if field.type is not FieldType.ORGANISATION or field.list:
        return []
    wanted = {stems for label in field.labels if len(stems := stems_of(label)) <= 2}
    found: list[Candidate] = []
    for document in notebook.documents:
        leaves = notebook.leaves_of(document)
        if document not in set_aside and leaves:
            found += _introduced(field, wanted, notebook, leaves[0])
    return found


def _introduced(field: Field, wanted: set[tuple[str, ...]], notebook: Notebook, leaf: int) -> Iterator[Candidate]:
    layout = notebook.layout(leaf)
    text = layout.text[:_FIRST]
    named = mentions(text, _NOBODY)
    for match in party_words().called.finditer(text):
        if stems_of(match.group("short")) not in wanted:
            continue
        before = [one for one in named if one.end <= match.start() and match.start() - one.end <= _REACH]
        if not before or _names_another(layout, before[-1].end, match.start()):
            continue
        start, end = before[-1].start, before[-1].end
        yield candidate_of(
            Reading(start, end, worded_value(field.type, " ".join(text[start:end].split())), 1.0),
            page=layout.page, evidence=CharSpan(start=start, end=match.end()), label=None,
            score=_CALLED * standing(notebook, leaf), why=f"called {match.group('short')!r}",
            in_force=not notebook.is_lapsed(leaf),
        )  # fmt: skip


def _names_another(layout: Layout, start: int, end: int) -> bool:
    """Whether another party has its short name in between, so that this one is somebody else's."""
    return party_words().called.search(layout.text, start, end) is not None
