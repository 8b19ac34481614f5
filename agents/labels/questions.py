"""What a question asks for, where the field names no label."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from agents.labels.data import read_data
from agents.labels.words import key_of, stem_of, words_of

AnswerKind = Literal["year", "percent", "number", "date", "person", "reason", "name", "place", "which", "open"]
_FILE = Path(__file__).with_name("questions.yaml")


class Question(NamedTuple):
    kind: AnswerKind
    stems: tuple[str, ...]
    """Content words, in order, each once."""
    counted: str | None
    """Of *how many* and *which*: the stem of the noun asked about."""


class _Grammar(NamedTuple):
    kinds: tuple[tuple[AnswerKind, re.Pattern[str]], ...]
    empty: frozenset[str]
    numbers: frozenset[str]
    reasons: re.Pattern[str]


@lru_cache(maxsize=1024)
def analysed(question: str) -> Question:
    grammar = _grammar()
    text = question.casefold().replace("ё", "е").strip()
    kind: AnswerKind = "open"
    counted: str | None = None
    for candidate, pattern in grammar.kinds:
        match = pattern.search(text)
        if match is not None:
            kind = candidate
            counted = _next_content(text[match.end() :], grammar)
            break
    stems = tuple(
        dict.fromkeys(
            stem_of(word.key) for word in words_of(question) if word.key not in grammar.empty and len(word.key) > 1
        )
    )
    return Question(kind, stems, counted if kind in ("number", "which", "name") else None)


def _next_content(text: str, grammar: _Grammar) -> str | None:
    for word in words_of(text):
        if word.key not in grammar.empty:
            return stem_of(word.key)
    return None


def asking_words() -> frozenset[str]:
    """Stems of the words that ask or bind."""
    return frozenset(stem_of(word) for word in _grammar().empty)


def number_words() -> frozenset[str]:
    return _grammar().numbers


def reason_openings() -> re.Pattern[str]:
    return _grammar().reasons


@lru_cache(maxsize=1)
def _grammar() -> _Grammar:
    given: dict[str, Any] = read_data(_FILE)
    return _Grammar(
        kinds=tuple(
            (
                one["kind"],
                re.compile(
                    "|".join(
                        rf"(?<!\w)(?:{_plain(ask)})" if not ask.startswith("^") else f"^(?:{_plain(ask[1:])})"
                        for ask in one["asks"]
                    )
                ),
            )
            for one in given["kinds"]
        ),
        empty=frozenset(key_of(word) for word in given["empty"].split()),
        numbers=frozenset(key_of(word) for word in given["numbers"].split()),
        reasons=re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, given['reasons']))})(?!\w)", re.IGNORECASE),
    )


def _plain(pattern: str) -> str:
    return pattern.replace("ё", "е")
