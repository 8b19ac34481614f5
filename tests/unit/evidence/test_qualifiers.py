"""Words round a value that make it another: each case is one kind, in one of the languages of the papers."""

import pytest

from evidence.fields import Choice, Field, FieldType
from evidence.findings import TypedValue
from evidence.qualifiers import qualified
from evidence.reasons import Reason
from evidence.spans import CharSpan
from evidence.values import read_values

YES_OR_NO = (
    Choice(id="absent", labels=("отсутствует", "не имеет", "нет", "none", "yo‘q", "mavjud emas", "não há")),
    Choice(id="present", labels=("имеется", "числится", "mavjud", "bor", "outstanding")),
)


def reason(kind: FieldType, text: str, value: str, question: str = "?") -> Reason | None:
    at = text.index(value)
    read = read_values(value, kind, language=None)
    typed = read[0].readings[0] if read else TypedValue(type=kind, text=value, normalised=value)
    field = Field(id="f", question=question, type=kind, choices=YES_OR_NO if kind is FieldType.CHOICE else ())
    return qualified(text, CharSpan(start=at, end=at + len(value)), typed, asked=field, field=field)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (FieldType.PERCENT, "ставка 20 % в первый год, далее 26 %", "20 %"),
        (FieldType.PERCENT, "ставка 20 % в первый год, далее 26 %", "26 %"),
        (FieldType.PERCENT, "Interest rate: EURIBOR + 4%", "4%"),
        (FieldType.PERCENT, "ставка ЦБ + 5 %", "5 %"),
        (FieldType.PERCENT, "24% - 27% годовых", "24%"),
        (FieldType.PERCENT, "24% - 27% годовых", "27%"),
        (FieldType.NUMBER, "from 36 to 48 months", "48 months"),
        (FieldType.NUMBER, "36 или 48 месяцев", "36"),
        (FieldType.NUMBER, "36 или 48 месяцев", "48 месяцев"),
        (FieldType.NUMBER, "на срок 36 месяцев или 48 месяцев", "36 месяцев"),
        (FieldType.NUMBER, "от 36 до 48 месяцев", "36"),
        (FieldType.NUMBER, "до 36 месяцев", "36 месяцев"),
        (FieldType.NUMBER, "в размере до 36 месяцев", "36 месяцев"),
        (FieldType.NUMBER, "не более 24 месяцев", "24 месяцев"),
        (FieldType.NUMBER, "порядка 30 человек", "30 человек"),
        (FieldType.MONEY, "price 1 000 000 USD plus VAT", "1 000 000 USD"),
        (FieldType.MONEY, "5 000 сум за кв. м", "5 000 сум"),
        (FieldType.MONEY, "5 000 UZS per unit", "5 000 UZS"),
        (FieldType.MONEY, "до 3 000 000 000 сум", "3 000 000 000 сум"),
        (
            FieldType.PERSON,
            "Директор: Иванов Пётр (до 01.02.2025), Хасанов Рустам Алиевич (с 02.02.2025)",
            "Иванов Пётр",
        ),
        (FieldType.PERSON, "Директор: Петров Олег Иванович (кандидат)", "Петров Олег Иванович"),
        (FieldType.MONEY, "Уставный фонд: 5 000 000 000 сум (предложение)", "5 000 000 000 сум"),
        (FieldType.ORGANISATION, "Antonio was never employed by Wayne Corp.", "Wayne Corp"),
        (
            FieldType.TEXT,
            "The petition for the degree of Master of Science was denied.",
            "Master of Science",
        ),
        (FieldType.TEXT, "Degree: not conferred", "not conferred"),
        (FieldType.DATE, "Date of degree conferral: pending, expected 2026-06-01", "2026-06-01"),
        (FieldType.DATE, "Start date: not before 01/09/2025", "01/09/2025"),
        (FieldType.IDENTIFIER, "Лицензия № 12345 отозвана 01.05.2024", "12345"),
        (FieldType.NUMBER, "12 meses ou 24 meses", "12 meses"),
        (FieldType.PERCENT, "12% no primeiro ano, depois 15%", "12%"),
        (FieldType.NUMBER, "36 oygacha", "36 oy"),
        (FieldType.NUMBER, "36 yoki 48 oy", "36"),
        (FieldType.PERCENT, "TJLP mais 3%", "3%"),
        (FieldType.PERCENT, "the rate is 4% above the base rate", "4%"),
    ],
)
def test_words_beside_a_value_that_change_it_are_named(kind: FieldType, text: str, value: str) -> None:
    assert reason(kind, text, value) is not None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Tax debt: none of the debts below is settled", "none"),
        ("Сведения о том, что задолженность по налогам отсутствует, не подтверждены.", "отсутствует"),
        ("Задолженность: отсутствует по НДС, имеется по налогу на прибыль", "отсутствует"),
        ("задолженность отсутствует, кроме НДС", "отсутствует"),
        ("Налоговая не подтверждает, что долг отсутствует", "отсутствует"),
        ("soliq qarzi yo‘q ekani tasdiqlanmagan", "yo‘q"),
        ("não há dívidas, o que não foi confirmado", "não há"),
    ],
)
def test_an_absence_that_is_denied_limited_or_excepted_is_none(text: str, value: str) -> None:
    assert reason(FieldType.CHOICE, text, value) is not None


@pytest.mark.parametrize(
    ("text", "value"),
    [("задолженность по налогам отсутствует.", "отсутствует"), ("ООО не имеет задолженности, имеющее ИНН", "не имеет")],
)
def test_a_plain_absence_stands(text: str, value: str) -> None:
    assert reason(FieldType.CHOICE, text, value) is None


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (FieldType.NUMBER, "Срок кредита: 36 месяцев", "36 месяцев"),
        (FieldType.NUMBER, "36 (тридцать шесть) месяцев с возможностью продления", "36"),
        (FieldType.MONEY, "увеличен с 400 000 000 сум до 900 000 000 сум", "900 000 000 сум"),
        (FieldType.PERCENT, "Процентная ставка: 24% годовых", "24%"),
        (FieldType.MONEY, "USD 1,000,000 or UZS 12,000,000,000", "USD 1,000,000"),
        (FieldType.DATE, "действительна до 01.01.2030", "01.01.2030"),
        (FieldType.PERSON, "Директор Каримов Алишер (с 02.02.2025)", "Каримов Алишер"),
        (FieldType.MONEY, "2024 – 35 500 сум", "35 500 сум"),
        (FieldType.MONEY, "Annual salary: $120,000 per year", "$120,000"),
        (FieldType.IDENTIFIER, "ИНН 301234567 не является плательщиком НДС", "301234567"),
        (FieldType.NUMBER, "12 месяцев, далее по договору", "12 месяцев"),
        (FieldType.MONEY, "Сумма кредита: 1,5 млрд сум (в том числе рефинансирование 500 млн сум)", "1,5 млрд сум"),
        (FieldType.NUMBER, "Срок кредита: 12 месяцев с возможностью продления до 36 месяцев", "12 месяцев"),
        (FieldType.MONEY, "Доход от реализации 500 000 сум", "500 000 сум"),
        (FieldType.NUMBER, "Работников: 45\nДо этого было 30", "45"),
        (FieldType.PERCENT, "Доля: 60 %, 40 % у второго", "60 %"),
    ],
)
def test_other_words_beside_a_value_leave_it_alone(kind: FieldType, text: str, value: str) -> None:
    assert reason(kind, text, value) is None


def test_a_bound_is_the_value_where_a_limit_is_asked() -> None:
    text = "не более 24 месяцев"
    assert reason(FieldType.NUMBER, text, "24 месяцев", "Каков максимальный срок?") is None
    assert reason(FieldType.NUMBER, text, "24 месяцев", "Каков срок?") is not None


@pytest.mark.parametrize(
    "text", ["Annual salary: 5 000 dollars per month", "Salary: 5 000 dollars a month", "5 000 dollars por mês"]
)
def test_a_months_pay_is_no_years(text: str) -> None:
    assert reason(FieldType.MONEY, text, "5 000 dollars", "What is the annual salary?") is not None


def test_a_years_pay_is_the_years() -> None:
    assert (
        reason(FieldType.MONEY, "Salary: 60 000 dollars a year", "60 000 dollars", "What is the annual salary?") is None
    )
    assert (
        reason(FieldType.MONEY, "Salary: 60 000 dollars a year", "60 000 dollars", "What is the monthly salary?")
        is not None
    )
