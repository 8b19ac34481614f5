import pytest

from ingest.ocr import routing
from ingest.ocr.routing import ANY, CYRILLIC, LATIN, first_guess, models, uzbek_lines, with_cyrillic

UZBEK = "Карз олувчи уз мажбуриятларини хар ойда бажаради ва хисоб ракамига утказади"
"""As the Russian model writes Uzbek: without its letters."""
RUSSIAN = "Заемщик обязуется исполнять настоящий договор и выплачивать общую сумму"


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


def test_words_tell_uzbek_from_russian_line_by_line_even_without_uzbek_letters() -> None:
    assert uzbek_lines([RUSSIAN, UZBEK, "15.03.2024", RUSSIAN]) == [False, True, True, False]
    assert uzbek_lines(["15.03.2024", UZBEK]) == [True, True]


def test_russian_words_alone_make_a_russian_page() -> None:
    assert uzbek_lines([RUSSIAN, "Каримов Азиз"]) == [False, False]


def test_names_and_figures_say_nothing() -> None:
    assert uzbek_lines(["Каримов Азиз", "301 234 567"]) is None
    assert uzbek_lines([]) is None


def test_enough_uzbek_letters_make_an_uzbek_text_and_one_misread_letter_does_not() -> None:
    assert routing.has_uzbek("Тўлқин Ғаниев")
    assert not routing.has_uzbek(RUSSIAN * 20 + "захҳ")
    assert not routing.has_uzbek("")


@pytest.mark.parametrize("uzbek", [True, False])
@pytest.mark.parametrize("text", ["", "Ўзбекистон Республикаси", "Ўзбекистон " + "Federative Republic of Brazil"])
@pytest.mark.parametrize("languages", [CYRILLIC, ANY, ("ru", "uz-Cyrl")])
def test_uzbek_cyrillic_and_russian_are_never_read_together(languages: tuple[str, ...], text: str, uzbek: bool) -> None:
    final = with_cyrillic(languages, uzbek=uzbek, text=text)
    assert final[0] == ("uz-Cyrl" if uzbek else "ru")
    assert not routing.may_be_either(final)


def test_a_page_in_two_scripts_keeps_the_latin_models_beside_one_cyrillic() -> None:
    assert with_cyrillic(ANY, uzbek=True, text="Ўзбекистон Federative Republic of Brazil") == (
        "uz-Cyrl", "pt", "uz-Latn", "en",
    )  # fmt: skip
    assert with_cyrillic(ANY, uzbek=True, text="Ўзбекистон Республикаси") == ("uz-Cyrl", "en")


def test_models_are_named_as_tesseract_knows_them() -> None:
    assert models(("uz-Cyrl", "en")) == "uzb_cyrl+eng"
    assert models(("pt", "uz-Latn", "en")) == "por+uzb+eng"
