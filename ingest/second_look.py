"""What the picture of a page shows where its text says digits: the last doubt about a text layer, settled where it matters.

A file may map its digits to other digits, or carry somebody's wrong OCR behind a scan. Its words then read well, and no
judgement of the text alone notices. So the few words that a value is taken from are drawn, and read once more. Like all
that touches a file's bytes, that happens in a reading process with limits.
"""

import os
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from evidence.frozen import Frozen
from evidence.pages import OriginKind, Page
from evidence.spans import Box, CharSpan, WordBox
from ingest.options import ReadOptions
from ingest.workers import WorkerFailed, WorkerPool

if TYPE_CHECKING:
    from PIL import Image

DPI = 300
LOOKS = (("rus", 1.0), ("eng", 0.75))
"""Two looks with different models in different sizes: what both see alike is there."""
MOST_WORDS = 24
_ROOM = 2.0
"""Of a word's height: how far before and behind it digits are looked for that were not read."""
_LEAST_ROOM = 0.45
_CLEAR = 0.2
_RULE = 0.9
_NOTHING = "?"
"""Shown where no digit can be made out."""
_MINUS = "-\u2010\u2011\u2012\u2013\u2212"
_NEEDS = ("numpy", "PIL.Image", "pypdfium2", "tesserocr")
_MARGIN = 0.35
"""Of a word's height, round it: a digit at the edge of a picture is misread."""


class PictureLook:
    """Implements evidence.ports.SecondLook for PDF pages. Safe to share between threads; its process starts when needed."""

    def __init__(self, path_of: Callable[[str], Path], *, options: ReadOptions | None = None) -> None:
        """``path_of``: sha256 -> the stored file."""
        self._path_of = path_of
        self._options = options or ReadOptions()
        self._is_there = all((self._options.tessdata / f"{model}.traineddata").is_file() for model, _ in LOOKS)
        self._pool = WorkerPool(self._options.model_copy(update={"workers": 1}))
        self._one_at_a_time = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()

    def other_digits(self, page: Page, span: CharSpan) -> str | None:
        """The digits drawn where the span stands, where two looks agree that they are others; None where nothing speaks
        against the text, or nothing can be said."""
        if not self._is_there or not page.kind.is_paged or page.unit != "pt":
            return None
        if _is_unmeasured(page, span):
            return self._not_agreed(page, span)
        is_ours = not _is_the_files_own(page, span)
        words = [word for word in page.words_in(span) if _digits(page.text[word.start : word.end])]
        if not words or len(words) > MOST_WORDS:
            return None
        boxes = _joined([word.box for word in words])
        said = "".join(_digits(page.text[word.start : word.end]) for word in words)
        if is_ours:
            return self._unread_beside(page, boxes, said)
        looks = self._looks(page, boxes)
        # another number of digits is a matter of how the word was cut out, not of what it says
        agree = len(looks) == len(LOOKS) and len(set(looks)) == 1
        return looks[0] if agree and looks[0] != said and len(looks[0]) == len(said) else None

    def _unread_beside(self, page: Page, boxes: list[Box], said: str) -> str | None:
        """Where our own OCR read the words, what it may have left out right before or behind them: a digit by a ruled line."""
        if len(boxes) != 1:
            return None
        for wider in _widened(page, boxes[0]):
            looks = self._looks(page, [wider], is_ruled=True)
            agree = len(looks) == len(LOOKS) and len(set(looks)) == 1
            more = len(looks[0]) - len(said) if agree else 0
            # a lone stroke behind a number may be a letter (``2025 г.``)
            if (more > 0 and looks[0].endswith(said)) or (more > 1 and looks[0].startswith(said)):
                return looks[0]
        return None

    def _not_agreed(self, page: Page, span: CharSpan) -> str | None:
        """Where a vision model read the words, which writes fluently where nothing is to be read: one look at their line has to
        see the same digits with the same sign, or a person decides. Its places are those of lines, so lines are looked at."""
        said = _digits(page.text[span.start : span.end])
        words = page.words_in(span)
        if not said or not words:
            return None
        seen = self._seen(page, [_line_round(page, words)])
        if not seen:
            return None  # a page that cannot be drawn proves nothing either way
        sign = _has_minus(page.text[: span.end], said)
        if any(said in _digits(text) and _has_minus(text, said) == sign for text in seen):
            return None
        return max((_digits(text) for text in seen), key=len) or _NOTHING

    def _looks(self, page: Page, boxes: list[Box], *, is_ruled: bool = False) -> tuple[str, ...]:
        return tuple(map(_digits, self._seen(page, boxes, is_ruled=is_ruled)))

    def _seen(self, page: Page, boxes: list[Box], *, is_ruled: bool = False) -> tuple[str, ...]:
        path, tessdata = str(self._path_of(page.document)), str(self._options.tessdata)
        with self._one_at_a_time:
            try:
                seen = list(
                    self._pool.stream_of(
                        Seen, look, path, page.number, boxes, tessdata, needs=_NEEDS, is_ruled=is_ruled
                    )
                )
            except (WorkerFailed, OSError):
                return ()  # a page that cannot be drawn proves nothing either way
        return seen[0].looks if seen else ()


class Seen(Frozen):
    looks: tuple[str, ...]
    """Words, as each of LOOKS saw them."""


def look(path: str, number: int, boxes: Sequence[Box], tessdata: str, *, is_ruled: bool) -> Iterator[Seen]:
    """In a reading process: the digits in the boxes of a page, in points. ``is_ruled``: without upright lines of a table."""
    picture = _drawn(path, number)
    cuts = []
    for model, scale in LOOKS:
        pieces = (_cut(picture, box, scale, is_ruled=is_ruled) for box in boxes)
        cuts.append(" ".join(_read(piece, model, tessdata).strip() for piece in pieces))
    yield Seen(looks=tuple(cuts))


@lru_cache(maxsize=4)
def _drawn(path: str, number: int) -> "Image.Image":
    from ingest.render import page_image

    return page_image(Path(path), number, dpi=DPI).convert("L")


def _read(words: "Image.Image", model: str, tessdata: str) -> str:
    api = _recogniser(model, tessdata)
    api.SetImage(words)
    api.SetSourceResolution(DPI)
    return str(api.GetUTF8Text())


@lru_cache(maxsize=len(LOOKS))
def _recogniser(model: str, tessdata: str) -> Any:  # tesserocr is untyped
    os.environ["OMP_THREAD_LIMIT"] = "1"
    import tesserocr

    return tesserocr.PyTessBaseAPI(
        path=tessdata, lang=model, psm=tesserocr.PSM.SINGLE_LINE, oem=tesserocr.OEM.LSTM_ONLY
    )


def _cut(picture: "Image.Image", box: Box, scale: float, *, is_ruled: bool) -> "Image.Image":
    """The words on a ground of their own colour; boxes are those of the displayed page."""
    import numpy as np
    from PIL import Image

    per_point = DPI / 72
    margin = _MARGIN * (box.bottom - box.top)
    left, top = (box.x0 - margin / 2) * per_point, (box.top - margin / 2) * per_point
    right, bottom = (box.x1 + margin / 2) * per_point, (box.bottom + margin / 2) * per_point
    cut = picture.crop(
        (round(left), round(top), max(round(right), round(left) + 1), max(round(bottom), round(top) + 1))
    )
    if is_ruled:
        cut = _without_rules(cut)
    size = (max(8, round(cut.width * scale)), max(8, round(cut.height * scale)))
    frame = Image.new("L", (size[0] + 40, size[1] + 40), int(np.median(np.asarray(cut))))
    frame.paste(cut.resize(size, Image.Resampling.LANCZOS), (20, 20))
    return frame


def _without_rules(cut: "Image.Image") -> "Image.Image":
    """Columns of pixels that are dark from top to bottom become ground: digits leave a margin above and below."""
    import numpy as np
    from PIL import Image

    pixels = np.asarray(cut).copy()
    ground = int(np.median(pixels))
    rules = (pixels < 0.65 * ground).mean(axis=0) > _RULE
    pixels[:, rules | np.roll(rules, 1) | np.roll(rules, -1)] = ground
    return Image.fromarray(pixels)


def _widened(page: Page, box: Box) -> Iterator[Box]:
    """The box with the empty room before it, and with that behind it, up to the next word of the line."""
    height = box.bottom - box.top
    middle = (box.top + box.bottom) / 2
    line = [word.box for word in page.words if word.box.top < middle < word.box.bottom]
    # clear of the neighbours: a picture is cut with a margin
    before = max((other.x1 + _CLEAR * height for other in line if other.x1 <= box.x0 + 0.1 * height), default=0.0)
    behind = min(
        (other.x0 - _CLEAR * height for other in line if other.x0 >= box.x1 - 0.1 * height),
        default=page.width or box.x1,
    )
    left, right = max(before, box.x0 - _ROOM * height), min(behind, box.x1 + _ROOM * height)
    if box.x0 - left > _LEAST_ROOM * height:
        yield box._replace(x0=left)
    if right - box.x1 > _LEAST_ROOM * height:
        yield box._replace(x1=right)


def _joined(boxes: list[Box]) -> list[Box]:
    """Words that follow each other on a line as one picture: a lone digit is misread."""
    joined: list[Box] = []
    for box in boxes:
        height = box.bottom - box.top
        last = joined[-1] if joined else None
        if last is not None and abs(last.bottom - box.bottom) < 0.3 * height and -height < box.x0 - last.x1 < height:
            joined[-1] = last.union(box)
        else:
            joined.append(box)
    return joined


def _is_the_files_own(page: Page, span: CharSpan) -> bool:
    """A text layer, or OCR that came with the file; what our own OCR read has been read from the picture already."""
    origins = [block.origin for block in page.blocks_in(span)]
    return bool(origins) and all(
        origin.kind is OriginKind.TEXT_LAYER or (origin.kind is OriginKind.OCR and origin.engine == "embedded")
        for origin in origins
    )


def _is_unmeasured(page: Page, span: CharSpan) -> bool:
    """Read by an engine of ours that says nothing of how sure it is."""
    origins = [block.origin for block in page.blocks_in(span)]
    by_ocr = any(origin.kind is OriginKind.OCR and origin.engine != "embedded" for origin in origins)
    return by_ocr and page.confidence_of(span) is None


def _line_round(page: Page, words: Sequence[WordBox]) -> Box:
    """Of the words and of all that stand in line with them in their block."""
    span = CharSpan(start=words[0].start, end=words[-1].end)
    box = words[0].box
    for block in page.blocks_in(span):
        for word in page.words_in(block.span):
            if any(word.box.top < (one.box.top + one.box.bottom) / 2 < word.box.bottom for one in words):
                box = box.union(word.box)
    height = min(one.box.bottom - one.box.top for one in words)
    return box._replace(x0=max(0.0, box.x0 - height), x1=box.x1 + height)


def _has_minus(text: str, digits: str) -> bool:
    """Whether the last place of these digits, however grouped, has a minus right before it."""
    found = list(re.finditer(r"\D{0,2}".join(digits), text))
    before = text[: found[-1].start()] if found else ""
    return before[-1:] in _MINUS if before else False


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdecimal())
