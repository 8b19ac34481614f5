"""Which reader reads what. Each is imported when it is first needed, in the worker that needs it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from evidence.errors import InputRefused
from evidence.pages import Page
from ingest.options import ReadOptions

PDF = "application/pdf"
OOXML = "application/vnd.openxmlformats-officedocument"
DOCX = f"{OOXML}.wordprocessingml.document"
XLSX = f"{OOXML}.spreadsheetml.sheet"


class Reader(Protocol):
    """A generator of Pages; runs inside a worker process, where a memory limit holds."""

    def __call__(self, path: Path, *, document: str, options: ReadOptions) -> Iterator[Page]: ...


def _pdf() -> Reader:
    from ingest.pdf.reader import read_pdf

    return read_pdf


def _image() -> Reader:
    from ingest.image import read_image

    return read_image


def _docx() -> Reader:
    from ingest.docx import read_docx

    return read_docx


def _xlsx() -> Reader:
    from ingest.xlsx import read_xlsx

    return read_xlsx


def _text() -> Reader:
    from ingest.text import read_text

    return read_text


def _html() -> Reader:
    from ingest.html import read_html

    return read_html


def _mail() -> Reader:
    from ingest.mail import read_mail

    return read_mail


READERS = {
    PDF: _pdf,
    DOCX: _docx,
    XLSX: _xlsx,
    "text/plain": _text,
    "text/markdown": _text,
    "text/csv": _text,
    "text/html": _html,
    "message/rfc822": _mail,
    "image/png": _image,
    "image/jpeg": _image,
    "image/tiff": _image,
    "image/bmp": _image,
    "image/webp": _image,
    "image/gif": _image,
    "image/heic": _image,
}


def read_any(path: Path, *, media_type: str, document: str, options: ReadOptions) -> Iterator[Page]:
    """Raises InputRefused for a type that nobody here reads."""
    opener = READERS.get(media_type)
    if opener is None:
        raise InputRefused(
            f"files of type {media_type} cannot be read here; convert it to PDF, DOCX or XLSX and add it again"
        )
    yield from opener()(path, document=document, options=options)
