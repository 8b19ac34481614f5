"""Keys by which headings and labels are compared: presentation and case folded, signs dropped."""

import re
import unicodedata

_NOT_WORD = re.compile(r"[\W_]+")


def key_of(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е").replace("\u00ad", "")
    return _NOT_WORD.sub(" ", folded).strip()
