"""Words around a value that make it another thing's."""

import pytest

from agents.elsewhere import is_of_a_group, said_elsewhere
from evidence.fields import Column, Field, FieldType
from evidence.pages import Page, PageKind
from evidence.spans import CharSpan
from tests.unit.agents.labels.papers import sheet


def asked(kind: FieldType, *labels: str) -> Field:
    return Field(id="f", question="?", type=kind, labels=labels, about_subject=True)


ADDRESS = asked(FieldType.ADDRESS, "Юридический адрес", "Legal address")
DIRECTOR = asked(FieldType.PERSON, "Директор", "Director")
AMOUNT = asked(FieldType.MONEY, "Сумма кредита", "Loan amount")
CADASTRE = Field(id="c", question="?", type=FieldType.IDENTIFIER, labels=("Кадастровый номер",))
REGISTERED = asked(FieldType.DATE, "Дата регистрации", "Registration date")
OVERDUE = asked(FieldType.MONEY, "Просроченная задолженность", "Overdue debt")
STAFF = asked(FieldType.NUMBER, "Численность работников", "Number of employees", "Xodimlar soni")
FINANCIALS = Field(
    id="t", question="?", type=FieldType.TABLE, labels=("Баланс",), about_subject=True,
    columns=(Column(id="year"), Column(id="revenue", type=FieldType.MONEY, labels=("Выручка",))),
)  # fmt: skip


def said(field: Field, text: str, value: str, *, title: str = "") -> str | None:
    text = f"{title}\n\n{text}" if title else text
    page = Page(document="d" * 64, number=1, kind=PageKind.TEXT, text=text, language="ru")
    start = text.rindex(value)
    return said_elsewhere(field, page=page, span=CharSpan(start=start, end=start + len(value)), first=page)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (ADDRESS, "Прежний адрес: г. Бухара, ул. Навои, 3", "г. Бухара, ул. Навои, 3"),
        (ADDRESS, "Юридический адрес до 12.03.2021: г. Бухара, ул. Навои, 3", "г. Бухара, ул. Навои, 3"),
        (ADDRESS, "Юридический адрес: г. Бухара, ул. Навои, 3 (до 12.03.2021)", "г. Бухара, ул. Навои, 3"),
        (ADDRESS, "Former registered address: 3 Navoi St., Bukhara", "3 Navoi St., Bukhara"),
        (ADDRESS, "Avvalgi yuridik manzili: Buxoro sh., Navoiy ko‘ch., 3", "Buxoro sh., Navoiy ko‘ch., 3"),
        (ADDRESS, "Endereço anterior: Rua Augusta, 3", "Rua Augusta, 3"),
        (DIRECTOR, "Директор: Петров Олег Иванович (кандидат)", "Петров Олег Иванович"),
        (DIRECTOR, "Предложено избрать директором Петрова Олега", "Петрова Олега"),
        (DIRECTOR, "Nomzod: Petrov Oleg", "Petrov Oleg"),
        (DIRECTOR, "Director: Oleg Petrov (proposed)", "Oleg Petrov"),
        (AMOUNT, "Сумма кредита: 5 000 000 000 сум (отклонено)", "5 000 000 000 сум"),
        (AMOUNT, "Предложение банка. Вариант 2: сумма кредита 7 000 000 000 сум", "7 000 000 000 сум"),
        (AMOUNT, "Alternative loan amount: USD 700,000", "USD 700,000"),
        (CADASTRE, "Кадастровый номер: 10:01:02:03:04:0005 (аналог № 1)", "10:01:02:03:04:0005"),
        (CADASTRE, "Кадастровый номер объекта-аналога: 10:01:02:03:04:0005", "10:01:02:03:04:0005"),
        (CADASTRE, "Comparable 2, cadastral number: 10:01:02:03:04:0005", "10:01:02:03:04:0005"),
        (REGISTERED, "Изменения в устав ООО «АЛЬФА», зарегистрированы 12.03.2024", "12.03.2024"),
        (REGISTERED, "Дата регистрации: 12.03.2024 (перерегистрация)", "12.03.2024"),
        (OVERDUE, "Просроченная задолженность: 250 000 000 сум перед заёмщиком", "250 000 000 сум"),
        (OVERDUE, "Overdue debt owed to the Borrower: UZS 250,000,000", "UZS 250,000,000"),
        (STAFF, "На предприятии покупателя Численность работников: 900", "900"),
        (STAFF, "Number of employees of the guarantor: 85", "85"),
        (STAFF, "Kafilning xodimlar soni: 85", "85"),
        (AMOUNT, "Группа компаний «АТЛАС»: сумма кредита 1 300 000 000 сум", "1 300 000 000 сум"),
    ],
)  # fmt: skip
def test_a_value_of_something_else_is_told_by_the_words_beside_it(field: Field, text: str, value: str) -> None:
    assert said(field, text, value) is not None


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (ADDRESS, "Юридический адрес: г. Ташкент, ул. Мира, 1", "г. Ташкент, ул. Мира, 1"),
        (ADDRESS, "Прежний адрес: г. Бухара, новый адрес: г. Ташкент, ул. Мира, 1", "г. Ташкент, ул. Мира, 1"),
        (DIRECTOR, "Директор: Петров Олег Иванович (полномочия до 12.03.2027)", "Петров Олег Иванович"),
        (DIRECTOR, "Бывший директор Иванов И.И. уволен, директором назначен Петров О.И.", "Петров О.И."),
        (DIRECTOR, "Кандидат утверждён, директор: Петров О.И.", "Петров О.И."),
        (AMOUNT, "Сумма кредита: 5 000 000 000 сум", "5 000 000 000 сум"),
        (AMOUNT, "Поступления от покупателей: 5 000 000 000 сум", "5 000 000 000 сум"),
        (REGISTERED, "Дата первичной регистрации: 12.03.2014, до перерегистрации", "12.03.2014"),
        (OVERDUE, "Просроченная задолженность перед банком: 250 000 000 сум", "250 000 000 сум"),
        (CADASTRE, "Определено сравнением с аналогами. Кадастровый номер: 10:01:02:03:04:0005", "10:01:02:03:04:0005"),
    ],
)  # fmt: skip
def test_a_value_of_what_is_asked_stays(field: Field, text: str, value: str) -> None:
    assert said(field, text, value) is None


def test_a_field_that_asks_for_the_former_one_is_not_refused_it() -> None:
    former = asked(FieldType.ADDRESS, "Прежний адрес")
    assert said(former, "Прежний адрес: г. Бухара, ул. Навои, 3", "г. Бухара, ул. Навои, 3") is None


def test_a_day_in_a_paper_of_changes_is_not_the_registration_of_the_company() -> None:
    text = "Дата регистрации: 12.03.2024"
    assert said(REGISTERED, text, "12.03.2024", title="ИЗМЕНЕНИЯ В УСТАВ ООО «АЛЬФА»") is not None
    assert said(REGISTERED, text, "12.03.2024", title="УСТАВ ООО «АЛЬФА»") is None


def test_figures_of_a_consolidated_statement_are_the_groups() -> None:
    page = sheet(
        [["млн сум", "2023", "2024"], ["Выручка", "1000", "1300"]], title="Консолидированная отчётность группы «АЛЬФА»"
    )
    start = page.text.index("1300")
    span = CharSpan(start=start, end=start + 4)
    assert said_elsewhere(FINANCIALS, page=page, span=span, first=page, column=FINANCIALS.columns[1]) is not None
    plain = sheet([["млн сум", "2023", "2024"], ["Выручка", "1000", "1300"]], title="Отчётность ООО «АЛЬФА ГРУПП»")
    span = CharSpan(start=plain.text.index("1300"), end=plain.text.index("1300") + 4)
    assert said_elsewhere(FINANCIALS, page=plain, span=span, first=plain, column=FINANCIALS.columns[1]) is None


@pytest.mark.parametrize("title", ["ALFA LLC and its subsidiaries", "Jamlangan moliyaviy hisobot", "Жамланган ҳисобот"])
def test_a_groups_statement_is_known_by_its_title(title: str) -> None:
    assert is_of_a_group(FINANCIALS, title) is not None
    assert is_of_a_group(FINANCIALS, "Неконсолидированная отчётность ООО «АЛЬФА»") is None
