"""Files embedded in a PDF. Runs in a worker process: PDFium parses what strangers wrote."""

import hashlib
import mmap
from collections.abc import Iterator
from pathlib import Path

from evidence.frozen import Frozen
from ingest.archive import passwords_for
from ingest.options import ReadOptions

_MARKS = (b"/EmbeddedFile", b"/ObjStm", b"/Encrypt")
"""Without any of these a PDF embeds nothing: only packed or encrypted objects can hide the first."""


class EmbeddedFile(Frozen):
    name: str
    path: Path | None
    """Where its bytes were written; None where it is over the limit."""
    size: int


def may_embed(path: Path) -> bool:
    """A look at the bytes, without parsing."""
    if path.stat().st_size == 0:
        return False
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
        return any(view.find(mark) >= 0 for mark in _MARKS)


def save_embedded(path: Path, *, into: Path, options: ReadOptions) -> Iterator[EmbeddedFile]:
    """Write each embedded file to ``into`` under its hash. Yields nothing for what PDFium cannot open."""
    import pypdfium2

    for password in (None, *passwords_for(path.name, options)):
        try:
            pdf = pypdfium2.PdfDocument(path, password=password)
        except pypdfium2.PdfiumError:
            continue
        try:
            for index in range(min(pdf.count_attachments(), options.max_entries)):
                attachment = pdf.get_attachment(index)
                name = attachment.get_name() or f"attachment {index + 1}"
                try:
                    data = bytes(attachment.get_data())
                except pypdfium2.PdfiumError:
                    data = b""
                if len(data) > options.max_bytes:
                    yield EmbeddedFile(name=name, path=None, size=len(data))
                    continue
                target = into / hashlib.sha256(data).hexdigest()
                target.write_bytes(data)
                yield EmbeddedFile(name=name, path=target, size=len(data))
        finally:
            pdf.close()
        return
