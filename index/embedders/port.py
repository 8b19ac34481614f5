"""What the index asks of an embedder."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from evidence.frozen import Frozen
from index.lexical.bm25 import SparseVector

Vectors = NDArray[np.float32]


class EmbedderIdentity(Frozen):
    """Which model made a vector. Vectors of two identities never meet in one collection."""

    name: str
    dim: int
    sha256: str
    """Over the weights and the recipe; engines that give the same vectors share it."""

    def __str__(self) -> str:
        return f"{self.name} ({self.dim} dimensions, {self.sha256[:12]})"


class Embedder(Protocol):
    """Text is never cut: what is longer than the model reads is embedded in windows and averaged by length."""

    @property
    def identity(self) -> EmbedderIdentity: ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """float32 ``[len(texts), dim]``, unit rows; the same text gives the same row whatever stands beside it."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """float32 ``[dim]``, unit length."""
        ...


@runtime_checkable
class HybridEmbedder(Protocol):
    """An embedder that also gives the lexical leg, in the same forward pass."""

    def encode_passages(self, texts: Sequence[str]) -> tuple[Vectors, Sequence[SparseVector]]: ...

    def encode_query(self, text: str) -> tuple[Vectors, SparseVector]: ...


def unit_rows(vectors: NDArray[Any]) -> Vectors:
    """Rows of length one; a row of zeros becomes the first axis rather than NaN."""
    rows = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    empty = lengths[..., 0] < 1e-12
    if np.any(empty):
        rows = rows.copy()
        rows[empty] = 0.0
        rows[empty, 0] = 1.0
        lengths = np.where(lengths < 1e-12, 1.0, lengths)
    return np.ascontiguousarray(rows / lengths, dtype=np.float32)


def unit_row(vector: NDArray[Any]) -> Vectors:
    """One vector, ``[dim]``."""
    return unit_rows(np.asarray(vector, dtype=np.float32)[None]).reshape(-1)
