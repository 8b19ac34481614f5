"""How one PDF page is to be read: from its text layer, by OCR, or region by region from both.

Coverage decides where to look, garble what to believe. Pure: a Face in, a Plan out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from evidence.spans import Box
from ingest.garble import FINE, Garble, judge
from ingest.layout.face import INVISIBLE, Face, Word

SCAN = 0.4
"""Share of the page that a picture covers to count as a scan of it."""
LEAST_SHARE = 0.02
"""Share of the page below which a picture without text is not worth reading: bullets, small logos."""
LEAST_SIDE = 28.0
"""Points."""
CROWDED = 0.25
"""Share of a picture's area under visible words from which on the picture is a background to them."""
FEW_WORDS = 25

Layer = Literal["keep", "drop", "compare", "embedded"]


@dataclass(slots=True)
class Plan:
    layer: Layer = "keep"
    """``keep`` the visible text; ``drop`` it; ``compare`` it with what OCR sees; ``embedded``: it is an OCR layer."""
    whole: bool = False
    """OCR the whole page."""
    regions: list[Box] = field(default_factory=list)
    """Parts of the page to OCR beside a text layer that is kept."""
    garble: Garble = FINE


def plan_page(face: Face, *, always: bool = False) -> Plan:
    """``always``: whoever asks does not trust any text layer."""
    if always:
        return Plan(layer="drop", whole=True)
    shown = [word for word in face.words if word.hidden is None]
    scans = [box for box in face.pictures if face.area_share(box) >= SCAN]
    beneath = [word for word in face.words if word.hidden == INVISIBLE and _on_any(word, scans)]
    if scans and beneath and letters_of(beneath) > letters_of(shown):
        garble = judge([word.text for word in beneath])
        if garble.condemned or garble.doubtful or letters_of(beneath) < 8:
            return Plan(layer="drop" if not shown else "keep", whole=True, garble=garble)
        return Plan(layer="embedded", regions=_unread(face, [*shown, *beneath], skip_scans=True), garble=garble)
    garble = judge([word.text for word in shown], damaged=face.damaged_chars)
    if garble.condemned:
        return Plan(layer="drop", whole=True, garble=garble)
    if garble.doubtful:
        return Plan(layer="compare", whole=True, garble=garble)
    if not shown:
        return Plan(layer="keep", whole=face.painted > 0)
    return Plan(layer="keep", regions=_unread(face, shown, skip_scans=False))


def letters_of(words: Sequence[Word]) -> int:
    """Letters and digits."""
    return sum(char.isalnum() for word in words for char in word.text)


def _on_any(word: Word, boxes: Sequence[Box]) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
    return any(box.x0 <= x <= box.x1 and box.top <= y <= box.bottom for box in boxes)


def _unread(face: Face, words: Sequence[Word], *, skip_scans: bool) -> list[Box]:
    """Pictures that may hold writing which no word covers, joined where they touch (scanners cut pages into strips)."""
    joined: list[Box] = []
    for box in sorted(face.pictures, key=lambda box: (box.top, box.x0)):
        for index, other in enumerate(joined):
            if _touch(box, other):
                joined[index] = other.union(box)
                break
        else:
            joined.append(box)
    regions = []
    for box in joined:
        share = face.area_share(box)
        if share < LEAST_SHARE or min(box.x1 - box.x0, box.bottom - box.top) < LEAST_SIDE:
            continue
        if skip_scans and share >= SCAN:
            continue
        inside = [word for word in words if _on_any(word, [box])]
        inked = sum((word.x1 - word.x0) * (word.bottom - word.top) for word in inside)
        if len(inside) > FEW_WORDS and inked > CROWDED * (box.x1 - box.x0) * (box.bottom - box.top):
            continue
        regions.append(box)
    return regions


def _touch(a: Box, b: Box) -> bool:
    return a.x0 <= b.x1 + 1 and b.x0 <= a.x1 + 1 and a.top <= b.bottom + 1 and b.top <= a.bottom + 1
