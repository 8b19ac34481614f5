"""Money, numbers and percents; fault C11."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.fields import FieldType
from evidence.values import parse_value, read_values

MONEY, NUMBER, PERCENT = FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT


def read(text: str, kind: FieldType, language: str | None = "ru", **more: str) -> list[object]:
    """Each value as (normalised, unit); an ambiguous one as the set of its readings."""
    found = read_values(text, kind, language=language, **more)  # type: ignore[arg-type]
    return [
        (one.value.normalised, one.value.unit) if one.value else {reading.normalised for reading in one.readings}
        for one in found
    ]


@pytest.mark.parametrize(
    ("text", "language", "number"),
    [
        ("1 234,56", "ru", "1234.56"), ("1\u00a0234\u202f567,89", "ru", "1234567.89"), ("1.234,56", "pt", "1234.56"),
        ("1,234.56", "en", "1234.56"), ("1.234.567", "pt", "1234567"), ("1'234.50", "en", "1234.5"),
        ("103.000", "pt", "103000"),
        ("1,5", "ru", "1.5"), ("12.50", "ru", "12.5"), ("1.2345", "en", "1.2345"), ("0,250", "ru", "0.25"),
        ("1,250", "en", "1250"),
        ("-5", "ru", "-5"), ("−5", "ru", "-5"), ("–5", "ru", "-5"), ("(1 234)", "ru", "-1234"), ("1 234,56-", "ru", "-1234.56"),
        ("минус 5", "ru", "-5"), ("1234567.89", "ru", "1234567.89"), ("1,000,000", "ru", "1000000"), ("５００", "en", "500"),
    ],
)  # fmt: skip
def test_a_numeral_is_read_by_its_convention(text: str, language: str, number: str) -> None:
    parsed = parse_value(text, NUMBER, language=language)
    assert parsed is not None
    assert parsed.value is not None
    assert parsed.value.normalised == number


@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        ("1.250", None, NUMBER), ("1,250", None, NUMBER), ("1.250", "ru", NUMBER), ("1.250", "uz-Latn", NUMBER),
        ("1,250 сум", "ru", MONEY), ("103.000", "en", MONEY), ("1,250 человек", "ru", NUMBER),
        ("1 000 000 (два миллиона) сум", "ru", MONEY), ("до (5)", "ru", NUMBER), ("USD\t500\tEUR", "ru", MONEY),
        ("выдано 1 500\n000 сум по договору", "ru", MONEY), ("от 10 до 15 %", "ru", PERCENT),
        ("от 5 до 10 млн сум", "ru", MONEY),
        ("прибыль (12 %) за год", "ru", PERCENT),
    ],
)  # fmt: skip
def test_what_reads_two_ways_goes_to_a_person(text: str, language: str | None, kind: FieldType) -> None:
    found = read_values(text, kind, language=language)
    assert found
    assert found[0].value is None
    assert len(found[0].readings) > 1


@pytest.mark.parametrize(
    "text",
    [
        "5-10", "5 – 10", "31.12.2027", "12:30", "1/3", "007", "10²", "10^6", "1e6", "12,34,567", "1 23 456", "АВ12", "12A",
        "01-2301-XXX", "192.168.1.10", "с 2019 по 2021 год", "2024 г.", "+998 71 234-56-78", "20208000912345678001",
    ],
)  # fmt: skip
def test_what_is_no_number_gives_none(text: str) -> None:
    assert parse_value(text, NUMBER, language="ru") is None
    assert read(text, MONEY) == []


@pytest.mark.parametrize(
    ("text", "language", "amount", "unit"),
    [
        ("1,5 млн сум", "ru", "1500000", "UZS"), ("2 млрд. 300 млн сўм", "uz-Cyrl", "2300000000", "UZS"),
        ("3 тыс. 500 сум", "ru", "3500", "UZS"), ("12,5 mlrd so‘m", "uz-Latn", "12500000000", "UZS"),
        ("5 ming soʻm", "uz-Latn", "5000", "UZS"), ("5 (besh) mln so'm", "uz-Latn", "5000000", "UZS"),
        ("R$ 5 mi", "pt", "5000000", "BRL"), ("2 milhões e 300 mil reais", "pt", "2300000", "BRL"),
        ("2 milhões de dólares", "pt", "2000000", "USD"), ("R$ 1.250,00", "pt", "1250", "BRL"),
        ("US$1.5bn", "en", "1500000000", "USD"),
        ("$1,234.50", "en", "1234.5", "USD"), ("C$ 500", "en", "500", "CAD"), ("500 долл. США", "ru", "500", "USD"),
        ("100 долларов США", "ru", "100", "USD"), ("500 евро", "ru", "500", "EUR"), ("€1.234,56", "pt", "1234.56", "EUR"),
        ("10 руб. 50 коп.", "ru", "10.5", "RUB"), ("5 сум 05 тийин", "ru", "5.05", "UZS"),
        ("1 234-56 руб.", "ru", "1234.56", "RUB"),
        ("10 000=50 сум", "ru", "10000.5", "UZS"), ("-5 000 USD", "ru", "-5000", "USD"), ("(5 000) сум", "ru", "-5000", "UZS"),
        ("-$5", "en", "-5", "USD"), ("$-5", "en", "-5", "USD"), ("500 у.е.", "ru", "500", "XXX"),
        ("USD5,000", "en", "5000", "USD"),
        ("1 000 000 (один миллион) сум 50 тийин", "ru", "1000000.5", "UZS"), ("1 200\tUSD", "ru", "1200", "USD"),
        ("the sum of five thousand dollars ($5,000)", "en", "5000", "USD"), ("5 000 сўмлик", "uz-Cyrl", "5000", "UZS"),
        ("mil reais (R$ 1.000,00)", "pt", "1000", "BRL"), ("1 200\nUSD", "ru", "1200", "USD"),
    ],
)  # fmt: skip
def test_money_carries_its_scale_sign_and_currency(text: str, language: str, amount: str, unit: str | None) -> None:
    assert read(text, MONEY, language)[-1] == (amount, unit)


def test_the_assumed_currency_is_only_for_amounts_that_name_none() -> None:
    assert read("100 USD и 200", MONEY, currency="UZS") == [("100", "USD"), ("200", "UZS")]


def test_money_passes_dates_terms_rates_codes_and_labels() -> None:
    text = "Договор № 45 от 05.03.2024, ИНН 301234567: сумма 1 234,56 сум, ставка 24 % годовых, срок 36 месяцев до 31.12.2027"
    assert read(text, MONEY) == [("1234.56", "UZS")]


@pytest.mark.parametrize(
    ("text", "language", "percent", "unit"),
    [
        ("24 % годовых", "ru", "24", "year"), ("12,5%", "ru", "12.5", None), ("0,1 % за каждый день", "ru", "0.1", "day"),
        ("24 (двадцать четыре) процента", "ru", "24", None), ("24 foiz", "uz-Latn", "24", None),
        ("24 фоиз", "uz-Cyrl", "24", None),
        ("5,5% a.a.", "pt", "5.5", "year"), ("12 por cento ao mês", "pt", "12", "month"),
        ("5 per cent per annum", "en", "5", "year"),
        ("5 ‰", "ru", "0.5", None), ("doze por cento (12%)", "pt", "12", None), ("100%-ная доля", "ru", "100", None),
    ],
)  # fmt: skip
def test_a_percent_carries_its_period(text: str, language: str, percent: str, unit: str | None) -> None:
    assert read(text, PERCENT, language) == [(percent, unit)]


@pytest.mark.parametrize(
    "text", ["5 п.п.", "5 процентных пунктов", "0.5 percentage points", "150 б.п.", "5 %-ных пункта", "10–15 %"]
)
def test_points_and_ranges_are_no_percent(text: str) -> None:
    assert read(text, PERCENT) == []


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("36 месяцев", "36", "month"), ("30 дней", "30", "day"), ("10 рабочих дней", "10", "business_day"),
        ("5 лет", "5", "year"),
        ("127 человек", "127", "person"), ("1 250,5 кв. м", "1250.5", "m2"), ("12 oy", "12", "month"),
        ("thirty (30) days", "30", "day"),
        ("10 dias úteis", "10", "business_day"), ("100 тонн", "100", "t"),
    ],
)  # fmt: skip
def test_a_number_carries_its_measure(text: str, number: str, unit: str) -> None:
    assert read(text, NUMBER) == [(number, unit)]


def test_the_documents_own_numbers_settle_what_language_leaves_open() -> None:
    assert read("1.250", NUMBER, None) == [{"1250", "1.25"}]
    assert read("1.250", NUMBER, None, evidence="Итого 1.234.567,89") == [("1250", None)]
    assert read("1,250", NUMBER, "ru", evidence="Total 1,234,567.89") == [{"1250", "1.25"}]


def test_numbers_never_run_from_one_cell_into_the_next() -> None:
    assert read("Выручка\t1\t234\n567", NUMBER) == [("1", None), ("234", None), ("567", None)]


def test_a_value_points_at_its_own_characters() -> None:
    text = "Сумма кредита:\u00a01\u202f500\u00a0000 сум."
    (found,) = read_values(text, MONEY, language="ru")
    assert found.value is not None
    assert text[found.span.start : found.span.end] == found.value.text == "1\u202f500\u00a0000 сум"


@given(st.integers(0, 10**12), st.integers(0, 99), st.sampled_from(["ru", "uz-Latn", "pt", "en"]), st.booleans())
def test_what_a_convention_writes_it_reads_back(whole: int, cents: int, language: str, negative: bool) -> None:
    group, mark = {"pt": (".", ","), "en": (",", ".")}.get(language, (" ", ","))
    written = f"{'-' if negative else ''}{whole:,}".replace(",", group) + f"{mark}{cents:02d}"
    parsed = parse_value(written, MONEY, language=language)
    assert parsed is not None
    assert parsed.value is not None
    expected = Decimal(whole) + Decimal(cents) / 100
    assert Decimal(parsed.value.normalised) == (-expected if negative else expected)


@given(st.text(alphabet="0123456789 .,-()%$€\t\nсумлнUSD", max_size=30))
def test_every_reading_is_a_plain_decimal_and_every_span_fits(text: str) -> None:
    for kind in (MONEY, NUMBER, PERCENT):
        for found in read_values(text, kind, language="ru"):
            assert text[found.span.start : found.span.end].strip()
            for reading in found.readings:
                assert "e" not in reading.normalised.lower()
                Decimal(reading.normalised)


@pytest.mark.parametrize(
    ("written", "normalised", "unit"),
    [
        ("1 500 (в тысячах долларов США)", "1500000", "USD"),
        ("1 250 000 (тыс. сум)", "1250000000", "UZS"),
        ("2 400, в млн сум", "2400000000", "UZS"),
        ("1 000 (тысяча) сум", "1000", "UZS"),
        ("5 000 000 (пять миллионов) сум", "5000000", "UZS"),
    ],
)
def test_a_unit_said_behind_the_amount_is_its_own(written: str, normalised: str, unit: str) -> None:
    (read,) = read_values(written, FieldType.MONEY, language="ru")
    assert read.value is not None
    assert (read.value.text, read.value.normalised, read.value.unit) == (written, normalised, unit)
