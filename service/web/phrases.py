"""The pages' own words in the reader's language; catalogues lie in ``locale/`` and are read by Babel. English is the code's."""

import gettext
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parent / "locale"
LANGUAGES = {"ru": "Русский", "pt": "Português", "en": "English"}
DEFAULT = "en"
LANGUAGE_COOKIE = "lastro_language"
"""A person's own choice."""
_CATALOGUES = {"ru": "ru", "pt": "pt_BR"}


class Words:
    """One language's words. ``%(names)s`` are filled by Jinja, after escaping."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = Locale.parse(language)
        self._catalogue = None if language == "en" else _catalogue(language)

    def get(self, phrase: str) -> str:
        message = self._catalogue.get(phrase) if self._catalogue is not None else None
        said = message.string if message is not None else None
        if isinstance(said, tuple):
            said = said[0]
        return str(said) if said else phrase

    def count(self, one: str, many: str, number: int) -> str:
        message = self._catalogue.get(one) if self._catalogue is not None else None
        if message is None or not isinstance(message.string, tuple) or not all(message.string):
            return one if number == 1 else many
        assert self._catalogue is not None  # there is a message of it
        return str(message.string[_plural_of(self._catalogue.plural_expr)(number)])

    def __call__(self, phrase: str, /, **given: object) -> str:
        said = self.get(phrase)
        return said % given if given else said


@lru_cache
def words_in(language: str) -> Words:
    return Words(language if language in LANGUAGES else DEFAULT)


def chosen_language(cookie: str | None, accept: str | None) -> str:
    """The person's own choice, or the best that the browser asks for."""
    if cookie in LANGUAGES:
        return str(cookie)
    wanted = []
    for part in (accept or "").split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((float(weight or 1), tag.split("-")[0].lower()))
        except ValueError:
            continue
    order = [tag for _, tag in sorted(wanted, key=lambda pair: -pair[0])]
    return negotiate_locale(order, list(LANGUAGES)) or DEFAULT


@lru_cache
def _catalogue(language: str) -> Catalog:
    with (LOCALES / f"{language}.po").open("rb") as file:
        return read_po(file, locale=_CATALOGUES[language])


@lru_cache
def _plural_of(expression: str) -> Callable[[int], int]:
    return gettext.c2py(expression)
