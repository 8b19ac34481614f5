"""Whether a text layer says what the page shows, judged by the text alone.

Some PDFs map their letters to wrong codes: the text that comes out is tokens, private characters, or fluent nonsense.
Sure signs condemn a layer; language that looks like none only raises a doubt, which a look at the picture settles.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

CID = re.compile(r"\(cid:\d+\)")
_ACCENTED = re.compile("[\u00c0-\u00ff\u0192\u0152\u0153\u0160\u0161\u0178]")
_CYRILLIC, _LATIN = re.compile("[\u0400-\u04ff]"), re.compile("[a-z\u00df-\u024f]")
_PLAIN = re.compile("[A-Za-z]")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
FEWEST_LETTERS = 60
"""Fewer say nothing about a language."""
STRETCH = 40
"""Words that are taken to be in one language."""
ENOUGH_RUNS = 400
"""Words of a page that are looked at."""
LEAST_AGREEMENT = 0.5
"""Share of the words OCR saw that a doubted text layer must have to be believed after all."""
ENOUGH_SEEN = 12
CERTAIN = 78.0
FAMILIAR = 0.62
"""Share of letter pairs that real text takes from the common ones of its language; substituted letters stay below."""

_COMMON = {
    "en": """the of and to in that is was for it with as his on be at by had not are but from or have an they which one
        you were all her she there would their we him been has when who will no more if out so up said what its about
        than into them can only other time new some could these two may first then do any like my now over such our man
        me even most made after also did many off before must well back through years much where your way down should
        because long each just state people those too agreement party parties shall section information company date
        name address amount number total order contract payment bank account receiving disclosing confidential term
        period business service services market report value rate tax income net gross current assets liabilities
        statement financial december march april august september october november january february station television
        radio agency client product advertiser estimate invoice billing spots length monday friday sunday morning""",
    "pt": """de que não do da em um para com uma os no se na por mais as dos como mas ao ele das tem seu sua ou quando
        muito nos já está também só pelo pela até isso ela entre depois sem mesmo aos ter seus quem nas me esse eles
        você essa num nem suas meu às minha numa pelos qual nós lhe deles essas esses este dele contrato valor data nome
        empresa pagamento banco conta endereço número brasil estado cidade prazo cláusula parte partes serviço prestação
        informações presente acordo lei código civil social processo documento imigração residência pedido requerente
        nascimento nacionalidade brasileira português cidadão autorização trabalho família casamento certidão""",
    "es": """de la que el en los del se las por un para con no una su al lo como más pero sus le ya este porque esta
        entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros
        ese eso ante ellos esto antes algunos contrato fecha nombre dirección importe pago empresa impuesto declaración
        persona número modelo ejercicio datos presentación documento ingreso española""",
    "fr": """de la le et les des en un une du que est pour qui dans ce il sur pas au plus par avec son se ne comme ou
        mais nous sont cette leur même tout été elle fait ses aux être date nom adresse contrat société paiement""",
    "de": """der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er
        hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum haben nur oder aber vor zur bis
        mehr durch man sein wurde gesetz datum name gesellschaft vertrag bekanntmachung verordnung""",
    "uz-Latn": """va bilan uchun bu bo'yicha bo'lgan yil yilda kerak hamda ham esa uning emas edi har qilish tomonidan
        asosida haqida deb shu ko'ra bo'ladi barcha mumkin qilingan so'm eng bir yoki yili sonli o'zbekiston toshkent
        shahar tumani nomi manzili raqami sana shartnoma kredit bank qarz oluvchi mas'uliyati cheklangan jamiyati
        to'lov summasi muddati hisob raqam xizmat soliq daromad mahsulot ishlab chiqarish respublikasi fuqarosi
        pasport tug'ilgan rahbar buxgalter foiz ta'minot garov mulk qiymati ma'lumotnoma guvohnoma""",
    "ru": """и в не на что он как это по но они мы из у которые то за свой от года для так о же все год если до только
        может или бы время при такой один где когда нет была быть был под без этого после между также более договор
        сумма дата банк кредит заемщик общество ограниченной ответственностью сторона стороны срок процент ставка
        обязательства имущество залог стоимость выручка прибыль баланс счет номер адрес директор руководитель
        генеральный учредитель доля уставный капитал предприятие деятельность заключение финансовый отчет справка
        свидетельство государственной регистрации налог налоговая паспорт выдан гражданин республика узбекистан ташкент
        область район улица тысяч миллионов рублей сумов долларов договора кредитного условия настоящего соответствии
        федерации российской закон статья пункт право лицо лица документ документы решение""",
    "uz-Cyrl": """ва билан учун бу бўйича бўлган йил йилда керак ҳамда ҳам эса унинг эмас эди ҳар қилиш томонидан
        асосида ҳақида деб шу кўра бўлади барча мумкин қилинган сўм энг бир ёки йили сонли ўзбекистон тошкент шаҳар
        тумани номи манзили рақами сана шартнома кредит банк қарз олувчи масъулияти чекланган жамияти тўлов суммаси
        муддати ҳисоб рақам хизмат солиқ даромад маҳсулот ишлаб чиқариш республикаси фуқароси паспорт туғилган раҳбар
        бухгалтер фоиз таъминот гаров мулк қиймати маълумотнома гувоҳнома""",
}  # fmt: skip


class Garble(NamedTuple):
    """``condemned``: not to be cited. ``doubtful``: to be compared with what the page shows."""

    condemned: bool
    doubtful: bool
    reason: str | None


FINE = Garble(False, False, None)


def judge(words: Sequence[str], *, damaged: int = 0) -> Garble:
    """``damaged`` is the number of characters for which the file itself names no letter."""
    text = " ".join(words)
    length = sum(map(len, words))
    if not length:
        return FINE
    tokens = CID.findall(text)
    if sum(map(len, tokens)) > 0.08 * length:
        return Garble(True, True, f"{len(tokens)} characters without a letter")
    if damaged > 0.08 * length and damaged > 3:
        return Garble(True, True, f"{damaged} of {length} characters without a letter")
    letters, digits = sum(map(str.isalpha, text)), sum(map(str.isdigit, text))
    if not letters and length >= 4 and digits < 0.5 * length:
        return Garble(False, True, "signs where words should be")
    singles = sum(1 for word in words if len(word) == 1 and word.isalpha())
    if len(words) >= 30 and singles > 0.65 * len(words):
        return Garble(True, True, "letters standing apart")
    mojibake, latin = len(_ACCENTED.findall(text)), len(_PLAIN.findall(text))
    if mojibake > 20 and mojibake > 0.6 * (latin + mojibake):
        return Garble(True, True, "Cyrillic letters coded as accented Latin ones")
    if damaged > 0.02 * length and damaged > 5:
        return Garble(False, True, f"{damaged} of {length} characters without a letter")
    return _language(text)


def _language(text: str) -> Garble:
    runs = [run.casefold() for run in _LETTERS.findall(text)[: 2 * ENOUGH_RUNS] if not _is_code(run)]
    letters = sum(map(len, runs))
    if letters < FEWEST_LETTERS:
        return FINE
    mixed = sum(1 for run in runs if _mixes_scripts(run))
    if mixed > 0.2 * len(runs):
        return Garble(False, True, "words in two scripts at once")
    foreign = sum(1 for run in runs if not ("a" <= run[0] <= "\u024f" or "\u0400" <= run[0] <= "\u04ff"))
    if foreign > 0.3 * len(runs):
        return Garble(False, True, "letters of a script that is not expected here")
    best = familiarity(runs)
    if best is not None and best < FAMILIAR:
        return Garble(False, True, "letters in an order that no language here has")
    return FINE


def familiarity(runs: Sequence[str]) -> float | None:
    """Share of letter pairs that are common in the language they fit best; None for other scripts.

    Judged stretch by stretch and script by script: a contract in two languages is not a strange one.
    """
    runs = runs[:ENOUGH_RUNS]
    cyrillic = [run for run in runs if "\u0400" <= run[0] <= "\u04ff"]
    latin = [run for run in runs if "a" <= run[0] <= "\u024f"]
    if len(cyrillic) + len(latin) < 0.7 * len(runs):
        return None
    fits = total = 0
    for some in (cyrillic, latin):
        for start in range(0, len(some), STRETCH):
            pairs = Counter(run[at : at + 2] for run in some[start : start + STRETCH] for at in range(len(run) - 1))
            total += pairs.total()
            fits += max(sum(n for pair, n in pairs.items() if pair in common) for common in _common_pairs().values())
    return fits / total if total else None


@cache
def _common_pairs() -> dict[str, frozenset[str]]:
    """The letter pairs of each language's common words."""
    return {
        language: frozenset(
            word[index : index + 2] for word in re.sub("['’]", "", words).split() for index in range(len(word) - 1)
        )
        for language, words in _COMMON.items()
    }


def _is_code(run: str) -> bool:
    """Abbreviations in capitals follow no language."""
    return run.isupper() and len(run) <= 4


def _mixes_scripts(run: str) -> bool:
    return not run.isascii() and bool(_CYRILLIC.search(run)) and bool(_LATIN.search(run))


def recoded(words: Sequence[str]) -> list[str] | None:
    """The words as meant, where a producer wrote each letter's two UTF-8 bytes as one code: М became U+D09C.

    None unless every letter of the page that could be such a code is one: a Korean page has others.
    """
    hangul = [char for word in words for char in word if "\uac00" <= char <= "\ud7a3"]
    if len(hangul) < 8 or any(char < "\ud081" or char > "\ud1bf" for char in hangul):
        return None
    try:
        table = {ord(char): ord(char).to_bytes(2, "big").decode("utf-8") for char in set(hangul)}
    except UnicodeDecodeError:
        return None
    return [word.translate(table) for word in words]


def refutes(layer: Sequence[str], seen: Sequence[tuple[str, float]]) -> bool | None:
    """Whether what OCR saw (words with confidence 0-100) shows that a doubted layer is wrong; None = it cannot say."""
    has = {_bare(word) for word in layer}
    shown = [(_bare(word), sure) for word, sure in seen]
    shown = [(word, sure) for word, sure in shown if len(word) >= 3]
    if len(shown) >= ENOUGH_SEEN:
        verdict = judge([word for word, _ in seen])
        share = sum(word in has for word, _ in shown) / len(shown)
        if share >= LEAST_AGREEMENT:
            return False
        return None if verdict.condemned or verdict.doubtful else True
    certain = [word for word, sure in shown if sure >= CERTAIN]
    wordless = not any(char.isalpha() for word in layer for char in word)
    if certain and not any(word in has for word in certain) and (wordless or len(certain) >= 3):
        return True
    return None


def unseen(layer: Sequence[str], seen: Sequence[str]) -> tuple[int, int]:
    """How many words a layer carries that OCR did not see, and how many it carries."""
    carried = [bare for word in layer if (bare := _bare(word))]
    there = {_bare(word) for word in seen}
    return sum(word not in there for word in carried), len(carried)


def _bare(word: str) -> str:
    return "".join(char for char in word.casefold() if char.isalnum())
