"""Pictures of pages: photographs, scans and faxes. One Page per frame, read by OCR, measured in pixels."""

import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from evidence.errors import InputRefused, OcrUnavailable, TooLarge
from evidence.pages import Page, PageKind, Problem
from evidence.spans import Box
from ingest.language import guess_language
from ingest.layout.compose import compose
from ingest.layout.face import Face, upright
from ingest.ocr.opening import open_engine
from ingest.ocr.port import Picture, Recognition
from ingest.ocr.words import place_words
from ingest.options import ReadOptions

MOST_PIXELS = 180_000_000
"""A larger picture is refused: it would not fit into a worker."""
READ_PIXELS = 30_000_000
"""A larger picture is read in fewer pixels; its boxes stay in its own."""
LOW_CONFIDENCE = 65.0
DAMAGE = (OSError, ValueError, SyntaxError, EOFError)
"""What Pillow's decoders raise for data that is cut off or wrong."""
Image.MAX_IMAGE_PIXELS = MOST_PIXELS


def read_image(path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]:
    """Raises InputRefused where the bytes are no picture."""
    with open_image(path) as image:
        frames = min(getattr(image, "n_frames", 1), options.max_pages)
        for number in range(1, frames + 1):
            try:
                image.seek(number - 1)
                picture = pixels(image)
            except DAMAGE as error:
                yield _unread(document, number, "unreadable", f"it is cut off or damaged ({error})", 0, 0)
                continue
            yield _page(picture, number, document, options)


def open_image(path: Path) -> Image.Image:
    """Raises InputRefused. HEIC is known where the optional pillow-heif is installed."""
    _know_heic()
    too_large = f"a picture of more than {MOST_PIXELS} pixels; save it smaller and add it again"
    try:
        with warnings.catch_warnings():
            # our own limit follows; this one only warns
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(path)
    except Image.DecompressionBombError as error:
        raise TooLarge(too_large) from error
    except (UnidentifiedImageError, *DAMAGE) as error:
        raise InputRefused(_why_not(path)) from error
    if image.width * image.height > MOST_PIXELS:
        image.close()
        raise TooLarge(too_large)
    return image


def _know_heic() -> None:
    try:
        from pillow_heif import register_heif_opener
    except ImportError:
        return
    register_heif_opener()


def _why_not(path: Path) -> str:
    with path.open("rb") as file:
        head = file.read(12)
    if head[4:8] == b"ftyp":
        return "HEIC pictures need pillow-heif, which is not installed; save the picture as JPEG and add it again"
    return "the picture is damaged or of an unknown kind; save it as PNG or JPEG and add it again"


def pixels(image: Image.Image) -> Picture:
    """Grey, turned as the camera says, transparent parts white."""
    turned = ImageOps.exif_transpose(image)
    if turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info:
        flat = Image.new("RGBA", turned.size, "white")
        flat.alpha_composite(turned.convert("RGBA"))
        turned = flat
    if turned.mode.startswith("I;16") or turned.mode == "I":
        deep = np.asarray(turned, dtype=np.float64)
        return (deep * (255.0 / max(1.0, float(deep.max())))).astype(np.uint8)
    return np.array(turned.convert("L"), dtype=np.uint8)


def _page(picture: Picture, number: int, document: str, options: ReadOptions) -> Page:
    height, width = picture.shape[:2]
    if options.ocr == "never":
        return _unread(document, number, "not_read", "OCR is switched off", width, height)
    scale = min(1.0, (READ_PIXELS / max(1, width * height)) ** 0.5)
    try:
        engine = open_engine(options)
    except OcrUnavailable as error:
        return _unread(document, number, "ocr_failed", str(error), width, height)
    found = engine.read(_shrunk(picture, scale), dpi=_dots_per_inch(max(width, height) * scale))
    return _written(found, scale, number, document, width, height)


def _shrunk(picture: Picture, scale: float) -> Picture:
    if scale >= 1.0:
        return picture
    height, width = picture.shape[:2]
    small = Image.fromarray(picture).resize((round(width * scale), round(height * scale)), Image.Resampling.BOX)
    return np.array(small, dtype=np.uint8)


def _dots_per_inch(longer_side: float) -> int:
    """What a picture of a whole sheet of paper would have; files lie about it or say nothing."""
    return int(min(600, max(100, longer_side / 11.7)))


def _written(found: Recognition, scale: float, number: int, document: str, width: int, height: int) -> Page:
    """Boxes in pixels of the upright picture, which is the picture turned by ``Page.rotation``."""
    whole = Box(0.0, 0.0, float(width), float(height))
    words = place_words(found, at=whole, per_unit=scale, page_width=width, page_height=height)
    direction = (360 - found.rotation) % 360
    for word in words:
        if direction and word.place is not None:
            word.place = upright(word.place, direction, width, height)
        word.direction = 0
    if direction in (90, 270):
        width, height = height, width
    composed = compose(Face(float(width), float(height), words=words))
    problems = [problem.model_copy(update={"page": number}) for problem in found.problems]
    sure = [word.confidence for word in words if word.confidence is not None]
    if sure and sum(sure) / len(sure) < LOW_CONFIDENCE:
        message = f"OCR is unsure of picture {number} ({sum(sure) / len(sure):.0f} of 100); compare with the image"
        problems.append(Problem(code="low_confidence", message=message, page=number))
    return Page(
        document=document,
        number=number,
        kind=PageKind.IMAGE,
        text=composed.text,
        blocks=composed.blocks,
        words=composed.words,
        width=float(width),
        height=float(height),
        unit="px",
        language=guess_language(composed.text),
        problems=tuple(problems),
        rotation=found.rotation,
    )


def _unread(document: str, number: int, code: str, why: str, width: int, height: int) -> Page:
    problem = Problem(code=code, message=f"picture {number} was not read: {why}", page=number, severity="error")
    return Page(
        document=document,
        number=number,
        kind=PageKind.IMAGE,
        text="",
        width=float(width),
        height=float(height),
        unit="px",
        problems=(problem,),
    )
