from collections.abc import Iterator

import pytest

from agents.fill.case_notes import CaseNotes, KeptPages
from evidence.fields import Field, FieldType
from evidence.memory import MemoryPages
from evidence.pages import Document, Page, PageKind, Problem

SHA = "a" * 64


def case(*texts: str, name: str = "a.pdf", **more: object) -> MemoryPages:
    pages = [
        Page(document=SHA, number=n, kind=PageKind.TEXT, text=text, **more) for n, text in enumerate(texts, start=1)
    ]
    return MemoryPages([Document(sha256=SHA, name=name, media_type="application/pdf", page_count=len(texts))], pages)


class Counting:
    """A PageSource that counts how often a page is fetched."""

    def __init__(self, source: MemoryPages) -> None:
        self._source = source
        self.fetched = 0

    def documents(self) -> object:
        return self._source.documents()

    def document(self, sha256: str) -> Document:
        return self._source.document(sha256)

    def page(self, sha256: str, number: int) -> Page:
        self.fetched += 1
        return self._source.page(sha256, number)

    def pages(self, sha256: str) -> Iterator[Page]:
        for page in self._source.pages(sha256):
            self.fetched += 1
            yield page


def test_pages_are_fetched_once_while_they_fit() -> None:
    source = Counting(case("one", "two", "three"))
    kept = KeptPages(source)  # type: ignore[arg-type]
    assert [page.text for page in kept.pages(SHA)] == ["one", "two", "three"]
    assert [page.text for page in kept.pages(SHA)] == ["one", "two", "three"]
    assert kept.page(SHA, 2).text == "two"
    assert source.fetched == 3


def test_no_more_pages_are_held_than_allowed() -> None:
    source = Counting(case(*(str(n) for n in range(9))))
    kept = KeptPages(source, pages=4)  # type: ignore[arg-type]
    assert len(list(kept.pages(SHA))) == 9
    assert kept.page(SHA, 9).text == "8"
    assert source.fetched == 9
    assert kept.page(SHA, 1).text == "0"
    assert source.fetched == 10


def test_unreadable_pages_are_those_without_text_and_with_a_reason() -> None:
    broken = Problem(code="timeout", message="-", severity="error")
    pages = [
        Page(document=SHA, number=1, kind=PageKind.TEXT, text="fine", problems=(broken,)),
        Page(document=SHA, number=2, kind=PageKind.SCAN, text="", problems=(broken,)),
        Page(document=SHA, number=3, kind=PageKind.SCAN, text=" "),
    ]
    document = Document(sha256=SHA, name="a.pdf", media_type="application/pdf", page_count=3)
    notes = CaseNotes(MemoryPages([document], pages))
    assert (notes.pages_unreadable, notes.pages_total) == (1, 3)
    assert notes.unreadable_files == {"a.pdf": 1}
    assert not notes.is_textless


def test_documents_without_a_word_are_textless() -> None:
    assert CaseNotes(case("", " \n")).is_textless


@pytest.mark.parametrize(
    ("name", "text", "draft"),
    [("Заявка_черновик.docx", "Заявка", True), ("draft.pdf", "x", True), ("Заявка.docx", "ЧЕРНОВИК\nЗаявка", True),
     ("Заявка.docx", "Заявка на кредит", False), ("overdraft.pdf", "Overdraft agreement", False)],
)  # fmt: skip
def test_a_draft_says_so_in_its_name_or_head(name: str, text: str, draft: bool) -> None:
    assert CaseNotes(case(text, name=name)).is_draft(SHA) is draft


def test_the_manner_of_a_page_shows_how_its_document_writes_dates() -> None:
    source = case("Order of 05/08/20.", "Flight ends 05/23/2020 at noon.", language="en")
    manner = CaseNotes(source).manner_of(source.page(SHA, 1))
    assert "05/23/2020" in manner.evidence


def test_a_field_without_labels_has_no_candidates() -> None:
    assert CaseNotes(case("Сумма 5")).candidates(Field(id="f", question="Сумма?", type=FieldType.NUMBER)) == ()
