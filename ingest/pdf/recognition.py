"""OCR of a PDF page or of parts of it, and the merge with what its text layer says."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
import pypdfium2 as pdfium

from evidence.pages import Problem
from evidence.spans import Box
from ingest.garble import FAMILIAR, familiarity
from ingest.layout.face import Face, Word
from ingest.ocr.opening import open_engine
from ingest.ocr.port import Picture, Recognition
from ingest.ocr.words import place_words
from ingest.options import ReadOptions

POINTS_PER_INCH = 72.0
MOST_PIXELS = 40_000_000
"""A poster is rendered in fewer dots per inch rather than fill the memory."""
MARGIN = 4.0
"""Points around a picture, so that letters at its edge are whole."""
OVERLAP = 0.35
"""Share of an OCR word's box that lies under words of the text layer: then it is the same word, seen twice."""
MOST_KEPT = 64
UNSURE = 70.0
GIBBERISH = "there is writing that no installed language model reads; look at the page"

_seen: dict[bytes, Recognition] = {}
"""Regions already read in this process: a letterhead's logo is on every page."""


@dataclass(slots=True)
class Read:
    words: list[Word] = field(default_factory=list)
    rotation: int = 0
    engine: str = ""
    problems: list[Problem] = field(default_factory=list)


def recognise_page(page: pdfium.PdfPage, face: Face, options: ReadOptions) -> Read:
    return _recognise(page, face, Box(0, 0, face.width, face.height), options)


def recognise_regions(page: pdfium.PdfPage, face: Face, regions: Sequence[Box], options: ReadOptions) -> Read:
    """What is written in ``regions`` and not already said by the face's visible words."""
    total = Read()
    shown = [word for word in face.words if word.hidden is None]
    for region in regions:
        box = Box(
            max(0.0, region.x0 - MARGIN),
            max(0.0, region.top - MARGIN),
            min(face.width, region.x1 + MARGIN),
            min(face.height, region.bottom + MARGIN),
        )
        found = _recognise(page, face, box, options)
        total.words.extend(word for word in found.words if not _said(word, shown))
        total.engine = total.engine or found.engine
        total.problems.extend(problem for problem in found.problems if problem not in total.problems)
    return total


def _recognise(page: pdfium.PdfPage, face: Face, box: Box, options: ReadOptions) -> Read:
    engine = open_engine(options)
    picture, scale = rendered(page, face, box, options.dpi)
    key = blake2b(picture.tobytes(), digest_size=16, salt=str(picture.shape[1]).encode()[:16]).digest()
    found = _seen.get(key)
    if found is None:
        found = engine.read(picture, dpi=round(scale * POINTS_PER_INCH))
        if len(_seen) >= MOST_KEPT:
            _seen.pop(next(iter(_seen)))
        _seen[key] = found
    words = place_words(found, at=box, per_unit=scale, page_width=face.width, page_height=face.height)
    problems = list(found.problems)
    if is_gibberish(words):
        problems.append(Problem(code="ocr_failed", message=GIBBERISH, severity="error"))
        words = []
    return Read(words, found.rotation, found.engine, problems)


def is_gibberish(words: Sequence[Word]) -> bool:
    """Marks read as letters of a script they are not in: unsure, and like no language."""
    sure = [word.confidence for word in words if word.confidence is not None]
    if len(sure) < 5 or sum(sure) / len(sure) >= UNSURE:
        return False
    runs = [word.text.casefold() for word in words if word.text.isalpha() and len(word.text) > 1]
    fit = familiarity(runs)
    scraps = sum(len(word.text) for word in words) < 3.5 * len(words)
    return fit is None or fit < FAMILIAR or scraps


def rendered(page: pdfium.PdfPage, face: Face, box: Box, dpi: int) -> tuple[Picture, float]:
    """Grey pixels of a part of the page as displayed, and how many there are to a point."""
    width, height = box.x1 - box.x0, box.bottom - box.top
    scale = min(dpi / POINTS_PER_INCH, (MOST_PIXELS / max(1.0, width * height)) ** 0.5)
    crop = (box.x0, max(0.0, face.height - box.bottom), max(0.0, face.width - box.x1), box.top)
    bitmap = page.render(scale=scale, grayscale=True, crop=crop, may_draw_forms=True)
    try:
        pixels = np.array(bitmap.to_numpy(), dtype=np.uint8).reshape(bitmap.height, bitmap.width)
    finally:
        bitmap.close()
    return pixels, scale


def _said(word: Word, shown: Sequence[Word]) -> bool:
    box = word.box
    area = max(0.01, (box.x1 - box.x0) * (box.bottom - box.top))
    covered = 0.0
    for other in shown:
        across = min(box.x1, other.x1) - max(box.x0, other.x0)
        down = min(box.bottom, other.bottom) - max(box.top, other.top)
        if across > 0 and down > 0:
            covered += across * down
    return covered > OVERLAP * area
