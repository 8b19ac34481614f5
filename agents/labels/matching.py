"""How well a key text names what is asked for."""

from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from agents.labels.keys import KeyText
from agents.labels.notebook import Notebook, PlacedKey
from agents.labels.thesaurus import Thesaurus, thesaurus
from agents.labels.wordings import Facet, Wording
from evidence.fields import FieldType

LEAST = 0.5
"""Below this a key names something else."""
_ALIKE = 0.97
"""Another word for *number*, *date*, *amount*: they add nothing to the type."""
_SYNONYM = 0.5
"""Another word for the thing itself: a customer is often, not always, a buyer. Alone it is no answer."""
_OWN_LABEL = 0.95
"""Strength from which a wording is the author's own."""
MOST_KEYS = 600
"""Of one field; a label that stands on every page proves nothing more on the next."""
_LONG_ENOUGH = 6
_QUALIFIED = 0.88
"""A label with more said in brackets gives way to the same label without."""
_MISREAD = 0.9
"""What a key is worth of which OCR got a letter wrong."""
_HALF = 0.94
"""A label that asks for two things at once."""
_TELLABLE = frozenset(
    {FieldType.DATE, FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT, FieldType.IDENTIFIER, FieldType.PERSON}
)
"""Types whose value can be told from the other that stands beside it."""
_NOTHING: frozenset[str] = frozenset()
_IMPLIED: dict[FieldType, frozenset[str]] = {
    FieldType.DATE: frozenset({"date", "period"}),
    FieldType.MONEY: frozenset({"amount", "total", "currency", "money_unit"}),
    FieldType.NUMBER: frozenset({"amount", "number"}),
    FieldType.PERCENT: frozenset({"rate"}),
    FieldType.IDENTIFIER: frozenset({"number"}),
    FieldType.PERSON: frozenset({"name"}),
    FieldType.ORGANISATION: frozenset({"name"}),
    FieldType.ADDRESS: frozenset({"address"}),
}
"""Word groups that a key may hold besides the label: the type says as much."""
_LEAST_OF_SYNONYM = 0.8
"""Half a synonym proves nothing."""


class NamedKey(NamedTuple):
    place: PlacedKey
    wording: Wording
    fit: float
    """0-1; 1 = the author's label, word for word."""

    @property
    def facet(self) -> Facet | None:
        return self.wording.facet


class Vetoes(NamedTuple):
    """Labels that look alike and mean something else, as sets of stems."""

    stop: tuple[frozenset[str], ...]
    asked: frozenset[str]
    """Every stem of the field's own labels and question: tells which side of a contrast is wanted."""


def named_keys(notebook: Notebook, wordings: tuple[Wording, ...], *, kind: FieldType, vetoes: Vetoes) -> list[NamedKey]:
    """The keys of the case that name the field, best first; each key once, with the wording that fits it best."""
    known = thesaurus()
    wanted: set[str] = set()
    for wording in wordings:
        core = [stem for stem, weight in zip(wording.stems, wording.weights, strict=True) if weight >= 1.0]
        wanted.update(alike for stem in core or wording.stems for alike in known.alike(stem))
    misread = _misread(notebook.ocr_stems - wanted, wanted)
    judged: dict[tuple[tuple[str, ...], tuple[str, ...], bool], tuple[float, Wording] | None] = {}
    found: list[NamedKey] = []
    for number in notebook.keys_with(wanted | misread.keys()):
        place = notebook.keys[number]
        stems = place.key.stems
        said = stems, place.key.qualified, place.key.is_half
        if said not in judged:
            judged[said] = _best_wording(place.key, wordings, kind=kind, vetoes=vetoes, known=known)
            if judged[said] is None and not misread.keys().isdisjoint(stems) and notebook.leaves[place.leaf].is_ocr:
                meant = place.key._replace(stems=tuple(misread.get(stem, stem) for stem in stems))
                close = _best_wording(meant, wordings, kind=kind, vetoes=vetoes, known=known)
                judged[said] = (close[0] * _MISREAD, close[1]) if close is not None else None
        best = judged[said]
        if best is not None:
            found.append(NamedKey(place, best[1], best[0]))
    found.sort(key=lambda named: (-named.fit, named.place.leaf, named.place.key.start))
    return found[:MOST_KEYS]


def _misread(seen: set[str], wanted: set[str]) -> dict[str, str]:
    """Words of OCR pages that are a wanted word but for one letter; short words are too alike to tell."""
    long = [stem for stem in wanted if len(stem) >= _LONG_ENOUGH and stem.isalpha()]
    found: dict[str, str] = {}
    for stem in seen:
        if len(stem) >= _LONG_ENOUGH - 1:
            for meant in long:
                if abs(len(stem) - len(meant)) <= 1 and Levenshtein.distance(stem, meant, score_cutoff=1) <= 1:
                    found[stem] = meant
                    break
    return found


def _best_wording(
    key: KeyText, wordings: tuple[Wording, ...], *, kind: FieldType, vetoes: Vetoes, known: Thesaurus
) -> tuple[float, Wording] | None:
    best: tuple[float, Wording] | None = None
    for wording in wordings:
        if best is not None and wording.strength <= best[0]:
            break  # strongest first: no later one can fit better
        fit = likeness(key, wording, kind=kind, vetoes=vetoes, known=known)
        if fit >= LEAST and (best is None or fit > best[0]):
            best = fit, wording
    return best


def likeness(key: KeyText, wording: Wording, *, kind: FieldType, vetoes: Vetoes, known: Thesaurus) -> float:
    found = frozenset(key.stems)
    if any(stop <= found for stop in vetoes.stop):
        return 0.0
    if known.contrast(vetoes.asked, found):
        return 0.0
    if key.is_half:
        if kind not in _TELLABLE:
            return 0.0
        return _HALF * likeness(key._replace(is_half=False), wording, kind=kind, vetoes=vetoes, known=known)
    if key.qualified:
        if _is_stopped(key.qualified, vetoes, known):
            return 0.0
        return _QUALIFIED * likeness(key._replace(qualified=()), wording, kind=kind, vetoes=vetoes, known=known)
    exact = key.stems == wording.stems
    if exact:
        return wording.strength
    used: set[int] = set()
    covered = total = 0.0
    for stem, weight in zip(wording.stems, wording.weights, strict=True):
        total += weight
        if weight == 0.0:
            continue
        place, share = _place_of(stem, key.stems, used, known, alike=_ALIKE if weight < 1.0 else _SYNONYM)
        if place is not None:
            used.add(place)
            covered += weight * share
    if covered == 0.0:
        return 0.0
    extra = sum(_extra_weight(stem, kind, known) for place, stem in enumerate(key.stems) if place not in used)
    missing = total - covered
    whole = covered / (covered + 0.6 * missing + 0.55 * extra)
    if wording.strength < _OWN_LABEL and whole < _LEAST_OF_SYNONYM:
        return 0.0
    return wording.strength * whole


def _is_stopped(qualified: tuple[str, ...], vetoes: Vetoes, known: Thesaurus) -> bool:
    """Whether the other part of the label, or all of it, is what sets a stop label apart from the field's own."""
    said = frozenset(qualified) - known.empty
    if known.contrast(vetoes.asked, said):
        return True
    apart = frozenset(stem for stem in said if known.alike(stem).isdisjoint(vetoes.asked))
    return bool(apart) and apart == said and any(said <= stop for stop in vetoes.stop)


def _place_of(
    stem: str, stems: tuple[str, ...], used: set[int], known: Thesaurus, *, alike: float
) -> tuple[int | None, float]:
    like = known.alike(stem)
    second: int | None = None
    for place, other in enumerate(stems):
        if place in used:
            continue
        if other == stem:
            return place, 1.0
        if second is None and other in like:
            second = place
    return second, alike


def _extra_weight(stem: str, kind: FieldType, known: Thesaurus) -> float:
    if stem in known.empty:
        return 0.0
    if stem[0].isdigit():
        return 0.1
    if stem in known.distancing:
        return 2.2
    groups = known.groups.get(stem, frozenset())
    if groups & _IMPLIED.get(kind, _NOTHING):
        return 0.08
    if stem in known.kinds:
        return 0.6
    return 1.0
