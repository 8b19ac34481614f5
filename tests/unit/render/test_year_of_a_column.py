import pytest

from render.recheck import is_year_meant


@pytest.mark.parametrize(
    ("year", "quotes", "follows"),
    [
        ("2024", ["01.01.2025"], True), ("2024", ["31.12.2024"], True), ("2024", ["01.06.2025"], False),
        ("2025", ["01.01.2025"], False), ("2023", ["на 1 января 2025 года", "На начало отчётного периода"], True),
    ],
)  # fmt: skip
def test_a_column_headed_by_the_day_that_closes_a_year_is_of_that_year(
    year: str, quotes: list[str], follows: bool
) -> None:
    assert is_year_meant(year, quotes) is follows
