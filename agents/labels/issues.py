"""Papers that one office writes again and again: a certificate of October gives way to that of April."""

from collections import defaultdict
from collections.abc import Iterable

from agents.labels.kinds import written_on
from agents.labels.layout import Layout

_LINES = 2
_LEAST = 24
"""Letters of a letterhead; a shorter one may be anybody's."""


class Issues:
    """Pages with one letterhead, each with the day that its first lines name."""

    def __init__(self) -> None:
        self._held: dict[str, list[tuple[str, int]]] = defaultdict(list)

    def take(self, layout: Layout, leaf: int) -> None:
        head = _letterhead(layout.page.text.split("\n"))
        day = written_on(layout) if head is not None else None
        if head is not None and day is not None:
            self._held[head].append((day, leaf))

    def outdone(self) -> frozenset[int]:
        """Pages of which another one with the same letterhead is of a later day."""
        return frozenset(
            leaf for pages in self._held.values() for day, leaf in pages if day < max(later for later, _ in pages)
        )


def _letterhead(lines: Iterable[str]) -> str | None:
    """The first lines' letters; None where they hold digits and so may be one paper's own."""
    first = [line for line in lines if line.strip()][:_LINES]
    letters = "".join(letter for line in first for letter in line.casefold() if letter.isalpha())
    own = any(letter.isdigit() for line in first for letter in line)
    return None if own or len(first) < _LINES or len(letters) < _LEAST else letters
