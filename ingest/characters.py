"""Which characters may stand in a page, and what language its words are in."""

import re

_UNFIT = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")


def clean_text(text: str) -> str:
    """Drop what no database, XML writer or reader can hold; keep every other character as the file has it.

    Line ends of any kind become ``\\n``.
    """
    if text.isprintable():
        return text
    return _UNFIT.sub("", _LINE_ENDS.sub("\n", text))
