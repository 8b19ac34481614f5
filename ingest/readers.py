"""Which reader reads what. Each is imported when it is first needed, in the worker that needs it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from evidence.errors import InputRefused
from evidence.pages import Page
from ingest.media import CSV, DOCX, HTML, MAIL, MARKDOWN, PDF, TEXT, XLSX, ZIP, advice_for
from ingest.options import ReadOptions


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


def _markdown() -> Reader:
    from ingest.text import read_markdown

    return read_markdown


def _csv() -> Reader:
    from ingest.tabular import read_csv

    return read_csv


def _html() -> Reader:
    from ingest.html import read_html

    return read_html


def _mail() -> Reader:
    from ingest.mail import read_mail

    return read_mail


def _container() -> Reader:
    from ingest.container import read_container

    return read_container


READERS = {
    PDF: _pdf,
    DOCX: _docx,
    XLSX: _xlsx,
    TEXT: _text,
    MARKDOWN: _markdown,
    CSV: _csv,
    HTML: _html,
    MAIL: _mail,
    ZIP: _container,
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
        raise InputRefused(advice_for(media_type))
    yield from opener()(path, document=document, options=options)
