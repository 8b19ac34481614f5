"""Line codes and accounts are never values; qualified labels give way and respect stop labels."""

from evidence.fields import FieldType
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import flow, form, sheet


def test_an_account_in_brackets_is_not_the_amount_of_its_row() -> None:
    page = sheet(
        [["Показатель", "Код стр.", "На конец периода"], ["Уставный капитал (8300)", "410", "1850000"]], language="ru"
    )
    asked = field(FieldType.MONEY, "Уставный капитал", currency="UZS")
    assert values(asked, page) == ["1850000"]


def test_accounts_in_brackets_on_a_form_without_cells_are_no_amount() -> None:
    page = form([(0, "Charter capital (8300, 8310)"), (40, "1 850 000")])
    assert values(field(FieldType.MONEY, "Charter capital", currency="UZS"), page) == ["1 850 000"]


def test_codes_that_grow_down_a_column_are_passed_over() -> None:
    page = form(
        [(0, "Выручка"), (30, "010"), (40, "9 412 380")],
        [(0, "Себестоимость"), (30, "020"), (40, "7 015 220")],
        [(0, "Валовая прибыль"), (30, "030"), (40, "2 397 160")],
        language="ru",
    )
    assert values(field(FieldType.NUMBER, "Выручка"), page) == ["9 412 380"]
    assert values(field(FieldType.NUMBER, "Валовая прибыль"), page) == ["2 397 160"]


def test_what_stands_in_brackets_is_held_to_the_stop_labels() -> None:
    asked = field(
        FieldType.MONEY, "Рыночная стоимость", stop_labels=("Стоимость по сравнительному подходу",), currency="UZS"
    )
    page = flow("Рыночная стоимость (сравнительный подход): 6 910 000 000 сум", language="ru")
    assert values(asked, page) == []


def test_a_label_with_a_qualifier_loses_to_the_same_label_without() -> None:
    asked = field(FieldType.IDENTIFIER, "Account number")
    page = flow("Account number (reserve): 7700112233", "Account number: 5500998877")
    assert values(asked, page) == ["5500998877"]
