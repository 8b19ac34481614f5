"""The reference path: pdfminer.six, for pages that the fast path cannot open or that triage doubts."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pdfminer.converter import PDFLayoutAnalyzer
from pdfminer.layout import LTChar, LTContainer, LTCurve, LTImage, LTItem, LTPage
from pdfminer.pdfdocument import PDFDocument, PDFPasswordIncorrect
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser

from evidence.errors import InputRefused, PasswordNeeded
from evidence.spans import Box
from ingest.layout.characters import clean, strange
from ingest.layout.face import INVISIBLE, OFF_PAGE, TINY, Display, Face, Ruling, Word
from ingest.options import ReadOptions
from ingest.pdf.fast import WORD_GAP, across, turn_of
from ingest.pdf.objects import INVISIBLE_MODES, THIN

DOUBLED = 0.15
"""Times the font size: the same letter no further away is bold made by printing twice."""

_open: dict[str, "_Opened"] = {}


class Glyph(NamedTuple):
    char: LTChar
    text: str
    box: Box
    mode: int
    """PDF text render mode."""


class _Opened:
    def __init__(self, path: Path, password: str | None) -> None:
        self.file = path.open("rb")
        try:
            self.document = PDFDocument(PDFParser(self.file), password or "")
        except PDFPasswordIncorrect:
            raise PasswordNeeded(path.name) from None
        self.pages: Iterator[PDFPage] = PDFPage.create_pages(self.document)
        self.seen: list[PDFPage] = []
        self.resources = PDFResourceManager()

    def page(self, number: int) -> PDFPage:
        while len(self.seen) < number:
            try:
                self.seen.append(next(self.pages))
            except StopIteration:
                raise InputRefused(f"page {number} of this PDF cannot be found; ask for the file again") from None
        return self.seen[number - 1]


def reference_face(path: Path, number: int, options: ReadOptions) -> Face:
    """Page ``number`` (1-based) as pdfminer.six sees it. Raises whatever its parser raises."""
    if str(path) not in _open:
        _open.clear()
        _open[str(path)] = _Opened(path, options.passwords.get(path.name))
    opened = _open[str(path)]
    page = opened.page(number)
    device = _Recorder(opened.resources, pageno=number, laparams=None)
    PDFPageInterpreter(opened.resources, device).process_page(page)
    return _face(device, page)


class _Recorder(PDFLayoutAnalyzer):
    """Keeps the characters in the file's order, with the render mode and the ActualText they were written under."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.result: LTPage | None = None
        self.mode = 0
        self.actual: list[str | None] = []
        self.marks: dict[int, tuple[int, str | None]] = {}
        """id of a character -> render mode and the text that stands in its place."""

    def receive_layout(self, ltpage: LTPage) -> None:
        self.result = ltpage

    def render_string(self, textstate: Any, *arguments: Any) -> None:
        self.mode = textstate.render
        super().render_string(textstate, *arguments)

    def render_char(self, *arguments: Any, **named: Any) -> Any:
        before = len(self.cur_item._objs)
        advance = super().render_char(*arguments, **named)
        for item in self.cur_item._objs[before:]:
            text = self.actual[-1] if self.actual else None
            self.marks[id(item)] = (self.mode, text)
            if text:  # the first character speaks for all that the mark covers
                self.actual[-1] = ""
        return advance

    def begin_tag(self, tag: Any, props: Any = None) -> None:
        text = props.get("ActualText") if isinstance(props, dict) else None
        if isinstance(text, bytes):
            utf16 = text.startswith((b"\xfe\xff", b"\xff\xfe"))
            text = text.decode("utf-16" if utf16 else "latin-1", "replace")
        self.actual.append(text if isinstance(text, str) else (self.actual[-1] if self.actual else None))

    def end_tag(self) -> None:
        if self.actual:
            self.actual.pop()


def _face(device: _Recorder, page: PDFPage) -> Face:
    media = _rectangle(page.mediabox, (0.0, 0.0, 612.0, 792.0))
    crop = _rectangle(page.cropbox, media)
    crop = (max(crop[0], media[0]), max(crop[1], media[1]), min(crop[2], media[2]), min(crop[3], media[3]))
    whole = Display(*media, page.rotate % 360)
    shown = whole.box(*crop)
    face = Face(width=shown.x1 - shown.x0, height=shown.bottom - shown.top)
    if device.result is None:
        return face
    frame = _Frame(whole.height, shown.x0, shown.top, Display(0.0, 0.0, face.width, face.height, 0))
    glyphs: list[Glyph] = []
    for item in _flat(device.result):
        face.painted += 1
        if isinstance(item, LTChar):
            mode, text = device.marks.get(id(item), (0, None))
            glyphs.append(Glyph(item, item.get_text() if text is None else text, frame.box(item), mode))
        elif isinstance(item, LTImage):
            face.pictures.append(frame.box(item))
        elif isinstance(item, LTCurve):
            box = frame.box(item)
            if min(box.x1 - box.x0, box.bottom - box.top) <= THIN:
                face.rulings.append(Ruling(*box))
    face.words = _words(glyphs, frame)
    face.damaged_chars = strange("".join(glyph.text for glyph in glyphs))
    for word in face.words:
        x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
        if word.hidden is None and not (0 <= x <= face.width and 0 <= y <= face.height):
            word.hidden = OFF_PAGE
        elif word.hidden is None and word.size < 1.0:
            word.hidden = TINY
    return face


class _Frame:
    """From pdfminer's upright MediaBox with its bottom-left origin to the displayed page."""

    def __init__(self, height: float, left: float, top: float, display: Display) -> None:
        self.height, self.left, self.top, self.display = height, left, top, display

    def box(self, item: Any) -> Box:
        return Box(
            item.x0 - self.left, self.height - item.y1 - self.top, item.x1 - self.left, self.height - item.y0 - self.top
        )

    def baseline(self, char: LTChar, direction: int) -> float:
        x, y = char.matrix[4] - self.left, self.height - char.matrix[5] - self.top
        return across(x, y, direction, self.display)


def _rectangle(value: Any, default: tuple[float, ...]) -> tuple[float, float, float, float]:
    try:
        x0, y0, x1, y1 = (float(edge) for edge in value)
    except (TypeError, ValueError):
        x0, y0, x1, y1 = default
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _flat(container: LTContainer[Any]) -> Iterator[LTItem]:
    """Every item, those in form XObjects too."""
    stack = [iter(container)]
    while stack:
        for item in stack[-1]:
            if isinstance(item, LTContainer):
                stack.append(iter(item))
                break
            yield item
        else:
            stack.pop()


def _words(glyphs: list[Glyph], frame: _Frame) -> list[Word]:
    words: list[Word] = []
    run: list[Glyph] = []
    spaced = False
    for glyph in glyphs:
        if glyph.text.isspace() or not glyph.text:
            _finish(words, run, frame, spaced=spaced)
            run, spaced = [], glyph.text.isspace()
            continue
        if run and _is_double(run[-1], glyph):
            continue
        if run and not _continues(run[-1], glyph):
            _finish(words, run, frame, spaced=spaced)
            run, spaced = [], False
        run.append(glyph)
    _finish(words, run, frame, spaced=spaced)
    return words


def _is_double(last: Glyph, glyph: Glyph) -> bool:
    near = DOUBLED * max(1.0, last.char.size)
    return (
        last.text == glyph.text and abs(last.box.x0 - glyph.box.x0) < near and abs(last.box.top - glyph.box.top) < near
    )


def _continues(last: Glyph, glyph: Glyph) -> bool:
    """Along the same line and no further than a letter may stand from the one before it."""
    before, after = last.char.matrix, glyph.char.matrix
    if last.mode != glyph.mode or before[:4] != after[:4]:
        return False
    angle = math.atan2(after[1], after[0])
    dx, dy = after[4] - before[4], after[5] - before[5]
    along = dx * math.cos(angle) + dy * math.sin(angle)
    aside = abs(dy * math.cos(angle) - dx * math.sin(angle))
    size = max(0.1, _size(glyph.char))
    gap = along - float(last.char.adv)
    return gap < WORD_GAP * size and along > -0.5 * size and aside < 0.5 * size


def _size(char: LTChar) -> float:
    """Height of the font as displayed."""
    return float(getattr(char, "fontsize", 0.0)) * math.hypot(char.matrix[2], char.matrix[3]) or float(char.size)


def _finish(words: list[Word], run: list[Glyph], frame: _Frame, *, spaced: bool) -> None:
    text = clean("".join(glyph.text for glyph in run))
    if not text:
        return
    first = run[0].char
    direction = turn_of(first.matrix[0], first.matrix[1], 0)
    word = Word(
        text,
        min(glyph.box.x0 for glyph in run),
        min(glyph.box.top for glyph in run),
        max(glyph.box.x1 for glyph in run),
        max(glyph.box.bottom for glyph in run),
        _size(first),
        frame.baseline(first, direction),
        direction,
        spaced,
        "bold" in first.fontname.casefold(),
    )
    if run[0].mode in INVISIBLE_MODES:
        word.hidden = INVISIBLE
    words.append(word)
