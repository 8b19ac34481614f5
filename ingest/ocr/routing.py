"""Which language models read a page. By script first, then by letters; never by error rate or confidence.

A Russian model beside the Uzbek Cyrillic one turns қ into к and Ғ into Г, and is sure of it: names would change
silently. So the two are together only while it is being found out which of them the page needs.
"""

from collections.abc import Sequence

MODELS = {"ru": "rus", "en": "eng", "pt": "por", "uz-Latn": "uzb", "uz-Cyrl": "uzb_cyrl", "uz": "uzb"}
"""Our language codes -> tesseract's."""
UZBEK_LETTERS = frozenset("ўқғҳЎҚҒҲ")
RUSSIAN_ONLY = frozenset("ыщЫЩ")
"""Letters of Russian that Uzbek spells without."""
CYRILLIC = ("uz-Cyrl", "ru", "en")
LATIN = ("pt", "uz-Latn", "en")
ANY = ("uz-Cyrl", "ru", "pt", "uz-Latn", "en")
SURE_OF_SCRIPT = 2.0


def first_guess(script: str | None, confidence: float, known: Sequence[str]) -> tuple[str, ...]:
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


def decided(languages: Sequence[str], text: str) -> tuple[str, ...]:
    """Languages for the final reading, after a first look gave ``text``. Never Russian and Uzbek Cyrillic together."""
    if not _undecided(languages):
        return tuple(languages)
    letters = [char for char in text if char.isalpha()]
    cyrillic = sum("\u0400" <= char <= "\u04ff" for char in letters)
    others = tuple(code for code in languages if not is_cyrillic(code))
    if letters and cyrillic < 0.3 * len(letters) and others:
        return others
    uzbek = sum(char in UZBEK_LETTERS for char in letters)
    russian = sum(char in RUSSIAN_ONLY for char in letters)
    chosen = "uz-Cyrl" if uzbek and uzbek >= russian else "ru"
    rest = others if cyrillic < 0.9 * len(letters) and len(others) > 1 else ("en",)
    return (chosen, *rest)


def needs_first_look(languages: Sequence[str]) -> bool:
    return _undecided(languages)


def models(languages: Sequence[str]) -> str:
    """``uzb_cyrl+eng``: what tesseract is asked for."""
    return "+".join(dict.fromkeys(MODELS[code] for code in languages))


def is_cyrillic(code: str) -> bool:
    return code in ("ru", "uz-Cyrl")


def _undecided(languages: Sequence[str]) -> bool:
    return "ru" in languages and "uz-Cyrl" in languages


def _with_english(languages: tuple[str, ...]) -> tuple[str, ...]:
    """e-mail addresses and names in Latin letters stand in every document."""
    return languages if "en" in languages else (*languages, "en")
