"""Turns a clean page into what a flat-bed scanner or a telephone hands in: no text layer, tilt, grain, JPEG."""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter
from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

DPI = 200


def page_images(pdf: Path, *, dpi: int = DPI) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(str(pdf))
    try:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]
    finally:
        document.close()


def age(image: Image.Image, *, skew: float = 0.0, noise: float = 6.0, fade: float = 0.0, seed: int = 1) -> Image.Image:
    """Grey copy of ``image``, tilted by ``skew`` degrees counter-clockwise.

    ``fade`` lifts black towards paper (0-1); ``noise`` is the grain's deviation in grey levels.
    """
    grey = image.convert("L")
    if skew:
        grey = grey.rotate(skew, resample=Image.Resampling.BICUBIC, expand=False, fillcolor=252)
    grey = grey.filter(ImageFilter.GaussianBlur(0.5))
    pixels = np.asarray(grey, dtype=np.float32)
    pixels = pixels + (245 - pixels) * fade
    grain = np.random.default_rng(seed).normal(0.0, noise, pixels.shape)
    return Image.fromarray(np.clip(pixels + grain, 0, 255).astype(np.uint8), "L")


def save_pdf(images: Sequence[Image.Image], path: Path, *, title: str, quality: int = 42, dpi: int = DPI) -> None:
    """Image-only PDF; each page is as large as its image at ``dpi``."""
    rl_config.invariant = 1
    canvas = Canvas(str(path), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    for image in images:
        packed = io.BytesIO()
        image.save(packed, "JPEG", quality=quality, dpi=(dpi, dpi))
        packed.seek(0)
        width, height = image.width * 72 / dpi, image.height * 72 / dpi
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(packed), 0, 0, width=width, height=height)
        canvas.showPage()
    canvas.save()
