import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import render
from render import admit, wordings
from render.phrases import LANGUAGES, Phrases, locale_of

FOLDER = Path(render.__file__).parent
CATALOGUES = [language for language in LANGUAGES if language != "en"]


def used() -> set[str]:
    found = wordings.all_phrases() | {held.phrase for held in admit.Held}
    for module in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in ("say", "phrases", "Why") and isinstance(node.args[0].value, str):
                found.add(node.args[0].value)
    return found


def catalogue(language: str) -> dict[str, str]:
    with (FOLDER / "locale" / f"{language}.po").open("rb") as file:
        return {str(m.id): str(m.string) for m in read_po(file, locale=language) if m.id}


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_phrase_has_words_and_none_is_left_over(language: str) -> None:
    held = catalogue(language)
    assert set(held) == used()
    assert all(held.values())


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_translation_fills_in_the_same_facts(language: str) -> None:
    for phrase, said in catalogue(language).items():
        assert sorted(re.findall(r"\{(\w+)\}", phrase)) == sorted(re.findall(r"\{(\w+)\}", said)), phrase


def test_braces_in_what_is_filled_in_are_not_read_again() -> None:
    assert Phrases("ru")("{file} is no longer in the case", file="{x}") == "файла {x} больше нет в деле"


@pytest.mark.parametrize(
    ("given", "locale"),
    [
        ("ru", "ru"),
        ("ru-RU", "ru"),
        ("pt_BR", "pt"),
        ("uz", "uz_Latn"),
        ("uz-Cyrl", "uz_Cyrl"),
        ("de", "en"),
        ("", "en"),
    ],
)
def test_the_nearest_language_is_taken(given: str, locale: str) -> None:
    assert str(locale_of(given)) == locale
    assert Phrases(given).tag
