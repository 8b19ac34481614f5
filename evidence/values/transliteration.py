"""Russian and Uzbek in one Latin spelling, coarse on purpose: for telling that two names may be one, never that they are."""

import re
from functools import lru_cache
from typing import Final

_LETTERS: Final = str.maketrans(
    {
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "j", "з": "z", "и": "i", "й": "y",
        "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
        "х": "h", "ц": "s", "ч": "c", "ш": "s", "щ": "s", "ъ": "", "ы": "i", "ь": "", "э": "e", "ю": "u", "я": "a",
        "ў": "o", "қ": "k", "ғ": "g", "ҳ": "h", "'": "",
    }
)  # fmt: skip
_SOUNDS: Final = (
    (r"shch|sch|sh", "s"), (r"ch", "c"), (r"zh|dj|dzh", "j"), (r"kh|x", "h"), (r"ts|tz", "s"), (r"q|ck", "k"), (r"ph", "f"),
    (r"w", "v"), (r"yo|io|jo", "e"), (r"yu|iu|ju", "u"), (r"ya|ia|ja", "a"), (r"ye|ie|je", "e"), (r"iy|yi|ij|ii|yy", "i"),
    (r"y", "i"), (r"(\w)\1", r"\1"),
)  # fmt: skip
_EACH: Final = tuple((re.compile(pattern), plain) for pattern, plain in _SOUNDS)


@lru_cache(maxsize=16_384)  # rival values are compared each with each
def romanised(text: str) -> str:
    """``text`` is folded and lower case."""
    plain = text.translate(_LETTERS)
    for pattern, sound in _EACH:
        plain = pattern.sub(sound, plain)
    return plain


_YU: Final = re.compile(r"yo'|yo(?=l)|йў|йу|ю|yu")
_BACK: Final = re.compile(r"[аоуўaou]")
_FRONT: Final = re.compile(r"[eiy]+")
_VOWELS: Final = frozenset("aeiou")


def heard(word: str) -> str:
    """One name in the spellings of Russian and Uzbek papers: ``Кодиров``, ``Кадыров``, ``Qodirov``. ``word`` is folded and
    lower case. Which of а, о, у stands inside is lost, and which of е, и; the first letter, which initials keep, is not.
    """
    if _YU.match(word):
        return "u" + heard("k" + _YU.sub("", word, count=1))[1:]
    sound = _FRONT.sub("i", romanised(_BACK.sub("a", _YU.sub("a", word))))
    first = romanised(word)[:1]
    return first + sound[1:] if sound[:1] in _VOWELS and first in _VOWELS else sound
