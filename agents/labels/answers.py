"""Answers to questions without labels: a typed value or a name inside the sentence that fits the question best."""

import re
from collections.abc import Iterator

from agents.labels.found import Candidate, candidate_of
from agents.labels.notebook import Notebook
from agents.labels.questions import Question, analysed, asking_words, number_words, reason_openings
from agents.labels.readings import Reader, Reading, worded_value
from agents.labels.retrieval import Ranked
from agents.labels.shapes import trimmed
from agents.labels.words import stem_of
from evidence.fields import Field, FieldType
from evidence.values import read_values

_LEAST_COVERAGE = 0.5
_LEAST_MATCHED = 2
_RAISE = 0.14
"""Sets 0.52 of coverage and fit, where measured precision falls off, to the score from which values are accepted."""
_YEAR = re.compile(r"(?<![\d.,])(?:1[0-9]|20)\d\d(?![\d]|[.,]\d)")
_CAPITAL = r"[A-ZÀ-ÞА-ЯЁЎҚҒҲ]"
_NAME = re.compile(
    rf"[«“\"][^«»“”\"]{{2,70}}[»”\"]|(?<!\w){_CAPITAL}[\w’'-]*(?:[\s-]+(?:(?:de|da|do|dos|das|of|the|и|y|e|von|van)\s+)?(?:{_CAPITAL}[\w’'-]*|\d+))*"
)
_JOINS = frozenset("de da do das dos of the e и".split())
_VERBS = frozenset(
    "é são foi foram era pode podem deve devem tem têm que is are was were has have can may that which это есть был была "
    "были может".split()
)
_DIGITS = re.compile(r"(?<![\w.,])\d+(?:[ \u00a0.,]\d+)*(?![\w])")


def answers_to(field: Field, notebook: Notebook, *, set_aside: frozenset[str]) -> list[Candidate]:
    question = analysed(field.question)
    if len(question.stems) < _LEAST_MATCHED:
        return []
    found: list[Candidate] = []
    for rank, ranked in enumerate(notebook.sentences.best(question, set_aside=set_aside)):
        if ranked.coverage < _LEAST_COVERAGE or ranked.matched < _LEAST_MATCHED:
            continue
        readings = list(_readings(field, question, ranked, notebook))
        for reading in readings[:2]:
            score = ranked.coverage * reading.fit * (1.0 if rank == 0 else 0.9) + _RAISE
            found.append(
                candidate_of(
                    reading,
                    page=notebook.layout(ranked.sentence.leaf).page,
                    evidence=ranked.sentence.span,
                    label=None,
                    score=score,
                    why=f"the sentence that shares {ranked.coverage:.0%} of the question",
                )
            )
    return found


def _readings(field: Field, question: Question, ranked: Ranked, notebook: Notebook) -> Iterator[Reading]:
    """Values of the asked kind, the one nearest to the question's words first."""
    sentence = ranked.sentence
    layout = notebook.layout(sentence.leaf)
    text = layout.text
    leaf = notebook.leaves[sentence.leaf]
    start, end = sentence.span.start, sentence.span.end
    if field.type not in (FieldType.TEXT, FieldType.LONG_TEXT):
        reader = Reader(
            field.type,
            language=notebook.language_of(leaf),
            currency=field.currency,
            choices=field.choices,
            conventions=notebook.conventions_of(leaf.document),
        )
        yield from _nearest(reader.read(text, start, end), question, ranked)
        return
    spans: list[tuple[int, int]] = []
    match question.kind:
        case "year":
            spans = [found.span() for found in _YEAR.finditer(text, start, end)]
        case "date":
            spans = list(_dates(text, start, end, language=leaf.language))
        case "percent":
            spans = _typed(text, start, end, FieldType.PERCENT, language=leaf.language)
        case "number":
            spans = list(_numbers(text, question, ranked))
        case "person":
            spans = _names(text, question, ranked)
        case "name" | "place":
            spans = _names(text, question, ranked)
        case "which":
            spans = list(_kinds_of(text, question, ranked))
        case "reason":
            spans = list(_reasons(text, start, end))
        case _:
            return
    made = [Reading(a, b, worded_value(field.type, text[a:b]), 1.0) for a, b in spans]
    made = [_tidy(one, text) for one in made]
    made = [one for one in made if not _in_question(text[one.start : one.end], question)]
    share = {
        "year": 1.0,
        "date": 0.95,
        "percent": 1.0,
        "number": 0.95,
        "person": 0.9,
        "name": 0.7,
        "place": 0.6,
        "reason": 0.8,
        "which": 0.7,
    }
    fit = share.get(question.kind, 0.5) * (1.0 if len(made) == 1 else 0.85 if len(made) == 2 else 0.7)
    yield from (one._replace(fit=fit) for one in _nearest(made, question, ranked))


def _tidy(reading: Reading, text: str) -> Reading:
    """Without the sentence's full stop."""
    first, last = trimmed(text, reading.start, reading.end)
    if first >= last:
        return reading
    return reading._replace(start=first, end=last, value=worded_value(reading.value.type, text[first:last]))


def _nearest(readings: list[Reading], question: Question, ranked: Ranked) -> list[Reading]:
    places = [word.start for word in ranked.sentence.words if stem_of(word.key) in question.stems]
    if not places:
        return []

    def distance(reading: Reading) -> float:
        return sum(sorted(abs(place - reading.start) for place in places)[:3])

    return sorted(readings, key=distance)


def _dates(text: str, start: int, end: int, *, language: str | None) -> Iterator[tuple[int, int]]:
    taken = _typed(text, start, end, FieldType.DATE, language=language)
    yield from taken
    for year in _YEAR.finditer(text, start, end):
        if not any(a <= year.start() < b for a, b in taken):
            yield year.span()


def _typed(text: str, start: int, end: int, kind: FieldType, *, language: str | None) -> list[tuple[int, int]]:
    return [
        (start + read.span.start, start + read.span.end)
        for read in read_values(text[start:end], kind, language=language)
    ]


def _numbers(text: str, question: Question, ranked: Ranked) -> Iterator[tuple[int, int]]:
    """Numerals, best right before what is counted."""
    words = ranked.sentence.words
    small = number_words()
    found: list[tuple[int, int, bool]] = []
    for place, word in enumerate(words):
        if not (word.key in small or word.key[0].isdigit()):
            continue
        if word.key[0].isdigit() and _YEAR.fullmatch(text, word.start, word.end):
            continue
        digits = _DIGITS.match(text, word.start)
        span = digits.span() if digits else (word.start, word.end)
        following = [stem_of(other.key) for other in words[place + 1 : place + 4]]
        found.append((*span, question.counted is not None and question.counted in following))
    sure = [one for one in found if one[2]]
    yield from ((a, b) for a, b, _ in (sure or found))


def _names(text: str, question: Question, ranked: Ranked) -> list[tuple[int, int]]:
    sentence = ranked.sentence
    spans = []
    for match in _NAME.finditer(text, sentence.span.start, sentence.span.end):
        piece = match.group()
        opens = match.start() == sentence.span.start
        if opens and len(piece.split()) == 1 and piece[0] not in '«“"':
            continue  # any word is capital at the start of a sentence
        if len(piece) < 3:
            continue
        if question.kind == "person" and (piece[0] in '«“"' or len(piece.split()) < 2):
            continue
        spans.append(trimmed(text, match.start(), match.end()))
    return spans


def _kinds_of(text: str, question: Question, ranked: Ranked) -> Iterator[tuple[int, int]]:
    """``teoria da computabilidade``: the noun asked about, with what the sentence says of it and the question does not."""
    words = ranked.sentence.words
    empty = asking_words()
    for place, word in enumerate(words):
        if stem_of(word.key) != question.counted:
            continue
        end = word.end
        new = 0
        for other in words[place + 1 : place + 7]:
            between = text[end : other.start]
            stem = stem_of(other.key)
            if between.strip() or other.key in _VERBS:
                break
            if stem in question.stems and stem not in empty:
                break
            if other.key in _JOINS or stem not in empty:
                if other.key not in _JOINS:
                    new += 1
                    last = other.end
                end = other.end
                continue
            break
        if new:
            yield word.start, last


def _reasons(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    match = reason_openings().search(text, start, end)
    if match is not None:
        first, last = trimmed(text, match.start(), end)
        yield first, last


def _in_question(piece: str, question: Question) -> bool:
    stems = [stem_of(word) for word in re.findall(r"\w+", piece.casefold().replace("ё", "е"))]
    return bool(stems) and sum(stem in question.stems for stem in stems) >= 0.5 * len(stems)
