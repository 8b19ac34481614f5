"""What analysts read in reasons and cautions, in the report's language. Feedback to a model stays English."""

import tomllib
from functools import lru_cache
from pathlib import Path

from evidence.errors import LastroError
from evidence.reasons import Reason

_FOLDER = Path(__file__).parent / "words"
_FALLBACK = "en"


class Wording:
    """Messages of one language; a language without a file reads English."""

    def __init__(self, language: str) -> None:
        self.language = _file_of(language)
        self._messages = messages_of(self.language)

    def say(self, key: str, **facts: object) -> str:
        return self._messages[key].format(**facts)

    def of(self, reason: Reason | str) -> str:
        """A sentence of its own, begun with a capital letter; a code without words in this language reads English."""
        if isinstance(reason, str):
            return reason
        said = self._worded(reason)
        said = said if said.endswith((".", "!", "?", "…")) else f"{said}."
        return said[:1].upper() + said[1:]

    def of_error(self, error: Exception) -> str:
        """What kind of error it was in this language, with the message itself, which is for whoever runs the system."""
        code = error.code if isinstance(error, LastroError) else "other"
        kind = self._messages.get(f"error_{code}", self._messages["error_other"])
        message = str(error) if isinstance(error, LastroError) else f"{type(error).__name__}: {error}"
        return self.say("failed", kind=kind, problem=message)

    def within(self, reason: Reason | str) -> str:
        """As the part of a sentence that ends with it."""
        return reason if isinstance(reason, str) else self._worded(reason)

    def _worded(self, reason: Reason) -> str:
        values = {
            name: self._worded(held) if isinstance(held, Reason) else held for name, held in reason.values.items()
        }
        return self._messages.get(reason.code, reason.english).format(**values)


def _file_of(language: str) -> str:
    """``ru`` for ``ru-RU``; Uzbek has two scripts, and is Latin where none is named."""
    base, *subtags = language.replace("_", "-").split("-")
    if base == "uz":
        return "uz-Cyrl" if any(tag.lower() == "cyrl" for tag in subtags) else "uz-Latn"
    return base if (_FOLDER / f"{base}.toml").exists() else _FALLBACK


@lru_cache(maxsize=8)
def messages_of(language: str) -> dict[str, str]:
    """Key to message with ``{placeholders}``. The languages have the same keys, which a test checks."""
    with (_FOLDER / f"{language}.toml").open("rb") as stream:
        return {key: str(message) for key, message in tomllib.load(stream).items()}
