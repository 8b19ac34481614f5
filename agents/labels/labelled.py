"""Candidates that stand beside a label."""

from collections.abc import Iterator

from agents.labels.beside import Region, regions_of
from agents.labels.found import Candidate, candidate_of
from agents.labels.layout import Layout
from agents.labels.matching import NamedKey, Vetoes, named_keys
from agents.labels.notebook import Notebook
from agents.labels.readings import Reader, Reading
from agents.labels.thesaurus import thesaurus
from agents.labels.wordings import wordings_of
from evidence.fields import Field, FieldType
from evidence.spans import CharSpan

_LEAST = 0.4
_NARROW = frozenset({FieldType.DATE, FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT, FieldType.IDENTIFIER})


def beside_labels(field: Field, notebook: Notebook, *, set_aside: frozenset[str]) -> list[Candidate]:
    found: list[Candidate] = []
    for named in named_keys(notebook, wordings_of(field), kind=field.type, vetoes=vetoes_of(field)):
        leaf = notebook.leaves[named.place.leaf]
        if leaf.document in set_aside:
            continue
        found.extend(_values_of(field, named, notebook))
    return found


def vetoes_of(field: Field) -> Vetoes:
    own = wordings_of(field)
    asked = frozenset(stem for wording in own if wording.strength > 0.94 for stem in wording.stems)
    stops = tuple(frozenset(wording) for wording in (_stems(label) for label in field.stop_labels) if wording)
    return Vetoes(stops, asked)


def _stems(label: str) -> tuple[str, ...]:
    known = thesaurus()
    from agents.labels.keys import stems_of_label

    return tuple(stem for stem in stems_of_label(label) if stem not in known.empty)


def _values_of(field: Field, named: NamedKey, notebook: Notebook) -> Iterator[Candidate]:
    leaf = notebook.leaves[named.place.leaf]
    layout = notebook.layout(named.place.leaf)
    reader = Reader(field.type, named.facet, leaf.language, field.currency, field.choices)
    key = named.place.key
    label = layout.text[key.start : key.end].strip()
    for region in regions_of(layout, key):
        readings = reader.read(layout.text, region.start, region.end)
        if not readings:
            if field.type not in _NARROW:
                return
            continue
        reading = max(readings, key=lambda one: one.fit)
        score = named.fit * region.closeness * reading.fit
        if score < _LEAST:
            continue
        yield candidate_of(
            reading,
            document=leaf.document,
            page=leaf.number,
            evidence=_evidence(layout, key.start, region, reading),
            label=label,
            score=score,
            why=f"{region.how} {label!r}",
        )
        return


def _evidence(layout: Layout, label: int, region: Region, reading: Reading) -> CharSpan:
    """The label is quoted along where it stands in the same piece; across pieces columns may have come between."""
    if region.how == "same line" and label < reading.start and reading.end - label <= 240:
        return CharSpan(start=label, end=reading.end)
    return CharSpan(start=reading.start, end=reading.end)
