"""Editions of one company's charter: that of 2018 is history once there is one of 2023."""

import re
from collections import defaultdict

from agents.labels.layout import Layout
from agents.parties.names import core_words
from agents.parties.papers import opens_a_paper

_OPENING = 700
"""Characters of the page on which a charter begins."""
_LONGEST_TITLE = 120
_TITLE = re.compile(r"устави?|ustavi?|charter|articlesofassociation|estatutosocial|contratosocial", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_QUOTED = re.compile(r"[«“„\"]([^«»“”„\"\n]{2,70})[»”“\"]")


class Editions:
    """Pages in order; each edition is the page of its title and those after it, up to the next paper of the file."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, ...], list[tuple[int, list[int]]]] = defaultdict(list)
        self._current: tuple[str, list[int]] | None = None
        """Document and pages of the edition that the last page belongs to."""

    def take(self, layout: Layout, leaf: int) -> None:
        opening = layout.page.text[:_OPENING]
        whose, year = _whose(opening), max(map(int, _YEAR.findall(opening)), default=0)
        if whose and year and any(_is_title(line) for line in opening.split("\n")):
            pages = [leaf]
            self._held[whose].append((year, pages))
            self._current = layout.page.document, pages
        elif self._current is not None and self._current[0] == layout.page.document and not opens_a_paper(opening):
            self._current[1].append(leaf)
        else:
            self._current = None

    def outdone(self) -> frozenset[int]:
        """Pages of editions of which the company has a later one."""
        return frozenset(
            leaf
            for editions in self._held.values()
            for year, pages in editions
            if year < max(later for later, _ in editions)
            for leaf in pages
        )


def _is_title(line: str) -> bool:
    """The word alone, its letters set apart perhaps, or at the end of a line in capitals that says whose it is."""
    if _TITLE.fullmatch("".join(letter for letter in line if letter.isalpha())) is not None:
        return True
    words = line.split()
    return len(line) <= _LONGEST_TITLE and line.isupper() and bool(words) and _TITLE.fullmatch(words[-1]) is not None


def _whose(opening: str) -> tuple[str, ...]:
    named = _QUOTED.search(opening)
    return tuple(sorted(core_words(named.group(1)))) if named is not None else ()
