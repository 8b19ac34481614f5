"""A Recognition of a picture that shows part of a page -> Words on that page's face."""

from evidence.pages import Origin, OriginKind
from evidence.spans import Box
from ingest.layout.characters import clean
from ingest.layout.face import Word
from ingest.ocr.port import OcrWord, Recognition


def place_words(found: Recognition, *, at: Box, per_unit: float, page_width: float, page_height: float) -> list[Word]:
    """``at`` is where on the displayed page the picture lies, ``per_unit`` its pixels per unit of the page.

    A Word's own coordinates are then those of the upright frame of the whole page, in which layout works; its
    ``place`` is where it stands on the page as displayed.
    """
    direction = (360 - found.rotation) % 360
    origin = Origin(kind=OriginKind.OCR, engine=found.engine)
    left, top = _frame_corner(at, direction, page_width, page_height)
    placed = []
    for word in found.words:
        text = clean(word.text)
        if text:
            placed.append(_placed(word, text, origin, direction, at, per_unit, left, top))
    return placed


def _placed(
    word: OcrWord, text: str, origin: Origin, direction: int, at: Box, per_unit: float, left: float, top: float
) -> Word:
    box, place = word.box, word.place
    baseline = word.baseline if word.baseline is not None else box.bottom
    height = word.size or (box.bottom - box.top)
    return Word(
        text=text,
        x0=left + box.x0 / per_unit,
        top=top + box.top / per_unit,
        x1=left + box.x1 / per_unit,
        bottom=top + box.bottom / per_unit,
        # the height of a line with ascenders and descenders is about that of its font
        size=max(0.5, 0.95 * height / per_unit),
        baseline=top + baseline / per_unit,
        direction=direction,
        spaced=False,
        origin=origin,
        confidence=None if word.confidence is None else round(word.confidence, 1),
        place=Box(
            round(at.x0 + place.x0 / per_unit, 2),
            round(at.top + place.top / per_unit, 2),
            round(at.x0 + place.x1 / per_unit, 2),
            round(at.top + place.bottom / per_unit, 2),
        ),
    )


def _frame_corner(at: Box, direction: int, width: float, height: float) -> tuple[float, float]:
    """Top left corner of the picture's area in the upright frame of ``direction``."""
    if direction == 90:
        return at.top, width - at.x1
    if direction == 180:
        return width - at.x1, height - at.bottom
    if direction == 270:
        return height - at.bottom, at.x0
    return at.x0, at.top
