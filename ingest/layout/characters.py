"""Characters that no page text may hold."""

import re

NBSP = "\u00a0"
_UNWANTED = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_STRANGE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffd\ue000-\uf8ff]")


def clean(word: str) -> str:
    """A word without what no page text may hold."""
    if word.isprintable() and NBSP not in word:
        return word
    return _UNWANTED.sub("", word).strip(NBSP)


def strange(text: str) -> int:
    """How many characters stand for no letter: NUL and controls, private use, U+FFFD."""
    return len(_STRANGE.findall(text))
