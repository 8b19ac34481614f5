"""The report's own words, in the reader's language; catalogues lie in ``locale/`` and are read by Babel."""

from functools import lru_cache
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from evidence.errors import InputRefused

_FOLDER = Path(__file__).parent / "locale"
LANGUAGES = ("ru", "pt", "en", "uz_Latn", "uz_Cyrl")
WRITTEN = "ru, pt, en, uz (uz-Latn, uz-Cyrl)"
"""Languages that reports are written in, as people give them."""


class Phrases:
    """Call it with an English phrase; ``{names}`` in the phrase are filled from the keywords, never re-read."""

    def __init__(self, language: str) -> None:
        self.locale = locale_of(language)
        self.language = str(self.locale)
        self._catalogue = None if self.locale.language == "en" else _catalogue(self.language)

    def __call__(self, phrase: str, /, **given: object) -> str:
        message = self._catalogue.get(phrase) if self._catalogue is not None else None
        said = str(message.string) if message is not None and message.string else phrase
        return said.format(**given) if given else said

    @property
    def tag(self) -> str:
        """For Word's spell checker: ``ru-RU``."""
        return {"ru": "ru-RU", "pt": "pt-BR", "en": "en-GB", "uz_Latn": "uz-Latn-UZ", "uz_Cyrl": "uz-Cyrl-UZ"}[
            self.language
        ]


def is_written(language: str) -> bool:
    """Whether there is a catalogue: ``ru``, ``pt-BR``, ``uz``, ``uz-Cyrl-UZ``."""
    return language.replace("_", "-").split("-")[0].lower() in {name.split("_")[0] for name in LANGUAGES}


def refuse_unwritten(language: str | None) -> None:
    """Raises InputRefused where a report cannot be written in the language that was asked for; None = the template's own."""
    if language is not None and not is_written(language):
        raise InputRefused(f"language {language!r} is not known; a report is written in one of: {WRITTEN}")


def locale_of(language: str) -> Locale:
    """The nearest language there is a catalogue for; English when there is none."""
    parts = language.replace("_", "-").split("-")
    name = parts[0].lower()
    if name == "uz":
        script = "Cyrl" if any(part.lower() == "cyrl" for part in parts) else "Latn"
        return Locale("uz", script=script)
    return Locale(name if name in LANGUAGES else "en")


@lru_cache
def _catalogue(language: str) -> Catalog:
    with (_FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)
