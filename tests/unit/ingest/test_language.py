import pytest

from ingest.language import guess_language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ru", "Общество обязуется возвратить кредит в срок до 1 марта и уплатить проценты на сумму долга."),
        ("uz-Latn", "Qarz oluvchi kreditni belgilangan muddatda qaytarish va foizlarni to‘lash majburiyatini oladi."),
        ("uz-Cyrl", "Қарз олувчи кредитни белгиланган муддатда қайтариш ва фоизларни тўлаш мажбуриятини олади."),
        ("pt", "O requerente declara que não possui antecedentes criminais e reside no Brasil."),
        ("en", "The Borrower shall repay the loan and the interest on or before the maturity date."),
        ("es", "El prestatario se obliga a devolver el préstamo en la fecha de vencimiento."),
    ],
)
def test_tells_the_languages_of_a_case_apart(language: str, text: str) -> None:
    assert guess_language(text) == language


@pytest.mark.parametrize("apostrophe", ["'", "’", "‘", "ʻ", "`"])
def test_uzbek_is_uzbek_with_any_apostrophe(apostrophe: str) -> None:
    assert guess_language(f"bo{apostrophe}lgan va yo{apostrophe}q uchun to{apostrophe}lov") == "uz-Latn"


def test_a_russian_form_without_function_words_is_russian() -> None:
    assert guess_language("Наименование: ООО «Альфа»\nИНН: 301234567\nАдрес: Ташкент") == "ru"


@pytest.mark.parametrize("text", ["", "123 456,00", "XYZ-1", "見本"])
def test_says_nothing_where_nothing_speaks_for_a_language(text: str) -> None:
    assert guess_language(text) is None
