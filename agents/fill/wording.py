"""What analysts read in reasons and cautions, in the report's language. Feedback to a model stays English."""

import tomllib
from functools import lru_cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "words"
_FALLBACK = "en"


class Wording:
    """Messages of one language; a language without a file reads English."""

    def __init__(self, language: str) -> None:
        base = language.split("-")[0]
        self.language = base if (_FOLDER / f"{base}.toml").exists() else _FALLBACK
        self._messages = messages_of(self.language)

    def say(self, key: str, **facts: object) -> str:
        return self._messages[key].format(**facts)


@lru_cache(maxsize=8)
def messages_of(language: str) -> dict[str, str]:
    """Key to message with ``{placeholders}``. The languages have the same keys, which a test checks."""
    with (_FOLDER / f"{language}.toml").open("rb") as stream:
        return {key: str(message) for key, message in tomllib.load(stream).items()}
