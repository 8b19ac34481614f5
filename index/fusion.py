"""One order from two legs, and how much each leg counts.

Meaning (dense) scores are spread over the candidates from worst to best. Word (lexical) scores are measured against what
a passage holding every word of the question would get, so a leg that found only a name or a year weighs little, and a
question in another language than the documents, which shares hardly a word with them, is answered by meaning alone.
Adding ranks instead (RRF) was tried and loses: it gives the best of a bad list as much as the best of a good one.
"""

from collections.abc import Sequence
from typing import NamedTuple

from evidence.passages import Hit, Passage
from index.stores.port import Scored


class FusionWeights(NamedTuple):
    """Chosen on the development sets by benchmarks/retrieval.py; neighbouring values differ by single questions."""

    meaning: float = 0.5
    words: float = 0.5
    """Where question and passage are in one language."""
    words_across: float = 0.4
    """The same where they are not: names, numbers and years still meet."""
    full_score: float = 1.0
    """Part of the ideal lexical score that already counts as a whole match."""


DEFAULT_WEIGHTS = FusionWeights()


def fuse(
    nearest: Sequence[Scored], matching: Sequence[Scored], *, language: str | None, ideal: float,
    weights: FusionWeights = DEFAULT_WEIGHTS,
) -> list[Hit]:  # fmt: skip
    """Best first; ``language`` is the question's, ``ideal`` the lexical score of a passage that holds all its words."""
    dense = {scored.passage.id: scored.score for scored in nearest}
    lexical = {scored.passage.id: scored.score for scored in matching}
    passages: dict[str, Passage] = {scored.passage.id: scored.passage for scored in (*nearest, *matching)}
    low, high = (min(dense.values()), max(dense.values())) if dense else (0.0, 0.0)
    spread = (high - low) or 1.0
    scale = max(ideal * weights.full_score, 1e-9)

    def hit(passage: Passage) -> Hit:
        near = (dense[passage.id] - low) / spread if passage.id in dense else 0.0
        words = min(1.0, lexical.get(passage.id, 0.0) / scale)
        # only the words' part depends on the language, or passages in a foreign one would gain by having no words to miss
        worth = weights.words if _same(language, passage.language) else weights.words_across
        return Hit(
            passage=passage,
            score=weights.meaning * near + worth * words,
            dense=dense.get(passage.id),
            lexical=lexical.get(passage.id),
        )

    hits = [hit(passage) for passage in passages.values()]
    return sorted(
        hits, key=lambda found: (-found.score, found.passage.document, found.passage.page, found.passage.span.start)
    )


def _same(asked: str | None, held: str | None) -> bool:
    """Unknown counts as the same; the two scripts of Uzbek are one language to the lexical leg."""
    return asked is None or held is None or asked.partition("-")[0] == held.partition("-")[0]
