"""Sentences that were said in English, in another language, by their shapes.

What is said with names and numbers inside has a shape: ``no file {sha256} in this case``. A catalogue holds the shapes of one
kind of sentence (``make words`` gathers them from the code); a sentence is held against them, and what stood in the places of its
shape is put into the translated one.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

LONGEST = 2000
"""Characters; a longer sentence quotes what somebody typed, and matching it could be made slow."""
ANYTHING = ".*?"
_PLACE = re.compile(r"\{(\w+)\}")
_LETTERS = re.compile(r"[^\W\d_]")
_QUOTED = re.compile(r"""'[^']*'|"[^"]*\"""")


class Shape(NamedTuple):
    shape: str
    pattern: re.Pattern[str]
    said: str

    def filled(self, found: re.Match[str], within: Callable[[str], str]) -> str:
        """``within``: what stands in a place, in the language. A place that the sentence left out stays as it is written."""
        places = {name: within(held) for name, held in found.groupdict().items()}
        return _PLACE.sub(lambda place: places.get(place[1], place[0]), self.said)


@lru_cache
def shapes_of(catalogue: Path, *, behind: str = ANYTHING) -> tuple[Shape, ...]:
    """Those that say most by themselves first: one shape may be another with a place in it. ``behind``: what a place right
    behind another one holds."""
    if not catalogue.exists():
        return ()
    with catalogue.open("rb") as file:
        held = [(str(one.id), str(one.string)) for one in read_po(file) if one.id and one.string]
    held.sort(key=lambda pair: -len(_LETTERS.findall(_PLACE.sub("", pair[0]))))
    return tuple(Shape(shape, _pattern(shape, behind=behind), said) for shape, said in held)


def said_by_shape(sentence: str, catalogue: Path) -> str | None:
    """None where the sentence is of no known shape. A quoted name in it stays as it is."""
    if len(sentence) > LONGEST:
        return None
    for shape in shapes_of(catalogue):
        if (found := shape.pattern.fullmatch(sentence)) is not None:
            return shape.filled(found, lambda held: _place_in(held, catalogue))
    return None


def _place_in(held: str, catalogue: Path) -> str:
    if _QUOTED.fullmatch(held):
        return held
    said = said_by_shape(held, catalogue)
    return held if said is None else said


def _pattern(shape: str, *, behind: str) -> re.Pattern[str]:
    parts, at = [], 0
    for place in _PLACE.finditer(shape):
        between = shape[at : place.start()]
        held = behind if at and not between else ANYTHING
        parts += [re.escape(between), f"(?P<{place[1]}>{held})"]
        at = place.end()
    return re.compile("".join(parts) + re.escape(shape[at:]), re.DOTALL)
