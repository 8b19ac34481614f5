"""What the reader says about a field, in the language in which the field asks."""

import re
from functools import lru_cache
from pathlib import Path

from agents.labels.data import read_data
from agents.labels.words import words_of

_FILE = Path(__file__).with_name("reasons.yaml")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_PORTUGUESE = frozenset(
    "qual quais quem quando onde quanto quantos quantas que o a os as de do da dos das em no na é foi são".split()
)
_ENGLISH = frozenset("what which who when where how the of is was are were in for does do to".split())


def say(key: str, question: str, **given: object) -> str:
    """Raises KeyError for a key that is not in the file."""
    said: str = _phrases()[language_of(question)][key]
    return said.format(**given)


@lru_cache(maxsize=1024)
def language_of(question: str) -> str:
    """``ru`` for Cyrillic; of the Latin ones, the one whose small words are there."""
    if _CYRILLIC.search(question):
        return "ru"
    words = {word.key for word in words_of(question)}
    return "pt" if len(words & _PORTUGUESE) > len(words & _ENGLISH) else "en"


@lru_cache(maxsize=1)
def _phrases() -> dict[str, dict[str, str]]:
    phrases: dict[str, dict[str, str]] = read_data(_FILE)
    return phrases
