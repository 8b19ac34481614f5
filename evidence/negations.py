"""Words that turn a statement round or hem it in. Russian, Uzbek in both scripts, Portuguese, English."""

import re
from typing import Final

_BEFORE: Final = frozenset(
    "не ни без нельзя вне "
    "not no never nor neither without cannot can't don't doesn't didn't won't wouldn't shouldn't mustn't isn't aren't "
    "wasn't weren't hasn't haven't hadn't couldn't shan't non "
    "não nao nem nunca jamais sem nenhum nenhuma "
    "hech ҳеч "
    "кроме исключая except excluding unless exceto salvo".split()
)
"""Stand before what they deny or except."""
_AFTER: Final = frozenset(
    "emas emasligi emasligini эмас эмаслиги эмаслигини yo'q йўқ mavjudmas bo'lmagan бўлмаган".split()
)
"""Uzbek: stand after what they deny."""
_EXCEPTIONS: Final = frozenset(
    "нет кроме исключением исключая исключено except excluding unless until exceto salvo exclusive mustasno мустасно "
    "tashqari ташқари none nothing nobody ничего никто никогда нигде nada ninguém".split()
)
_AUXILIARIES: Final = frozenset(
    "is are was were be been shall will may can must does do did has have had should would could might need".split()
)
_NUMBER_WORDS: Final = (
    r"не (?:менее|более|позднее|позже|ранее|свыше|выше|ниже|превышает|превышающ\w+)"
    r"|at (?:least|most)|(?:no|not) (?:more|less|fewer|later|earlier) than|not exceed(?:ing)?|up to no more than"
    r"|(?:no|pelo) (?:mínimo|máximo|menos)|não (?:mais|menos) (?:de|do que|que)|não superior a|não inferior a"
    r"|kamida|ko'pi bilan|камида|кўпи билан"
)
COMPARED: Final = re.compile(rf"(?<!\w)(?:{_NUMBER_WORDS})[ \n\"]\Z", re.IGNORECASE)
"""A bound that ends just before a number."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def is_negation(word: str) -> bool:
    """Any word of denial or exception; also the contraction ``n't``."""
    small = word.casefold()
    return small in _BEFORE or small in _AFTER or small in _EXCEPTIONS or small.endswith("n't")


def denied_before(text: str) -> str | None:
    """The denial that stands directly before what follows ``text``, with nothing but white space and quotes between."""
    word = re.split(r"[^\w']", text[-24:].rstrip(" \n\t\"'"))[-1].strip("'")
    return word if word.casefold() in _BEFORE else None


def denied_after(text: str, last_word: str) -> str | None:
    """The denial that stands directly behind what comes before ``text``; English auxiliaries take theirs behind."""
    match = re.match(r"[ \n\t\"']*([^\W\d_]+(?:'[^\W\d_]+)*)", text)
    if match is None:
        return None
    word = match[1].casefold()
    if word in _AFTER or (last_word.casefold() in _AUXILIARIES and word in _BEFORE):
        return match[1]
    return None


def denials_in(text: str) -> tuple[str, ...]:
    return tuple(match[0] for match in _WORD.finditer(text) if is_negation(match[0]))
