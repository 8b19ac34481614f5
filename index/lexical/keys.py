"""The search key of a word: what two spellings of it share. For finding only; quotes are never compared by it."""

import unicodedata

_APOSTROPHES = str.maketrans(dict.fromkeys("’ʻʼ‘`´ʹʾʿ′＇", "'"))
_JOINERS = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))

# Upper-case letters drawn alike in both scripts; codes ("АВ 0123456") are typed in either.
_LOOK_ALIKES = str.maketrans("АВЕЅЗІЈКМНОРСТУХЎ", "ABES3IJKMHOPCTYXY")
_LATIN_TO_CYRILLIC = str.maketrans("aceopxykmtbhABCEHKMOPTXY", "асеорхукмтьнАВСЕНКМОРТХУ")
_CYRILLIC_TO_LATIN = str.maketrans("асеорхуіѕјАВСЕНКМОРТХУ", "aceopxyisjABCEHKMOPTXY")

_UZBEK_DIGRAPHS = {
    "ў": "o", "ғ": "g", "қ": "q", "ҳ": "h", "ш": "sh", "ч": "ch", "ё": "yo", "ю": "yu", "я": "ya", "ж": "j", "й": "y",
    "ц": "ts", "х": "x", "э": "e", "ъ": "", "ь": "", "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "з": "z",
    "и": "i", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "щ": "sh", "ы": "i",
}  # fmt: skip
_UZBEK_LATIN = str.maketrans(_UZBEK_DIGRAPHS)
_VOWELS = frozenset("аеёиоуўыэюя")


def is_cyrillic(char: str) -> bool:
    return "Ѐ" <= char <= "ӿ"


def prepare(text: str) -> str:
    """NFC, one apostrophe, nothing invisible inside words; case and length otherwise kept."""
    return unicodedata.normalize("NFC", text).translate(_JOINERS).translate(_APOSTROPHES)


def unmix(word: str) -> str:
    """A word that mixes scripts (an OCR or typing slip) in the script of its unmistakable letters."""
    cyrillic = sum(is_cyrillic(char) for char in word)
    latin = sum(char.isalpha() and not is_cyrillic(char) for char in word)
    if not cyrillic or not latin:
        return word
    as_cyrillic = word.translate(_LATIN_TO_CYRILLIC)
    if not any(char.isalpha() and not is_cyrillic(char) for char in as_cyrillic):
        as_latin = word.translate(_CYRILLIC_TO_LATIN)
        fits_latin = not any(is_cyrillic(char) for char in as_latin)
        return as_latin if fits_latin and latin > cyrillic else as_cyrillic
    as_latin = word.translate(_CYRILLIC_TO_LATIN)
    return as_latin if not any(is_cyrillic(char) for char in as_latin) else word


def code_key(word: str) -> str | None:
    """The Latin look of an upper-case code that is typed in either script; None for an ordinary word."""
    if word != word.upper() or not any(char.isalpha() for char in word):
        return None
    looks = word.translate(_LOOK_ALIKES)
    return looks if looks.isascii() else None


def fold(word: str) -> str:
    """Case folded, ``ё`` as ``е``, apostrophes dropped (``oʻzbek`` = ``o'zbek`` = ``ozbek``)."""
    folded = word.casefold().replace("ё", "е")
    if folded[:2] in ("d'", "l'") and len(folded) > 4:  # d'água, l'État: an article, not part of the word
        folded = folded[2:]
    return folded.replace("'", "")


def strip_accents(word: str) -> str:
    """Latin letters without their marks; Cyrillic kept, where a mark makes another letter."""
    if word.isascii() or is_cyrillic(word[0]):
        return word
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))


def uzbek_latin(word: str) -> str:
    """Uzbek Cyrillic as the Latin key that ``fold`` gives for the Latin spelling."""
    letters = []
    for place, char in enumerate(word):
        if char == "е" and (place == 0 or word[place - 1] in _VOWELS):
            letters.append("ye")
        else:
            letters.append(char)
    return "".join(letters).translate(_UZBEK_LATIN)
