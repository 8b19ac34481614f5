"""What is on the face of one page before anybody has decided how it reads: words, pictures, rulings.

Coordinates are those of ``evidence.spans.Box``: top left origin, upright as displayed. Both PDF engines and every OCR
engine end here, so layout exists once.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from evidence.pages import Origin
from evidence.spans import Box

TEXT_LAYER = Origin()

# why nobody sees a word
INVISIBLE = "painted in a mode that leaves no ink"
OFF_PAGE = "outside the visible page"
TINY = "smaller than one point"
NO_INK = "same colour as what is behind it, or covered"


@dataclass(slots=True)
class Word:
    """A run of characters without a space in it, on one baseline."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    size: float
    """Height of the font as displayed, in the page's unit."""
    baseline: float
    """Distance of the baseline from the top of the page, seen so that this word is upright."""
    direction: int = 0
    """Clockwise turn of the text against the upright page: 0 90 180 270, or -1 for any slant between."""
    spaced: bool = False
    """A space character of the file itself stands before it, in the same run."""
    bold: bool = False
    origin: Origin = TEXT_LAYER
    confidence: float | None = None
    hidden: str | None = None
    """Why nobody sees it, where nobody does."""
    place: Box | None = None
    """Where it stands on the displayed page, when the other coordinates are already those of its upright frame."""
    atom: bool = False
    """Never to be joined with its neighbours into one segment: a form field's value."""

    @property
    def box(self) -> Box:
        if self.place is not None:
            return self.place
        return Box(self.x0, self.top, self.x1, self.bottom)


class Ruling(NamedTuple):
    """A straight horizontal or vertical line; one of its sides is (nearly) nothing."""

    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def is_horizontal(self) -> bool:
        return self.x1 - self.x0 >= self.bottom - self.top


@dataclass(slots=True)
class Face:
    """One page as an engine found it."""

    width: float
    height: float
    words: list[Word] = field(default_factory=list)
    pictures: list[Box] = field(default_factory=list)
    """Images, clipped to the page."""
    rulings: list[Ruling] = field(default_factory=list)
    damaged_chars: int = 0
    """Characters for which the file names no letter (no Unicode mapping)."""
    incomplete: bool = False
    """Text is known to be missing: the file says it in a way that the engine does not follow."""
    painted: int = 0
    """Number of page objects of any kind; 0 = nothing is drawn."""

    def area_share(self, box: Box) -> float:
        page = self.width * self.height
        return max(0.0, box.x1 - box.x0) * max(0.0, box.bottom - box.top) / page if page else 0.0


class Display(NamedTuple):
    """From a page's own coordinates (bottom-left origin, before /Rotate) to the upright page as displayed."""

    x0: float
    y0: float
    x1: float
    y1: float
    """The visible box: CropBox within MediaBox."""
    rotate: int
    """Clockwise, 0 90 180 270."""

    @property
    def width(self) -> float:
        return self.y1 - self.y0 if self.rotate in (90, 270) else self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.x1 - self.x0 if self.rotate in (90, 270) else self.y1 - self.y0

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        if self.rotate == 90:
            return Box(bottom - self.y0, left - self.x0, top - self.y0, right - self.x0)
        if self.rotate == 180:
            return Box(self.x1 - right, bottom - self.y0, self.x1 - left, top - self.y0)
        if self.rotate == 270:
            return Box(self.y1 - top, self.x1 - right, self.y1 - bottom, self.x1 - left)
        return Box(left - self.x0, self.y1 - top, right - self.x0, self.y1 - bottom)

    def point(self, x: float, y: float) -> tuple[float, float]:
        box = self.box(x, y, x, y)
        return box.x0, box.top


def upright(box: Box, direction: int, width: float, height: float) -> Box:
    """The box in the frame in which text of ``direction`` is upright; sizes are those of the displayed page."""
    if direction == 90:
        return Box(box.top, width - box.x1, box.bottom, width - box.x0)
    if direction == 180:
        return Box(width - box.x1, height - box.bottom, width - box.x0, height - box.top)
    if direction == 270:
        return Box(height - box.bottom, box.x0, height - box.top, box.x1)
    return box
