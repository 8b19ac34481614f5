import pytest

from index.lexical.terms import terms


def shared(one: str, other: str, *, of: str | None = None, to: str | None = None) -> set[str]:
    return set(terms(one, of)) & set(terms(other, to))


@pytest.mark.parametrize("written", ["301 234 567", "301234567", "301-234-567", "301.234.567", "301\u00a0234\u202f567"])
def test_a_number_meets_itself_however_grouped(written: str) -> None:
    assert "301234567" in terms(f"ИНН {written}, Ташкент")


def test_an_amount_is_found_without_its_fraction() -> None:
    assert "1234567" in terms("сумма 1 234 567,89 сум")
    assert "123456789" in terms("1.234.567,89")


def test_table_cells_do_not_run_together() -> None:
    assert "20222023" not in terms("2022\t2023\n1 000\t2 000")
    assert {"1000", "2000"} <= set(terms("2022\t2023\n1 000\t2 000"))


def test_a_line_of_figures_is_not_one_number() -> None:
    assert all(len(term) <= 16 for term in terms("1 2 3 4 5 6 7 8 9 10 11 12 13 14"))


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("договором аренды", "Договор об аренде", "ru"),
        ("contratos de locação", "contrato locações", "pt"),
        ("granted the loans", "loan granting", "en"),
        ("shartnomaning raqami", "shartnoma raqam", "uz-Latn"),
    ],
)
def test_forms_of_a_word_meet(one: str, other: str, language: str) -> None:
    assert len(shared(one, other, of=language, to=language)) >= 2


def test_portuguese_without_its_accents_still_meets() -> None:
    assert shared("locacao", "contrato de locação", of=None, to="pt")


def test_the_two_scripts_of_uzbek_meet() -> None:
    assert len(shared("шартнома рақами", "shartnomaning raqami", of="uz-Cyrl", to="uz-Latn")) == 2


def test_a_passport_series_meets_in_either_script() -> None:
    assert len(shared("паспорт АВ 0123456", "passport AB0123456", of="ru", to="en")) >= 2


def test_an_abbreviation_is_not_stemmed() -> None:
    assert "инн" in terms("ИНН заёмщика", "ru")


def test_words_that_say_nothing_are_left_out() -> None:
    assert terms("что это и в на", "ru") == []


def test_a_name_in_an_unknown_language_meets_it_in_a_known_one() -> None:
    assert shared("Sprunk", "employment of Eric Sprunk", of=None, to="en")


@pytest.mark.parametrize("text", ["", "…", "\u0000", "''' '", "—", "\ud800", "💶 💶"])
def test_any_text_has_terms_or_none(text: str) -> None:
    assert isinstance(terms(text), list)
