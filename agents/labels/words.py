"""Words of a text as they are compared: folded keys, language-free stems, and where each stands.

Stems are made without knowing the language, so that a label in one language and a page whose language was guessed
wrong still meet: Cyrillic goes through one stemmer, Latin through English and then Portuguese.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

import Stemmer

WORD = re.compile(r"[^\W_]+(?:[’'ʻʼ‘`´\u00ad][^\W_]+)*|[№#%$€₽£]")
_APOSTROPHES = re.compile(r"[’'ʻʼ‘`´]")
_SOFT_HYPHEN = "\u00ad"
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_UZBEK_CYRILLIC = re.compile(r"[қғҳўҚҒҲЎ]")
_APART = frozenset(
    "employer employers employee employees empregador empregadora empregado empregada lessor lessee pledgor pledgee"
    " mortgagor mortgagee licensor licensee".split()
)
"""Two sides of one matter, which a stemmer takes for one word."""
_NUMBER_SIGNS = frozenset("№#")


class Word(NamedTuple):
    """One word: ``text[start:end]``, and what it compares as."""

    start: int
    end: int
    key: str


def words_of(text: str) -> list[Word]:
    return [Word(match.start(), match.end(), key_of(match.group())) for match in WORD.finditer(text)]


@lru_cache(maxsize=200_000)
def key_of(word: str) -> str:
    """Folded: compatibility forms, case, ё, soft hyphens, apostrophes (oʻ and o' are one), accents kept."""
    if word in _NUMBER_SIGNS:
        return "№"
    folded = unicodedata.normalize("NFKC", word.replace(_SOFT_HYPHEN, "")).casefold().replace("ё", "е")
    return _APOSTROPHES.sub("'", folded)


@lru_cache(maxsize=200_000)
def stem_of(key: str) -> str:
    """The stem of a key; words with digits and short words are their own."""
    if len(key) < 4 or any(letter.isdigit() for letter in key):
        return key
    if _CYRILLIC.search(key):
        return str(_stemmer("russian").stemWord(key))
    if key in _APART:
        return key
    plain = "".join(c for c in unicodedata.normalize("NFD", key) if not unicodedata.combining(c))
    stem = str(_stemmer("portuguese").stemWord(_stemmer("english").stemWord(plain)))
    return stem if len(stem) >= 3 else plain


@lru_cache(maxsize=8)
def _stemmer(algorithm: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(algorithm, 0)


@lru_cache(maxsize=100_000)
def stems_of(text: str) -> tuple[str, ...]:
    return tuple(stem_of(word.key) for word in words_of(text))
