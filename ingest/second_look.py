"""What the picture of a page shows where its text says digits: the last doubt about a text layer, settled where it matters.

A file may map its digits to other digits, or carry somebody's wrong OCR behind a scan. Its words then read well, and no
judgement of the text alone notices. So the few words that a value is taken from are drawn, and read once more. Like all
that touches a file's bytes, that happens in a reading process with limits.
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from evidence.frozen import Frozen
from evidence.pages import OriginKind, Page
from evidence.spans import Box, CharSpan
from ingest.options import ReadOptions
from ingest.workers import WorkerFailed, WorkerPool

if TYPE_CHECKING:
    from PIL import Image

DPI = 300
LOOKS = (("rus", 1.0), ("eng", 0.75))
"""Two looks with different models in different sizes: what both see alike is there."""
MOST_WORDS = 24
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
        if not self._is_there or not page.kind.is_paged or page.unit != "pt" or not _is_the_files_own(page, span):
            return None
        words = [word for word in page.words_in(span) if _digits(page.text[word.start : word.end])]
        if not words or len(words) > MOST_WORDS:
            return None
        boxes = _joined([word.box for word in words])
        said = "".join(_digits(page.text[word.start : word.end]) for word in words)
        looks = self._looks(page, boxes)
        # another number of digits is a matter of how the word was cut out, not of what it says
        agree = len(looks) == len(LOOKS) and len(set(looks)) == 1
        return looks[0] if agree and looks[0] != said and len(looks[0]) == len(said) else None

    def _looks(self, page: Page, boxes: list[Box]) -> tuple[str, ...]:
        path, tessdata = str(self._path_of(page.document)), str(self._options.tessdata)
        with self._one_at_a_time:
            try:
                seen = list(self._pool.stream_of(Seen, look, path, page.number, boxes, tessdata, needs=_NEEDS))
            except (WorkerFailed, OSError):
                return ()  # a page that cannot be drawn proves nothing either way
        return seen[0].looks if seen else ()


class Seen(Frozen):
    looks: tuple[str, ...]
    """Digits, as each of LOOKS saw them."""


def look(path: str, number: int, boxes: Sequence[Box], tessdata: str) -> Iterator[Seen]:
    """In a reading process: the digits in the boxes of a page, in points."""
    picture = _drawn(path, number)
    cuts = [
        "".join(_digits(_read(_cut(picture, box, scale), model, tessdata)) for box in boxes) for model, scale in LOOKS
    ]
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


def _cut(picture: "Image.Image", box: Box, scale: float) -> "Image.Image":
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
    size = (max(8, round(cut.width * scale)), max(8, round(cut.height * scale)))
    frame = Image.new("L", (size[0] + 40, size[1] + 40), int(np.median(np.asarray(cut))))
    frame.paste(cut.resize(size, Image.Resampling.LANCZOS), (20, 20))
    return frame


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


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdecimal())
