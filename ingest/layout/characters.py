"""Characters that no page text may hold, and those that PDFium puts in place of a hyphen."""

import re

NBSP = "\u00a0"
LINE_HYPHEN = "\x02\ufffe"
"""PDFium's own marks for a hyphen at the end of a line."""
_UNWANTED = re.compile("[\x00\x01\x03-\x08\x09-\x1f\x7f\ud800-\udfff\ufdd0-\ufdef\uffff]")
_STRANGE = re.compile("[\x00\x01\x03-\x08\x0b\x0c\x0e-\x1f\ufffd\ue000-\uf8ff]")
_HYPHENS = {ord(mark): "-" for mark in LINE_HYPHEN}


def clean(word: str) -> str:
    """A word without what no page text may hold; a hyphen that PDFium marked is a hyphen again."""
    if word.isprintable() and NBSP not in word:
        return word
    return _UNWANTED.sub("", word.translate(_HYPHENS)).strip(NBSP)


def strange(text: str) -> int:
    """How many characters stand for no letter: NUL and controls, private use, U+FFFD."""
    return len(_STRANGE.findall(text))
