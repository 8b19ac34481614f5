"""One version of a reference collection on disk, and the handle through which a case reads it."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from evidence.errors import NotKept
from evidence.frozen import Frozen
from evidence.pages import Document, Page
from evidence.passages import Hit, Passage
from index.case_index import CaseIndex
from index.embedders.port import Embedder, EmbedderIdentity
from index.sections import naming
from index.stores.memory import MemoryStore
from index.stores.port import StoredPassage

_NAMED_FIRST = 2.0  # above every score that fusion gives: the question cites the section


class ReferenceInfo(Frozen):
    name: str
    version: str
    documents: int
    sections: int
    passages: int
    embedder: EmbedderIdentity


class SectionPlace(Frozen):
    """Where a section's Page is, under every id it is cited by."""

    ids: tuple[str, ...]
    document: str
    page: int


class VersionFolder:
    """The files of one version. Written once, then only read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(
        self, info: ReferenceInfo, *, documents: Sequence[Document], pages: Sequence[Page], places: Sequence[SectionPlace],
        rows: Sequence[StoredPassage],
    ) -> None:  # fmt: skip
        (self.path / "pages").mkdir(parents=True)
        self._lines("documents.jsonl", documents)
        self._lines("sections.jsonl", places)
        self._lines("passages.jsonl", (row.passage for row in rows))
        for document in documents:
            own = (page for page in pages if page.document == document.sha256)
            self._lines(f"pages/{document.sha256}.jsonl", own)
        np.save(self.path / "dense.npy", np.stack([row.dense for row in rows]))
        np.savez(
            self.path / "lexical.npz",
            lengths=np.array([len(row.lexical) for row in rows], np.int64),
            terms=np.array([term for row in rows for term in row.lexical], np.int64),
            weights=np.array([weight for row in rows for weight in row.lexical.values()], np.float32),
        )
        (self.path / "manifest.json").write_text(info.model_dump_json(indent=1) + "\n", "utf-8")
        for file in self.path.rglob("*"):
            if file.is_file():
                with file.open("rb") as written:
                    os.fsync(written.fileno())

    def info(self) -> ReferenceInfo:
        return ReferenceInfo.model_validate_json((self.path / "manifest.json").read_text("utf-8"))

    def documents(self) -> Iterator[Document]:
        return map(Document.model_validate_json, self._read("documents.jsonl"))

    def places(self) -> Iterator[SectionPlace]:
        return map(SectionPlace.model_validate_json, self._read("sections.jsonl"))

    def pages(self, document: str) -> Iterator[Page]:
        return map(Page.model_validate_json, self._read(f"pages/{document}.jsonl"))

    def rows(self) -> Iterator[StoredPassage]:
        dense = np.load(self.path / "dense.npy", mmap_mode="r")
        with np.load(self.path / "lexical.npz") as lexical:
            ends = np.cumsum(lexical["lengths"]).tolist()
            terms, weights = lexical["terms"].tolist(), lexical["weights"].tolist()
        start = 0
        for at, line in enumerate(self._read("passages.jsonl")):
            vector = dict(zip(terms[start : ends[at]], weights[start : ends[at]], strict=True))
            yield StoredPassage(Passage.model_validate_json(line), dense[at], vector)
            start = ends[at]

    def _lines(self, name: str, values: Iterable[Frozen]) -> None:
        with (self.path / name).open("w", encoding="utf-8") as file:
            for value in values:
                # by way of json: pydantic writes line separators inside strings raw, and a line must stay a line
                file.write(json.dumps(value.model_dump(mode="json"), ensure_ascii=True, separators=(",", ":")) + "\n")

    def _read(self, name: str) -> Iterator[str]:
        try:
            with (self.path / name).open(encoding="utf-8") as file:
                yield from file
        except FileNotFoundError:
            raise NotKept(
                f"{str(self.path / name)!r} is gone; was the reference collection replaced twice meanwhile?"
            ) from None


class Reference:
    """A collection opened for reading: a PageSource and a Searcher, and no call that writes."""

    def __init__(self, folder: VersionFolder, embedder: Embedder) -> None:
        self._folder, self._embedder = folder, embedder
        self.info = folder.info()
        self._documents = {document.sha256: document for document in folder.documents()}
        self._held: dict[str, dict[int, Page]] = {}

    def documents(self) -> Sequence[Document]:
        return tuple(self._documents.values())

    def document(self, sha256: str) -> Document:
        try:
            return self._documents[sha256]
        except KeyError:
            raise NotKept(f"reference {self.info.name!r} has no document {sha256!r}") from None

    def page(self, sha256: str, number: int) -> Page:
        document = self.document(sha256)
        if sha256 not in self._held:
            self._held[sha256] = {page.number: page for page in self._folder.pages(sha256)}
        try:
            return self._held[sha256][number]
        except KeyError:
            raise NotKept(f"{document.name!r} of reference {self.info.name!r} has no section {number}") from None

    def pages(self, sha256: str) -> Iterator[Page]:
        return self._folder.pages(self.document(sha256).sha256)

    def section(self, cited: str) -> Page:
        """By any of its ids, however written: ``INA 204(b)(1)``, ``8 U.S.C. § 1154(b)(1)``. Raises NotKept."""
        place = self._places.get(naming.key(cited))
        if place is None:
            raise NotKept(f"reference {self.info.name!r} has no section {cited!r}; look it up by its words instead")
        return self.page(place.document, place.page)

    def search(self, query: str, k: int = 5) -> Sequence[Hit]:
        """Best first; sections that the question cites by id come before all others."""
        found = self._index.search(query, k)
        places = {(place.document, place.page) for cited in naming.cited_in(query) if (place := self._place(cited))}
        if not places:
            return found
        named = [
            Hit(passage=passage, score=_NAMED_FIRST)
            for passage in self._passages
            if (passage.document, passage.page) in places
        ]
        rest = [hit for hit in found if (hit.passage.document, hit.passage.page) not in places]
        return (*named, *rest)[:k]

    def _place(self, cited: str) -> SectionPlace | None:
        return self._places.get(naming.key(cited))

    @cached_property
    def _places(self) -> Mapping[str, SectionPlace]:
        places: dict[str, SectionPlace] = {}
        for place in self._folder.places():
            for name in place.ids:
                places.setdefault(naming.key(name), place)
        return places

    @cached_property
    def _rows(self) -> tuple[StoredPassage, ...]:
        return tuple(self._folder.rows())

    @property
    def _passages(self) -> Iterator[Passage]:
        return (row.passage for row in self._rows)

    @cached_property
    def _index(self) -> CaseIndex:
        return CaseIndex(MemoryStore(self._rows), self._embedder)
