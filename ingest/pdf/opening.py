"""Open a PDF with PDFium, with the password that fits, once per process and file."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from evidence.errors import InputRefused, PasswordNeeded


class PdfDamaged(InputRefused):
    code = "unreadable"


_one_at_a_time = threading.Lock()
# it warns about every XFA form, which facts.py turns into a Problem
logging.getLogger("pypdfium2").setLevel(logging.ERROR)

_open: dict[tuple[str, str | None], pdfium.PdfDocument] = {}


def open_pdf(path: Path, password: str | None) -> pdfium.PdfDocument:
    """The open document; the last one opened stays open for the next call. Not thread-safe, as PDFium is not.

    Tries the empty password first: a file that only restricts copying opens with it. Raises PasswordNeeded or
    InputRefused.
    """
    key = (str(path), password)
    found = _open.get(key)
    if found is not None:
        return found
    for other in tuple(_open):
        _open.pop(other).close()
    _open[key] = _opened(path, password)
    return _open[key]


@contextmanager
def opened_once(path: Path, password: str | None) -> Iterator[pdfium.PdfDocument]:
    """As open_pdf, closed at the end: for processes that live long. One thread at a time in the whole process."""
    with _one_at_a_time:
        pdf = _opened(path, password)
        try:
            yield pdf
        finally:
            pdf.close()


def _opened(path: Path, password: str | None) -> pdfium.PdfDocument:
    for attempt in dict.fromkeys((None, password)):
        try:
            pdf = pdfium.PdfDocument(path, password=attempt)
            pdf.init_forms()
            return pdf
        except pdfium.PdfiumError as error:
            code = getattr(error, "err_code", None)
            if code == raw.FPDF_ERR_SECURITY:
                raise PdfDamaged(
                    "it is locked by a protection that is not known here, so no password opens it; open it in the program "
                    "that it is meant for, print it to a new PDF and add that"
                ) from error
            if code != raw.FPDF_ERR_PASSWORD:
                raise PdfDamaged("it is damaged: no PDF page could be found in it; ask for the file again") from error
        except FileNotFoundError as error:
            raise PdfDamaged("it is not there any more; add it again") from error
    raise PasswordNeeded(path.name)
