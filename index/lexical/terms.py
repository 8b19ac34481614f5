"""A text as the terms that the lexical leg counts."""

import re
from collections.abc import Iterator
from functools import lru_cache

from index.language import STOP_WORDS, guess_language
from index.lexical import keys
from index.lexical.stems import stem

# A number in groups (301 234 567; 1.234,56; 12.05.2023; 01-2301), or a word, code or plain number.
_NUMBER = r"\d+(?:[ \u00a0\u2009\u202f.,'/-]\d+)+(?![^\W\d_])"
_WORD = r"[^\W_]+(?:'[^\W_]+)*"
_TOKEN = re.compile(rf"(?P<number>{_NUMBER})|(?P<word>{_WORD})")
_GROUPS = re.compile(r"\d+")
_SPACES = re.compile(r"[ \u00a0\u2009\u202f']")
_PARTS = re.compile(r"\d+|[^\W\d_]+")
_MOST_GROUPS = 8
_STOPPED = {code: frozenset(keys.fold(word) for word in words) for code, words in STOP_WORDS.items()}


def terms(text: str, language: str | None = None) -> list[str]:
    """In order, repeats kept. ``language`` as in Page.language; None = guessed, and where that fails every likely stem."""
    prepared = keys.prepare(text)
    code = language or guess_language(prepared)
    found: list[str] = []
    for match in _TOKEN.finditer(prepared):
        if match.lastgroup == "number":
            found.extend(_number_terms(match.group()))
        else:
            found.extend(_word_terms(match.group(), code))
    return found


def _number_terms(token: str) -> Iterator[str]:
    groups = _GROUPS.findall(token)
    yield from groups
    if len(groups) > _MOST_GROUPS:
        return  # a line of figures, not one number
    joined = "".join(groups)
    yield joined
    # 1 234 567,89 is also asked for as 1234567
    by_spaces = _SPACES.sub("", token)
    for whole in _GROUPS.findall(by_spaces):
        if whole != joined and whole not in groups:
            yield whole


@lru_cache(maxsize=1 << 16)
def _word_terms(token: str, language: str | None) -> tuple[str, ...]:
    return tuple(_forms(token, language))


def _forms(token: str, language: str | None) -> Iterator[str]:
    if token.isdigit():
        yield token
        return
    if any(char.isdigit() for char in token):
        yield (keys.code_key(token) or keys.fold(token)).casefold()
        for part in _PARTS.findall(token):
            yield from _forms(part, language) if part != token else ()
        return
    code = keys.code_key(token)
    word = keys.fold(keys.unmix(token))
    if not word:
        return
    seen = list(dict.fromkeys(_stems(word, language)))
    yield from seen
    if code is not None and len(code) <= 4 and code.casefold() not in seen:
        yield code.casefold()


def _stems(word: str, language: str | None) -> Iterator[str]:
    if keys.is_cyrillic(word[0]):
        languages: tuple[str, ...] = (language,) if language in ("ru", "uz-Cyrl") else ("ru",)
        if language != "uz-Cyrl" and set(word) & set("ўқғҳ"):
            languages = ("uz-Cyrl",)
    else:
        languages = (language,) if language in ("en", "pt", "uz-Latn") else ("en", "pt", "uz-Latn")
    for code in languages:
        if word in _STOPPED[code]:
            return
    for code in languages:
        if code == "uz-Cyrl":
            yield stem(keys.uzbek_latin(word), code)
        else:
            yield keys.strip_accents(stem(word, code))
    plain = keys.strip_accents(word)
    if plain != word:  # locação is also asked for as locacao
        yield plain
