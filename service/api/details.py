"""What a refusal says of itself, in the reader's language.

Errors are raised in English, with the names and numbers of the case inside. Their shapes are the phrases of the catalogues in
``locale/`` (gathered from the code by ``make words``): a detail is held against them, and what stood in the places of the shape
is put into the translated one. A detail of no known shape stays English: it is never lost.
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from evidence.pages import Problem
from evidence.reasons import Reason
from render import wordings
from render.phrases import Phrases
from render.shapes import ANYTHING, LONGEST, Shape, shapes_of

LOCALES = Path(__file__).parent / "locale"
OF_LINT = LOCALES / "lint"
"""What lint says of templates: phrases that are put together, and short ones that could be anything in a refusal."""
_A_HINT = "(?:; .*?)?"
"""As ``evidence.nearest`` writes it, or nothing."""


def in_language(detail: str, language: str, *, reason: Reason | None = None, held_in: Path = LOCALES) -> str:
    """``reason``: a part of the detail that has words of its own in the language."""
    if language == "en" or len(detail) > LONGEST:
        return detail
    within = partial(_within, language=language, reason=reason, held_in=held_in)
    for shape in _shapes(language, held_in):
        if (found := shape.pattern.fullmatch(detail)) is not None:
            return shape.filled(found, within)
    return detail


def in_words(problems: Iterable[Problem], language: str) -> tuple[Problem, ...]:
    """What is wrong with a file or page, in the language."""
    say = Phrases(language)
    return tuple(one.model_copy(update={"message": wordings.problem(one, say)}) for one in problems)


def words_of(shape: str, language: str, *, held_in: Path) -> str:
    """The shape itself in the language, its places as they are."""
    return next((held.said for held in _shapes(language, held_in) if held.shape == shape), shape)


def _within(held: str, *, language: str, reason: Reason | None, held_in: Path) -> str:
    if reason is not None and held == str(reason):
        from agents.fill.wording import Wording

        return Wording(language).within(reason)
    return in_language(held, language, held_in=held_in)


def _shapes(language: str, folder: Path) -> tuple[Shape, ...]:
    return shapes_of(folder / f"{language}.po", behind=_A_HINT if folder == OF_LINT else ANYTHING)
