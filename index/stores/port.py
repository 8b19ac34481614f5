"""What the index asks of a store. Both stores pass tests/contract/passage_index.py."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from evidence.passages import Passage
from index.embedders.port import Vectors
from index.lexical.bm25 import SparseVector


class StoredPassage(NamedTuple):
    passage: Passage
    dense: Vectors
    """``[dim]``, unit length."""
    lexical: SparseVector
    """Not empty."""


class Scored(NamedTuple):
    passage: Passage
    score: float
    """Inner product."""


class PassageStore(Protocol):
    """One case's passages. Reads see every write that returned; calls may come from any thread."""

    @property
    def generation(self) -> int:
        """Changes with every write of this process."""
        ...

    def upsert(self, rows: Sequence[StoredPassage]) -> None: ...

    def nearest(self, dense: Vectors, limit: int) -> Sequence[Scored]:
        """Best first."""
        ...

    def matching(self, lexical: Mapping[int, float], limit: int) -> Sequence[Scored]:
        """Best first; only passages that share a term."""
        ...

    def lexical_vectors(self) -> Iterator[Mapping[int, float]]:
        """Of every passage held."""
        ...

    def missing(self, ids: Sequence[str]) -> Sequence[str]:
        """Those of ``ids`` that are not held."""
        ...

    def count(self, document: str | None = None) -> int: ...

    def delete(self, document: str) -> None: ...

    def close(self) -> None:
        """Let go of files, ports and locks; nothing is lost."""
        ...

    def drop(self) -> None:
        """Delete everything, then close."""
        ...
