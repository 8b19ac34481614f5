"""Which words of a page a person cannot see. The judge is the picture of the page, not the file's own claims."""

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from evidence.spans import Box
from ingest.layout.face import NO_INK, OFF_PAGE, TINY, Display, Face, Word
from ingest.pdf import native
from ingest.pdf.objects import Painted
from ingest.struck import STRUCK

Grey = npt.NDArray[np.uint8]

LEAST_CONTRAST = 12
"""Grey levels out of 255 below which nobody reads a letter."""
MOST_COVERS = 2000
_PAINTS_NOTHING = {raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_POPUP}
LARGEST_SIDE = 1200
"""Pixels: a page is looked at in about one pixel per point, huge posters in fewer."""


def mark_hidden(face: Face, page: pdfium.PdfPage, painted: Painted, display: Display) -> None:
    """Set ``hidden`` on every word without visible ink. Words that are hidden already stay so."""
    for word in face.words:
        if word.hidden is None:
            x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
            if not (0 <= x <= face.width and 0 <= y <= face.height):
                word.hidden = OFF_PAGE
            elif word.size < 1.0:
                word.hidden = TINY
    for box in struck_boxes(page, display):
        for word in face.words:
            x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
            if word.hidden is None and box.x0 <= x <= box.x1 and box.top <= y <= box.bottom:
                word.hidden = STRUCK
    seen = [word for word in face.words if word.hidden is None]
    if not seen:
        return
    scale = min(1.0, LARGEST_SIDE / max(face.width, face.height, 1.0))
    boxes = np.array([(word.x0, word.top, word.x1, word.bottom) for word in seen])
    picture = render(page, scale)
    faint = ~_inked(_edges(picture), boxes, scale)
    covers = [box for texts_before, box in painted.covers if texts_before]
    covers.extend(annotation_boxes(page, display))
    doubtful = faint | _maybe_covered(boxes, covers)
    if doubtful.any():
        without = _render_without_text(page, painted, scale)
        change = cv2.absdiff(picture, without) > LEAST_CONTRAST
        _judge(seen, doubtful & ~_inked(change, boxes, scale))


def _judge(words: list[Word], hidden: npt.NDArray[np.bool_]) -> None:
    for word, gone in zip(words, hidden.tolist(), strict=True):
        # a word of dots or dashes may be thinner than a pixel of this small picture
        if gone and any(char.isalnum() for char in word.text):
            word.hidden = NO_INK


def render(page: pdfium.PdfPage, scale: float) -> Grey:
    """The page with its annotations in grey, 0 = black."""
    bitmap = page.render(scale=scale, grayscale=True, may_draw_forms=False)
    try:
        return np.array(bitmap.to_numpy()).reshape(bitmap.height, bitmap.width)
    finally:
        bitmap.close()


def is_blank(page: pdfium.PdfPage, *, scale: float = 0.5) -> bool:
    """Whether nothing can be seen on the page at all."""
    picture = render(page, scale)
    return int(picture.max()) - int(picture.min()) < LEAST_CONTRAST


def _render_without_text(page: pdfium.PdfPage, painted: Painted, scale: float) -> Grey:
    for item in painted.texts:
        native.set_active(item, 0)
    try:
        return render(page, scale)
    finally:
        for item in painted.texts:
            native.set_active(item, 1)


def _edges(picture: Grey) -> npt.NDArray[np.bool_]:
    """Pixels that differ from their left or upper neighbour by a visible step."""
    edges = np.zeros(picture.shape, dtype=bool)
    edges[:, 1:] = cv2.absdiff(picture[:, 1:], picture[:, :-1]) > LEAST_CONTRAST
    edges[1:, :] |= cv2.absdiff(picture[1:], picture[:-1]) > LEAST_CONTRAST
    return edges


def _inked(marks: npt.NDArray[np.bool_], boxes: npt.NDArray[np.float64], scale: float) -> npt.NDArray[np.bool_]:
    """For each box whether any pixel in it is marked."""
    height, width = marks.shape
    total = cv2.integral(marks.view(np.uint8))
    low = np.floor(boxes[:, :2] * scale).astype(np.int64)
    high = np.ceil(boxes[:, 2:] * scale).astype(np.int64)
    x0, y0 = np.clip(low[:, 0], 0, width), np.clip(low[:, 1], 0, height)
    x1, y1 = np.clip(high[:, 0], 0, width), np.clip(high[:, 1], 0, height)
    inside: npt.NDArray[np.bool_] = (total[y1, x1] - total[y0, x1] - total[y1, x0] + total[y0, x0]) > 0
    return inside


def _maybe_covered(boxes: npt.NDArray[np.float64], covers: list[Box]) -> npt.NDArray[np.bool_]:
    """Words whose middle lies under a picture, area or note that was painted after some text."""
    doubtful = np.zeros(len(boxes), dtype=bool)
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    for box in covers[:MOST_COVERS]:
        doubtful |= (x >= box.x0) & (x <= box.x1) & (y >= box.top) & (y <= box.bottom)
    return doubtful


def annotation_boxes(page: pdfium.PdfPage, display: Display) -> list[Box]:
    """Where notes and stamps are painted over the page."""
    boxes = []
    rectangle = raw.FS_RECTF()
    for index in range(min(raw.FPDFPage_GetAnnotCount(page.raw), MOST_COVERS)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, index)
        if not annotation:
            continue
        if raw.FPDFAnnot_GetSubtype(annotation) not in _PAINTS_NOTHING and raw.FPDFAnnot_GetRect(annotation, rectangle):
            left, right = sorted((rectangle.left, rectangle.right))
            bottom, top = sorted((rectangle.bottom, rectangle.top))
            boxes.append(display.box(left, bottom, right, top))
        raw.FPDFPage_CloseAnnot(annotation)
    return boxes


def struck_boxes(page: pdfium.PdfPage, display: Display) -> list[Box]:
    """What strike-out marks go through."""
    boxes = []
    corners = raw.FS_QUADPOINTSF()
    for index in range(min(raw.FPDFPage_GetAnnotCount(page.raw), MOST_COVERS)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, index)
        if not annotation:
            continue
        if raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_STRIKEOUT:
            for quad in range(min(raw.FPDFAnnot_CountAttachmentPoints(annotation), MOST_COVERS)):
                if raw.FPDFAnnot_GetAttachmentPoints(annotation, quad, corners):
                    across = (corners.x1, corners.x2, corners.x3, corners.x4)
                    up = (corners.y1, corners.y2, corners.y3, corners.y4)
                    boxes.append(display.box(min(across), min(up), max(across), max(up)))
        raw.FPDFPage_CloseAnnot(annotation)
    return boxes


UNEXPLAINED = 120
"""Edge pixels, at one pixel per point, that a picture must have outside all words to be worth OCR: half a line."""


def without_ink(page: pdfium.PdfPage, face: Face, words: list[Word]) -> list[bool]:
    """For each word whether the page shows nothing where it claims to stand."""
    if not words:
        return []
    scale = min(1.0, LARGEST_SIDE / max(face.width, face.height, 1.0))
    boxes = np.array([(word.x0, word.top, word.x1, word.bottom) for word in words])
    return [not inked for inked in _inked(_edges(render(page, scale)), boxes, scale).tolist()]


def unexplained_ink(page: pdfium.PdfPage, face: Face, words: list[Word], box: Box) -> bool:
    """Whether there is ink inside ``box`` that no word accounts for: letters, or a picture of something."""
    scale = min(1.0, LARGEST_SIDE / max(face.width, face.height, 1.0))
    edges = _edges(render(page, scale))
    for word in words:
        x0, top = int(max(0.0, word.x0 - 1) * scale), int(max(0.0, word.top - 1) * scale)
        edges[top : int((word.bottom + 1) * scale) + 1, x0 : int((word.x1 + 1) * scale) + 1] = False
    part = edges[int(max(0.0, box.top) * scale) : int(box.bottom * scale) + 1]
    part = part[:, int(max(0.0, box.x0) * scale) : int(box.x1 * scale) + 1]
    return int(part.sum()) > UNEXPLAINED * scale * scale


def has_ink(page: pdfium.PdfPage, face: Face, box: Box) -> bool:
    """Whether anything at all shows inside ``box``."""
    scale = min(1.0, LARGEST_SIDE / max(face.width, face.height, 1.0))
    return bool(_inked(_edges(render(page, scale)), np.array([tuple(box)]), scale)[0])
