from decimal import Decimal

import pytest

from agents.labels.notebook import Notebook
from evidence.errors import NotKept
from evidence.pages import Page
from evidence.spans import CharSpan
from evidence.stated_units import Head, head_of
from tests.unit.agents.labels.papers import case_of, flow, form


def test_more_pages_than_are_kept_open_are_opened_again() -> None:
    pages = [flow(f"Паспорт № {number:07}", name="a", number=number, language="ru") for number in range(1, 260)]
    notebook = Notebook(case_of(*pages))
    assert notebook.layout(258).text == pages[258].text
    assert notebook.layout(0).text == pages[0].text


def test_a_page_that_is_not_there_is_named() -> None:
    notebook = Notebook(case_of(flow("text")))
    with pytest.raises(NotKept, match="page 9"):
        notebook.leaf_of(flow("text").document, 9)


def test_an_american_address_tells_the_order_of_day_and_month() -> None:
    page = form("Aroeira Foods, New York, NY 10019-0001", "Signed 03/04/2020")
    notebook = Notebook(case_of(page))
    assert notebook.language_of(notebook.leaves[0]) == "en-US"


def test_a_heading_says_what_a_paper_is() -> None:
    page = form("INVOICE", "No. 15")
    assert "invoice" in Notebook(case_of(page)).kinds_of(page.document)


def test_labels_say_what_a_paper_without_a_heading_is() -> None:
    page = form(
        [(0, "Invoice Date"), (20, "x")],
        [(0, "Invoice Month"), (20, "y")],
        [(0, "Invoice #"), (20, "z")],
        [(0, "Order #"), (20, "w")],
    )
    assert Notebook(case_of(page)).kinds_of(page.document) == frozenset({"invoice"})


def test_a_draft_is_known_by_its_mark() -> None:
    page = flow("ЧЕРНОВИК — не подписано", "Заявка", language="ru")
    assert Notebook(case_of(page)).is_draft(page.document)


def test_the_head_of_a_page_is_looked_at_once_however_many_figures_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []

    def counted(page: Page) -> Head:
        looked_at.append(page.number)
        return head_of(page)

    monkeypatch.setattr("agents.labels.notebook.head_of", counted)
    first = form("Единица измерения: тыс. сум", name="a", number=1, language="ru")
    rows = [[(0, f"Показатель {number}"), (30, f"{number}00")] for number in range(1, 30)]
    second = form(*rows, name="a", number=2, language="ru")
    notebook = Notebook(case_of(first, second))
    for number in range(1, 30):
        at = second.text.index(f"\t{number}00") + 1
        assert notebook.stated_over(1, CharSpan(start=at, end=at + len(f"{number}00"))).scales == (Decimal(1000),)
    assert looked_at == [1]
