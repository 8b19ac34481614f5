"""Bytes of a text file become characters, with care for the Cyrillic code pages that nobody names."""

import codecs
import re
from typing import NamedTuple

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CYRILLIC_PAGES = ("cp1251", "koi8-r", "cp866", "mac_cyrillic", "iso8859_5")
_LATIN_PAGES = ("cp1252", "cp850")
_LOOKED_AT = 64 * 1024
_SHARES = {
    "о": 110, "е": 85, "а": 80, "и": 74, "н": 67, "т": 63, "с": 55, "р": 47, "в": 45, "л": 44, "к": 35, "м": 32, "д": 30,
    "п": 28, "у": 26, "я": 20, "ы": 19, "ь": 17, "г": 17, "з": 17, "б": 16, "ч": 14, "й": 12, "х": 10, "ж": 9, "ш": 7,
    "ю": 6, "ц": 5, "щ": 4, "э": 3, "ф": 3, "ъ": 1, "ё": 1, "ў": 10, "қ": 10, "ғ": 8, "ҳ": 8,
}  # fmt: skip
"""Of 1,000 letters of running Russian; Uzbek letters with shares of the same kind."""
_AVERAGE = 55.0
"""What running text comes to; text in the wrong code page has rare letters and comes to half."""
_LATIN_COMMON = frozenset("áàâãäåæçéèêëíìîïñóòôõöøúùûüýÿßœº°ª")
_USUAL_SIGNS = frozenset("«»“”„‘’–—№§…°ºª€\u00a0•²³")
_GLUED = re.compile(r"[—–•§©®™€°…][^\W\d_]{2}|[^\W\d_]{2}[§©®™€£]")
"""Signs that stand against letters where a letter should be."""
_WORD = re.compile(r"[^\W\d_]+")


class Decoded(NamedTuple):
    text: str
    encoding: str
    guessed: bool
    """Nothing in the file says so; a person should look at the letters."""


def decode_text(data: bytes, *, stated: str | None = None) -> Decoded:
    """Never fails: what no code page explains is read as Windows-1252 with replacement characters.

    ``stated``: the charset that a header names; believed where it decodes.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return Decoded(data.decode(encoding, "replace").lstrip("\ufeff"), encoding.removesuffix("-sig"), False)
    if (wide := _utf16_without_bom(data)) is not None:
        return Decoded(data.decode(wide, "replace"), wide, True)
    if stated is not None and (text := _strictly(data, stated)) is not None:
        return Decoded(text, stated.lower(), False)
    if (text := _strictly(data, "utf-8")) is not None:
        return Decoded(text, "utf-8", False)
    encoding = _likeliest(data[:_LOOKED_AT])
    return Decoded(data.decode(encoding, "replace"), encoding, True)


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError, ValueError):
        return None


def _utf16_without_bom(data: bytes) -> str | None:
    """UTF-16 shows as zero bytes at every other place (Latin) or as one repeated high byte (Cyrillic)."""
    sample = data[:4096]
    if len(sample) < 8 or len(data) % 2:
        return None
    for encoding, high in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[0::2])):
        low = sample[0::2] if high is not sample[0::2] and encoding == "utf-16-le" else sample[1::2]
        letters = sum(high.count(byte) for byte in (0, 4))
        if letters > 0.9 * len(high) and low.count(0) < 0.05 * len(low) and b"\x00" in high:
            return encoding
    return None


def _likeliest(sample: bytes) -> str:
    scores: dict[str, float] = {}
    for encoding in (*_CYRILLIC_PAGES, *_LATIN_PAGES):
        if (text := _leniently(sample, encoding)) is not None:
            scores[encoding] = _plausibility(text)
    if not scores:
        return _by_statistics(sample)
    best = max(scores, key=lambda encoding: scores[encoding])
    return best if scores[best] > 0.4 else _by_statistics(sample)


def _leniently(sample: bytes, encoding: str) -> str | None:
    """A sample may end inside nothing here: all are single-byte. cp1252 leaves five bytes undefined."""
    text = sample.decode(encoding, "replace")
    return text if text.count("\ufffd") <= len(text) / 200 else None


def _plausibility(text: str) -> float:
    """Share of the letters beyond ASCII that look written by a person, from -1 to about 1."""
    looked_at = good = 0.0
    for word in _WORD.findall(text):
        odd = [c for c in word if ord(c) > 127]
        if not odd:
            continue
        looked_at += len(odd)
        cyrillic = sum(1 for c in word if "\u0400" <= c <= "\u04ff")
        if 0 < cyrillic < len(word) or not (word[1:].islower() or word.isupper() or len(word) == 1):
            continue  # no word mixes alphabets, or has a capital within
        if cyrillic:
            good += len(odd) * min(1.2, sum(_SHARES.get(c, 0) for c in word.casefold()) / len(word) / _AVERAGE)
        elif len(odd) <= 0.6 * len(word) or len(word) <= 2:
            good += sum(1 for c in odd if c.casefold() in _LATIN_COMMON)
    strange = 2 * len(_GLUED.findall(text))
    strange += sum(1 for c in text if ord(c) > 127 and not c.isalpha() and c not in _USUAL_SIGNS)
    return (good - strange) / max(looked_at + strange, 1)


def _by_statistics(sample: bytes) -> str:
    """Other languages: the general detector."""
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    return best.encoding if best is not None else "cp1252"
