"""Passages in memory, exact search by numpy. The second real backend, and the reader of reference collections."""

import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from evidence.passages import Passage
from index.embedders.port import Vectors
from index.stores.port import Scored, StoredPassage


class MemoryStore:
    """Rebuilds its matrices at the first search after a write."""

    def __init__(self, rows: Sequence[StoredPassage] = ()) -> None:
        self._rows: dict[str, StoredPassage] = {}
        self._frozen: _Matrices | None = None
        self._writing = threading.Lock()
        self.generation = 0
        self.upsert(rows)

    def upsert(self, rows: Sequence[StoredPassage]) -> None:
        with self._writing:
            self._rows.update((row.passage.id, row) for row in rows)
            self._changed()

    def nearest(self, dense: Vectors, limit: int) -> Sequence[Scored]:
        matrices = self._matrices()
        return matrices.best(matrices.dense @ dense, limit) if matrices.passages else ()

    def matching(self, lexical: Mapping[int, float], limit: int) -> Sequence[Scored]:
        matrices = self._matrices()
        scores = matrices.lexical_scores(lexical)
        return [scored for scored in matrices.best(scores, limit) if scored.score > 0]

    def lexical_vectors(self) -> Iterator[Mapping[int, float]]:
        return iter([row.lexical for row in self._rows.values()])

    def missing(self, ids: Sequence[str]) -> Sequence[str]:
        return [key for key in ids if key not in self._rows]

    def count(self, document: str | None = None) -> int:
        if document is None:
            return len(self._rows)
        return sum(row.passage.document == document for row in list(self._rows.values()))

    def delete(self, document: str) -> None:
        with self._writing:
            self._rows = {key: row for key, row in self._rows.items() if row.passage.document != document}
            self._changed()

    def close(self) -> None:
        self._frozen = None

    def drop(self) -> None:
        with self._writing:
            self._rows = {}
            self._changed()

    def _changed(self) -> None:
        self._frozen = None
        self.generation += 1

    def _matrices(self) -> "_Matrices":
        with self._writing:
            if self._frozen is None:
                self._frozen = _Matrices(tuple(self._rows.values()))
            return self._frozen


class _Matrices:
    def __init__(self, rows: Sequence[StoredPassage]) -> None:
        self.passages: list[Passage] = [row.passage for row in rows]
        self.dense: Vectors = np.stack([row.dense for row in rows]) if rows else np.empty((0, 0), np.float32)
        places: defaultdict[int, list[int]] = defaultdict(list)
        weights: defaultdict[int, list[float]] = defaultdict(list)
        for place, row in enumerate(rows):
            for term, weight in row.lexical.items():
                places[term].append(place)
                weights[term].append(weight)
        self._postings = {
            term: (np.array(places[term], np.int64), np.array(weights[term], np.float32)) for term in places
        }

    def lexical_scores(self, lexical: Mapping[int, float]) -> NDArray[np.float32]:
        scores = np.zeros(len(self.passages), dtype=np.float32)
        for term, weight in lexical.items():
            if term in self._postings:
                held_by, weights = self._postings[term]
                scores[held_by] += weights * np.float32(weight)
        return scores

    def best(self, scores: NDArray[np.float32], limit: int) -> list[Scored]:
        limit = min(limit, len(scores))
        if limit <= 0:
            return []
        top = np.argpartition(-scores, limit - 1)[:limit]
        order = top[np.argsort(-scores[top], kind="stable")]
        return [Scored(self.passages[place], float(scores[place])) for place in order]
