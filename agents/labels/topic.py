"""Whether a document is about what is asked. ``Date of issue`` stands on a licence, on a passport and on a certificate."""

from functools import lru_cache

from agents.labels.kinds import paper_of, papers_in
from agents.labels.notebook import Notebook
from agents.labels.questions import asking_words
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from agents.papers import opening_of
from evidence.fields import Field, FieldType

_GENERAL = frozenset({"number", "date", "amount", "name", "issued", "start", "end", "total", "address", "currency"})
"""Word groups that say what kind of value it is and not of what."""
OFF_TOPIC = 0.87
_ANOTHERS = 0.62
"""Below what is answered: the day on which a passport was issued is no licence's, whatever else fits."""
_OF_THE_PAPER = frozenset({FieldType.DATE, FieldType.IDENTIFIER})


def topic_share(field: Field, label: tuple[str, ...], leaf: int, notebook: Notebook) -> float:
    """For a label of general words only: less where nothing that the field speaks of stands on the page or in the title of
    its document. One file may hold a certificate, a policy and a passport.
    """
    if len(notebook.documents) < 2 or not _is_general(label):
        return 1.0
    named = _topic(field.labels, "") - frozenset(label)
    if named and field.type is FieldType.DATE and _is_of_a_person(field, leaf, notebook):
        return _ANOTHERS
    topic = named or _topic(field.labels, field.question) - frozenset(label)
    if not topic or any(leaf in notebook.leaves_with((stem,)) for stem in topic):
        return 1.0
    document = notebook.leaves[leaf].document
    first = notebook.leaves_of(document)[0]
    if first != leaf and topic & frozenset(stems_of(opening_of(notebook.layout(first).page))):
        return 1.0
    return _ANOTHERS if named and field.type in _OF_THE_PAPER else OFF_TOPIC


def _is_of_a_person(field: Field, leaf: int, notebook: Notebook) -> bool:
    """A page of a passport, which the field does not ask about."""
    asked = papers_in(" ".join((field.question, *field.labels)))
    return "passport" in paper_of(notebook.layout(leaf)) and "passport" not in asked


def _is_general(label: tuple[str, ...]) -> bool:
    known = thesaurus()
    return all(stem in known.empty or known.groups.get(stem, frozenset()) & _GENERAL for stem in label)


@lru_cache(maxsize=2048)
def _topic(labels: tuple[str, ...], question: str) -> frozenset[str]:
    known = thesaurus()
    stems = {stem for label in (*labels, question) for stem in stems_of(label)}
    stems -= known.empty | asking_words()
    return frozenset(
        stem
        for stem in stems
        if not known.groups.get(stem, frozenset()) & _GENERAL and not stem[0].isdigit() and len(stem) > 2
    )
