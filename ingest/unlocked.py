"""A PDF without its encryption, so that its pages can be shown when nobody has the password at hand any more."""

from collections.abc import Iterator
from pathlib import Path

from evidence.errors import PasswordNeeded
from evidence.frozen import Frozen
from ingest.pdf.opening import opened_once


class Unlocked(Frozen):
    pages: int


def save_unlocked(path: Path, *, password: str, out: Path) -> Iterator[Unlocked]:
    """In a reading process. Writes the same pages to ``out``; yields nothing, and writes nothing, where the file opens for
    anybody. Raises PasswordNeeded where the password does not open it."""
    import pypdfium2.raw as raw

    try:
        with opened_once(path, None):
            return
    except PasswordNeeded:
        pass
    with opened_once(path, password) as pdf:
        pdf.save(out, flags=raw.FPDF_REMOVE_SECURITY)
        yield Unlocked(pages=len(pdf))
