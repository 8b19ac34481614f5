import pytest

from index.language import guess_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Какова сумма кредита и на какой срок он выдан?", "ru"),
        ("Сумма кредита", "ru"),
        ("Кредит суммаси қанча ва у қачон берилган?", "uz-Cyrl"),
        ("Kredit summasi qancha va u qachon berilgan?", "uz-Latn"),
        ("To‘lov tartibi shartnoma bo‘yicha", "uz-Latn"),
        ("Qual é o valor do empréstimo e quando foi concedido?", "pt"),
        ("What is the amount of the loan and when was it granted?", "en"),
        ("301 234 567", None),
        ("Toyota", None),
        ("", None),
        ("…", None),
    ],
)
def test_letters_and_common_words_tell(text: str, language: str | None) -> None:
    assert guess_language(text) == language


def test_a_latin_name_does_not_make_a_russian_question_english() -> None:
    assert guess_language("Где зарегистрирована компания Silk Road Logistics?") == "ru"
