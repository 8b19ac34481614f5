"""Which language models read a page. By script first, then by letters; never by error rate or confidence.

A Russian model beside the Uzbek Cyrillic one turns қ into к and Ғ into Г, and is sure of it: names would change
silently. The Uzbek model alone turns ы into и and щ into ш. So the two look together only to find out which of them a
page needs; where it needs both, each reads the page by itself and the letters decide word by word.
"""

from collections.abc import Sequence

MODELS = {"ru": "rus", "en": "eng", "pt": "por", "uz-Latn": "uzb", "uz-Cyrl": "uzb_cyrl", "uz": "uzb"}
"""Our language codes -> tesseract's."""
UZBEK_LETTERS = frozenset("ўқғҳЎҚҒҲ")
RUSSIAN_LETTERS = frozenset("ыщЫЩ")
"""Letters of Russian that Uzbek spells without."""
_RUSSIAN_SIGNS = RUSSIAN_LETTERS | frozenset("ьЬ")
LEAST_UZBEK, LEAST_RUSSIAN = 0.006, 0.005
"""Share of the Cyrillic letters that must be a language's own. Uzbek text has 4 to 9 %, Russian text 2 %; a page may
be half in the other one. A model that looks for Uzbek invents such a letter about once in 500."""
CYRILLIC = ("uz-Cyrl", "ru", "en")
LATIN = ("pt", "uz-Latn", "en")
ANY = ("uz-Cyrl", "ru", "pt", "uz-Latn", "en")
SURE_OF_SCRIPT = 2.0

Languages = tuple[str, ...]


def first_guess(script: str | None, confidence: float, known: Sequence[str]) -> Languages:
    """Languages for a first look. ``known`` are the collection's own and win; script is OSD's word for it."""
    cyrillic = script == "Cyrillic" and confidence >= SURE_OF_SCRIPT
    latin = script == "Latin" and confidence >= SURE_OF_SCRIPT
    if known:
        wanted = tuple(code for code in known if code in MODELS)
        of_script = tuple(code for code in wanted if is_cyrillic(code) == cyrillic) if cyrillic or latin else wanted
        return _with_english(of_script or wanted) if wanted else ANY
    if cyrillic:
        return CYRILLIC
    return LATIN if latin else ANY


def decided(languages: Sequence[str], text: str) -> tuple[Languages, ...]:
    """Language sets for the final reading, after a first look gave ``text``: one, or two for a page in both.

    None of them holds Russian and Uzbek Cyrillic together.
    """
    if not needs_first_look(languages):
        return (tuple(languages),)
    letters = [char for char in text if char.isalpha()]
    cyrillic = sum("\u0400" <= char <= "\u04ff" for char in letters)
    others = tuple(code for code in languages if not is_cyrillic(code))
    if is_mostly_latin(text) and others:
        return (others,)
    uzbek = sum(char in UZBEK_LETTERS for char in letters)
    russian = sum(char in RUSSIAN_LETTERS for char in letters)
    has_uzbek = uzbek > 0 and uzbek >= LEAST_UZBEK * cyrillic
    has_russian = russian > 0 and russian >= LEAST_RUSSIAN * cyrillic
    rest = others if cyrillic < 0.9 * len(letters) and len(others) > 1 else ("en",)
    if has_uzbek and has_russian:
        return (("uz-Cyrl", *rest), ("ru", *rest))
    return (("uz-Cyrl" if has_uzbek else "ru", *rest),)


def is_mostly_latin(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return bool(letters) and sum("\u0400" <= char <= "\u04ff" for char in letters) < 0.3 * len(letters)


def is_russian(word: str) -> bool:
    """Whether a word has letters that no Uzbek word of the Cyrillic script has."""
    return not _RUSSIAN_SIGNS.isdisjoint(word)


def needs_first_look(languages: Sequence[str]) -> bool:
    return "ru" in languages and "uz-Cyrl" in languages


def models(languages: Sequence[str]) -> str:
    """``uzb_cyrl+eng``: what tesseract is asked for."""
    return "+".join(dict.fromkeys(MODELS[code] for code in languages))


def is_cyrillic(code: str) -> bool:
    return code in ("ru", "uz-Cyrl")


def _with_english(languages: Languages) -> Languages:
    """e-mail addresses and names in Latin letters stand in every document."""
    return languages if "en" in languages else (*languages, "en")
