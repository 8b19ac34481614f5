import re
from pathlib import Path

import pytest

from agents.fill import wording
from agents.fill.wording import Wording, messages_of

LANGUAGES = sorted(path.stem for path in (Path(wording.__file__).parent / "words").glob("*.toml"))


def placeholders(message: str) -> set[str]:
    return set(re.findall(r"{(\w+)", message))


def test_reports_are_written_in_three_languages() -> None:
    assert LANGUAGES == ["en", "pt", "ru"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_says_the_same_with_the_same_facts(language: str) -> None:
    english, other = messages_of("en"), messages_of(language)
    assert other.keys() == english.keys()
    assert {key: placeholders(text) for key, text in other.items()} == {
        key: placeholders(text) for key, text in english.items()
    }


def test_a_language_without_words_reads_english() -> None:
    assert Wording("uz-Latn").say("left_to_analyst") == "Left to the analyst."
    assert Wording("ru-RU").say("left_to_analyst") == "Оставлено аналитику."


def test_every_key_that_the_code_says_is_there() -> None:
    code = "".join(path.read_text("utf-8") for path in Path(wording.__file__).parent.glob("*.py"))
    said = set(re.findall(r"\bsay\(\s*[\"'](\w+)[\"']", code))
    assert said <= messages_of("en").keys()
    assert {key for key in messages_of("en") if not re.search(rf"[\"']{key}[\"']", code)} == set()
