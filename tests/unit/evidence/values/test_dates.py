"""Dates by explicit forms; fault X07."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.fields import FieldType
from evidence.values import order_in, parse_value, read_values


def read(text: str, language: str | None = "ru", evidence: str = "") -> list[object]:
    return [
        found.value.normalised if found.value else {reading.normalised for reading in found.readings}
        for found in read_values(text, FieldType.DATE, language=language, evidence=evidence)
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("2024-03-05", "ru"), ("05.03.2024", "ru"), ("5.3.2024 г.", "ru"), ("«05» марта 2024 г.", "ru"),
        ("5 марта 2024 года", "ru"),
        ("05.03.24", "ru"), ("5-mart 2024-yil", "uz-Latn"), ("2024-yil 5-mart", "uz-Latn"), ("2024-yil 5-martdagi", "uz-Latn"),
        ("2024 йил 5 март", "uz-Cyrl"), ("2024 йил 5 мартда", "uz-Cyrl"), ("5 de março de 2024", "pt"), ("05/03/2024", "pt"),
        ("5/mar/2024", "pt"), ("March 5, 2024", "en"), ("5 March 2024", "en"), ("the 5th day of March, 2024", "en"),
        ("05-MAR-24", "en"), ("2024 March 05", "en"), ("2024 March 5", "pt"),
        ("05 MAR/MARS 24", "en"), ("03/05/2024", "en-US"), ("05/03/2024", "en-GB"), ("5.III.2024", "ru"), ("2024/03/05", "en"),
        ("2024-03-05T10:30:00Z", "en"),
    ],
)  # fmt: skip
def test_one_day_in_many_forms(text: str, language: str) -> None:
    assert read(text, language) == ["2024-03-05"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("04.03.2020", "en"),
        ("04/03/2020", "en"),
        ("04/03/2020", None),
        ("04.03.2020", None),
        ("01.01.45", "ru"),
        ("05/06/20", "en"),
    ],
)
def test_an_unclear_order_or_century_goes_to_a_person(text: str, language: str | None) -> None:
    (found,) = read_values(text, FieldType.DATE, language=language)
    assert found.value is None
    assert len(found.readings) == 2


def test_the_documents_own_dates_settle_the_order() -> None:
    assert read("04/05/2020", "en", evidence="Paid 03/13/2020") == ["2020-04-05"]
    assert read("13/03/2020 and 04/05/2020", "en") == ["2020-03-13", "2020-05-04"]
    assert order_in("03/13/2020 and 25/12/2020") is None
    assert read("04/05/2020", "ru", evidence="Paid 03/13/2020") == [{"2020-05-04", "2020-04-05"}]


def test_day_first_never_turns_an_iso_date_round() -> None:
    assert read("2020-03-04", "ru") == read("2020-03-04", "en-US") == ["2020-03-04"]


@pytest.mark.parametrize(
    "text",
    [
        "31.02.2024", "29.02.2023", "00.00.0000", "1.2.3", "192.168.1.10", "п. 1.2.03", "версия 1.12.2020", "1-5 марта 2024 г.",
        "5 марта", "№ 5-10/2024", "20240305", "30 февраля 2024", "от «__» ______ 2024 г.", "12.2024",
    ],
)  # fmt: skip
def test_what_is_no_date_gives_none(text: str) -> None:
    assert read(text) == []


def test_a_month_with_its_year_is_a_month() -> None:
    assert read("март 2024 г.") == ["2024-03"]
    assert read("2024 yil mart oyi", "uz-Latn") == ["2024-03"]


def test_two_dates_of_a_range_are_two() -> None:
    assert read("с 01.01.2024 по 31.12.2024") == ["2024-01-01", "2024-12-31"]
    assert read("12/25/2020-12/31/2020", "en") == ["2020-12-25", "2020-12-31"]


def test_the_text_is_the_documents_own() -> None:
    text = "Договор от «05»\u00a0марта 2024 г. подписан"
    (found,) = read_values(text, FieldType.DATE, language="ru")
    assert found.value is not None
    assert found.value.text == "«05»\u00a0марта 2024 г."
    assert parse_value(text, FieldType.DATE, language="ru") is None


MONTHS = {
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(),
    "uz-Latn": "yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr".split(),
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(),
    "en": "January February March April May June July August September October November December".split(),
}


@given(st.integers(0, 80_000), st.sampled_from(sorted(MONTHS)))
def test_any_day_written_out_is_read_back(days: int, language: str) -> None:
    day = date(1900, 1, 1) + timedelta(days)
    month = MONTHS[language][day.month - 1]
    written = {
        "ru": f"{day.day} {month} {day.year} г.", "uz-Latn": f"{day.year}-yil {day.day}-{month}",
        "pt": f"{day.day} de {month} de {day.year}", "en": f"{month} {day.day}, {day.year}",
    }  # fmt: skip
    assert read(written[language], language) == [day.isoformat()]


def test_a_year_that_only_stands_before_another_days_month_is_not_its_own() -> None:
    assert read("for fiscal 2023 March 31, 2024", "en") == ["2024-03-31"]
