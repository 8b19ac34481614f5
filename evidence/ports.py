"""What one part needs of another, in our words; wired in ``service/wiring.py``."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from evidence.findings import Finding
from evidence.frozen import Frozen
from evidence.pages import Document, Page
from evidence.passages import Hit, Passage
from evidence.spans import CharSpan


class PageSource(Protocol):
    """The pages of one case, bound when opened. No call takes a case id, so no call can reach another case."""

    def documents(self) -> Sequence[Document]: ...

    def document(self, sha256: str) -> Document:
        """Raises NotKept."""
        ...

    def page(self, sha256: str, number: int) -> Page:
        """Raises NotKept."""
        ...

    def pages(self, sha256: str) -> Iterator[Page]:
        """In order, one at a time: a case may be larger than memory."""
        ...


class PassageIndex(Protocol):
    """Passages of one case, bound when opened. One writer at a time."""

    def put(self, passages: Sequence[Passage]) -> int:
        """Upsert; returns how many are now held for their documents. Searchable on return."""
        ...

    def search(self, query: str, k: int = 5) -> Sequence[Hit]:
        """Best first; reads its own writes."""
        ...

    def delete(self, document: str) -> int:
        """Remove one document's passages, prove by query that none is left, return how many went."""
        ...

    def count(self, document: str | None = None) -> int: ...


class Searcher(Protocol):
    """The reading half of an index; reference collections offer this and nothing else."""

    def search(self, query: str, k: int = 5) -> Sequence[Hit]: ...


class SecondLook(Protocol):
    """Compares the digits of a page's text with its picture."""

    def other_digits(self, page: Page, span: CharSpan) -> str | None:
        """The digits that the picture shows there, where they are surely others than the text's."""
        ...


class FindingLog(Protocol):
    """Where a run keeps each finished field, durably, before the next begins."""

    def keep(self, finding: Finding) -> None: ...

    def kept(self) -> Sequence[Finding]: ...


class RemovalScope(Frozen):
    """What a deletion takes: a whole case, or one document of it."""

    case: str
    document: str | None = None
    """sha256; None = the whole case."""
    runs: tuple[str, ...] = ()
    """Runs of the case: their checkpoints hold text of its documents."""


class Remains(Protocol):
    """What is kept of a case outside the store: vectors, checkpoints. Asked again after an interruption."""

    def count(self, scope: RemovalScope) -> Mapping[str, int]:
        """What is there now, by kind; looked up, never remembered."""
        ...

    def remove(self, scope: RemovalScope) -> None:
        """Remove all of it; no error when it is gone already."""
        ...
