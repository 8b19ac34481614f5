import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.sentences import LONGEST, cut_sentences


def cut(text: str, language: str | None = None) -> list[str]:
    return [text[span.start : span.end] for span in cut_sentences(text, language=language)]


def test_cuts_after_a_full_stop() -> None:
    assert cut("Первое предложение. Второе предложение!") == ["Первое предложение.", "Второе предложение!"]


@pytest.mark.parametrize(
    "whole",
    [
        "Общество находится в г. Ташкент, ул. Навоий, д. 5, кв. 12.",
        "Согласно ст. 614 ГК РФ и п. 3.2 договора арендатор платит.",
        "Директор И. И. Иванов, т.е. руководитель, подписал акт.",
        "Сумма составляет 5 тыс. руб. и 20 коп.",
        "Договор от 12.03.2021 г. № 15 действует.",
        "O Sr. João e a Dra. Ana moram na Av. Paulista, no. 10.",
        "See Art. 5 and Sec. 7 of the Act, i.e. the Code.",
        "Acme Inc. Common Stock was sold by J. P. Smith.",
        "Mr. Brown lives in the U.S. Virgin Islands.",
        "Toshkent sh. Amir Temur ko'ch. 107-uy.",
    ],
)
def test_keeps_abbreviations_and_initials_inside(whole: str) -> None:
    assert cut(whole) == [whole]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Уплачено 500 тыс. руб. Банк выдал кредит.", ["Уплачено 500 тыс. руб.", "Банк выдал кредит."]),
        ("Sold to Acme Inc. The price was paid.", ["Sold to Acme Inc.", "The price was paid."]),
        ("He said no. The end.", ["He said no.", "The end."]),
        ("Он сказал: «Да.» Потом ушёл.", ["Он сказал: «Да.»", "Потом ушёл."]),
        ("Срок 12.05.2020. Далее 3 месяца.", ["Срок 12.05.2020.", "Далее 3 месяца."]),
    ],
)
def test_cuts_where_a_new_sentence_opens(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


def test_keeps_a_clause_number_with_its_clause() -> None:
    assert cut("1.2. Предмет договора. Стороны согласны.") == ["1.2. Предмет договора.", "Стороны согласны."]


def test_rows_are_units_of_their_own() -> None:
    assert cut("Выручка\t100\t200\nПрибыль. Чистая\t10\t20\nСтрока текста.") == [
        "Выручка\t100\t200", "Прибыль. Чистая\t10\t20", "Строка текста.",
    ]  # fmt: skip


def test_form_lines_stay_apart() -> None:
    assert cut("ИНН: 301234567\nАдрес: г. Ташкент\nРуководитель: Иванов И.И.") == [
        "ИНН: 301234567", "Адрес: г. Ташкент", "Руководитель: Иванов И.И.",
    ]  # fmt: skip


def test_joins_lines_broken_for_want_of_room() -> None:
    text = (
        "The Borrower shall repay the principal amount of the Loan to the\n"
        "Lender not later than the date stated in Schedule 4. The interest\naccrues daily."
    )
    assert cut(text) == [
        "The Borrower shall repay the principal amount of the Loan to the\n"
        "Lender not later than the date stated in Schedule 4.",
        "The interest\naccrues daily.",
    ]


def test_a_heading_is_not_joined_with_the_text_below() -> None:
    text = "ПРЕДМЕТ ДОГОВОРА\nБанк обязуется предоставить кредит на условиях настоящего договора."
    assert cut(text)[0] == "ПРЕДМЕТ ДОГОВОРА"


def test_a_clause_number_before_a_tab_is_no_cell() -> None:
    assert cut("1.1.\tБанк выдаёт кредит. Заёмщик его возвращает.\n1\tСтул\t5") == [
        "1.1.\tБанк выдаёт кредит.", "Заёмщик его возвращает.", "1\tСтул\t5",
    ]  # fmt: skip


def test_an_automatic_number_on_its_own_line_stays_apart() -> None:
    assert cut("а)\nпредставить отчёт;\n3.2.\nОбеспечение") == ["а)", "представить отчёт;", "3.2.", "Обеспечение"]


def test_a_number_at_the_start_of_a_broken_line_does_not_open_a_unit() -> None:
    text = (
        "The Tenant shall give notice to the Landlord no later than\n"
        "30 days before the end of the term, and shall pay interest of\n"
        "2.5 percent per month on any arrears for a period of twelve\n(12) months."
    )
    assert cut(text) == [text]


def test_a_blank_line_always_ends_a_unit() -> None:
    assert cut("первая строка,\n\nвторая строка") == ["первая строка,", "вторая строка"]


def test_long_sentences_are_cut_between_words() -> None:
    text = "слово " * 500
    parts = cut(text)
    assert all(len(part) <= LONGEST for part in parts)
    assert " ".join(parts).split() == text.split()


def test_language_narrows_the_abbreviations() -> None:
    assert len(cut("They met the rep. Later they left.", "ru")) == 2


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text", ["г. " * 300_000, "." * 1_000_000, "слово " * 200_000, "строка без конца,\n" * 60_000, "\n" * 500_000]
)
def test_long_and_odd_text_is_cut_in_linear_time(text: str) -> None:
    assert sum(len(span) for span in cut_sentences(text)) <= len(text)


@given(st.text(alphabet=st.sampled_from("аБв Gh. \n\t!?;,1№«»)-:"), max_size=400))
def test_every_character_belongs_to_exactly_one_unit(text: str) -> None:
    last = 0
    for span in cut_sentences(text):
        assert span.start >= last
        assert not text[last : span.start].strip()
        assert not text[span.start].isspace()
        last = span.end
    assert not text[last:].strip()
