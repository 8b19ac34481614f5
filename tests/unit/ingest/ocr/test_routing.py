import pytest

from ingest.ocr.routing import ANY, CYRILLIC, LATIN, decided, first_guess, models, needs_first_look


@pytest.mark.parametrize(
    ("script", "sure", "known", "expected"),
    [
        ("Cyrillic", 9.0, (), CYRILLIC),
        ("Latin", 9.0, (), LATIN),
        ("Cyrillic", 0.03, (), ANY),
        (None, 0.0, (), ANY),
        ("Katakana", 9.0, (), ANY),
        ("Latin", 9.0, ("pt",), ("pt", "en")),
        ("Cyrillic", 9.0, ("ru", "uz-Latn"), ("ru", "en")),
        ("Latin", 9.0, ("ru",), ("ru", "en")),
        ("Latin", 9.0, ("xx",), ANY),
    ],
)
def test_the_collection_s_languages_win_and_script_narrows_them(
    script: str | None, sure: float, known: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert first_guess(script, sure, known) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Қарз олувчи ўз мажбуриятларини ҳар ойда бажаради", ("uz-Cyrl", "en")),
        ("Заемщик исполняет обязательства ежемесячно", ("ru", "en")),
        ("", ("ru", "en")),
    ],
)
def test_letters_decide_between_uzbek_and_russian(text: str, expected: tuple[str, ...]) -> None:
    assert decided(CYRILLIC, text) == (expected,)


def test_a_page_in_both_is_read_by_both_each_alone() -> None:
    text = "Қарз олувчи ўз мажбуриятларини ҳар ойда бажаради. Заемщик обязан выплачивать общую сумму."
    assert decided(CYRILLIC, text) == (("uz-Cyrl", "en"), ("ru", "en"))


def test_one_misread_letter_makes_no_language() -> None:
    assert decided(CYRILLIC, "Заемщик исполняет обязательства " * 20 + "захҳ") == (("ru", "en"),)


def test_latin_text_under_every_language_drops_the_cyrillic_ones() -> None:
    assert decided(ANY, "A quantia do empréstimo é de mil reais") == (("pt", "uz-Latn", "en"),)


def test_mixed_text_keeps_the_latin_ones_beside_one_cyrillic() -> None:
    (languages,) = decided(ANY, "Ўзбекистон Республикаси " + "Federative Republic of Brazil")
    assert "uz-Cyrl" in languages
    assert "ru" not in languages
    assert "pt" in languages


@pytest.mark.parametrize("text", ["ўқғҳ", "ыщэ", "abc", "ўқғҳ ыщ", "1 250"])
@pytest.mark.parametrize("languages", [CYRILLIC, LATIN, ANY, ("ru", "uz-Cyrl"), ("ru", "en")])
def test_uzbek_cyrillic_and_russian_are_never_read_together(languages: tuple[str, ...], text: str) -> None:
    for final in decided(languages, text):
        assert final
        assert not needs_first_look(final)


def test_models_are_named_as_tesseract_knows_them() -> None:
    assert models(("uz-Cyrl", "en")) == "uzb_cyrl+eng"
    assert models(("pt", "uz-Latn", "en")) == "por+uzb+eng"
