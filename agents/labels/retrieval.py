"""The sentences of the case that share the most, and the rarest, words with a question."""

import math
from collections import Counter, OrderedDict, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from agents.labels.questions import Question
from agents.labels.words import Word, stem_of, words_of
from evidence.spans import CharSpan

if TYPE_CHECKING:
    from agents.labels.notebook import Notebook

_LEAVES = 24
"""Most promising leaves that are cut into sentences for one question."""
_KEPT_LEAVES = 400
_NEIGHBOUR = 0.35
"""What a word in the sentence before is worth: a pronoun often stands for it."""


class Sentence(NamedTuple):
    leaf: int
    span: CharSpan
    words: tuple[Word, ...]
    """Offsets count in the page."""
    stems: frozenset[str]


class Ranked(NamedTuple):
    sentence: Sentence
    coverage: float
    """Share of the question's words, weighed by rarity, that the sentence or the one before it holds."""
    matched: int


class Sentences:
    """Cut when first asked for, kept for the next question."""

    def __init__(self, notebook: "Notebook") -> None:
        self._notebook = notebook
        self._held: OrderedDict[int, tuple[Sentence, ...]] = OrderedDict()

    def best(self, question: Question, *, set_aside: frozenset[str], most: int = 3) -> list[Ranked]:
        leaves = self._leaves(question, set_aside)
        sentences = [sentence for leaf in leaves for sentence in self._of(leaf)]
        if not sentences:
            return []
        seen = Counter(stem for sentence in sentences for stem in sentence.stems if stem in question.stems)
        weights = {stem: math.log(1 + len(sentences) / (1 + seen[stem])) for stem in question.stems}
        total = sum(weights.values())
        ranked: list[Ranked] = []
        before: Sentence | None = None
        for sentence in sentences:
            near = before.stems if before is not None and before.leaf == sentence.leaf else frozenset()
            before = sentence
            own = [stem for stem in question.stems if stem in sentence.stems]
            if not own:
                continue
            score = sum(weights[stem] for stem in own)
            score += _NEIGHBOUR * sum(weights[stem] for stem in question.stems if stem in near and stem not in own)
            ranked.append(Ranked(sentence, score / total, len(own)))
        ranked.sort(key=lambda one: -one.coverage)
        return ranked[:most]

    def _leaves(self, question: Question, set_aside: frozenset[str]) -> list[int]:
        notebook = self._notebook
        total = len(notebook.leaves)
        scores: dict[int, float] = defaultdict(float)
        for stem in question.stems:
            found = notebook.leaves_with((stem,))
            for leaf in found:
                if notebook.leaves[leaf].document not in set_aside:
                    scores[leaf] += math.log(1 + total / len(found))
        return sorted(sorted(scores, key=lambda leaf: (-scores[leaf], leaf))[:_LEAVES])

    def _of(self, leaf: int) -> tuple[Sentence, ...]:
        if leaf in self._held:
            self._held.move_to_end(leaf)
            return self._held[leaf]
        layout = self._notebook.layout(leaf)
        page = layout.page
        made = []
        for span in layout.sentences():
            words = tuple(
                Word(word.start + span.start, word.end + span.start, word.key)
                for word in words_of(page.text[span.start : span.end])
            )
            made.append(Sentence(leaf, span, words, frozenset(stem_of(word.key) for word in words)))
        self._held[leaf] = tuple(made)
        while len(self._held) > _KEPT_LEAVES:
            self._held.popitem(last=False)
        return self._held[leaf]
