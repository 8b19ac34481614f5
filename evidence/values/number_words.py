"""Whole numbers in words: Russian, Uzbek in both scripts, Portuguese, English. For checking digits against the words beside
them, and for sums that are only written out."""

import re
from decimal import Decimal
from typing import Final

_SMALL: Final = {
    **dict.fromkeys("ноль нуль nol нол zero".split(), 0),
    **dict.fromkeys("один одна одно одного одной bir бир um uma one".split(), 1),
    **dict.fromkeys("два две двух ikki икки dois duas two".split(), 2),
    **dict.fromkeys("три трёх трех uch уч três tres three".split(), 3),
    **dict.fromkeys("четыре четырёх четырех to'rt тўрт quatro four".split(), 4),
    **dict.fromkeys("пять пяти besh беш cinco five".split(), 5),
    **dict.fromkeys("шесть шести olti олти seis six".split(), 6),
    **dict.fromkeys("семь семи yetti етти sete seven".split(), 7),
    **dict.fromkeys("восемь восьми sakkiz саккиз oito eight".split(), 8),
    **dict.fromkeys("девять девяти to'qqiz тўққиз nove nine".split(), 9),
    **dict.fromkeys("десять десяти o'n ўн dez ten".split(), 10),
    **dict.fromkeys("одиннадцать одиннадцати onze eleven".split(), 11),
    **dict.fromkeys("двенадцать двенадцати doze twelve".split(), 12),
    **dict.fromkeys("тринадцать тринадцати treze thirteen".split(), 13),
    **dict.fromkeys("четырнадцать четырнадцати catorze quatorze fourteen".split(), 14),
    **dict.fromkeys("пятнадцать пятнадцати quinze fifteen".split(), 15),
    **dict.fromkeys("шестнадцать шестнадцати dezesseis dezasseis sixteen".split(), 16),
    **dict.fromkeys("семнадцать семнадцати dezessete dezassete seventeen".split(), 17),
    **dict.fromkeys("восемнадцать восемнадцати dezoito eighteen".split(), 18),
    **dict.fromkeys("девятнадцать девятнадцати dezenove dezanove nineteen".split(), 19),
    **dict.fromkeys("двадцать двадцати yigirma йигирма vinte twenty".split(), 20),
    **dict.fromkeys("тридцать тридцати o'ttiz ўттиз trinta thirty".split(), 30),
    **dict.fromkeys("сорок сорока qirq қирқ quarenta forty".split(), 40),
    **dict.fromkeys("пятьдесят пятидесяти ellik эллик cinquenta fifty".split(), 50),
    **dict.fromkeys("шестьдесят шестидесяти oltmish олтмиш sessenta sixty".split(), 60),
    **dict.fromkeys("семьдесят семидесяти yetmish етмиш setenta seventy".split(), 70),
    **dict.fromkeys("восемьдесят восьмидесяти sakson саксон oitenta eighty".split(), 80),
    **dict.fromkeys("девяносто девяноста to'qson тўқсон noventa ninety".split(), 90),
    **dict.fromkeys("сто ста cem cento".split(), 100),
    **dict.fromkeys("двести двухсот duzentos duzentas".split(), 200),
    **dict.fromkeys("триста трёхсот трехсот trezentos trezentas".split(), 300),
    **dict.fromkeys("четыреста четырёхсот четырехсот quatrocentos quatrocentas".split(), 400),
    **dict.fromkeys("пятьсот пятисот quinhentos quinhentas".split(), 500),
    **dict.fromkeys("шестьсот шестисот seiscentos seiscentas".split(), 600),
    **dict.fromkeys("семьсот семисот setecentos setecentas".split(), 700),
    **dict.fromkeys("восемьсот восьмисот oitocentos oitocentas".split(), 800),
    **dict.fromkeys("девятьсот девятисот novecentos novecentas".split(), 900),
}  # fmt: skip
_HUNDRED: Final = frozenset("hundred yuz юз".split())
_SCALES: Final = {
    **dict.fromkeys("тысяча тысячи тысяч тысячу ming минг mil thousand".split(), 10**3),
    **dict.fromkeys("миллион миллиона миллионов million milhão milhões".split(), 10**6),
    **dict.fromkeys("миллиард миллиарда миллиардов milliard bilhão bilhões billion".split(), 10**9),
    **dict.fromkeys("триллион триллиона триллионов trillion trilhão trilhões".split(), 10**12),
}
_AND: Final = frozenset("и va ва e and".split())
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def is_number_word(word: str) -> bool:
    small = word.casefold()
    return small in _SMALL or small in _SCALES or small in _HUNDRED


def words_value(text: str) -> Decimal | None:
    """The number that the whole text is; None where any word is no number."""
    total = group = 0
    seen = False
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        if word in _AND and seen:
            continue
        if word in _SMALL:
            group += _SMALL[word]
        elif word in _HUNDRED:
            group = max(group, 1) * 100
        elif word in _SCALES:
            total += max(group, 1) * _SCALES[word]
            group = 0
        else:
            return None
        seen = True
    return Decimal(total + group) if seen else None


def leading_value(text: str) -> Decimal | None:
    """The number that the text begins with: ``один миллион`` of ``один миллион сум 00 тийин``."""
    end = 0
    for match in _WORD.finditer(text):
        if not (is_number_word(match[0]) or match[0].casefold() in _AND) or re.search(
            r"[^\s,-]", text[end : match.start()]
        ):
            break
        end = match.end()
    return words_value(text[:end]) if end else None


def ends_in_number_word(text: str) -> bool:
    match = re.search(r"([^\W\d_]+(?:'[^\W\d_]+)*) ?\Z", text[-24:])
    return match is not None and is_number_word(match[1])
