"""A case's passages, put and found again: the PassageIndex port over any store."""

import re
import threading
import time
from collections.abc import Iterator, Sequence

import numpy as np

from evidence.errors import IndexUnavailable, InputRefused
from evidence.passages import Hit, Passage
from index.embedders.port import Embedder, HybridEmbedder, Vectors
from index.fusion import DEFAULT_WEIGHTS, FusionWeights, fuse
from index.language import guess_language
from index.lexical.bm25 import DocumentFrequencies, SparseVector, passage_vector
from index.stores.port import PassageStore, StoredPassage

_DOCUMENT = re.compile(r"[0-9A-Za-z._:-]{1,128}")
# a file named by a hash or UUID says nothing, and as the first words of each passage it blurs the passage's meaning
_HASH_NAME = re.compile(
    r"\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,})\b(?:\.\w{2,5}\b)?", re.IGNORECASE
)
_PER_BATCH = 128
_FEWEST_CANDIDATES = 50
_RECOUNT_SECONDS = 300.0


class CaseIndex:
    """Bound to one case when made: no call takes a case, so no call can reach another one."""

    def __init__(self, store: PassageStore, embedder: Embedder, *, weights: FusionWeights = DEFAULT_WEIGHTS) -> None:
        self._store, self._embedder, self._weights = store, embedder, weights
        self._counting = threading.Lock()
        self._counted: tuple[int, float, DocumentFrequencies] | None = None

    def put(self, passages: Sequence[Passage]) -> int:
        for passage in passages:
            _refuse_unstorable(passage)
        for batch in _batches(passages):
            self._store.upsert(embedded(batch, self._embedder))
        missing = self._store.missing([passage.id for passage in passages])
        if missing:
            raise IndexUnavailable(
                f"the vector store acknowledged {len(passages)} passages and lost {len(missing)} of them, "
                f"{missing[0]!r} first; put them again"
            )
        return sum(self._store.count(document) for document in {passage.document for passage in passages})

    def search(self, query: str, k: int = 5) -> Sequence[Hit]:
        if k < 1 or not query.strip():
            return ()
        limit = max(_FEWEST_CANDIDATES, 4 * k)
        language = guess_language(query)
        dense, lexical, ideal = self._asked(query, language)
        nearest = self._store.nearest(dense, limit)
        matching = self._store.matching(lexical, limit) if lexical else ()
        return fuse(nearest, matching, language=language, ideal=ideal, weights=self._weights)[:k]

    def delete(self, document: str) -> int:
        _refuse_bad_document(document)
        held = self._store.count(document)
        self._store.delete(document)
        left = self._store.count(document)
        if left:
            raise IndexUnavailable(
                f"{left} passages of document {document!r} are still held after deleting; delete again"
            )
        return held

    def count(self, document: str | None = None) -> int:
        if document is not None:
            _refuse_bad_document(document)
        return self._store.count(document)

    def close(self) -> None:
        """Lets go of files, ports and locks; the next call opens them again."""
        self._store.close()

    def drop(self) -> None:
        """Deletes every passage of the case, and its place on disk."""
        self._store.drop()

    def _asked(self, query: str, language: str | None) -> tuple[Vectors, SparseVector, float]:
        if isinstance(self._embedder, HybridEmbedder):
            dense, lexical = self._embedder.encode_query(query)
            return dense, lexical, sum(weight * weight for weight in lexical.values())
        lexical, ideal = self._frequencies().query_vector(query, language)
        return self._embedder.embed_query(query), lexical, ideal

    def _frequencies(self) -> DocumentFrequencies:
        """Counted again after a write, and now and then in case another process writes to the same server."""
        with self._counting:
            generation, now = self._store.generation, time.monotonic()
            if self._counted is None or self._counted[0] != generation or now - self._counted[1] > _RECOUNT_SECONDS:
                frequencies = DocumentFrequencies()
                frequencies.add(self._store.lexical_vectors())
                self._counted = (generation, now, frequencies)
            return self._counted[2]


def embedded(passages: Sequence[Passage], embedder: Embedder) -> list[StoredPassage]:
    """Passages with both vectors; context is embedded and searched with the text."""
    texts = [_with_context(passage) for passage in passages]
    lexical: Sequence[SparseVector]
    if isinstance(embedder, HybridEmbedder):
        dense, lexical = embedder.encode_passages(texts)
    else:
        dense = embedder.embed_passages(texts)
        lexical = [passage_vector(text, passage.language) for text, passage in zip(texts, passages, strict=True)]
    _refuse_bad_vectors(dense, passages, embedder)
    return [StoredPassage(*row) for row in zip(passages, dense, lexical, strict=True)]


def _with_context(passage: Passage) -> str:
    context = _HASH_NAME.sub("", passage.context).strip()
    return f"{context}\n{passage.text}" if context else passage.text


def _refuse_bad_vectors(dense: Vectors, passages: Sequence[Passage], embedder: Embedder) -> None:
    identity = embedder.identity
    if dense.shape != (len(passages), identity.dim):
        raise IndexUnavailable(f"embedder {identity} gave vectors of shape {dense.shape}; check it with lastro doctor")
    bad = np.flatnonzero(~np.isfinite(dense).all(axis=1))
    if bad.size:  # milvus-lite takes a NaN in silence, and every search then ranks by it
        raise IndexUnavailable(
            f"embedder {identity} gave a vector that is not a number for passage {passages[int(bad[0])].id!r}; "
            "check its model files with lastro doctor"
        )


def _batches(passages: Sequence[Passage]) -> Iterator[Sequence[Passage]]:
    return (passages[at : at + _PER_BATCH] for at in range(0, len(passages), _PER_BATCH))


def _refuse_bad_document(document: str) -> None:
    if not _DOCUMENT.fullmatch(document):
        raise InputRefused(f"{document!r} is not a document id; ids are the sha256 of the file")


def _refuse_unstorable(passage: Passage) -> None:
    _refuse_bad_document(passage.document)
    for value in (passage.text, passage.context):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise InputRefused(
                f"passage {passage.id!r} of page {passage.page} holds half a character at {error.start}; "
                "its reader must not let surrogates through"
            ) from None
