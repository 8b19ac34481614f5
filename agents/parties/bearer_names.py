"""Names of one bearer in Latin script: a child and a parent share surnames, so one name must hold all words of the other."""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_WORD = re.compile(r"[^\W\d_]+(?:[’'ʻ‘`ʼ´-][^\W\d_]+)*")
_LATIN_LETTERS = re.compile(r"[a-z]")
_PARTICLES = frozenset("da de do das dos di du e y del la las los van von der den el al bin ibn o".split())
_GENERATION = frozenset("jr sr junior filho filha neto neta sobrinho sobrinha ii iii iv hijo".split())
_TITLES = frozenset("mr mrs ms miss mx dr dra sr sra srta don dona prof sir madam senhor senhora senor senora".split())
_MISREAD = 6
"""Letters from which one letter within a word may be read wrongly; the first and last are the same."""
_NEAR = 3
"""Words."""
_CASE_ENDING = re.compile(r"(?:ning|ga|ka|qa|dan|da|ni)?\Z")


class BearerName(NamedTuple):
    """Without accents; initials are single letters."""

    words: tuple[str, ...]
    generation: frozenset[str]
    """``Filho``, ``Jr``: father and son share all else."""
    given: str
    """The first given name, behind a comma where there is one."""


@lru_cache(maxsize=4096)
def bearer_name(written: str) -> BearerName | None:
    """None where the words are no name in Latin letters."""
    plain = plain_letters(written)
    _, comma, behind = plain.partition(",")
    words = _words(plain)
    if not words or not _LATIN_LETTERS.search(plain):
        return None
    generation = frozenset(word for word in words[1:] if word in _GENERATION)
    names = [word for word in words if word not in generation]
    first = next(iter(_words(behind)), None) if comma else None
    return BearerName(tuple(names), generation, first or names[0])


def same_bearer(one: BearerName, other: BearerName) -> bool:
    """Whether the shorter name holds nothing that the longer one lacks, and a word is written out in both."""
    if one.generation != other.generation:
        return False
    shorter, longer = sorted((one.words, other.words), key=len)
    if len(shorter) == 1 and not is_one_word(one.given, other.given):
        return False  # a surname by itself
    left = list(longer)
    full = 0
    for word in sorted(shorter, key=len, reverse=True):
        match = next((held for held in left if is_one_word(word, held)), None)
        if match is None:
            return False
        left.remove(match)
        full += len(word) > 1 and len(match) > 1
    return full > 0


def is_one_word(one: str, other: str) -> bool:
    if one == other or len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    shorter, longer = sorted((one, other), key=len)
    if len(one) != len(other):
        return longer.startswith(shorter) and _CASE_ENDING.fullmatch(longer[len(shorter) :]) is not None
    if len(one) < _MISREAD or (one[0], one[-1]) != (other[0], other[-1]):
        return False
    return sum(mine != theirs for mine, theirs in zip(one, other, strict=True)) <= 1


def holds_bearer(text: str, name: BearerName) -> bool:
    """Whether the given name and another word of the name stand close together in the text, in any order."""
    said = _words(plain_letters(text))
    others = [word for word in name.words if len(word) > 1 and word != name.given]
    for at, word in enumerate(said):
        if len(word) > 1 and is_one_word(name.given, word):
            near = said[max(0, at - _NEAR) : at] + said[at + 1 : at + 1 + _NEAR]
            if not others or any(is_one_word(other, one) for other in others for one in near if len(one) > 1):
                return True
    return False


def plain_letters(text: str) -> str:
    """Lower case without accents."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _words(plain: str) -> list[str]:
    found = [part for match in _WORD.finditer(plain) for part in match.group().split("-")]
    kept = [re.sub(r"[’'ʻ‘`ʼ´]", "", word) for word in found]
    kept = [word for word in kept if word and word not in _PARTICLES]
    return kept[1:] if len(kept) > 1 and kept[0] in _TITLES else kept
