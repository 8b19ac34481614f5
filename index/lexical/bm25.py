"""BM25 split in two, so that a plain inner product gives the score.

A passage's vector holds ``tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / typical))`` per term, the question's the
terms' idf. ``typical`` is a constant of ours, not the case's average: passages are cut to one size, so the average hardly
moves, and a constant keeps stored vectors right when the case grows. (Both were measured; see benchmarks/retrieval.py.)
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b

from index.lexical.terms import terms

SparseVector = dict[int, float]

_K1 = 1.2
_B = 0.5
_TYPICAL_LENGTH = 70.0  # terms in a passage of about 800 characters, stop words left out
_MOST_QUERY_TERMS = 64


@lru_cache(maxsize=1 << 17)
def term_id(term: str) -> int:
    """31-bit id; the same in every process and on every machine, since it is stored."""
    return int.from_bytes(blake2b(term.encode(), digest_size=4).digest(), "big") & 0x7FFFFFFF


def passage_vector(text: str, language: str | None) -> SparseVector:
    """Never empty: a store refuses an empty sparse vector, so a text without terms gets one that nothing asks for."""
    counts = Counter(map(term_id, terms(text, language)))
    length = sum(counts.values())
    damping = _K1 * (1 - _B + _B * length / _TYPICAL_LENGTH)
    vector = {term: count * (_K1 + 1) / (count + damping) for term, count in counts.items()}
    return vector or {_NOTHING: 1.0}


_NOTHING = term_id("\x00")


class DocumentFrequencies:
    """In how many passages of one case each term occurs."""

    def __init__(self) -> None:
        self.total = 0
        self._holding: Counter[int] = Counter()

    def add(self, vectors: Iterable[Mapping[int, float]]) -> None:
        for vector in vectors:
            self.total += 1
            self._holding.update(vector.keys())

    def remove(self, vectors: Iterable[Mapping[int, float]]) -> None:
        for vector in vectors:
            self.total -= 1
            self._holding.subtract(vector.keys())

    def query_vector(self, text: str, language: str | None) -> tuple[SparseVector, float]:
        """The question's vector and the score of a passage that holds every term of it once, for scale."""
        weighed: SparseVector = {}
        for term in {term_id(term) for term in terms(text, language)}:
            holding = self._holding.get(term, 0)
            weighed[term] = math.log(1 + (self.total - holding + 0.5) / (holding + 0.5))
        kept = dict(sorted(weighed.items(), key=lambda item: (-item[1], item[0]))[:_MOST_QUERY_TERMS])
        return kept, sum(kept.values())
