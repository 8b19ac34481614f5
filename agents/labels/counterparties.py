"""The other side of a contract is never the one whom the case is about, and a purchase is no sale."""

from collections.abc import Iterable

from rapidfuzz import fuzz

from agents.labels.beside import regions_of
from agents.labels.found import Candidate
from agents.labels.notebook import Notebook
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from agents.parties.names import core_words, name_spans
from evidence.fields import Field, FieldType

_LEAST_NAME = 4
"""Letters of a name without its legal form that may be looked for inside another."""

_NEARLY = 74.0
"""Of 100, for every word of a name of several: too little to say that two are one, enough not to take a party for its own
counterparty."""


def against_the_subject(
    field: Field, candidates: Iterable[Candidate], subject: str | None, notebook: Notebook
) -> list[Candidate]:
    """Without the subject itself as its own counterparty, and without papers in which it stands on the other side."""
    kept = list(candidates)
    if subject is None or field.about_subject:
        return kept
    if field.type in (FieldType.ORGANISATION, FieldType.PERSON, FieldType.TEXT) and _names_a_counterparty(field):
        kept = [one for one in kept if not is_the_subject(one.value.text, subject)]
    side = _wrong_side(field)
    if side is not None and kept:
        wrong = {
            document for document in {one.document for one in kept} if _is_named_as(side, document, subject, notebook)
        }
        kept = [one for one in kept if one.document not in wrong]
    return kept


def _names_a_counterparty(field: Field) -> bool:
    """All labels, or the first, open with the other party's role."""
    known = thesaurus()
    return bool(field.labels) and any(stem in known.counterparties for stem in stems_of(field.labels[0]))


def is_the_subject(text: str, subject: str) -> bool:
    """The same organisation or person in any script, whatever its legal form; ``subject`` may hold its number too."""
    name = core_words(subject.split(", ")[0])
    return sum(map(len, name)) >= _LEAST_NAME and (
        bool(name_spans(text, name)) or _transliterates(core_words(text), name)
    )


def _transliterates(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """A name as it is written abroad: word by word nearly the same (``Farmatsevtika``, ``Pharmaceutics``)."""
    return len(words) == len(name) > 1 and all(
        fuzz.ratio(mine, other) >= _NEARLY for mine, other in zip(words, name, strict=True)
    )


def _wrong_side(field: Field) -> str | None:
    """The word group of the role in which the subject cannot stand where the field speaks of its sales or purchases."""
    known = thesaurus()
    said = {stem for label in (*field.labels, field.question) for stem in stems_of(label)}
    sold, bought = bool(said & known.members["export"]), bool(said & known.members["import"])
    if sold == bought:
        return None
    return "buyer" if sold else "seller"


def _is_named_as(side: str, document: str, subject: str, notebook: Notebook) -> bool:
    roles = thesaurus().members[side]
    for number in sorted(notebook.keys_with(roles)):
        placed = notebook.keys[number]
        if notebook.leaves[placed.leaf].document != document or len(placed.key.stems) > 3:
            continue
        layout = notebook.layout(placed.leaf)
        region = next(iter(regions_of(layout, placed.key)), None)
        if region is not None and is_the_subject(layout.text[region.start : region.end], subject):
            return True
    return False
