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
_LENGTHS: Final = {frozenset(pair): 5 for pair in "il lt eo co лп нп ип лд".split()}
"""Pairs that make one short word of another (loan, lean; seal, seat; прав, нрав): forgiven from this length on."""
_FUNCTION_WORDS: Final = frozenset(
    "и в во на по из от до за об о с со к ко у а но что как это для при над под через или его её их он она мы вы они же бы "
    "va bu shu u bilan uchun ham ва бу шу билан учун ҳам "
    "de da do das dos em no na nos nas um uma os as ao à e o a que por com para se sua seu "
    "the of to in on at by an a is it as or and for be he we any its his per are was "
    "from with both that this they them then than have been will each such term upon also only into over date "
    "ning etdi etadi uning ular agar oxirida qilib olib ko'ra qadar unga "
    "ular унинг агар қилиб олиб кўра қадар унга для чтобы если либо этом того этот всех свои также быть было "
    "pelo pela dias data essa esse este esta deve todo toda seus suas mais como caso onde cada fica".split()
)
"""Words so common that a page's near-word (``frem``) is taken for them, unless it is one of them too."""


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
    if len(read) == len(meant) and meant in _FUNCTION_WORDS and read not in _FUNCTION_WORDS:
        return _cost(read, meant, common=True) == 1
    if len(meant) < 4 or len(read) < 3:
        return False
    if skeleton(_plain(read)) == skeleton(_plain(meant)):
        return True
    if skeleton(_plain(read[0])) != skeleton(_plain(meant[0])):
        return False  # a prefix changes sense
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


def _cost(read: str, meant: str, *, common: bool = False) -> int:
    """Edits between the two, each one a known confusion; 99 where one is not."""
    total = 0
    for edit in Levenshtein.editops(read, meant):
        if edit.tag == "replace":
            pair = frozenset((read[edit.src_pos], meant[edit.dest_pos]))
            if pair not in _PAIRS or (not common and len(meant) < _LENGTHS.get(pair, 0)):
                return 99
        elif not _is_stroke(edit.tag, read, meant, edit.src_pos, edit.dest_pos):
            return 99
        total += 1
    return total


def _is_stroke(tag: str, read: str, meant: str, read_at: int, meant_at: int) -> bool:
    """An apostrophe, a hyphen or one of a pair of letters, lost or seen twice; not at the start (``ссуда``, ``суда``)."""
    text, at = (meant, meant_at) if tag == "insert" else (read, read_at)
    if at < 2 or at >= len(text):
        return False
    return text[at] in "'-" or text[at] == text[at - 1] or (at + 1 < len(text) and text[at] == text[at + 1])


def _digit_in_word(read: str, meant: str) -> bool:
    """One digit that stands for a letter inside a longer lower-case word."""
    if len(read) != len(meant) or len(meant) < 5 or any(char.isdigit() for char in meant):
        return False
    differing = [(a, b) for a, b in zip(read, meant, strict=True) if a != b]
    return len(differing) == 1 and differing[0][1] in _DIGITS.get(differing[0][0], "") and not read[-1].isdigit()
