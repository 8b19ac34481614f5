"""What the picture of a page shows where its text says digits: the last doubt about a text layer, settled where it matters.

A file may map its digits to other digits, or carry somebody's wrong OCR behind a scan. Its words then read well, and no
judgement of the text alone notices. So the few words that a value is taken from are drawn, and read once more.
"""

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["OMP_THREAD_LIMIT"] = "1"

import numpy as np
from PIL import Image

from evidence.errors import LastroError
from evidence.pages import OriginKind, Page
from evidence.spans import Box, CharSpan
from ingest.options import TESSDATA
from ingest.render import page_image

DPI = 300
LOOKS = (("rus", 1.0), ("eng", 0.75))
"""Two looks with different models in different sizes: what both see alike is there."""
MOST_WORDS = 24
KEPT_PAGES = 4
_MARGIN = 0.35
"""Of a word's height, round it: a digit at the edge of a picture is misread."""


class PictureLook:
    """Implements evidence.ports.SecondLook for PDF pages. Safe to share between threads; tesseract is opened when needed."""

    def __init__(
        self,
        path_of: Callable[[str], Path],
        *,
        tessdata: Path = TESSDATA,
        password_of: Callable[[str], str | None] | None = None,
    ) -> None:
        """``path_of``: sha256 -> the stored file."""
        self._path_of = path_of
        self._password_of = password_of or (lambda _: None)
        self._tessdata = tessdata
        self._is_there = all((tessdata / f"{model}.traineddata").is_file() for model, _ in LOOKS)
        self._apis: dict[str, Any] = {}  # tesserocr is untyped
        self._pictures: OrderedDict[tuple[str, int], Image.Image | None] = OrderedDict()
        self._one_at_a_time = threading.Lock()

    def other_digits(self, page: Page, span: CharSpan) -> str | None:
        """The digits drawn where the span stands, where two looks agree that they are others; None where nothing speaks
        against the text, or nothing can be said."""
        if not self._is_there or not page.kind.is_paged or page.unit != "pt" or not _is_the_files_own(page, span):
            return None
        words = [word for word in page.words_in(span) if _digits(page.text[word.start : word.end])]
        if not words or len(words) > MOST_WORDS:
            return None
        with self._one_at_a_time:
            picture = self._picture(page)
            if picture is None:
                return None
            boxes = _joined([word.box for word in words])
            seen = [self._seen(picture, boxes, model, scale) for model, scale in LOOKS]
        said = "".join(_digits(page.text[word.start : word.end]) for word in words)
        # another number of digits is a matter of how the word was cut out, not of what it says
        return seen[0] if seen[0] == seen[1] != said and len(seen[0]) == len(said) else None

    def _picture(self, page: Page) -> Image.Image | None:
        key = (page.document, page.number)
        if key not in self._pictures:
            try:
                image = page_image(
                    self._path_of(page.document), page.number, dpi=DPI, password=self._password_of(page.document)
                ).convert("L")
            except (LastroError, OSError):
                image = None  # a page that cannot be drawn proves nothing either way
            self._pictures[key] = image
            while len(self._pictures) > KEPT_PAGES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]

    def _seen(self, picture: Image.Image, boxes: list[Box], model: str, scale: float) -> str:
        return "".join(_digits(self._read(_cut(picture, box, scale), model)) for box in boxes)

    def _read(self, words: Image.Image, model: str) -> str:
        import tesserocr

        if model not in self._apis:
            self._apis[model] = tesserocr.PyTessBaseAPI(
                path=str(self._tessdata), lang=model, psm=tesserocr.PSM.SINGLE_LINE, oem=tesserocr.OEM.LSTM_ONLY
            )
        api = self._apis[model]
        api.SetImage(words)
        api.SetSourceResolution(DPI)
        return str(api.GetUTF8Text())


def _cut(picture: Image.Image, box: Box, scale: float) -> Image.Image:
    """The word on a white ground, upright pictures only: boxes are those of the displayed page."""
    per_point = DPI / 72
    margin = _MARGIN * (box.bottom - box.top)
    left, top = (box.x0 - margin / 2) * per_point, (box.top - margin / 2) * per_point
    right, bottom = (box.x1 + margin / 2) * per_point, (box.bottom + margin / 2) * per_point
    cut = picture.crop((round(left), round(top), round(right), round(bottom)))
    size = (max(8, round(cut.width * scale)), max(8, round(cut.height * scale)))
    ground = int(np.median(np.asarray(cut))) if cut.width and cut.height else 255
    frame = Image.new("L", (size[0] + 40, size[1] + 40), ground)
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
