"""Candidates that running text gives after a cue phrase."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from agents.labels.data import read_data
from agents.labels.durations import unit_asked
from agents.labels.found import Candidate, candidate_of
from agents.labels.labelled import standing
from agents.labels.layout import Layout
from agents.labels.notebook import Notebook
from agents.labels.readings import Reader, looks_like_money
from agents.labels.takes import LOOK_AHEAD, take
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from evidence.fields import Field, FieldType
from evidence.pages import PageKind
from evidence.spans import CharSpan

_FILE = Path(__file__).with_name("cues.yaml")
_EARLY = 3_000
"""Characters of a document's first page in which its preamble stands."""
_SENTENCE = re.compile(r"[.;!?](?=\s)")
_FORMERLY = re.compile(
    r"(?<!\w)(?:прежн\w+|ранее|до изменения|утратил\w*|formerly|previously|prior to the amendment|anteriormente|antig[oa]"
    r"|avvalgi|олдинги)(?!\w)",
    re.IGNORECASE,
)
_FITTING = 0.5
"""A reading that fits less is in another unit than asked."""
_LONGEST_EVIDENCE = 420
_AMOUNT_BEFORE = re.compile(r"\d[\d\s.,]{5,}[^\d.;,]{0,12}[,;]\s")
_HEAD = 420
"""Characters of a paper's first page."""
_GAP = re.compile(r"~(\d+)~")
_IN_SENTENCE = r"(?:[^.;]|(?<=\d)\.(?=\d)|(?<=\d)\.(?= г)|(?<= г)\.|(?<=\bим)\.|(?<=\bст)\.)"


class Cue(NamedTuple):
    pattern: re.Pattern[str]
    take: str
    score: float
    unless: re.Pattern[str] | None
    early: bool
    first: bool


class Concept(NamedTuple):
    """One thing that documents say in running text, and the questions that ask for it."""

    id: str
    asks: tuple[frozenset[str], ...]
    types: frozenset[FieldType]
    near: frozenset[str]
    headed: frozenset[str]
    """Words of which the paper's first lines must hold one; empty = any paper."""
    cues: tuple[Cue, ...]


def in_prose(field: Field, notebook: Notebook, *, set_aside: frozenset[str]) -> list[Candidate]:
    found: list[Candidate] = []
    stops = tuple(stems_of(label) for label in field.stop_labels)
    for concept in concepts_asked(field):
        leaves = sorted({leaf for stem in concept.near for leaf in notebook.leaves_with((stem,))})
        seen: set[tuple[str, int]] = set()
        for number in leaves:
            leaf = notebook.leaves[number]
            if leaf.document in set_aside or leaf.kind is PageKind.SHEET:
                continue
            if concept.headed and concept.headed.isdisjoint(_head_of(leaf.document, notebook)):
                continue
            first_leaf = number == notebook.leaves_of(leaf.document)[0]
            reader = Reader(
                field.type,
                language=notebook.language_of(leaf),
                currency=field.currency,
                choices=field.choices,
                conventions=notebook.conventions_of(leaf.document),
                unit=unit_asked(field),
            )
            for place, cue in enumerate(concept.cues):
                if (cue.early and not first_leaf) or (cue.first and (leaf.document, place) in seen):
                    continue
                for candidate in _matches(cue, notebook.layout(number), reader, concept.id, stops=stops):
                    share, in_force = standing(notebook, number), not notebook.is_lapsed(number)
                    candidate = candidate.model_copy(update={"score": candidate.score * share, "in_force": in_force})
                    found.append(candidate)
                    seen.add((leaf.document, place))
                    if cue.first:
                        break
    return found


def _head_of(document: str, notebook: Notebook) -> frozenset[str]:
    """Words of the first lines: whose paper it is, and what it is called."""
    return frozenset(stems_of(notebook.layout(notebook.leaves_of(document)[0]).flat[:_HEAD]))


def concepts_asked(field: Field) -> tuple[Concept, ...]:
    labels = tuple(frozenset(stems_of(label)) for label in field.labels)
    question = frozenset(stems_of(field.question))
    return tuple(
        concept
        for concept in concepts()
        if (not concept.types or field.type in concept.types) and _asks(concept, labels, question)
    )


def _asks(concept: Concept, labels: tuple[frozenset[str], ...], question: frozenset[str]) -> bool:
    """A label must say it all; a question must hold all of a phrase of two words or more."""
    return any(any(ask <= label for label in labels) or (len(ask) > 1 and ask <= question) for ask in concept.asks)


def _matches(
    cue: Cue, layout: Layout, reader: Reader, concept: str, *, stops: tuple[tuple[str, ...], ...]
) -> Iterator[Candidate]:
    flat = layout.flat
    for match in cue.pattern.finditer(flat):
        if cue.early and match.start() > _EARLY:
            return
        reading = take(flat, match.end(), how=cue.take, reader=reader)
        if reading is None:
            continue
        start, end = _sentence_around(flat, match.start(), reading.end)
        if cue.unless is not None and cue.unless.search(flat, start, end):
            continue
        if _FORMERLY.search(flat, start, end) or (
            reader.kind is FieldType.MONEY and not looks_like_money(flat, reading)
        ):
            continue
        if stops and _says_any(stops, stems_of(flat[_behind_values(flat, start, reading.start) : reading.end])):
            continue  # what is said after the value is about the next one
        evidence = match.start() if reading.end - match.start() <= _LONGEST_EVIDENCE else reading.start
        yield candidate_of(
            reading._replace(value=_as_written(layout, reading.start, reading.end, reading.value)),
            page=layout.page,
            evidence=CharSpan(start=_word_start(flat, evidence), end=reading.end),
            label=None,
            score=cue.score * (reading.fit if reading.fit < _FITTING else 1.0),
            why=f"running text, {concept.replace('_', ' ')}",
        )


def _behind_values(flat: str, start: int, end: int) -> int:
    """Behind the last amount before the value: what was said of that one is not said of this."""
    return max((match.end() for match in _AMOUNT_BEFORE.finditer(flat, start, end)), default=start)


def _says_any(phrases: tuple[tuple[str, ...], ...], said: tuple[str, ...]) -> bool:
    """Whether the words of one of the phrases stand one behind the other."""
    return any(
        phrase and said[at : at + len(phrase)] == phrase
        for phrase in phrases
        for at in range(len(said) - len(phrase) + 1)
    )


def _as_written(layout: Layout, start: int, end: int, value: Any) -> Any:
    text = " ".join(layout.text[start:end].split())
    return value.model_copy(update={"text": text})


def _word_start(flat: str, at: int) -> int:
    """The next word, whole: a quote may not begin inside ``10.15``."""
    while at < len(flat) and not flat[at].isalnum():
        at += 1
    while at > 0 and not flat[at - 1].isspace() and flat[at - 1] not in '([«“"':
        at -= 1
    return at


def _sentence_around(flat: str, start: int, end: int) -> tuple[int, int]:
    before = [match.end() for match in _SENTENCE.finditer(flat, max(0, start - 400), start)]
    after = _SENTENCE.search(flat, end, min(len(flat), end + 300))
    return (before[-1] if before else max(0, start - 200)), (after.start() if after else min(len(flat), end + 200))


@lru_cache(maxsize=1)
def concepts() -> tuple[Concept, ...]:
    given: list[dict[str, Any]] = read_data(_FILE)
    empty = thesaurus().empty
    return tuple(
        Concept(
            id=one["id"],
            asks=tuple(frozenset(stems_of(ask)) - empty for ask in one["asks"]),
            types=frozenset(FieldType(kind) for kind in one.get("types", ())),
            headed=frozenset(stem for word in one.get("headed", ()) for stem in stems_of(word)),
            near=frozenset(stem for word in one["near"] for stem in stems_of(word)),
            cues=tuple(_cue(cue) for cue in one["cues"]),
        )
        for one in given
    )


def _cue(given: dict[str, Any]) -> Cue:
    unless = given.get("unless")
    return Cue(
        pattern=re.compile(_with_gaps(given["cue"]) + LOOK_AHEAD.get(given["take"], ""), re.IGNORECASE),
        take=given["take"],
        score=given["score"],
        unless=re.compile(unless, re.IGNORECASE) if unless else None,
        early=given.get("early", False),
        first=given.get("first", False),
    )


def _with_gaps(cue: str) -> str:
    return _GAP.sub(lambda gap: f"{_IN_SENTENCE}{{0,{gap[1]}}}?", cue)
