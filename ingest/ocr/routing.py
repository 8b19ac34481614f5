"""Which language models read a page. By script first, then by letters and words; never by error rate or confidence.

A Russian model beside the Uzbek Cyrillic one turns қ into к and Ғ into Г, and is sure of it: names would change
silently. The Uzbek model alone turns ы into и and щ into ш. So none of our language sets holds both. The Russian model
reads a Cyrillic page first: its words tell line by line which language they are in, even with the Uzbek letters lost.
Where there are Uzbek lines the Uzbek model reads the page as well, and each line is taken from the model of its language.
"""

import re
from collections.abc import Sequence

MODELS = {"ru": "rus", "en": "eng", "pt": "por", "uz-Latn": "uzb", "uz-Cyrl": "uzb_cyrl", "uz": "uzb"}
"""Our language codes -> tesseract's."""
UZBEK_LETTERS = frozenset("ўқғҳЎҚҒҲ")
_RUSSIAN_ONLY = frozenset("ыщ")
_RUSSIAN_SIGNS = frozenset("ыщЫЩьЬ")
"""Letters of Russian that Uzbek spells without."""
LEAST_UZBEK = 0.006
"""Share of the Cyrillic letters that must be Uzbek's own, where words say nothing. Uzbek text has 4 to 9 %. A model that
looks for Uzbek invents such a letter about once in 500."""
ENOUGH_MARKS = 3
"""Words that speak for Russian, below which a page without Uzbek words has not said what it is."""
CYRILLIC = ("uz-Cyrl", "ru", "en")
LATIN = ("pt", "uz-Latn", "en")
ANY = ("uz-Cyrl", "ru", "pt", "uz-Latn", "en")
SURE_OF_SCRIPT = 2.0
_UZBEK_WORDS = frozenset(
    """ва билан учун буйича булган йилда йили йилги хамда хам эса унинг эмас хар килиш томонидан асосида хакида деб шу
    кура булади барча мумкин килинган энг ёки сонли узбекистон шахар шахри тумани туман вилояти номи манзили раками
    санаси шартнома шартномаси карз олувчи масъулияти чекланган жамияти тулов муддати хисоб ракам хизмат солик солиги
    даромад махсулот ишлаб чикариш фукаро фукароси тугилган рахбар рахбари фоиз таъминот гаров мулк мулки киймати
    маълумотнома гувохнома берилган руйхатдан утказилган хужжат хужжатлар буйрук карор карори таъсисчи таъсисчилар
    корхона хакикий эмасдир булиб бериш олиш килади этилган тасдикланган мазкур ушбу йук бор миллий кимматли"""
    .replace("\n", " ").split()
)  # fmt: skip
"""As the Russian model writes them: ў, қ, ғ and ҳ become у, к, г and х."""
_UZBEK_ENDING = re.compile(
    r"\w\w(?:лари|ларни|ларга|ларда|лардан|ларнинг|нинг|лган|нган|рган|тган|шган|лиги|лигини|диган|сида|сидан|арини|ишни)$"
)
_RUSSIAN_WORDS = frozenset(
    """и в не на что с по от к из о за или это как его при до также года при все если только может между более под без
    этого после договор общество ограниченной ответственностью является настоящий настоящего дата счет"""
    .replace("\n", " ").split()
)  # fmt: skip
_RUSSIAN_ENDING = re.compile(
    r"\w\w(?:ого|его|ому|ему|ыми|ими|ых|ый|ий|ая|ое|ые|ую|ение|ении|ения|ность|ности|остью|ться|тся|ает|ует|ится|ами|ями|ях|ции|"
    r"ция|цию|ство|ства|ству|вшие|нный|нных|енный)$"
)
_CYRILLIC_WORD = re.compile("[\u0400-\u04ff]+")
_PLAIN = str.maketrans("ўқғҳ", "укгх")

Languages = tuple[str, ...]


def first_guess(script: str | None, confidence: float, known: Sequence[str]) -> Languages:
    """Languages that the page may be in. ``known`` are the collection's own and win; script is OSD's word for it."""
    cyrillic = script == "Cyrillic" and confidence >= SURE_OF_SCRIPT
    latin = script == "Latin" and confidence >= SURE_OF_SCRIPT
    if known:
        wanted = tuple(code for code in known if code in MODELS)
        of_script = tuple(code for code in wanted if is_cyrillic(code) == cyrillic) if cyrillic or latin else wanted
        return _with_english(of_script or wanted) if wanted else ANY
    if cyrillic:
        return CYRILLIC
    return LATIN if latin else ANY


def with_cyrillic(languages: Sequence[str], *, uzbek: bool, text: str) -> Languages:
    """The set for one Cyrillic model, after ``text`` was seen: Latin models stay where the page is in both scripts."""
    others = tuple(code for code in languages if not is_cyrillic(code))
    letters = [char for char in text if char.isalpha()]
    mixed = sum("\u0400" <= char <= "\u04ff" for char in letters) < 0.9 * len(letters)
    return ("uz-Cyrl" if uzbek else "ru", *(others if mixed and len(others) > 1 else ("en",)))


def uzbek_lines(lines: Sequence[str]) -> list[bool] | None:
    """For each line, as the Russian model read it, whether it is in Uzbek; None where the words do not say.

    A line without a telling word goes with the line before it.
    """
    scores = [_leaning(line) for line in lines]
    russian = sum(-score for score in scores if score < 0)
    if not any(score > 0 for score in scores):
        return [False] * len(lines) if russian >= ENOUGH_MARKS else None
    told = [score > 0 for score in scores if score]
    before, decided = told[0], []
    for score in scores:
        before = score > 0 if score else before
        decided.append(before)
    return decided


def _leaning(line: str) -> int:
    """Telling words of Uzbek less those of Russian."""
    score = 0
    for word in _CYRILLIC_WORD.findall(line.casefold()):
        plain = word.translate(_PLAIN)
        if plain in _UZBEK_WORDS or _UZBEK_ENDING.search(plain) or word != plain:
            score += 1
        elif plain in _RUSSIAN_WORDS or _RUSSIAN_ENDING.search(plain) or not _RUSSIAN_ONLY.isdisjoint(word):
            score -= 1
    return score


def has_uzbek(text: str) -> bool:
    """Whether enough of its Cyrillic letters are Uzbek's own."""
    cyrillic = sum("\u0400" <= char <= "\u04ff" for char in text)
    uzbek = sum(char in UZBEK_LETTERS for char in text)
    return uzbek > 0 and uzbek >= LEAST_UZBEK * cyrillic


def is_mostly_latin(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return bool(letters) and sum("\u0400" <= char <= "\u04ff" for char in letters) < 0.3 * len(letters)


def is_russian(word: str) -> bool:
    """Whether a word has letters that no Uzbek word of the Cyrillic script has."""
    return not _RUSSIAN_SIGNS.isdisjoint(word)


def may_be_either(languages: Sequence[str]) -> bool:
    """Whether Russian and Uzbek Cyrillic are both possible."""
    return "ru" in languages and "uz-Cyrl" in languages


def models(languages: Sequence[str]) -> str:
    """``uzb_cyrl+eng``: what tesseract is asked for."""
    return "+".join(dict.fromkeys(MODELS[code] for code in languages))


def is_cyrillic(code: str) -> bool:
    return code in ("ru", "uz-Cyrl")


def _with_english(languages: Languages) -> Languages:
    """e-mail addresses and names in Latin letters stand in every document."""
    return languages if "en" in languages else (*languages, "en")
