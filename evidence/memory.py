"""The ports in memory: for tests, for one-off verification, and as the plainest statement of what each port does."""

from collections.abc import Iterable, Iterator, Sequence

from evidence.errors import NotKept
from evidence.findings import Finding
from evidence.pages import Document, Page


class MemoryPages:
    """A PageSource over pages already in hand."""

    def __init__(self, documents: Iterable[Document], pages: Iterable[Page]) -> None:
        self._documents = {document.sha256: document for document in documents}
        self._pages: dict[str, dict[int, Page]] = {sha256: {} for sha256 in self._documents}
        for page in pages:
            self._pages[page.document][page.number] = page

    def documents(self) -> Sequence[Document]:
        return tuple(self._documents.values())

    def document(self, sha256: str) -> Document:
        try:
            return self._documents[sha256]
        except KeyError:
            raise NotKept(f"no document {sha256!r} in this case; was it removed?") from None

    def page(self, sha256: str, number: int) -> Page:
        try:
            return self._pages[self.document(sha256).sha256][number]
        except KeyError:
            raise NotKept(f"{self.document(sha256).name!r} has no page {number}") from None

    def pages(self, sha256: str) -> Iterator[Page]:
        held = self._pages[self.document(sha256).sha256]
        return (held[number] for number in sorted(held))


class MemoryFindings:
    """A FindingLog that lasts as long as the process; the newest finding of a field stands."""

    def __init__(self) -> None:
        self._kept: dict[str, Finding] = {}

    def keep(self, finding: Finding) -> None:
        self._kept[finding.field] = finding

    def kept(self) -> Sequence[Finding]:
        return tuple(self._kept.values())
