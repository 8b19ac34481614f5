"""Keys by which headings and labels are compared: presentation and case folded, signs dropped."""

import re
import unicodedata

_NOT_WORD = re.compile(r"[\W_]+")


def key_of(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е").replace("\u00ad", "")
    return _NOT_WORD.sub(" ", folded).strip()


def script_of(text: str) -> str:
    """The script of most letters: ``cyrillic``, ``latin``, ``other``; empty where there are none."""
    counts = {"cyrillic": 0, "latin": 0, "other": 0}
    for character in text:
        if character.isalpha():
            counts[
                "cyrillic" if "\u0400" <= character <= "\u04ff" else "other" if character > "\u024f" else "latin"
            ] += 1
    most = max(counts, key=lambda script: counts[script])
    return most if counts[most] else ""
