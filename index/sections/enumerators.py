"""Where ``(a) (1) (A) (i) (I) (aa)`` stand in each other.

The same letter may be of two kinds: ``(i)`` follows ``(h)`` or opens a roman list. What comes next decides: ``(j)`` or
``(ii)``. Levels are taken from the order of appearance, not from one country's custom.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

LEADING = re.compile(r"\(([A-Za-z]{1,5}|\d{1,3})\)\s*")
_ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}
_FARTHEST = 600  # enumerators looked ahead


class _Kind(NamedTuple):
    style: str
    """``1``, ``a``, ``A``, ``i``, ``I``, and ``aa``, ``AA``, ``aaa`` for doubled and tripled letters."""
    ordinal: int


class _Open(NamedTuple):
    kind: _Kind
    token: str


class Nesting:
    """The enumerators open at one place of a text; feed it every enumerator in order."""

    def __init__(self) -> None:
        self._open: list[_Open] = []

    def copy(self) -> "Nesting":
        same = Nesting()
        same._open = list(self._open)
        return same

    @property
    def path(self) -> str:
        return "".join(f"({level.token})" for level in self._open)

    def enter(self, token: str, following: Sequence[str], *, may_go_back: bool = False) -> bool:
        """Moves to ``token``; False (and no move) where it cannot be an enumerator here.

        ``following`` are the enumerators after it. A heading's enumerator always is one, so it ``may_go_back`` to an
        earlier number or open a list in its middle; in running text "(2)" after "(5)" is a reference.
        """
        choice = self._choice(token, following)
        if choice is None and may_go_back:
            choice = self._back(token)
        if choice is None:
            return False
        depth, kind = choice
        self._open[depth:] = [_Open(kind, token)]
        return True

    def _choice(self, token: str, following: Sequence[str]) -> tuple[int, _Kind] | None:
        choices = [choice for kind in _kinds(token) if (choice := self._place(kind)) is not None]
        if len(choices) > 1:
            wanted = _first_of([_next(kind) for _, kind in choices], following[:_FARTHEST])
            choices.sort(key=lambda choice: _next(choice[1]) != wanted)
        return choices[0] if choices else None

    def _back(self, token: str) -> tuple[int, _Kind] | None:
        styles = {kind.style: kind for kind in _kinds(token)}
        for depth in reversed(range(len(self._open))):
            kind = styles.get(self._open[depth].kind.style)
            if kind is not None:
                return depth, kind
        first = next(iter(styles.values()), None)
        return None if first is None else (len(self._open), first)

    def _place(self, kind: _Kind) -> tuple[int, _Kind] | None:
        """Depth at which an enumerator of this kind would stand."""
        levels = [depth for depth, level in enumerate(self._open) if level.kind.style == kind.style]
        for depth in reversed(levels):
            if kind.ordinal == self._open[depth].kind.ordinal + 1:
                return depth, kind
        if kind.ordinal == 1:  # a list of its own, or the innermost one over again
            return len(self._open) - (levels[-1:] == [len(self._open) - 1]), kind
        for depth in reversed(levels):  # a repealed paragraph leaves a gap
            if kind.ordinal > self._open[depth].kind.ordinal:
                return depth, kind
        return (len(self._open), kind) if not self._open else None


def leading_enumerators(text: str) -> tuple[list[str], str]:
    """``(a)(1) Text`` as (["a", "1"], "Text")."""
    tokens = []
    while match := LEADING.match(text):
        tokens.append(match[1])
        text = text[match.end() :]
    return tokens, text


def _kinds(token: str) -> list[_Kind]:
    if token.isdigit():
        return [_Kind("1", int(token))]
    if not (token.islower() or token.isupper()):
        return []
    lower, upper = token.casefold(), token.isupper()
    kinds = []
    if _ROMAN.fullmatch(lower):
        kinds.append(_Kind("I" if upper else "i", _roman(lower)))
    if lower == lower[0] * len(lower) and len(lower) <= 3:
        style = ("A" if upper else "a") * len(lower)
        kinds.append(_Kind(style, ord(lower[0]) - ord("a") + 1))
    return kinds


def _roman(numeral: str) -> int:
    values = [_ROMAN_VALUES[char] for char in numeral]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))


def _next(kind: _Kind) -> str:
    """How the enumerator after this one is written."""
    if kind.style == "1":
        return str(kind.ordinal + 1)
    if kind.style in ("i", "I"):
        tens, units = divmod(kind.ordinal + 1, 10)
        written = "x" * tens + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[units]
        return written.upper() if kind.style == "I" else written
    written = chr(ord("a") + kind.ordinal) * len(kind.style)
    return written.upper() if kind.style.isupper() else written


def _first_of(wanted: Sequence[str], following: Sequence[str]) -> str | None:
    return next((token for token in following if token in wanted), None)
