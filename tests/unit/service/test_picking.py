"""A selection becomes a quote that does not lie by its edges."""

import pytest

from evidence.errors import InputRefused, NotKept
from evidence.memory import MemoryPages
from evidence.pages import Document, Page, PageKind
from service.picking import LONGEST, Place, pick

SHA = "a" * 64


def pages(text: str) -> MemoryPages:
    document = Document(sha256=SHA, name="a.pdf", media_type="application/pdf", page_count=1)
    return MemoryPages([document], [Page(document=SHA, number=1, kind=PageKind.TEXT, text=text, language="en")])


def picked(text: str, marked: str) -> str:
    start = text.index(marked)
    return pick(pages(text), Place(sha256=SHA, page=1, start=start, end=start + len(marked))).citation.quote


@pytest.mark.parametrize(
    ("text", "marked", "quote"),
    [
        ("the Borrower is Jasur Rahimov.", "asur Rahim", "Jasur Rahimov"),
        ("Fee: 3 500.00 USD a year", "500.00 USD", "3 500.00 USD"),
        ("Loss: -1 200 sum", "1 200 sum", "-1 200 sum"),
        ("Rate 12,5 percent", "5 percent", "12,5 percent"),
        ("he is unable to pay", "able to pay", "unable to pay"),
        ("  Amount  ", "  Amount  ", "Amount"),
        ("Заёмщик не вправе", "вправе", "не вправе"),
    ],
)
def test_a_selection_is_widened_to_what_it_cuts(text: str, marked: str, quote: str) -> None:
    assert picked(text, marked) == quote


def test_a_selection_of_blanks_is_refused() -> None:
    with pytest.raises(InputRefused, match="mark some words"):
        pick(pages("a    b"), Place(sha256=SHA, page=1, start=1, end=4))


def test_a_selection_beyond_the_page_is_refused() -> None:
    with pytest.raises(InputRefused, match="no text"):
        pick(pages("a b"), Place(sha256=SHA, page=1, start=500, end=600))


def test_a_selection_of_everything_is_too_long() -> None:
    with pytest.raises(InputRefused, match="mark less"):
        pick(pages("word " * LONGEST), Place(sha256=SHA, page=1, start=0, end=5 * LONGEST))


def test_words_are_found_in_whatever_shape_they_are_quoted() -> None:
    place = Place(sha256=SHA, page=1, quote='the "Borrower" means')
    assert pick(pages("As the “Borrower” means the company."), place).citation.quote == "the “Borrower” means"


def test_words_of_another_page_are_not_there() -> None:
    with pytest.raises(NotKept, match="mark them"):
        pick(pages("The Borrower repays."), Place(sha256=SHA, page=1, quote="The Lender pays"))


@pytest.mark.parametrize("given", [{}, {"start": 1}, {"start": 1, "end": 2, "quote": "x"}, {"quote": ""}])
def test_a_place_is_a_stretch_or_a_quote(given: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Place.model_validate({"sha256": SHA, "page": 1, **given})
