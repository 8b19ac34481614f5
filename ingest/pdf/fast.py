"""The fast path: words and their boxes from PDFium's characters, with numpy instead of a loop over characters."""

import ctypes
import math
import re
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from ingest.layout.characters import NBSP, clean, strange
from ingest.layout.face import INVISIBLE, Display, Face, Word
from ingest.pdf import native
from ingest.pdf.objects import Painted, painted_on
from ingest.pdf.visibility import mark_hidden

Floats = npt.NDArray[np.float64]
SPACES = frozenset(" \t\n\r\x0b\x0c\u2028\u2029\x85")
_NO_LETTER = re.compile("[\x00-\x08\x0e-\x1f\ufffe\uffff]")
"""What PDFium gives for a hyphen at a line's end, and for a code that stands for no letter."""
_IS_SPACE = np.zeros(0x3001, dtype=bool)
_IS_SPACE[[ord(space) for space in SPACES]] = True
WORD_GAP = 0.6
"""Times the font size: a wider gap inside a run of characters starts a new word."""
SLANT = 8.0
"""Degrees off a right angle up to which text counts as upright."""


class Chars(NamedTuple):
    text: str
    """One Python character per PDFium character."""
    boxes: Floats
    """(n, 4) x0 top x1 bottom on the upright page."""


def read_face(page: pdfium.PdfPage) -> Face:
    """Words with their visibility, pictures and rulings. Raises pdfium.PdfiumError where PDFium cannot read it."""
    display = display_of(page)
    text_page = page.get_textpage()
    try:
        found = _painted(page, display)
        face = _face(native.address_of(text_page.raw), found, display)
    finally:
        text_page.close()
    mark_hidden(face, page, found, display)
    return face


def mark_hidden_again(face: Face, page: pdfium.PdfPage) -> None:
    """For words that did not come from here."""
    display = display_of(page)
    mark_hidden(face, page, _painted(page, display), display)


def _painted(page: pdfium.PdfPage, display: Display) -> Painted:
    return painted_on(native.address_of(page.raw), raw.FPDFPage_CountObjects(page.raw), display)


def display_of(page: pdfium.PdfPage) -> Display:
    box = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(page.raw, box)
    return Display(box.left, box.bottom, box.right, box.top, page.get_rotation())


def _face(text_page: int, found: Painted, display: Display) -> Face:
    face = Face(width=display.width, height=display.height, rulings=found.rulings, painted=found.count)
    page_box = (0.0, 0.0, display.width, display.height)
    for box in found.pictures:
        x0, top = max(box.x0, page_box[0]), max(box.top, page_box[1])
        x1, bottom = min(box.x1, page_box[2]), min(box.bottom, page_box[3])
        if x1 > x0 and bottom > top:
            face.pictures.append(type(box)(x0, top, x1, bottom))
    chars = _chars(text_page, display)
    if chars.text:
        face.words = _words(text_page, chars, display, found)
        face.damaged_chars = _damaged(text_page, chars.text)
    if found.spoken:
        heard = {native.text_object(text_page, index) for index in range(len(chars.text))}
        face.incomplete = not found.spoken <= heard
    return face


def _chars(text_page: int, display: Display) -> Chars:
    count = raw.FPDFText_CountChars(ctypes.cast(text_page, raw.FPDF_TEXTPAGE))
    if count <= 0:
        return Chars("", np.zeros((0, 4)))
    buffer = (ctypes.c_ushort * (2 * count + 2))()
    written = raw.FPDFText_GetText(ctypes.cast(text_page, raw.FPDF_TEXTPAGE), 0, count, buffer)
    text = bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", "replace")
    if len(text) != count:  # characters without a letter are left out of the string
        codes = [native.unicode(text_page, index) for index in range(count)]
        text = "".join(chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd" for code in codes)
    text = _NO_LETTER.sub(lambda match: "-" if native.is_hyphen(text_page, match.start()) else "\ufffd", text)
    floats = (ctypes.c_float * (4 * count))()
    start = ctypes.addressof(floats)
    box = native.loose_box
    for index in range(count):
        box(text_page, index, start + 16 * index)
    edges = np.nan_to_num(np.frombuffer(floats, dtype=np.float32).reshape(count, 4).astype(np.float64))
    left, top, right, bottom = edges.T
    return Chars(text, np.round(_displayed(left, bottom, right, top, display), 2))


def _displayed(left: Floats, bottom: Floats, right: Floats, top: Floats, display: Display) -> Floats:
    """Display.box for whole columns."""
    x0, y0, x1, y1, rotate = display
    if rotate == 90:
        columns = (bottom - y0, left - x0, top - y0, right - x0)
    elif rotate == 180:
        columns = (x1 - right, bottom - y0, x1 - left, top - y0)
    elif rotate == 270:
        columns = (y1 - top, x1 - right, y1 - bottom, x1 - left)
    else:
        columns = (left - x0, y1 - top, right - x0, y1 - bottom)
    return np.stack(columns, axis=1)


def _damaged(text_page: int, text: str) -> int:
    """How many characters stand for no letter. Only asked where the text already looks strange."""
    odd = strange(text)
    if odd * 50 < len(text):
        return odd
    errors = [index for index in range(len(text)) if native.map_error(text_page, index) == 1]
    return max(odd, len(errors))


class Style(NamedTuple):
    """Of the first character of a word."""

    size: float
    direction: int
    baseline: float
    bold: bool


class _Styles:
    """Reads a character's font size, turn and baseline into the displayed page."""

    def __init__(self, text_page: int, display: Display) -> None:
        self.text_page = text_page
        self.display = display
        self.matrix = native.Floats6()
        self.matrix_at = ctypes.addressof(self.matrix)
        self.point = (ctypes.c_double * 2)()
        self.point_at = ctypes.addressof(self.point)
        self.known: dict[tuple[float, float], tuple[float, int, float]] = {}

    def at(self, index: int, box: list[float]) -> Style:
        """Upright characters whose boxes begin and end at the same height are of one size on one baseline."""
        known = self.known.get((box[1], box[3]))
        if known is None:
            known = self._measured(index)
            if known[1] in (0, 180):
                self.known[box[1], box[3]] = known
        return Style(*known, native.font_weight(self.text_page, index) >= 600)

    def _measured(self, index: int) -> tuple[float, int, float]:
        page = self.text_page
        native.matrix(page, index, self.matrix_at)
        a, b, c, d = self.matrix[0], self.matrix[1], self.matrix[2], self.matrix[3]
        size = native.font_size(page, index) * math.hypot(c, d)
        direction = turn_of(a, b, self.display.rotate)
        native.origin(page, index, self.point_at, self.point_at + 8)
        x, y = self.display.point(self.point[0], self.point[1])
        return size, direction, round(across(x, y, direction, self.display), 2)


def turn_of(a: float, b: float, rotate: int) -> int:
    """Clockwise turn on the displayed page of text whose matrix maps its x axis to (a, b); -1 for a slant."""
    if b == 0 and a > 0:
        return rotate % 360
    degrees = (rotate - math.degrees(math.atan2(b, a))) % 360
    nearest = round(degrees / 90) * 90
    return nearest % 360 if abs(degrees - nearest) <= SLANT else -1


def across(x: float, y: float, direction: int, display: Display) -> float:
    """A point's distance from the top in the frame in which text of ``direction`` is upright."""
    if direction == 90:
        return display.width - x
    if direction == 180:
        return display.height - y
    return x if direction == 270 else y


def _words(text_page: int, chars: Chars, display: Display, found: Painted) -> list[Word]:
    text, boxes = chars
    length = len(text)
    no_break = text.count(NBSP) > 0.5 * (text.count(" ") + 1)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    blank = _IS_SPACE[np.minimum(codes, len(_IS_SPACE) - 1)]
    if no_break:
        blank |= codes == ord(NBSP)
    hidden = np.zeros(length, dtype=bool)
    if found.invisible:
        objects = (native.text_object(text_page, index) in found.invisible for index in range(length))
        hidden = np.fromiter(objects, dtype=bool, count=length)
    new_run = np.ones(length, dtype=bool)
    new_run[1:] = blank[:-1] | (hidden[1:] != hidden[:-1])
    starts = np.flatnonzero(~blank & new_run)
    if not len(starts):
        return []
    styles = _Styles(text_page, display)
    style_of = {
        index: styles.at(index, box) for index, box in zip(starts.tolist(), boxes[starts].tolist(), strict=True)
    }
    starts = _split(boxes, blank, starts, style_of, display)
    ends = np.append(starts[1:], length)
    blanks = np.append(np.flatnonzero(blank), length)
    ends = np.minimum(ends, blanks[np.searchsorted(blanks, starts)])
    # reduceat works on pairs: every other result is the run between two words
    pairs = np.stack((starts, ends), axis=1).ravel()
    padded = np.vstack((boxes, boxes[-1:]))
    low = np.minimum.reduceat(padded, pairs, axis=0)[::2].tolist()
    high = np.maximum.reduceat(padded, pairs, axis=0)[::2].tolist()
    spaced = (blank & (boxes[:, 2] - boxes[:, 0] > 0.01)).tolist()
    words = []
    for index, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        style = style_of.get(start) or styles.at(start, boxes[start].tolist())
        word = Word(
            clean(text[start:end]),
            low[index][0],
            low[index][1],
            high[index][2],
            high[index][3],
            style.size,
            style.baseline,
            style.direction,
            start > 0 and spaced[start - 1],
            style.bold,
        )
        if hidden[start]:
            word.hidden = INVISIBLE
        if word.text:
            _mend(word)
            words.append(word)
    return words


def _split(
    boxes: Floats,
    blank: npt.NDArray[np.bool_],
    starts: npt.NDArray[np.int64],
    style_of: dict[int, Style],
    display: Display,
) -> npt.NDArray[np.int64]:
    """More starts: where the next character of a run stands apart, on another line, or back to the left."""
    length = len(boxes)
    owner = np.zeros(length, dtype=np.int64)
    owner[starts] = 1
    owner = np.maximum(np.cumsum(owner) - 1, 0)
    first = [style_of[index] for index in starts.tolist()]
    sizes = np.array([style.size for style in first])[owner]
    turns = np.array([style.direction for style in first])[owner]
    x0, x1, bottom = boxes[:, 0].copy(), boxes[:, 2].copy(), boxes[:, 3].copy()
    for turn in np.unique(turns).tolist():
        if turn in (90, 180, 270):
            at = turns == turn
            left, _, right, low = _upright(boxes[at], turn, display)
            x0[at], x1[at], bottom[at] = left, right, low
    known = ~blank & (x1 > x0) & (turns >= 0)
    both = known[1:] & known[:-1] & (owner[1:] == owner[:-1])
    apart = x0[1:] - x1[:-1] > WORD_GAP * sizes[1:]
    back = x0[1:] < x0[:-1] - 0.5 * sizes[1:]
    lower = np.abs(bottom[1:] - bottom[:-1]) > 0.7 * sizes[1:]
    extra = np.flatnonzero(both & (apart | back | lower)) + 1
    return np.union1d(starts, extra)


def _upright(boxes: Floats, direction: int, display: Display) -> tuple[Floats, Floats, Floats, Floats]:
    """face.upright for whole columns."""
    x0, top, x1, bottom = boxes.T
    width, height = display.width, display.height
    if direction == 90:
        return top, width - x1, bottom, width - x0
    if direction == 180:
        return width - x1, height - bottom, width - x0, height - top
    return height - bottom, x0, height - top, x1


def _mend(word: Word) -> None:
    """Fonts lie about their height: a box that cannot be right is rebuilt from the baseline."""
    if word.size <= 0:
        word.size = max(0.01, word.bottom - word.top if word.direction in (0, 180, -1) else word.x1 - word.x0)
    elif word.direction == 0 and not 0.5 <= (word.bottom - word.top) / word.size <= 1.8:
        word.top, word.bottom = word.baseline - 0.8 * word.size, word.baseline + 0.22 * word.size
