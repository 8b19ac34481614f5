"""Pictures of pages, drawn once in a process of their own and kept on disk beside the case.

PDFium reads files that strangers made: it runs under the limits of the reading processes, and a page that hangs or
crashes it costs that picture and nothing else.
"""

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from evidence.errors import InputRefused, LastroError, NotKept
from evidence.frozen import Frozen
from evidence.pages import Page
from evidence.ports import RemovalScope
from ingest.options import ReadOptions
from ingest.workers import WorkerFailed, WorkerPool
from service.settings import ServeSettings

DPI = (72, 96, 110, 150, 200, 300)
"""What can be asked for: few, so that a case's pictures stay countable."""
_MEMORY_MB = 1500
_A4_LONG_SIDE = 11.7
"""Inches; a photo has no size of its own and is shown as if it were a sheet."""


class CannotDraw(LastroError):
    """The page could not be drawn; its text can still be read."""

    code = "cannot_draw"
    http_status = 422


class Drawn(Frozen):
    width: int
    height: int


def draw_page(path: str, number: int, *, dpi: int, rotation: int, out: str) -> Iterator[Drawn]:
    """In a reading process. Writes a PNG to ``out``, upright as the page's boxes are."""
    from PIL import Image

    from ingest.render import PDF_HEAD, page_image

    source = Path(path)
    image = page_image(source, number, dpi=dpi, rotation=rotation)
    with source.open("rb") as file:
        is_pdf = PDF_HEAD in file.read(1024)
    if not is_pdf:
        side = round(dpi * _A4_LONG_SIDE)
        image.thumbnail((side, side), Image.Resampling.LANCZOS)  # never enlarges; keeps the proportions
    if _is_grey(image):
        image = image.convert("L")  # scans and text: a third of the bytes
    image.save(out, format="PNG", compress_level=4)
    yield Drawn(width=image.width, height=image.height)


def _is_grey(image: object) -> bool:
    from PIL import Image, ImageChops

    assert isinstance(image, Image.Image)
    red, green, blue = image.split()
    return ImageChops.difference(red, green).getbbox() is None and ImageChops.difference(red, blue).getbbox() is None


class PageImages:
    """Thread-safe; calls block and belong in a worker thread."""

    def __init__(self, home: Path, *, serve: ServeSettings) -> None:
        self._root = home / "images"
        self._options = ReadOptions(
            workers=serve.drawing_processes, page_seconds=serve.drawing_seconds, page_memory_mb=_MEMORY_MB
        )
        self._pool = WorkerPool(self._options)
        self._turns = threading.BoundedSemaphore(serve.drawing_processes)
        self._drawing: dict[Path, threading.Lock] = {}
        self._guard = threading.Lock()

    def kept(self, case: str, page: Page, *, dpi: int) -> Path | None:
        """The picture, where it was drawn before."""
        path = self._place(case, page, dpi)
        return path if path.exists() else None

    def picture(self, case: str, page: Page, source: Path, *, dpi: int) -> Path:
        """A PNG; of many who ask at once for a page that is not drawn yet, one draws. Raises CannotDraw, NotKept."""
        if dpi not in DPI:
            raise InputRefused(f"pages are drawn in {', '.join(map(str, DPI))} dots per inch; {dpi} is none of these")
        if not page.kind.is_paged:
            raise NotKept(f"part {page.number} is no page that could be drawn; ask for its paragraphs or its grid")
        target = self._place(case, page, dpi)
        if target.exists():
            return target
        with self._guard:
            lock = self._drawing.setdefault(target, threading.Lock())
        try:
            with lock:
                if not target.exists():
                    with self._turns:
                        self._draw(page, source, dpi=dpi, target=target)
        finally:
            with self._guard:
                self._drawing.pop(target, None)
        return target

    def forget(self, case: str, document: str | None = None) -> None:
        shutil.rmtree(self._folder(case, document), ignore_errors=True)

    def close(self) -> None:
        self._pool.close()

    def _draw(self, page: Page, source: Path, *, dpi: int, target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".drawing-", suffix=".png")
        os.close(handle)
        drawn = Path(name)
        try:
            for _ in self._pool.stream_of(
                Drawn, draw_page, str(source), page.number, dpi=dpi, rotation=_turn(page), out=name
            ):
                pass
            drawn.replace(target)
        except WorkerFailed as error:
            raise CannotDraw(
                f"page {page.number} cannot be drawn ({error.reason}); its text can be read beside it"
            ) from None
        finally:
            drawn.unlink(missing_ok=True)

    def _place(self, case: str, page: Page, dpi: int) -> Path:
        return self._folder(case, page.document) / f"{page.number}-{_turn(page)}-{dpi}.png"

    def _folder(self, case: str, document: str | None) -> Path:
        if not case.isalnum() or (document is not None and not document.isalnum()):
            raise NotKept(f"{case!r} is no id of a case")
        return self._root / case if document is None else self._root / case / document


class PictureRemains:
    """Pictures show the text of a file, and go with it."""

    def __init__(self, home: Path) -> None:
        self._root = home / "images"

    def count(self, scope: RemovalScope) -> dict[str, int]:
        return {"page_images": sum(len(names) for _, _, names in os.walk(self._folder(scope)))}

    def remove(self, scope: RemovalScope) -> None:
        shutil.rmtree(self._folder(scope), ignore_errors=True)

    def _folder(self, scope: RemovalScope) -> Path:
        return self._root / scope.case if scope.document is None else self._root / scope.case / scope.document


def _turn(page: Page) -> int:
    """Boxes of a picture stand on the upright one; those of a PDF's page stand on the page as it is displayed."""
    return page.rotation if page.unit == "px" else 0
