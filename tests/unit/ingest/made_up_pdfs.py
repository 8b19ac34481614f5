"""PDFs written by code, each with one thing that PDFs do."""

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

A4 = (595.0, 842.0)
FONTS = (
    Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
    Path("/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"),
)
Draw = Callable[[Canvas], None]


def font_path() -> Path:
    for path in FONTS:
        if path.is_file():
            return path
    pytest.skip("no TrueType font with Cyrillic letters is installed")


def cyrillic(canvas: Canvas, size: float = 11) -> None:
    if "Cyrillic" not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont("Cyrillic", str(font_path())))
    canvas.setFont("Cyrillic", size)


def write(path: Path, *pages: Draw, size: tuple[float, float] = A4) -> Path:
    """One page per function; each draws in points from the bottom left."""
    canvas = Canvas(str(path), pagesize=size)
    for draw in pages:
        canvas.setFont("Helvetica", 11)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return path


def lines(*texts: str, x: float = 72, top: float = 770, pitch: float = 16, size: float = 11) -> Draw:
    def draw(canvas: Canvas) -> None:
        cyrillic(canvas, size)
        for number, text in enumerate(texts):
            canvas.drawString(x, top - number * pitch, text)

    return draw


def written(texts: Sequence[str], *, size: int = 34, width: int = 1654, height: int = 700) -> Image.Image:
    """A white picture with lines of text, at 200 dots per inch."""
    image = Image.new("L", (width, height), 255)
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(font_path()), size)
    for number, text in enumerate(texts):
        pen.text((140, 90 + number * round(1.9 * size)), text, fill=0, font=font)
    return image


def scan(image: Image.Image, *, rotate: int = 0, over: Draw | None = None) -> Draw:
    """The picture over the whole page, as a scanner leaves it."""

    def draw(canvas: Canvas) -> None:
        turned = image.rotate(rotate, expand=True, fillcolor=255) if rotate else image
        width, height = canvas._pagesize
        canvas.drawImage(ImageReader(turned), 0, 0, width, height)
        if over is not None:
            over(canvas)

    return draw


def scan_page(path: Path, image: Image.Image, *, over: Draw | None = None) -> Path:
    """One page just large enough for the picture at 200 dots per inch."""
    size = (image.width * 0.36, image.height * 0.36)
    return write(path, scan(image, over=over), size=size)


def changed(path: Path, change: Callable[[pikepdf.Pdf], None], **options: object) -> Path:
    """The file after ``change``, written in place."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        change(pdf)
        pdf.save(path, **options)
    return path


def fonts_of(pdf: pikepdf.Pdf, page: int) -> list[pikepdf.Object]:
    return list(pdf.pages[page].Resources.Font.values())


def drop_unicode_map(pdf: pikepdf.Pdf, page: int = 0) -> None:
    """Now nobody can tell which letter a code means."""
    for font in fonts_of(pdf, page):
        if "/ToUnicode" in font:
            del font.ToUnicode


def shift_unicode_map(pdf: pikepdf.Pdf, page: int = 0, by: int = 1) -> None:
    """Every letter is claimed to be the one after it: fluent nonsense."""

    def shifted(match: re.Match[bytes]) -> bytes:
        code = int(match.group(2), 16)
        letter = chr(code)
        if letter.isalpha():
            first, last = ("а", "я") if letter.islower() else ("А", "Я")
            if "a" <= letter.lower() <= "z":
                first, last = ("a", "z") if letter.islower() else ("A", "Z")
            span = ord(last) - ord(first) + 1
            code = ord(first) + (code - ord(first) + by) % span
        return match.group(1) + b"<%04X>" % code

    for font in fonts_of(pdf, page):
        if "/ToUnicode" in font:
            stream = font.ToUnicode
            stream.write(re.sub(rb"(<[0-9A-Fa-f]{2,4}>\s+)<([0-9A-Fa-f]{4})>", shifted, stream.read_bytes()))


def shift_digit_map(pdf: pikepdf.Pdf, page: int = 0, by: int = 1) -> None:
    """Every digit is claimed to be the one after it, letters are right: nothing in the text looks odd."""

    def shifted(match: re.Match[bytes]) -> bytes:
        code = int(match.group(2), 16)
        if ord("0") <= code <= ord("9"):
            code = ord("0") + (code - ord("0") + by) % 10
        return match.group(1) + b"<%04X>" % code

    for font in fonts_of(pdf, page):
        if "/ToUnicode" in font:
            stream = font.ToUnicode
            stream.write(re.sub(rb"(<[0-9A-Fa-f]{2,4}>\s+)<([0-9A-Fa-f]{4})>", shifted, stream.read_bytes()))


def with_content(path: Path, content: bytes, *, resources: dict[str, object] | None = None) -> Path:
    """A page whose content stream is exactly this; /F1 is Helvetica."""
    pdf = pikepdf.new()
    font = pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type1,
            BaseFont=pikepdf.Name.Helvetica,
            Encoding=pikepdf.Name.WinAnsiEncoding,
        )
    )
    page = pdf.add_blank_page(page_size=(595, 842))
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font), **(resources or {}))
    page.Contents = pdf.make_stream(content)
    pdf.save(path)
    return path


def picture(image: Image.Image) -> ImageReader:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    buffer.seek(0)
    return ImageReader(buffer)
