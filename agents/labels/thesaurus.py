"""The words that documents use for the same thing, read once from ``thesaurus.yaml``."""

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from agents.labels.data import read_data
from agents.labels.words import stems_of

_FILE = Path(__file__).with_name("thesaurus.yaml")


class Thesaurus(NamedTuple):
    groups: dict[str, frozenset[str]]
    """Stem to the names of the word groups it belongs to."""
    members: dict[str, frozenset[str]]
    """Name of a word group to its stems."""
    phrases: tuple[tuple[tuple[str, ...], ...], ...]
    """Groups of labels, each label as stems."""
    labels: frozenset[tuple[str, ...]]
    """Of all phrases, those that are the heading of a value and never a value themselves."""
    sides: dict[str, frozenset[tuple[int, int]]]
    """Stem to the (pair, side) of each contrast that it takes part in."""
    distancing: frozenset[str]
    kinds: frozenset[str]
    empty: frozenset[str]
    form: frozenset[str]
    counterparties: frozenset[str]
    """Roles that the one whom a case is about never has towards itself."""

    def alike(self, stem: str) -> frozenset[str]:
        """Stems that may stand for this one, itself among them."""
        found = {stem}
        for group in self.groups.get(stem, ()):
            found |= self.members[group]
        return frozenset(found)

    def contrast(self, asked: frozenset[str], found: frozenset[str]) -> bool:
        """Whether what was found is the opposite of what was asked for."""
        ours: set[tuple[int, int]] = set()
        theirs: set[tuple[int, int]] = set()
        for stem in found:
            theirs.update(self.sides.get(stem, ()))
        if not theirs:
            return False
        for stem in asked:
            ours.update(self.sides.get(stem, ()))
        return any(
            (pair, 1 - side) in ours and (pair, side) not in ours and (pair, 1 - side) not in theirs
            for pair, side in theirs
        )


@lru_cache(maxsize=1)
def thesaurus() -> Thesaurus:
    given: dict[str, Any] = read_data(_FILE)
    members = {name: _single_stems(words) for name, words in given["words"].items()}
    groups: dict[str, set[str]] = {}
    for name, stems in members.items():
        for stem in stems:
            groups.setdefault(stem, set()).add(name)
    return Thesaurus(
        groups={stem: frozenset(names) for stem, names in groups.items()},
        members=members,
        phrases=tuple(tuple(stems_of(label) for label in group) for group in given["phrases"]),
        labels=frozenset(stems_of(label) for group in given["phrases"] for label in group)
        - frozenset(stems_of(word) for word in given["posts"]),
        sides=_sides(given["contrasts"]),
        distancing=_stems(given["distancing"]),
        kinds=_stems(given["kinds"]),
        empty=_stems(given["empty"]),
        form=_stems(given["form"]),
        counterparties=_stems(given["counterparties"]),
    )


def _stems(words: list[str]) -> frozenset[str]:
    return frozenset(stem for word in words for stem in stems_of(word))


def _single_stems(words: list[str]) -> frozenset[str]:
    """Of one-word members; a phrase has no place inside a label."""
    split = [stems_of(word) for word in words]
    return frozenset(stems[0] for stems in split if len(stems) == 1)


def _sides(pairs: list[list[list[str]]]) -> dict[str, frozenset[tuple[int, int]]]:
    found: dict[str, set[tuple[int, int]]] = {}
    for number, pair in enumerate(pairs):
        for side, words in enumerate(pair):
            for stem in _stems(words):
                found.setdefault(stem, set()).add((number, side))
    return {stem: frozenset(sides) for stem, sides in found.items()}
