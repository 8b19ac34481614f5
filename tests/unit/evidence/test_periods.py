import pytest

from evidence.periods import Side, holds_no_closed_year, says_expected, side_of, year_closed, year_meant


@pytest.mark.parametrize(
    "title",
    [
        "на 1 января 2025 года",
        "БУХГАЛТЕРСКИЙ БАЛАНС — форма № 1\nна 01.01.2025 г.",
        "на 31 декабря 2024 г.",
        "за январь – декабрь 2024 года",
        "за 2024 год",
        "за 12 месяцев 2024 года",
        "с 1 января по 31 декабря 2024 года",
        "с 01.01.2024 г. по 31.12.2024 г.",
        "2025-yil 1-yanvar holatiga",
        "2024-yil yanvar–dekabr",
        "2025 йил 1 январь ҳолатига",
        "2024 йил январь–декабрь",
        "as at 31 December 2024",
        "for the year ended 31 December 2024",
        "Приложение к приказу от 27 декабря 2002 г. № 140\nна 1 января 2025 года",
    ],
)
def test_a_title_names_the_year_that_it_closes(title: str) -> None:
    assert year_closed(title) == 2024


@pytest.mark.parametrize(
    "title",
    [
        "на 1 июля 2025 года",
        "за 9 месяцев 2024 года",
        "за январь–июнь 2024 года",
        "за I квартал 2025 года",
        "2024 йил 1 октябрь ҳолатига",
        "за 2023 год и за 2024 год",
        "утверждено приказом от 31.12.2019",
        "БУХГАЛТЕРСКИЙ БАЛАНС",
    ],
)
def test_parts_of_a_year_several_years_and_dates_of_orders_close_none(title: str) -> None:
    assert year_closed(title) is None


@pytest.mark.parametrize(
    ("heading", "side"),
    [
        ("На начало отчётного периода", Side.OPENING),
        ("На конец отчётного периода", Side.CLOSING),
        ("За соответствующий период прошлого года", Side.PREVIOUS),
        ("За отчётный период / доходы (прибыль)", Side.CURRENT),
        ("Hisobot davri boshiga", Side.OPENING),
        ("Hisobot davri oxiriga", Side.CLOSING),
        ("O‘tgan yilning shu davri", Side.PREVIOUS),
        ("Ҳисобот даври бошига", Side.OPENING),
        ("Ҳисобот даври охирига", Side.CLOSING),
        ("Ўтган йилнинг шу даврида", Side.PREVIOUS),
        ("Ҳисобот даврида", Side.CURRENT),
        ("Код строки", None),
    ],
)
def test_a_heading_says_which_end_it_holds(heading: str, side: Side | None) -> None:
    assert side_of(heading) is side


def test_the_opening_column_closes_the_year_before() -> None:
    assert year_meant("на 1 января 2025 года", "На начало отчётного периода") == 2023
    assert year_meant("на 1 января 2025 года", "На конец отчётного периода") == 2024


def test_a_heading_with_a_date_of_its_own_needs_no_title() -> None:
    assert year_meant("", "на 01.01.2024") == 2023
    assert year_meant("", "На конец отчётного периода") is None


def test_twelve_months_may_be_shortened() -> None:
    assert year_closed("За 12 мес. 2024") == 2024


@pytest.mark.parametrize(
    "heading", ["За 2024", "за 2024 (неаудир.)", "за 12 мес. 2024", "12 месяцев 2024 г.", "FY 2024"]
)
def test_a_heading_of_a_year_may_leave_out_the_word(heading: str) -> None:
    assert year_closed(heading) == 2024


@pytest.mark.parametrize(
    "heading",
    [
        "9 мес. 2024",
        "за 3 мес. 2024",
        "Q1 2024",
        "I кв. 2024",
        "на 01.10.2024",
        "2024 (ожид.)",
        "2024П",
        "2024 бюджет",
        "план 2024",
    ],
)
def test_parts_of_a_year_days_within_it_and_plans_are_no_closed_year(heading: str) -> None:
    assert holds_no_closed_year(heading)
    assert year_closed(heading) is None or "план" in heading


@pytest.mark.parametrize(
    "heading", ["2024", "2024 г.", "31.12.2024", "за 2024 год", "2024 (отчёт)", "12 мес. 2024", "2024 yil"]
)
def test_a_whole_year_is_a_closed_one(heading: str) -> None:
    assert not holds_no_closed_year(heading)


@pytest.mark.parametrize(
    "heading", ["План", "2025 (ожид.)", "Бюджет 2025", "Budget 2025", "2026П", "Orçado", "Прогноз на 2026 год", "reja"]
)
def test_a_plans_heading_says_so(heading: str) -> None:
    assert says_expected(heading)


@pytest.mark.parametrize("heading", ["Факт", "Платежи в бюджет", "2025", "Задолженность перед бюджетом", "Actual 2024"])
def test_other_headings_are_no_plans(heading: str) -> None:
    assert not says_expected(heading)
