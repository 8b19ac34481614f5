"""Search in one case: by meaning and words where its index is free, by words alone while a job works on it."""

import re
import threading
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from cases.store import CaseFiles, CaseStore
from evidence.errors import CaseBusy, NotKept
from evidence.folding import fold
from evidence.pages import Document
from evidence.passages import Hit
from ingest.passages import cut_passages
from service.settings import Settings

if TYPE_CHECKING:
    from index.case_index import CaseIndex
    from index.embedders.port import Embedder
    from service.context import Context

_SCAN_SECONDS = 5.0
_IDLE_SECONDS, _OLD_SECONDS = 60.0, 600.0
"""An index that nobody searched for so long is closed, and the words of a case's pages are forgotten."""
_MOST_REMEMBERED = 64 * 1024**2
_WORD = re.compile(r"\w{2,}")


class Searcher(Protocol):
    """Thread-safe; calls block and belong in a worker thread."""

    def hits(self, case: str, query: str, *, k: int) -> Sequence[Hit]:
        """Best first."""

    def close(self) -> None: ...


def search_case(context: "Context", files: CaseFiles, query: str, *, k: int) -> Sequence[Hit]:
    """Best first. Hits of files that are being removed are left out."""
    documents = {document.sha256 for document in files.documents()}
    if not documents or not query.strip():
        return ()
    return tuple(hit for hit in context.searcher.hits(files.id, query, k=k) if hit.passage.document in documents)


class CaseSearcher:
    """A Searcher inside this process."""

    def __init__(self, settings: Settings, store: CaseStore, *, keeps: bool = False) -> None:
        """``keeps``: an index stays open between two searches, as a loan, and the caller calls ``rest`` every moment."""
        self._settings, self._store, self._keeps = settings, store, keeps
        self._embedder: Embedder | None = None
        self._indexes: dict[str, tuple[CaseIndex, float]] = {}
        self._words = _Words()
        self._guard = threading.Lock()

    def hits(self, case: str, query: str, *, k: int) -> Sequence[Hit]:
        with self._guard:
            try:
                return self._by_meaning(case, query, k)
            except CaseBusy:  # a job works on it in another process
                return _by_words(self._store.open(case), query, k, remembered=self._words)
            finally:
                if not self._keeps:
                    self._let_go(until=time.monotonic())

    def warm(self) -> None:
        """What every search needs and takes seconds to load."""
        import index.open  # noqa: F401

        with self._guard:
            self._open_embedder()

    def rest(self) -> None:
        """Every moment between searches: indexes that others wait for are closed, and those that nobody asks for."""
        with self._guard:
            from index.open import release_wanted

            if self._indexes and release_wanted():
                self._let_go(until=time.monotonic())
            self._let_go(until=time.monotonic() - _IDLE_SECONDS)
            self._words.forget()

    def close(self) -> None:
        with self._guard:
            self._let_go(until=time.monotonic())

    def _let_go(self, *, until: float) -> None:
        for case, (index, used) in tuple(self._indexes.items()):
            if used <= until:
                del self._indexes[case]
                index.close()

    def _by_meaning(self, case: str, query: str, k: int) -> Sequence[Hit]:
        index = self._index(case)
        try:
            return tuple(index.search(query, k))
        except BaseException:  # whatever it was, the next search opens it anew
            self._let_go(until=time.monotonic())
            raise

    def _index(self, case: str) -> "CaseIndex":
        from index.open import open_case_index

        held = self._indexes.get(case)
        if held is None:
            chosen = self._settings.index
            opened = open_case_index(
                self._settings.root,
                case,
                embedder=self._open_embedder(),
                uri=chosen.uri,
                token=chosen.token.get_secret_value() if chosen.token else None,
                on_loan=self._keeps,
            )
        else:
            opened = held[0]
        self._indexes[case] = (opened, time.monotonic())
        return opened

    def _open_embedder(self) -> "Embedder":
        if self._embedder is None:
            from service.wiring import open_embedder

            self._embedder = open_embedder(self._settings)
        return self._embedder


class _Words:
    """Texts of pages, folded as a search by words compares them: unpacking a page costs a hundred times a look at it."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, str], _Texts] = {}
        self._size = 0

    def of(self, files: CaseFiles, document: Document) -> Iterator[tuple[int, str]]:
        """Number and folded text of each page. Remembered once all of them were asked for."""
        key = (files.id, document.model_dump_json())
        held = self._held.get(key)
        if held is not None:
            held.used = time.monotonic()
            yield from held.pages
            return
        pages: list[tuple[int, str]] = []
        for page in files.pages(document.sha256):
            pages.append((page.number, fold(page.text).key.casefold()))
            yield pages[-1]
        self._size += sum(len(text) for _, text in pages)
        self._held[key] = _Texts(pages)
        while self._size > _MOST_REMEMBERED and self._held:
            self._drop(next(iter(self._held)))

    def forget(self) -> None:
        """What nobody asks for any more, so that no text outlives the removal of its file; and what may have been read anew."""
        for key, held in tuple(self._held.items()):
            if time.monotonic() - held.used > _IDLE_SECONDS or time.monotonic() - held.since > _OLD_SECONDS:
                self._drop(key)

    def _drop(self, key: tuple[str, str]) -> None:
        self._size -= sum(len(text) for _, text in self._held.pop(key).pages)


class _Texts:
    def __init__(self, pages: list[tuple[int, str]]) -> None:
        self.pages = pages
        self.since = self.used = time.monotonic()


def _by_words(files: CaseFiles, query: str, k: int, *, remembered: _Words) -> Sequence[Hit]:
    wanted = {fold(word).key.casefold() for word in _WORD.findall(query)}
    if not wanted:
        return ()
    until = time.monotonic() + _SCAN_SECONDS
    found: list[tuple[int, Document, int]] = []
    for document in files.documents():
        for number, text in remembered.of(files, document):
            if count := sum(word in text for word in wanted):
                found.append((count, document, number))
            if time.monotonic() > until:
                break
    found.sort(key=lambda one: -one[0])
    hits: list[Hit] = []
    for count, document, number in found:
        if len(hits) >= k and count / len(wanted) < min(hit.score for hit in hits[:k]):
            break  # no passage of a page says more of the words than the page does
        hits += _passages(files, document, number, wanted)
        hits = sorted(hits, key=lambda hit: -hit.score)[:k]
        if len(hits) == k and hits[-1].score == 1:
            break
    return tuple(hits)


def _passages(files: CaseFiles, document: Document, number: int, wanted: set[str]) -> Iterator[Hit]:
    try:
        page = files.page(document.sha256, number)
    except NotKept:  # removed meanwhile
        return
    for passage in cut_passages(page, name=document.name):
        held = fold(passage.text).key.casefold()
        share = sum(word in held for word in wanted) / len(wanted)
        if share:
            yield Hit(passage=passage, score=share, lexical=share)
