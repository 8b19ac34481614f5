"""A figure per loan and the paper's own total. All particulars are invented."""

from evidence.fields import FieldType
from evidence.pages import Page
from tests.unit.agents.labels.asking import field, values
from tests.unit.agents.labels.papers import Piece, flow, form

OVERDUE = field(FieldType.MONEY, "Просроченная задолженность", "Просроченный основной долг", currency="UZS")


def report(*overdue: str, more: tuple[str, ...] = ()) -> Page:
    rows: list[list[Piece] | str] = ["КРЕДИТНЫЙ ОТЧЁТ"]
    for number, amount in enumerate(overdue, start=1):
        rows += [
            f"Договор {number}",
            [(0, "Кредитор"), (20, f"АКБ «Ариадна» {number}"), (50, "Номер договора"), (76, f"{number}/К")],
            [(0, "Дата договора"), (20, "03.02.2023"), (50, "Дата погашения"), (76, "03.02.2027")],
            [(0, "Ставка"), (20, "23,0 %"), (50, "Просроченный основной долг"), (86, amount)],
        ]
    return form(*rows, *more, language="ru")


def test_the_total_wins_over_the_cards() -> None:
    page = report("0,00", "7 300 000,00", more=("Итого просроченная задолженность по кредитам: 7 300 000,00 сум",))
    assert values(OVERDUE, page) == ["7 300 000,00 сум"]


def test_what_is_stated_for_the_borrower_is_the_whole() -> None:
    page = report("1 100 000,00", "7 300 000,00", more=("Просроченная задолженность субъекта: 8 400 000,00 сум",))
    assert values(OVERDUE, page) == ["8 400 000,00 сум"]


def test_cards_without_a_total_give_no_answer() -> None:
    assert values(OVERDUE, report("0,00", "7 300 000,00")) == []


def test_cards_that_say_the_same_need_no_total() -> None:
    assert values(OVERDUE, report("0,00", "0,00")) == ["0,00"]


def test_two_statements_that_are_no_cards_stand_against_each_other() -> None:
    page = flow("Просроченная задолженность: 100 000 сум", "Просроченная задолженность: 200 000 сум", language="ru")
    assert values(OVERDUE, page) == ["100 000 сум", "200 000 сум"]


def test_a_larger_figure_is_no_part_of_the_total() -> None:
    page = flow(
        "Просроченная задолженность: 900 000 сум", "Итого просроченная задолженность: 200 000 сум", language="ru"
    )
    assert set(values(OVERDUE, page)) == {"900 000 сум", "200 000 сум"}


def test_another_papers_figure_still_disputes_the_total() -> None:
    page = report("0,00", "7 300 000,00", more=("Итого просроченная задолженность по кредитам: 7 300 000,00 сум",))
    other = flow("Просроченная задолженность: 500 000 сум", name="other.txt", language="ru")
    assert len(values(OVERDUE, page, other)) == 2
