"""Hashed character n-grams: no model, no file, a thousandth of the time. For tests and for a case of one language."""

from collections.abc import Sequence
from hashlib import sha256
from zlib import crc32

import numpy as np

from index.embedders.port import EmbedderIdentity, Vectors, unit_row, unit_rows
from index.lexical import keys

_SIZES = (3, 4, 5)


class HashingEmbedder:
    def __init__(self, dim: int = 512) -> None:
        recipe = f"char-grams {_SIZES} crc32 signed {dim}"
        self.identity = EmbedderIdentity(name="hashing", dim=dim, sha256=sha256(recipe.encode()).hexdigest())
        self._dim = dim

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return (
            unit_rows(np.stack([self._count(text) for text in texts]))
            if texts
            else np.empty((0, self._dim), np.float32)
        )

    def embed_query(self, text: str) -> Vectors:
        return unit_row(self._count(text))

    def _count(self, text: str) -> Vectors:
        counts = np.zeros(self._dim, dtype=np.float32)
        for word in keys.prepare(text).split():
            framed = f" {keys.fold(word)} "
            for size in _SIZES:
                for start in range(len(framed) - size + 1):
                    code = crc32(framed[start : start + size].encode("utf-8", "surrogatepass"))
                    counts[code % self._dim] += 1.0 if code & 0x80000000 else -1.0
        return np.asarray(np.sign(counts) * np.sqrt(np.abs(counts)), dtype=np.float32)
