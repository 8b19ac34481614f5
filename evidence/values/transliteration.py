"""Russian and Uzbek in one Latin spelling, coarse on purpose: for telling that two names may be one, never that they are."""

import re
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


def romanised(text: str) -> str:
    """``text`` is folded and lower case."""
    plain = text.translate(_LETTERS)
    for pattern, sound in _EACH:
        plain = pattern.sub(sound, plain)
    return plain
