"""Whether a document is about what is asked. ``Date of issue`` stands on a licence, on a passport and on a certificate."""

from functools import lru_cache

from agents.labels.kinds import paper_of, papers_in
from agents.labels.matching import NamedKey
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


def topic_share(field: Field, named: NamedKey, notebook: Notebook) -> float:
    """For a label of general words only: less where nothing that the field speaks of stands on the page or in the title of
    its document. One file may hold a certificate, a policy and a passport.
    """
    label, leaf = named.place.key.stems, named.place.leaf
    if len(notebook.documents) < 2:
        return 1.0
    if not _is_general(label):
        return _ANOTHERS if _says_of_what(label, named.wording.stems, field) else 1.0
    labelled = _topic(field.labels, "") - frozenset(label)
    if labelled and field.type is FieldType.DATE and _is_on_another_paper(field, leaf, notebook):
        return _ANOTHERS
    topic = labelled or _topic(field.labels, field.question) - frozenset(label)
    if not topic or any(leaf in notebook.leaves_with((stem,)) for stem in topic):
        return 1.0
    document = notebook.leaves[leaf].document
    first = notebook.leaves_of(document)[0]
    if first != leaf and topic & frozenset(stems_of(opening_of(notebook.layout(first).page))):
        return 1.0
    return _ANOTHERS if labelled and field.type in _OF_THE_PAPER else OFF_TOPIC


def _says_of_what(label: tuple[str, ...], wording: tuple[str, ...], field: Field) -> bool:
    """Whether a label that is general in the field's own words says here of which other paper: ``Date of issue of the
    policy``.
    """
    if field.type not in _OF_THE_PAPER or not _is_general(wording):
        return False
    further = frozenset(stem for stem in label if not _is_general((stem,)) and not stem[0].isdigit() and len(stem) > 2)
    return bool(further) and not further & _topic(field.labels, field.question)


def _is_on_another_paper(field: Field, leaf: int, notebook: Notebook) -> bool:
    """A page of a passport, which the field does not ask about; of a licence's day, any page that is no licence."""
    asked = papers_in(" ".join((field.question, *field.labels)))
    own = paper_of(notebook.layout(leaf))
    return not asked & own if asked else "passport" in own


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
