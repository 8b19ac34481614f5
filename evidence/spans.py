"""Where in a page's text, and where on its face."""

from typing import Annotated, NamedTuple, Self

from pydantic import Field, model_validator

from evidence.frozen import Frozen


class CharSpan(Frozen):
    """Half-open slice of a page: ``page.text[start:end]``, in Python characters."""

    start: Annotated[int, Field(ge=0)]
    end: int

    @model_validator(mode="after")
    def _must_hold_text(self) -> Self:
        if self.end <= self.start:
            raise ValueError(f"span ends at {self.end} but starts at {self.start}")
        return self

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: "CharSpan") -> bool:
        return self.start < other.end and other.start < self.end


class Box(NamedTuple):
    """A rectangle on the page as a reader sees it (after /Rotate and CropBox).

    Origin top left, x to the right, y down; PDF points, or pixels of the upright image where ``Page.unit`` is ``px``.
    """

    x0: float
    top: float
    x1: float
    bottom: float

    def union(self, other: "Box") -> "Box":
        return Box(
            min(self.x0, other.x0), min(self.top, other.top), max(self.x1, other.x1), max(self.bottom, other.bottom)
        )


class WordBox(NamedTuple):
    """One word's slice of the page text and its rectangle. ``confidence`` is 0-100 from OCR, None from a text layer."""

    start: int
    end: int
    box: Box
    confidence: float | None = None
