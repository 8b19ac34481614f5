"""What an OCR engine mistakes for what: the only letter differences that a near match forgives.

Pairs are shapes that look alike in print, never letters that make another common word (``а``/``о`` change gender and case,
``з``/``н`` make ``залог`` of ``налог``).
"""

import unicodedata
from typing import Final

from rapidfuzz.distance import Levenshtein

_LOOKALIKES: Final = str.maketrans(
    "авеёкмнорстухіјѕһԁԛԝүАВЕЁКМНОРСТУХІЈЅҺԀԚԜҮ", "abeekmhopctyxijshdqwyABEEKMHOPCTYXIJSHDQWY"
)
"""Cyrillic letters as the Latin ones they look like."""
_PAIRS: Final = frozenset(
    frozenset(pair)
    for pair in (
        "il ij lt ft ce co eo nu uv hb gq vy nh 'l 'i "  # Latin; the apostrophe of oʻ is read as l
        "ни ип нп ий ес ос шщ цщ ъь зэ лп лд ыь уў кқ гғ хҳ жх "  # Cyrillic
        "аa еe оo сc рp хx уy кk мm тt нh вb іi ѕs"  # across the scripts
    ).split()
)
_SEVERAL: Final = (("rn", "m"), ("cl", "d"), ("vv", "w"), ("li", "h"), ("ri", "n"), ("ii", "u"), ("nn", "m"), ("ьi", "ы"),
                   ("ьl", "ы"), ("ij", "y"), ("fi", "h"), ("іі", "п"), ("ii", "п"), ("il", "п"))  # fmt: skip
_DIGITS: Final = {"0": "оo", "1": "lіiI", "3": "зэ", "6": "б", "4": "ч", "8": "вb", "5": "s", "9": "gqд"}
_NARROW: Final = frozenset("iljtfгт'-ь")
_FUNCTION_WORDS: Final = frozenset(
    "и в во на по из от до за об о с со к ко у а но что как это для при над под через или его её их он она мы вы они же бы "
    "va bu shu u bilan uchun ham ва бу шу билан учун ҳам "
    "de da do das dos em no na nos nas um uma os as ao à e o a que por com para se sua seu "
    "the of to in on at by an a is it as or and for be he we any its his per are was".split()
)


def skeleton(token: str) -> str:
    """Equal for tokens that differ only in the script of letters that look the same."""
    return token.translate(_LOOKALIKES)


def _plain(token: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", token) if not unicodedata.combining(char))


def is_same_shape(read: str, meant: str) -> bool:
    """Apart only in the script of look-alike letters, or in an Uzbek apostrophe read as ``l`` or not at all."""
    if skeleton(read) == skeleton(meant):
        return True
    if "'" not in meant or any(char.isdigit() for char in read + meant):
        return False
    edits = Levenshtein.editops(read, meant)
    return all(
        meant[edit.dest_pos] == "'" and (edit.tag == "insert" or (edit.tag == "replace" and read[edit.src_pos] in "li"))
        for edit in edits
        if edit.tag != "delete"
    ) and not any(edit.tag == "delete" for edit in edits)


def is_misreading(read: str, meant: str) -> bool:
    """Whether an engine may have printed ``read`` for ``meant``; both lower case and without digits in ``meant``."""
    if skeleton(read) == skeleton(meant):
        return True
    if any(char.isdigit() for char in read):
        return _digit_in_word(read, meant)
    if len(meant) < 4 or len(read) < 3:
        return (
            meant in _FUNCTION_WORDS
            and read not in _FUNCTION_WORDS
            and len(read) == len(meant)
            and _cost(read, meant) == 1
        )
    if skeleton(_plain(read)) == skeleton(_plain(meant)):
        return True
    budget = 1 if len(meant) < 8 else 2
    if _cost(read, meant) <= budget:
        return True
    for several, single in _SEVERAL:
        for one, other in ((several, single), (single, several)):
            at = read.find(one)
            while at >= 0:
                repaired = read[:at] + other + read[at + len(one) :]
                if _cost(repaired, meant) <= budget - 1:
                    return True
                at = read.find(one, at + 1)
    return False


def _cost(read: str, meant: str) -> int:
    """Edits between the two, each one a known confusion; 99 where one is not."""
    total = 0
    for edit in Levenshtein.editops(read, meant):
        if edit.tag == "replace":
            if frozenset((read[edit.src_pos], meant[edit.dest_pos])) not in _PAIRS:
                return 99
        elif not _is_stroke(edit.tag, read, meant, edit.src_pos, edit.dest_pos):
            return 99
        total += 1
    return total


def _is_stroke(tag: str, read: str, meant: str, read_at: int, meant_at: int) -> bool:
    """A narrow letter or one of a pair, lost or seen twice; never the first letter, where a prefix would change sense."""
    text, at = (meant, meant_at) if tag == "insert" else (read, read_at)
    if at == 0 or at >= len(text):
        return False
    doubled = text[at] == text[at - 1] or (at + 1 < len(text) and text[at] == text[at + 1])
    return doubled or (text[at] in _NARROW and at + 1 < len(text))


def _digit_in_word(read: str, meant: str) -> bool:
    """One digit that stands for a letter inside a longer lower-case word."""
    if len(read) != len(meant) or len(meant) < 5 or any(char.isdigit() for char in meant):
        return False
    differing = [(a, b) for a, b in zip(read, meant, strict=True) if a != b]
    return len(differing) == 1 and differing[0][1] in _DIGITS.get(differing[0][0], "") and not read[-1].isdigit()
