"""What language a page is in: enough to choose number and date formats, stemmers and OCR models, and no more.

Counts words that each language cannot do without and letters that only some have. Says None rather than guess.
"""

import re

_ENOUGH = 4096
"""Characters looked at; more does not change the answer."""
_WORD = re.compile(r"[^\W\d_]+(?:['’‘ʻʼ`][^\W\d_]+)*")
_APOSTROPHES = str.maketrans("’‘ʻʼ`", "'''''")

_LATIN = {
    "en": """the of and to in is that for with as by on be this are shall or any which from not it at was have has will
        an such other under may its than their been no""",
    "pt": """de do da que não em os as um uma para com por no na dos das ao se mais pelo pela seu sua são é à foi ou
        nos nas entre até também já conforme sobre deste desta será""",
    "es": """de la el que en los y del las por con para una un su al es lo como más pero sus o este ha se esta entre no
        según será dicho""",
    "fr": "de la le et les des en un une du dans est que pour qui par sur au avec ce pas plus ou son il sont aux",
    "de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus",
    "it": "di che e il la per un in è del con non una della le si dei da alla sono nel gli al delle",
    "tr": "ve bir bu için ile olarak da de olan çok daha en gibi kadar sonra ya her ne ise veya",
    "uz-Latn": """va bilan uchun bu bo'yicha bo'lgan yil yilda kerak hamda ham esa uning emas yo'q edi o'z har qilish
        tomonidan asosida haqida deb shu ko'ra bo'ladi barcha mumkin qilingan so'm eng bir yoki yili sonli o'zbekiston
        toshkent shahar tumani nomi manzili raqami sana""",
}  # fmt: skip
_CYRILLIC = {
    "ru": """и в не на что с по для от к из о за или это как его при до во также быть года г со то об если все а но
        их был лица банк который нет не ооо общество""",
    "uz-Cyrl": """ва билан учун бу бўйича бўлган йил йилда керак ҳамда ҳам эса унинг эмас йўқ эди ўз ҳар қилиш томонидан
        асосида ҳақида деб шу кўра бўлади барча мумкин сўм энг бир ёки йили сонли ўзбекистон тошкент шаҳар тумани""",
    "kk": "және мен үшін бұл бойынша немесе жылы туралы бар емес да де осы болып бір",
    "uk": "і та в на що з до для від не це як за або його при є у про",
    "tg": "ва дар ба аз ки барои бо ин аст ё бояд онҳо ҳар",
}  # fmt: skip
_LETTERS = {
    # only this language of its script has it, or all but
    "uz-Cyrl": "ўқғҳ", "kk": "әңұүіөқғһ", "uk": "іїєґ", "tg": "ӣӯҷҳқғ", "ru": "ыэщ",
    "pt": "ãõ", "es": "ñ¿¡", "de": "ßäöü", "tr": "ışğ", "fr": "èùœêî",
}  # fmt: skip
_UZBEK_SIGNS = re.compile(r"[og]'(?=[a-z])|(?:lar|ning|dan|lik|gan|moq|adi|ishi|lari)\b")


def guess_language(text: str) -> str | None:
    """ISO 639-1, with script for Uzbek: ``ru en pt uz-Latn uz-Cyrl es kk …``; None where too little speaks for any."""
    words = [word.translate(_APOSTROPHES) for word in _WORD.findall(text[:_ENOUGH].casefold())]
    if not words:
        return None
    letters = "".join(words)
    cyrillic = sum(1 for c in letters if "\u0400" <= c <= "\u04ff")
    latin = sum(1 for c in letters if (c.isascii() and c.isalpha()) or "\u00c0" <= c <= "\u024f")
    if max(cyrillic, latin) < 0.6 * len(letters):
        return None
    tables = _CYRILLIC if cyrillic > latin else _LATIN
    scores = {language: _score(language, words, letters) for language in tables}
    best, second = sorted(scores.values(), reverse=True)[:2]
    found = max(scores, key=lambda language: scores[language])
    if best >= 0.05 and best > 1.08 * second:
        return found
    # a form holds hardly a word that marks a language; its letters still tell one Cyrillic from another
    return "ru" if cyrillic > latin and cyrillic >= 12 and not _NOT_RUSSIAN & set(letters) else None


_NOT_RUSSIAN = frozenset("".join(_LETTERS[language] for language in ("uz-Cyrl", "kk", "uk", "tg")))
_WORDS = {language: frozenset(listed.split()) for language, listed in (_LATIN | _CYRILLIC).items()}


def _score(language: str, words: list[str], letters: str) -> float:
    """Share of words that are the language's, plus what its letters say."""
    known = _WORDS[language]
    score = sum(1 for word in words if word in known) / len(words)
    if marks := _LETTERS.get(language):
        share = sum(letters.count(mark) for mark in marks) / max(len(letters), 1)
        score += min(0.35, 8 * share)
    if language == "uz-Latn":
        score += min(0.3, 0.8 * sum(1 for word in words if _UZBEK_SIGNS.search(word)) / len(words))
    if language == "ru":
        score -= min(0.4, 8 * sum(letters.count(mark) for mark in _NOT_RUSSIAN) / max(len(letters), 1))
    return score
