"""Whether a row's year follows from the title and the heading that are quoted for it."""

import pytest

from render.recheck import is_year_meant


@pytest.mark.parametrize(
    ("year", "quotes", "holds"),
    [
        ("2030", ["за 2031 год", "За соответствующий период прошлого года"], True),
        ("2031", ["за 2031 год", "За отчетный период"], True),
        ("2029", ["на 1 января 2031 г.", "На начало отчетного периода"], True),
        ("2031", ["за 2031 год", "За соответствующий период прошлого года"], False),
        ("2030", ["за 2031 год"], False),
        ("None", ["Наименование", "Код"], False),
    ],
)
def test_a_year_follows_from_its_title_and_heading(year: str, quotes: list[str], holds: bool) -> None:
    assert is_year_meant(year, quotes) is holds
