"""The words that documents use for the same thing, read once from ``thesaurus.yaml``."""

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from agents.labels.words import stems_of

_FILE = Path(__file__).with_name("thesaurus.yaml")


class Thesaurus(NamedTuple):
    groups: dict[str, frozenset[str]]
    """Stem to the names of the word groups it belongs to."""
    members: dict[str, frozenset[str]]
    """Name of a word group to its stems."""
    phrases: tuple[tuple[tuple[str, ...], ...], ...]
    """Groups of labels, each label as stems."""
    contrasts: tuple[tuple[frozenset[str], frozenset[str]], ...]
    distancing: frozenset[str]
    kinds: frozenset[str]
    empty: frozenset[str]
    form: frozenset[str]

    def alike(self, stem: str) -> frozenset[str]:
        """Stems that may stand for this one, itself among them."""
        found = {stem}
        for group in self.groups.get(stem, ()):
            found |= self.members[group]
        return frozenset(found)

    def contrast(self, asked: frozenset[str], found: frozenset[str]) -> bool:
        """Whether what was found is the opposite of what was asked for."""
        return any(
            (asked & one and not asked & other and found & other and not found & one)
            or (asked & other and not asked & one and found & one and not found & other)
            for one, other in self.contrasts
        )


@lru_cache(maxsize=1)
def thesaurus() -> Thesaurus:
    given: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    members = {name: _single_stems(words) for name, words in given["words"].items()}
    groups: dict[str, set[str]] = {}
    for name, stems in members.items():
        for stem in stems:
            groups.setdefault(stem, set()).add(name)
    return Thesaurus(
        groups={stem: frozenset(names) for stem, names in groups.items()},
        members=members,
        phrases=tuple(tuple(stems_of(label) for label in group) for group in given["phrases"]),
        contrasts=tuple((_stems(one), _stems(other)) for one, other in given["contrasts"]),
        distancing=_stems(given["distancing"]),
        kinds=_stems(given["kinds"]),
        empty=_stems(given["empty"]),
        form=_stems(given["form"]),
    )


def _stems(words: list[str]) -> frozenset[str]:
    return frozenset(stem for word in words for stem in stems_of(word))


def _single_stems(words: list[str]) -> frozenset[str]:
    """Of one-word members; a phrase has no place inside a label."""
    split = [stems_of(word) for word in words]
    return frozenset(stems[0] for stems in split if len(stems) == 1)
