"""The picture of a page, for the eye beside the quote."""

from pathlib import Path

from PIL import Image

from evidence.errors import InputRefused

POINTS_PER_INCH = 72.0
MOST_PIXELS = 60_000_000
PDF_HEAD = b"%PDF-"


def page_image(
    path: Path, number: int, *, dpi: int = 150, password: str | None = None, rotation: int = 0
) -> Image.Image:
    """Page ``number`` (1-based) of a PDF, or frame of a picture, in RGB as a reader sees it.

    Word boxes of a PDF page, in points, scale by ``dpi / 72``. A picture comes in its own pixels, turned clockwise by
    ``rotation`` (give ``Page.rotation``), which is what the boxes of a Page of kind image are measured in.
    Raises InputRefused where there is no such page, PasswordNeeded where it is locked.
    """
    with path.open("rb") as file:
        is_pdf = PDF_HEAD in file.read(1024)
    return _pdf_page(path, number, dpi, password) if is_pdf else _frame(path, number, rotation)


def _pdf_page(path: Path, number: int, dpi: int, password: str | None) -> Image.Image:
    import pypdfium2 as pdfium

    from ingest.pdf.opening import opened_once

    with opened_once(path, password) as pdf:
        if not 1 <= number <= len(pdf):
            raise InputRefused(f"{path.name!r} has no page {number}; its last is {len(pdf)}")
        try:
            page = pdf[number - 1]
        except pdfium.PdfiumError as error:
            raise InputRefused(f"page {number} of {path.name!r} cannot be drawn; it is damaged") from error
        width, height = page.get_size()
        scale = min(dpi / POINTS_PER_INCH, (MOST_PIXELS / max(1.0, width * height)) ** 0.5)
        bitmap = page.render(scale=scale, may_draw_forms=True)
        try:
            image: Image.Image = bitmap.to_pil()
            return image.convert("RGB").copy()
        finally:
            bitmap.close()
            page.close()


def _frame(path: Path, number: int, rotation: int) -> Image.Image:
    from PIL import ImageOps

    from ingest.image import open_image

    with open_image(path) as image:
        try:
            image.seek(number - 1)
        except EOFError as error:
            raise InputRefused(f"{path.name!r} has no picture {number}") from error
        upright = ImageOps.exif_transpose(image).convert("RGB")
        return upright.rotate(-rotation, expand=True) if rotation else upright
