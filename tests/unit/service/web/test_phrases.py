import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from service.web.phrases import LOCALES, chosen_language, words_in

_NAMED = re.compile(r"%\((\w+)\)s")


def _messages(language: str) -> list[tuple[str, tuple[str, ...]]]:
    with (LOCALES / f"{language}.po").open("rb") as file:
        catalogue = read_po(file)
    found = []
    for message in catalogue:
        if message.id:
            said = message.string if isinstance(message.string, tuple) else (message.string,)
            found.append((message.id if isinstance(message.id, str) else message.id[0], said))
    return found


@pytest.mark.parametrize("language", ["ru", "pt"])
def test_every_phrase_is_translated_and_keeps_its_names(language: str) -> None:
    for phrase, said in _messages(language):
        for text in said:
            assert text, f"{phrase!r} has no words in {language}; run `make words`"
            assert set(_NAMED.findall(text)) == set(_NAMED.findall(phrase)), (phrase, text)
            assert ("%%" in text) == ("%%" in phrase), (phrase, text)


def test_catalogues_hold_what_the_pages_say() -> None:
    from deploy.web_words import gathered

    wanted = {message.id if isinstance(message.id, str) else message.id[0] for message in gathered() if message.id}
    for language in ("ru", "pt"):
        held = {phrase for phrase, _ in _messages(language)}
        assert not wanted - held, f"run `make words` and translate: {sorted(wanted - held)[:5]}"


def test_plurals_follow_the_language() -> None:
    words = words_in("ru")
    said = [words.count("%(num)s page", "%(num)s pages", number) % {"num": number} for number in (1, 2, 5, 21)]
    assert said == ["1 страница", "2 страницы", "5 страниц", "21 страница"]
    assert words_in("en").count("%(num)s page", "%(num)s pages", 2) == "%(num)s pages"


@pytest.mark.parametrize(
    ("cookie", "accept", "language"),
    [
        ("pt", "ru", "pt"),
        (None, "ru-RU,ru;q=0.9,en;q=0.8", "ru"),
        (None, "uz, pt-BR;q=0.9, en;q=0.5", "pt"),
        (None, "de", "en"),
        (None, None, "en"),
        ("xx", "pt;q=nonsense, ru", "ru"),
    ],
)
def test_the_choice_of_the_person_goes_before_the_browsers(
    cookie: str | None, accept: str | None, language: str
) -> None:
    assert chosen_language(cookie, accept) == language


def test_templates_hold_no_inline_script_or_style() -> None:
    folder = Path(__file__).parents[4] / "service" / "web" / "templates"
    for path in folder.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:|\|\s*safe", text), path.name
