"""What running text gives after a phrase."""

import re

import pytest

from agents.labels.candidates import find_candidates
from evidence.fields import Choice, FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import case_of, flow

DATED = field(FieldType.DATE, "Effective date")
LAW = field(FieldType.TEXT, "Governing law")
TERM = field(FieldType.TEXT, "Term", question="For how long does the agreement last?")


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("This Agreement is entered into as of January 9, 2018, by and between A and B.", "January 9, 2018"),
        (
            "THIS AGREEMENT, made effective as of March 15, 2018 (the “Effective Date”), by and between",
            "March 15, 2018",
        ),
        ("This Agreement is made this 23rd day of June, 2019, by and between", "23rd day of June, 2019"),
        (
            "This agreement is hereby entered into by and between A and B effective as of June 10, 2014.",
            "June 10, 2014",
        ),
        ("The effective date of this agreement (this “Agreement”) is February 12, 2017.", "February 12, 2017"),
    ],
)
def test_reads_the_date_of_an_agreement(text: str, date: str) -> None:
    assert values(DATED, flow(text)) == [date]


def test_the_date_of_another_agreement_is_not_taken() -> None:
    text = "Pursuant to that certain Merger Agreement dated as of January 18, 2016, the parties agree as follows."
    assert values(DATED, flow(text)) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("This Agreement shall be governed by and construed in accordance with the laws of the State of Nevada.",
         "State of Nevada"),
        ("This letter is governed by, and construed under, the internal law, and not the law of conflicts, of the State "
         "of New York.", "State of New York"),
        ("The laws of the State of Ohio (without regard to conflicts of law) shall govern this Agreement.", "State of Ohio"),
        ("Настоящий договор регулируется законодательством Республики Узбекистан.", "Республики Узбекистан"),
    ],
)  # fmt: skip
def test_reads_the_law_that_governs(text: str, place: str) -> None:
    assert values(LAW, flow(text)) == [place]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("This Agreement shall terminate two years after the date first entered.", "two years"),
        ("The term of this letter agreement shall be three (3) years.", "three (3) years"),
        ("The obligations of confidentiality under this Agreement shall remain in effect for five (5) years from today.",
         "five (5) years"),
    ],
)  # fmt: skip
def test_reads_how_long_an_agreement_lasts(text: str, term: str) -> None:
    assert values(TERM, flow(text)) == [term]


def test_the_time_of_another_duty_is_not_the_agreements() -> None:
    text = "For a period of two years from the date of this agreement you will not solicit for employment any person."
    assert values(TERM, flow(text)) == []


def test_a_former_amount_is_not_the_present_one() -> None:
    asked = field(FieldType.MONEY, "Уставный фонд", currency="UZS")
    page = flow(
        "Прежний размер уставного фонда — 3 200 000 сум — больше не применяется.",
        "3.1. Уставный фонд общества составляет 4 800 000 сум.",
        language="ru",
    )
    assert values(asked, page) == ["4 800 000 сум"]


def test_reads_the_terms_of_a_loan() -> None:
    page = flow(
        "Просим предоставить кредит в размере 750 000 000 сум сроком на 36 месяцев под 24 % годовых на пополнение "
        "оборотных средств.",
        language="ru",
    )
    assert values(field(FieldType.MONEY, "Сумма кредита", currency="UZS"), page) == ["750 000 000 сум"]
    assert values(field(FieldType.TEXT, "Срок кредита"), page) == ["36 месяцев"]
    assert values(field(FieldType.PERCENT, "Процентная ставка"), page)[0].startswith("24 %")


def test_a_quote_does_not_begin_inside_a_number() -> None:
    from agents.labels.candidates import find_candidates
    from tests.unit.agents.labels.papers import case_of

    page = flow("Exhibit 10.15 Agreement entered into as of January 9, 2018 by and between")
    for candidate in find_candidates(DATED, case_of(page)):
        start = candidate.evidence_span.start
        assert start == 0 or page.text[start - 1].isspace()


SEAT = field(FieldType.ADDRESS, "Юридический адрес")


def test_the_place_of_what_is_pledged_is_not_the_seat() -> None:
    text = (
        "ООО «Альфа» предлагает в залог складской комплекс, расположенный по адресу: Бухарская область, ул. Новая, 14."
    )
    assert values(SEAT, flow(text, language="ru")) == []


def test_short_forms_do_not_end_an_address() -> None:
    text = (
        "ООО «Альфа», расположенное по адресу: г. Бухара, пос. Садовый, ул. Новая, д. 14. Общество создано в 2001 году."
    )
    assert values(SEAT, flow(text, language="ru")) == ["г. Бухара, пос. Садовый, ул. Новая, д. 14"]


def test_a_stop_label_after_the_value_is_about_the_next_value() -> None:
    asked = field(FieldType.MONEY, "Уставный капитал", stop_labels=("Резервный капитал",), currency="UZS")
    text = "Уставный капитал Общества составляет 900 000 000 сум, а резервный капитал 50 000 000 сум."
    assert values(asked, flow(text, language="ru")) == ["900 000 000 сум"]


@pytest.mark.parametrize(
    "said",
    [
        "Численность: среднесписочная за 9 мес. 2030 г. – 37 чел., в т.ч. инженеров 5",
        "Компания работает с 2021 года. В штате 37 человек.",
    ],
)
def test_staff_is_counted_in_running_text(said: str) -> None:
    asked = field(FieldType.NUMBER, "Численность работников", question="Сколько работников у заёмщика?")
    assert [re.sub(r"\D", "", one) for one in values(asked, flow(said, language="ru"))] == ["37"]


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Jamiyat 3 200 000 000 (uch milliard ikki yuz million) so‘m miqdorida, pech sotib olish uchun kredit olsin.", "uz-Latn"),
        ("Қарз олувчи томонидан олинадиган 3 200 000 000 (уч миллиард икки юз миллион) сўмлик кредит таъминоти", "uz-Cyrl"),
    ],
)  # fmt: skip
def test_a_loan_in_uzbek_stands_before_the_word_and_whole(said: str, language: str) -> None:
    amount = field(FieldType.MONEY, "Сумма кредита", currency="UZS")
    found = find_candidates(amount, case_of(flow(said, language=language)))
    assert {one.value.normalised for one in found if one.score > 0.5} == {"3200000000"}


def test_a_debt_is_no_loan_asked_for() -> None:
    amount = field(FieldType.MONEY, "Сумма кредита", currency="UZS")
    assert values(amount, flow("Jamiyatning 3 200 000 000 so‘m kredit qarzi bor.", language="uz-Latn")) == []


def test_what_is_offered_in_pledge_says_the_kind_of_security() -> None:
    asked = field(
        FieldType.CHOICE, "Вид обеспечения", "Вид залога",
        choices=(Choice(id="house", labels=("здание", "недвижимость")), Choice(id="goods", labels=("товары в обороте",))),
    )  # fmt: skip
    page = flow("В обеспечение предлагаем в залог одноэтажное кирпичное здание склада.", language="ru")
    assert values(asked, page) == ["здание"]


@pytest.mark.parametrize(
    ("said", "language", "purpose"),
    [
        ("Bankdan 900 000 000 (to‘qqiz) so‘m miqdorida, pech sotib olish uchun kredit olinsin.", "uz-Latn", "pech sotib olish"),
        ("Просим кредит. Средства будут направлены на покупку печи для обжига.", "ru", "покупку печи для обжига"),
    ],
)  # fmt: skip
def test_the_purpose_of_a_loan_begins_behind_its_amount(said: str, language: str, purpose: str) -> None:
    assert values(field(FieldType.TEXT, "Цель кредита", "Kredit maqsadi"), flow(said, language=language)) == [purpose]
