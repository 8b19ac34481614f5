"""Tables of the last so many years: which year is the last one is read from the documents, not from a template or a clock."""

from datetime import date

import pytest

from agents.labels.notebook import Notebook
from agents.labels.subject import Subject, own_of
from agents.labels.years import last_year_given
from evidence.fields import Field
from evidence.pages import Page
from tests.unit.agents.labels.asking import rows
from tests.unit.agents.labels.papers import case_of, form, sheet
from tests.unit.agents.labels.test_statements import FIGURES, balance

ASKED = Field.model_validate(FIGURES.model_dump() | {"rows": (), "years": 3})
TODAY = date(2026, 11, 30)
APPLICATION = form(
    "КРЕДИТНАЯ ЗАЯВКА", "от 14.03.2025 г.", "Заёмщик: ООО «НАМУНА ТЕКС»", name="zayavka.pdf", language="ru"
)


def last(*pages: Page, today: date = TODAY) -> int | None:
    subject = Subject(own_of("ООО «НАМУНА ТЕКС»"))
    return last_year_given(ASKED, Notebook(case_of(*pages)), today=today, set_aside=frozenset(), subject=subject)


def by_years(*years: str, title: str = "Показатели ООО «НАМУНА ТЕКС», тыс. сум") -> Page:
    lines = [
        ["Чистая выручка от реализации", *(str(100 + n) for n in range(len(years)))],
        ["Себестоимость реализованной продукции", *(str(70 + n) for n in range(len(years)))],
        ["Чистая прибыль", *(str(20 + n) for n in range(len(years)))],
    ]
    return sheet([["Показатель", *years], *lines], title=title, language="ru", name="years.xlsx")


def test_the_last_year_is_the_one_that_a_statement_closes() -> None:
    assert last(balance()) == 2024
    assert last(balance("БУХГАЛТЕРСКИЙ БАЛАНС на 1 января 2026 года. ООО «НАМУНА ТЕКС»"), APPLICATION) == 2025


def test_years_over_columns_count_up_to_the_last_one_closed_when_the_papers_were_written() -> None:
    assert last(by_years("2022", "2023", "2024"), APPLICATION) == 2024
    # of what a paper of 2025 says of 2025 and 2026 nothing was closed
    assert last(by_years("2023", "2024", "2025", "2026"), APPLICATION) == 2024


def test_without_a_date_in_the_papers_years_count_up_to_the_last_one_closed_today() -> None:
    assert last(by_years("2024", "2025", "2026")) == 2025


@pytest.mark.parametrize("title", ["Прогноз показателей, тыс. сум", "План, тыс. сум"])
def test_a_forecast_by_its_title_closes_no_year(title: str) -> None:
    assert last(by_years("2024", "2025", title=title)) is None
    assert rows(FIGURES, by_years("2023", "2024", title=title)) == []


def test_a_forecast_by_its_sheets_name_closes_no_year() -> None:
    assert last(by_years("2024", "2025").model_copy(update={"label": "Прогноз"})) is None


def test_one_figure_is_a_mention_and_no_years_figures() -> None:
    mention = sheet([["Показатель", "2025"], ["Чистая прибыль", "5"]], title="Справка", language="ru", name="one.xlsx")
    assert last(mention) is None
    assert last(mention, balance()) == 2024


def test_a_year_that_has_not_ended_is_not_the_last() -> None:
    assert last(balance(), today=date(2024, 12, 31)) == 2023


def test_the_figures_of_another_company_count_for_nothing() -> None:
    assert last(balance("БУХГАЛТЕРСКИЙ БАЛАНС на 1 января 2026 года. ООО «ЧУЖАЯ ФИРМА»"), balance()) == 2024


def test_a_year_that_two_columns_give_differently_is_the_last_all_the_same() -> None:
    twice = by_years("2023", "2024", "2024")
    assert last(twice, APPLICATION) == 2024
    assert [row["year"] for row in rows(FIGURES, twice)] == ["2023"]  # which column is meant, a person says
