"""What an OCR engine is: a picture in, words with their places out."""

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from evidence.pages import Problem
from evidence.spans import Box

Picture = npt.NDArray[np.uint8]
"""Grey (height, width) or RGB (height, width, 3), as displayed; nobody knows yet which way is up."""


class OcrWord(NamedTuple):
    text: str
    box: Box
    """In the upright, deskewed picture: what layout works on."""
    place: Box
    """In the picture as it was given: what a viewer marks."""
    confidence: float | None
    """0-100 as the engine says; None where it says nothing. Engines do not compare."""
    size: float = 0.0
    """Height of its line in pixels; 0 = unknown."""
    baseline: float | None = None
    """Across the upright picture; None = unknown."""


@dataclass(slots=True)
class Recognition:
    """``words`` empty and no problem: there is nothing written on the picture."""

    words: list[OcrWord]
    engine: str
    """Name, version and languages: ``tesseract 5.5.4 rus+eng``."""
    rotation: int = 0
    """Clockwise degrees by which the picture was turned to be upright."""
    width: int = 0
    height: int = 0
    """Of the upright picture."""
    problems: list[Problem] = field(default_factory=list)


class OcrEngine(Protocol):
    """One per process. ``read`` never raises for what is in the picture."""

    def read(self, picture: Picture, *, dpi: int) -> Recognition: ...

    def check(self) -> None:
        """Raises OcrUnavailable, naming what is missing, before the first page."""
        ...
