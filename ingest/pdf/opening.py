"""Open a PDF with PDFium, with the password that fits, once per process and file."""

from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from evidence.errors import InputRefused, PasswordNeeded

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


def _opened(path: Path, password: str | None) -> pdfium.PdfDocument:
    for attempt in dict.fromkeys((None, password)):
        try:
            return pdfium.PdfDocument(path, password=attempt)
        except pdfium.PdfiumError as error:
            if getattr(error, "err_code", None) != raw.FPDF_ERR_PASSWORD:
                raise InputRefused(
                    f"{path.name!r} is damaged: no PDF page could be found in it; ask for the file again"
                ) from error
        except FileNotFoundError as error:
            raise InputRefused(f"{path.name!r} is not there any more; add it again") from error
    raise PasswordNeeded(path.name)
