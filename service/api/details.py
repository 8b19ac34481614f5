"""What a refusal says of itself, in the reader's language.

Errors are raised in English, with the names and numbers of the case inside. Their shapes are the phrases of the catalogues in
``locale/`` (gathered from the code by ``make words``): a detail is held against them, and what stood in the places of the shape
is put into the translated one. A detail of no known shape stays English: it is never lost.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

from evidence.reasons import Reason

LOCALES = Path(__file__).parent / "locale"
OF_LINT = LOCALES / "lint"
"""What lint says of templates: phrases that are put together, and short ones that could be anything in a refusal."""
_LONGEST = 2000
"""Characters; a longer one quotes what somebody typed, and matching it could be made slow."""
_PLACE = re.compile(r"\{(\w+)\}")
_LETTERS = re.compile(r"[^\W\d_]")


class _Shape(NamedTuple):
    shape: str
    pattern: re.Pattern[str]
    said: str


def in_language(detail: str, language: str, *, reason: Reason | None = None, held_in: Path = LOCALES) -> str:
    """``reason``: a part of the detail that has words of its own in the language."""
    if language == "en" or len(detail) > _LONGEST:
        return detail
    for shape in _shapes(language, held_in):
        found = shape.pattern.fullmatch(detail)
        if found is not None:
            places = {name: in_language(held, language, held_in=held_in) for name, held in found.groupdict().items()}
            return _filled(shape.said, places, language, reason)
    return detail


def words_of(shape: str, language: str, *, held_in: Path) -> str:
    """The shape itself in the language, its places as they are."""
    return next((held.said for held in _shapes(language, held_in) if held.shape == shape), shape)


def _filled(said: str, places: Mapping[str, str], language: str, reason: Reason | None) -> str:
    if reason is not None:
        from agents.fill.wording import Wording

        words = Wording(language).within(reason)
        places = {name: words if held == str(reason) else held for name, held in places.items()}
    return _PLACE.sub(lambda place: places.get(place[1], place[0]), said)


@lru_cache
def _shapes(language: str, folder: Path) -> tuple[_Shape, ...]:
    """Those that say most by themselves first: one shape may be another with a place in it."""
    path = folder / f"{language}.po"
    if not path.exists():
        return ()
    with path.open("rb") as file:
        catalogue = read_po(file)
    held = [(str(one.id), str(one.string)) for one in catalogue if one.id and one.string]
    behind = "(?:; .*?)?" if folder == OF_LINT else ".*?"  # a hint, as ``evidence.nearest`` writes it, or nothing
    held.sort(key=lambda pair: -len(_LETTERS.findall(_PLACE.sub("", pair[0]))))
    return tuple(_Shape(shape, _pattern(shape, behind=behind), said) for shape, said in held)


def _pattern(shape: str, *, behind: str) -> re.Pattern[str]:
    """``behind``: what a place right behind another one holds."""
    parts, at = [], 0
    for place in _PLACE.finditer(shape):
        between = shape[at : place.start()]
        held = behind if at and not between else ".*?"
        parts += [re.escape(between), f"(?P<{place[1]}>{held})"]
        at = place.end()
    return re.compile("".join(parts) + re.escape(shape[at:]), re.DOTALL)
