"""Stems: Snowball for Russian, Portuguese and English, and a light suffix stripper for Uzbek, which Snowball lacks."""

import threading
from functools import lru_cache

import Stemmer

_SNOWBALL = {"ru": "russian", "pt": "portuguese", "en": "english"}
_local = threading.local()  # a Snowball stemmer keeps state between calls

# Longest first within each layer; a word sheds at most one of each layer, outermost (case) first.
_UZBEK_LAYERS = (
    ("ning", "dagi", "niki", "dan", "ga", "ka", "qa", "da", "ni", "cha"),
    ("lari", "miz", "ngiz", "si", "im", "ing", "i"),
    ("lar",),
    ("moqda", "yotgan", "digan", "gan", "kan", "qan", "adi", "ydi", "gach", "ib", "ish", "di", "moq"),
)
# Snowball leaves these plurals apart from their singulars in short nouns (locações, locação).
_PORTUGUESE_PLURALS = (("ões", "ão"), ("ães", "ão"), ("ais", "al"), ("éis", "el"), ("óis", "ol"), ("ns", "m"))
_SHORTEST_STEM = 4
_SHORTEST_STEMMED = 4  # below it a suffix is likelier a root, or the word an abbreviation (ИНН)


@lru_cache(maxsize=1 << 16)
def stem(word: str, language: str) -> str:
    """``word`` as ``keys.fold`` leaves it; a language without a stemmer gives the word itself."""
    if len(word) < _SHORTEST_STEMMED:
        return word
    if language == "pt":
        word = next((word[: -len(many)] + one for many, one in _PORTUGUESE_PLURALS if word.endswith(many)), word)
    if language in _SNOWBALL:
        return str(_snowball(language).stemWord(word))
    if language.startswith("uz"):
        return _strip_uzbek(word)
    return word


def _snowball(language: str) -> "Stemmer.Stemmer":
    held: dict[str, Stemmer.Stemmer] = _local.__dict__.setdefault("stemmers", {})
    if language not in held:
        held[language] = Stemmer.Stemmer(_SNOWBALL[language])
        held[language].maxCacheSize = 0
    return held[language]


def _strip_uzbek(word: str) -> str:
    for layer in _UZBEK_LAYERS:
        for suffix in layer:
            if word.endswith(suffix) and len(word) - len(suffix) >= _SHORTEST_STEM:
                word = word[: -len(suffix)]
                break
    return word
