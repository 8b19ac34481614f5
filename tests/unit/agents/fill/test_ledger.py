from agents.fill.ledger import Ledger
from evidence.citations import Citation
from evidence.pages import Document, Page, PageKind
from evidence.spans import CharSpan

DOCUMENT = Document(sha256="a" * 64, name="a.pdf", media_type="application/pdf", page_count=1)
PAGE = Page(document="a" * 64, number=1, kind=PageKind.TEXT, text="One clause. Another clause.")


def cited(start: int, end: int) -> Citation:
    return Citation.of(DOCUMENT, PAGE, CharSpan(start=start, end=end))


def test_two_quotes_of_one_page_are_two_citations_and_the_same_place_is_one() -> None:
    ledger = Ledger()
    assert ledger.enter([cited(0, 11), cited(12, 27)]) == (0, 1)
    assert ledger.enter([cited(12, 27), cited(12, 27)]) == (1,)
    assert len(ledger.citations) == 2
