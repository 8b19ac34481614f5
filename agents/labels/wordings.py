"""The ways in which documents may name what a field asks for: its labels, what they stand for, and its question."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from agents.labels.thesaurus import Thesaurus, thesaurus
from agents.labels.words import key_of, stem_of, words_of
from evidence.fields import Column, Field, FieldType

_ALTERNATIVES = re.compile(r"\s*/\s*|\s+(?:or|или|ou|yoki|ёки)\s+", re.IGNORECASE)
_LISTED_ALTERNATIVES = re.compile(
    r"((?:[\w#№.-]+,\s+)*[\w#№.-]+)\s+(?:or|или|ou|yoki)\s+([\w#№.-]+)(?:\s+([\w#№.-]+))?", re.IGNORECASE
)
_PARENTHESIS = re.compile(r"\s*\([^()]*\)")
_YEAR = re.compile(r"(?:19|20)\d\d")


class Facet(StrEnum):
    """Which end of a range is asked for."""

    START = "start"
    END = "end"


class Wording(NamedTuple):
    stems: tuple[str, ...]
    weights: tuple[float, ...]
    strength: float
    """1 for the author's own label, less for what we made of it."""
    facet: Facet | None
    shown: str


_IMPLIED: dict[FieldType, frozenset[str]] = {
    FieldType.DATE: frozenset({"date"}),
    FieldType.MONEY: frozenset({"amount", "total"}),
    FieldType.NUMBER: frozenset({"amount", "number", "total"}),
    FieldType.PERCENT: frozenset({"amount"}),
    FieldType.IDENTIFIER: frozenset({"number"}),
    FieldType.PERSON: frozenset({"name"}),
    FieldType.ORGANISATION: frozenset({"name"}),
    FieldType.ADDRESS: frozenset({"address"}),
}
_OWN, _SAME, _ASKED = 1.0, 0.93, 0.97


def wordings_of(field: Field | Column) -> tuple[Wording, ...]:
    """Strongest first, each sequence of stems once."""
    return _wordings(field.labels, field.type, field.question if isinstance(field, Field) else "")


@lru_cache(maxsize=4096)
def _wordings(labels: tuple[str, ...], kind: FieldType, question: str) -> tuple[Wording, ...]:
    known = thesaurus()
    found: dict[tuple[tuple[str, ...], Facet | None], Wording] = {}
    facet = facet_of(" ".join((*labels, question)), kind)

    def add(label: str, stems: tuple[str, ...], strength: float) -> None:
        for made in _with_facet(stems, strength, facet, known):
            if not made[0] or all(stem in known.empty for stem in made[0]):
                continue
            wording = Wording(made[0], _weights(made[0], kind, known), made[1], made[2], label)
            held = found.get((wording.stems, wording.facet))
            if held is None or held.strength < wording.strength:
                found[(wording.stems, wording.facet)] = wording

    for place, label in enumerate(labels):
        own = _OWN - min(place, 5) * 0.004
        for variant in variants(label):
            stems = _stems(variant)
            add(label, stems, own)
            for other in _same_phrases(_reduced(stems, known), known):
                add(label, other, own * _SAME)
    if labels:
        for variant in _asked_alternatives(question):
            add(question, _stems(variant), _ASKED)
    return tuple(sorted(found.values(), key=lambda wording: -wording.strength))


def variants(label: str) -> Iterator[str]:
    """``Contract / Order no.`` is ``Contract no.`` and ``Order no.``; what stands in brackets may be missing."""
    yield label
    bare = _PARENTHESIS.sub("", label).strip()
    if bare and bare != label:
        yield bare
        yield from (inner for inner in re.findall(r"\(([^()]*)\)", label) if len(inner) >= 3)
    parts = [part for part in _ALTERNATIVES.split(bare or label) if part.strip()]
    if len(parts) < 2 or any(len(part) == 1 for part in parts):
        return  # "р/с", "c/o": one abbreviation
    last = parts[-1].split()
    for part in parts:
        words = part.split()
        # "Contract" alone does not say what of the contract is asked for
        yield " ".join([*words, *last[len(words) :]]) if len(words) < len(last) else part


def facet_of(wanted: str, kind: FieldType) -> Facet | None:
    if kind is not FieldType.DATE:
        return None
    known = thesaurus()
    stems = set(_stems(wanted))
    starts, ends = bool(stems & known.members["start"]), bool(stems & known.members["end"])
    if starts == ends:
        return None
    return Facet.START if starts else Facet.END


def _with_facet(
    stems: tuple[str, ...], strength: float, facet: Facet | None, known: Thesaurus
) -> Iterator[tuple[tuple[str, ...], float, Facet | None]]:
    """``Flight start``, and ``Flight`` where a range stands, of which the start is taken."""
    yield stems, strength, None
    if facet is None:
        return
    whole = tuple(stem for stem in stems if stem not in known.members[facet.value])
    if whole and any(stem not in known.empty and stem not in known.members["date"] for stem in whole):
        yield whole, strength * 0.99, facet
        for other in _same_phrases(whole, known):
            yield other, strength * _SAME, facet


def _same_phrases(stems: tuple[str, ...], known: Thesaurus) -> Iterator[tuple[str, ...]]:
    for group in known.phrases:
        if stems in group:
            yield from (other for other in group if other != stems)


def _reduced(stems: tuple[str, ...], known: Thesaurus) -> tuple[str, ...]:
    return tuple(stem for stem in stems if not _YEAR.fullmatch(stem)) or stems


def _asked_alternatives(question: str) -> Iterator[str]:
    """``contract, order or invoice number`` asks for any of three numbers."""
    for match in _LISTED_ALTERNATIVES.finditer(question):
        listed = [part.strip() for part in match.group(1).split(",")] + [match.group(2)]
        head = match.group(3)
        if head is None or key_of(head.strip(".#№-")) in thesaurus().empty:
            continue
        if stem_of(key_of(head.strip(".?"))) not in thesaurus().groups:
            continue
        for part in listed:
            yield f"{part} {head}"


def _weights(stems: tuple[str, ...], kind: FieldType, known: Thesaurus) -> tuple[float, ...]:
    implied = _IMPLIED.get(kind, frozenset())
    weights = []
    for stem in stems:
        if stem in known.empty and len(stems) > 1:
            weights.append(0.0)
        elif _YEAR.fullmatch(stem):
            weights.append(0.15)
        elif known.groups.get(stem, frozenset()) & implied and len(stems) > 1:
            weights.append(0.3)
        else:
            weights.append(1.0)
    if not any(weights):
        return tuple(1.0 for _ in stems)
    return tuple(weights)


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem_of(word.key) for word in words_of(text))


def years_of(field: Field) -> frozenset[str]:
    """Years that the field names; a figure under another year's heading is not its."""
    named = " ".join((field.question, *field.labels))
    return frozenset(_YEAR.findall(named))
