"""Value support; faults C06, C07, C09, C11."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.fields import Choice, Column, Field, FieldType
from evidence.support import Support, supports

MONEY, NUMBER, PERCENT, DATE = FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT, FieldType.DATE
CODE, PERSON, FIRM, ADDRESS, TEXT, LONG = (
    FieldType.IDENTIFIER, FieldType.PERSON, FieldType.ORGANISATION, FieldType.ADDRESS, FieldType.TEXT, FieldType.LONG_TEXT,
)  # fmt: skip
CHOICES = (
    Choice(id="yes", labels=("да", "имеется", "yes", "mavjud")),
    Choice(id="no", labels=("нет", "не имеется", "отсутствует", "mavjud emas")),
)  # fmt: skip


def ask(
    kind: FieldType,
    claimed: str,
    quote: str,
    language: str | None = "ru",
    context: str = "",
    currency: str | None = None,
) -> Support:
    field = Field(
        id="x", question="?", type=kind, currency=currency, choices=CHOICES if kind is FieldType.CHOICE else ()
    )
    return supports(field, claimed, quote, language=language, context=context)


@pytest.mark.parametrize(
    ("kind", "claimed", "quote", "text"),
    [
        (MONEY, "1500000000", "Сумма кредита 1,5 млрд сум", "1,5 млрд сум"),
        (MONEY, "2 300 000 000 сум", "2 млрд 300 млн сум", "2 млрд 300 млн сум"),
        (MONEY, "-5 000", "Убыток (5 000) сум", "(5 000) сум"),
        (MONEY, "1 234 567,89", "Итого\t1\u00a0234\u00a0567,89", "1\u00a0234\u00a0567,89"),
        (PERCENT, "24", "ставка 24 % годовых", "24 % годовых"),
        (NUMBER, "36 месяцев", "Срок: 36 месяцев", "36 месяцев"),
        (DATE, "2024-03-05", "от «05» марта 2024 г.", "«05» марта 2024 г."),
        (CODE, "301234567", "ИНН 301 234 567", "301 234 567"),
        (CODE, "№ 45", "договор № 45 от 01.01.2024", "45"),
        (PERSON, "Иванов Иван Иванович", "в лице директора Иванова Ивана Ивановича,", "Иванова Ивана Ивановича"),
        (PERSON, "Иванов Иван Иванович", "Директор Иванов И.И.", "Иванов И.И."),
        (FIRM, "ООО Ромашка", "заёмщик ООО «Ромашка» в лице", "ООО «Ромашка»"),
        (FIRM, "Nike Inc.", "between NIKE, Inc. and Eric", "NIKE, Inc."),
        (ADDRESS, "г. Ташкент, ул. Навои, дом 12", "100011, г.Ташкент, ул.Навои, д.12", "г.Ташкент, ул.Навои, д.12"),
        (TEXT, "state of oregon", "laws of the State of Oregon.", "State of Oregon"),
        (
            LONG,
            "Банк вправе требовать возврата",
            "Банк вправе\nтребовать возврата в срок",
            "Банк вправе\nтребовать возврата",
        ),
    ],
)
def test_the_value_comes_back_as_the_quote_writes_it(kind: FieldType, claimed: str, quote: str, text: str) -> None:
    support = ask(kind, claimed, quote)
    assert support.ok
    assert support.value is not None
    assert support.value.text == text


@pytest.mark.parametrize(
    ("kind", "claimed", "quote"),
    [
        (MONEY, "1 500", "Сумма 1 500 000 сум"), (MONEY, "500 000", "Сумма 1 500 000 сум"), (MONEY, "5 сум", "5 млн сум"),
        (MONEY, "5 000 сум", "5 000 тыс. сум"), (MONEY, "500 USD", "Сумма 500 сум"), (MONEY, "5000", "Убыток (5 000) сум"),
        (MONEY, "-100 сум", "100 сум"), (MONEY, "150", "100 и 50 сум"), (MONEY, "12", "в 2012 году"),
        (MONEY, "100", "100 штук"),
        (MONEY, "1 000 000 сум", "1 000 000 (два миллиона) сум"), (MONEY, "не более 5 млн сум", "не менее 5 млн сум"),
        (MONEY, "1200 UZS", "Сумма\t1 200\tUSD"), (NUMBER, "5", "5-10 человек"), (NUMBER, "12", "в 2012 году"),
        (NUMBER, "31", "31.12.2027"),
        (NUMBER, "36", "36 %"), (NUMBER, "36 дней", "36 месяцев"), (NUMBER, "10 рабочих дней", "10 календарных дней"),
        (PERCENT, "24", "24 п.п."), (PERCENT, "10", "от 10 до 15 %"), (PERCENT, "5", "не 5 %, а 7 %"),
        (PERCENT, "0.24", "24 %"),
        (PERCENT, "24% в месяц", "24 % годовых"), (DATE, "2024-05-03", "05.03.2024"), (DATE, "2024-03", "05.03.2024"),
        (CODE, "123456", "1234567"), (CODE, "0123456", "AB0123456"), (CODE, "AB0123456", "АВ0123456"), (CODE, "1-2", "1-2-3"),
        (CODE, "12", "12/3"), (PERSON, "Иванов Пётр", "Иванов Иван"), (PERSON, "Каримова Д.А.", "Каримов Д.А."),
        (PERSON, "Соколова Мария Петровна", "Соколова Мария Павловна"), (PERSON, "Karimov Alisher", "Каримов Алишер"),
        (FIRM, "ООО «Ромашка»", "ООО «Ромашка Плюс»"), (FIRM, "АО «Ромашка»", "ООО «Ромашка»"), (FIRM, "ООО", "ООО «Ромашка»"),
        (FIRM, "Acme LLC", "Acme Holdings LLC"), (ADDRESS, "ул. Навои, 12", "ул. Навои, 112"),
        (ADDRESS, "ул. Навои, 12", "ул. Навои, д. 1, кв. 12"),
        (TEXT, "able", "is unable to"), (TEXT, "вправе", "Банк не вправе"), (TEXT, "5", "ставка 5%"), (TEXT, "12", "2012"),
        (TEXT, "mavjud", "qarzdorlik mavjud emas"), (TEXT, "resident", "non-resident"),
        (LONG, "Банк ... вернуть", "Банк не обязан вернуть"),
        (TEXT, "", "что угодно"), (MONEY, "много", "5 сум"),
    ],
)  # fmt: skip
def test_what_the_quote_does_not_say_is_refused_with_a_reason(kind: FieldType, claimed: str, quote: str) -> None:
    support = ask(kind, claimed, quote)
    assert not support.ok
    assert support.value is None
    assert support.reason


def test_an_ambiguous_quote_goes_to_a_person() -> None:
    support = ask(DATE, "2024-03-04", "dated 04/03/2024", "en")
    assert "a person has to decide" in str(support.reason)
    field = Field(id="x", question="?", type=DATE)
    assert supports(field, "2024-04-03", "dated 04/03/2024", language="en", evidence="paid 12/25/2023").ok


def test_headings_give_scale_currency_and_sign_of_percent() -> None:
    support = ask(MONEY, "1 250", "1 250", context="Выручка, в тыс. сум")
    assert support.value is not None
    assert (support.value.text, support.value.normalised, support.value.unit) == ("1 250", "1250000", "UZS")
    assert ask(PERCENT, "24", "24", context="Ставка, %").ok
    assert not ask(PERCENT, "24", "24", context="Срок, мес.").ok
    assert ask(MONEY, "1 250", "1 250", context="5 млн сум взято ранее").value.normalised == "1250"  # type: ignore[union-attr]


def test_the_fields_currency_is_assumed_only_where_the_quote_names_none() -> None:
    assert ask(MONEY, "500", "Сумма 500", currency="UZS").value.unit == "UZS"  # type: ignore[union-attr]
    assert ask(MONEY, "500", "Сумма 500 USD", currency="UZS").value.unit == "USD"  # type: ignore[union-attr]
    assert not ask(MONEY, "500 USD", "Сумма 500", currency="UZS").ok
    assert not ask(MONEY, "500 USD", "Сумма 500").ok


def test_a_choice_needs_its_own_label_and_no_denial() -> None:
    kind = FieldType.CHOICE
    assert ask(kind, "yes", "Задолженность имеется").value.normalised == "yes"  # type: ignore[union-attr]
    assert ask(kind, "no", "Задолженность не имеется").value.normalised == "no"  # type: ignore[union-attr]
    assert not ask(kind, "yes", "Задолженность не имеется").ok
    assert not ask(kind, "yes", "Qarzdorlik mavjud emas", "uz-Latn").ok
    assert not ask(kind, "yes", "да или нет").ok
    assert not ask(kind, "yes", "данные").ok
    assert not ask(kind, "maybe", "да").ok


def test_a_column_is_asked_like_a_field() -> None:
    assert supports(Column(id="y", type=MONEY), "1 350", "Прибыль\t1 200\t1 350", language="ru").ok


@given(st.integers(10, 10**10), st.integers(10, 10**10))
def test_only_the_number_itself_is_supported(said: int, claimed: int) -> None:
    written = f"{said:,}".replace(",", " ")
    support = ask(MONEY, str(claimed), f"Сумма кредита составляет {written} сум по договору")
    assert support.ok == (said == claimed)


@given(
    st.text(max_size=40),
    st.text(max_size=80),
    st.sampled_from([kind for kind in FieldType if kind is not FieldType.TABLE]),
)
def test_no_input_breaks_it(claimed: str, quote: str, kind: FieldType) -> None:
    support = ask(kind, claimed, quote, None)
    assert support.ok == (support.value is not None)
