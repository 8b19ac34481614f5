"""Which language a text or question is written in, from its letters and its commonest words.

Good enough to choose a stemmer and to tell that a question and a passage differ; ``None`` means "cannot say", and
every caller has an answer for that.
"""

import re
from collections import Counter

_WORD = re.compile(r"[^\W\d_]+(?:['’ʻʼ‘`][^\W\d_]+)*")
_UZBEK_CYRILLIC = frozenset("ўқғҳ")
_PORTUGUESE = frozenset("ãõçâêô")
_APOSTROPHES = str.maketrans("’ʻʼ‘`´ʹ", "'" * 7)

STOP_WORDS: dict[str, frozenset[str]] = {
    "ru": frozenset(
        "и в во на не что он она оно они с со как а то все к ко но по из у за от о об для до или же бы ли это этот эта эти "
        "который которая которое которые кто где когда какой какая какое какие чей был была было были есть быть его её ее "
        "их мы вы я если при под над между также том тем чем сколько почему".split()
    ),
    "uz-Cyrl": frozenset(
        "ва бу учун билан ҳам эса ёки деб лекин бўлган бўлиб эди эмас ким нима қайси қачон қаерда неча қандай бир ушбу шу "
        "мазкур томонидан бўйича керак мумкин йил йилда йили".split()
    ),
    "uz-Latn": frozenset(
        "va bu uchun bilan ham esa yoki deb lekin bo'lgan bo'lib edi emas kim nima qaysi qachon qayerda necha qanday bir "
        "ushbu shu mazkur tomonidan bo'yicha kerak mumkin yil yilda yili".split()
    ),
    "pt": frozenset(
        "o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para com sem sob sobre entre "
        "e ou mas que se não nao é foi são ser está como qual quais quem onde quando quanto quantos ao aos à às seu sua seus "
        "suas este esta esse essa isso mais também num numa lhe ele ela eles elas".split()
    ),
    "en": frozenset(
        "the of and a an to in is are was were be been for on with as by at from or not that this these those it its which who "
        "whom whose what when where how why does did do has have had will shall may any all such other than there their they "
        "he she his her we our you your if under into but no".split()
    ),
}


def guess_language(text: str) -> str | None:
    """ISO 639-1 code, with the script for Uzbek: ``ru en pt uz-Latn uz-Cyrl``; None where the text does not tell."""
    words = [word.translate(_APOSTROPHES) for word in _WORD.findall(text[:4000].casefold())]
    letters = Counter("c" if "Ѐ" <= char <= "ӿ" else "l" for word in words for char in word if char.isalpha())
    if not letters:
        return None
    candidates = ("ru", "uz-Cyrl") if letters["c"] >= letters["l"] else ("en", "pt", "uz-Latn")
    points = {code: float(sum(word in STOP_WORDS[code] for word in words)) for code in candidates}
    joined = "".join(words)
    if "uz-Cyrl" in points:
        points["uz-Cyrl"] += 0.5 * sum(char in _UZBEK_CYRILLIC for char in joined)
        points["ru"] += 0.5 * sum(char in "ыщ" for char in joined)
    else:
        points["pt"] += 0.5 * sum(char in _PORTUGUESE for char in joined)
        points["uz-Latn"] += 0.5 * (joined.count("o'") + joined.count("g'")) + 0.3 * sum(
            word.endswith(("ning", "lari", "larni", "dagi", "ligi", "gan")) for word in words
        )
    best = max(points, key=lambda code: points[code])
    rival = max((value for code, value in points.items() if code != best), default=0.0)
    if points[best] > rival:
        return best
    # Cyrillic without a sign of Uzbek is Russian in these archives; Latin without a sign could be a name
    return "ru" if "ru" in points and points["ru"] == rival and not _UZBEK_CYRILLIC & set(joined) else None
