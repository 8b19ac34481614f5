"""What one run knows about its case besides the pages: the labels that stand in it, and how much of it can be read."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from agents.labels.candidates import candidates_in
from agents.labels.found import Candidate
from agents.labels.notebook import HeldNotebook, Notebook
from agents.labels.subject import Subject, papers_of
from agents.labels.vetting import of_what_is_asked
from agents.labels.years import last_year_given
from agents.parties.mentions import Own
from evidence.errors import NotKept
from evidence.fields import Field
from evidence.pages import Document, Page
from evidence.ports import PageSource
from evidence.year_rows import with_years_to

_UNREADABLE = frozenset(
    {
        "unreadable",
        "password_needed",
        "wrong_password",
        "ocr_failed",
        "ocr_language_missing",
        "timeout",
        "out_of_memory",
        "truncated",
    }
)


class Manner(NamedTuple):
    """How a page's numbers and dates are to be read."""

    language: str | None
    evidence: str
    """Text of the same document that shows its conventions."""


class KeptPages:
    """A PageSource that keeps the pages used last: many fields look at the same few. Safe to share between threads."""

    def __init__(self, source: PageSource, *, pages: int = 256) -> None:
        self._source = source
        self._limit = pages
        self._held: OrderedDict[tuple[str, int], Page] = OrderedDict()
        self._documents = {document.sha256: document for document in source.documents()}
        self._lock = threading.Lock()

    def documents(self) -> Sequence[Document]:
        return tuple(self._documents.values())

    def document(self, sha256: str) -> Document:
        return self._documents.get(sha256) or self._source.document(sha256)

    def page(self, sha256: str, number: int) -> Page:
        with self._lock:
            held = self._held.get((sha256, number))
            if held is not None:
                self._held.move_to_end((sha256, number))
                return held
        return self._keep(self._source.page(sha256, number))

    def pages(self, sha256: str) -> Iterator[Page]:
        with self._lock:
            count = self._documents[sha256].page_count if sha256 in self._documents else -1
            held = [self._held[sha256, number] for number in range(1, count + 1) if (sha256, number) in self._held]
        if len(held) == count:
            yield from held
            return
        for page in self._source.pages(sha256):
            yield self._keep(page)

    def _keep(self, page: Page) -> Page:
        with self._lock:
            self._held[page.document, page.number] = page
            while len(self._held) > self._limit:
                self._held.popitem(last=False)
        return page


class CaseNotes:
    """Made once a run; gone through when first asked, from any thread."""

    def __init__(self, source: PageSource, *, held: HeldNotebook | None = None) -> None:
        """``held``: the notebook of the same documents that a reader has."""
        self._source = source
        self._held = held or HeldNotebook(source)
        self._unreadable: Mapping[str, int] | None = None
        self._candidates: dict[str, tuple[Candidate, ...]] = {}
        self._lock = self._held.lock

    def candidates(self, field: Field) -> tuple[Candidate, ...]:
        """Everything beside one of the field's labels, all documents, best first; nothing for a field without labels."""
        if not field.labels:
            return ()
        with self._lock:
            if field.id not in self._candidates:
                self._candidates[field.id] = candidates_in(field, self._book())
            return self._candidates[field.id]

    def rivals(self, field: Field, own: Own) -> tuple[Candidate, ...]:
        """Of the candidates those that can contradict: not what another company's paper says of itself."""
        found = self.candidates(field)
        with self._lock:
            found = tuple(of_what_is_asked(field, found, self._book()))
            return tuple(papers_of(field, found, own, self._book())) if found and own.names else found

    def with_last_years(self, field: Field, subject: Subject, *, today: date, set_aside: frozenset[str]) -> Field:
        """A table of last years with its rows: up to the last year the documents give, else up to the last one closed."""
        with self._lock:
            last = last_year_given(field, self._book(), today=today, set_aside=set_aside, subject=subject)
        return with_years_to(field, last if last is not None else today.year - 1)

    def is_draft(self, sha256: str) -> bool:
        """Whether the document's name or its head says that it is not the final paper."""
        with self._lock:
            return self._book().is_draft(sha256)

    def manner_of(self, page: Page) -> Manner:
        with self._lock:
            book = self._book()
            leaf = book.leaves[book.leaf_of(page.document, page.number)]
            return Manner(book.reads_in(leaf), f"{book.conventions_of(page.document)}\n{page.text}")

    def _book(self) -> Notebook:
        return self._held.notebook()

    @property
    def pages_total(self) -> int:
        return sum(document.page_count for document in self._source.documents())

    @property
    def pages_unreadable(self) -> int:
        return sum(self.unreadable_files.values())

    @property
    def unreadable_files(self) -> Mapping[str, int]:
        """File name to how many of its pages could not be read; files without such pages are not there."""
        with self._lock:
            if self._unreadable is None:
                book = self._book()
                counts: Counter[str] = Counter()
                for document in self._source.documents():
                    # the notebook holds every page with text, so only the others need a look
                    for number in range(1, document.page_count + 1):
                        if not _has_leaf(book, document.sha256, number):
                            counts[document.name] += is_unreadable(self._source.page(document.sha256, number))
                self._unreadable = {name: count for name, count in counts.items() if count}
            return self._unreadable

    @property
    def is_textless(self) -> bool:
        """Whether no page of any document holds a word: then nothing can be called absent."""
        with self._lock:
            return not self._book().leaves


def _has_leaf(book: Notebook, sha256: str, number: int) -> bool:
    try:
        book.leaf_of(sha256, number)
    except NotKept:
        return False
    return True


def is_unreadable(page: Page) -> bool:
    """No text, and a problem that says why; a blank page is not one."""
    return not page.text.strip() and any(
        problem.severity == "error" or problem.code in _UNREADABLE for problem in page.problems
    )
