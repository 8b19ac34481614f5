"""One file of a case as ingest sees it: where its bytes are, what they are, and what it came in."""

import hashlib
from pathlib import Path
from typing import Self

from evidence.frozen import Frozen
from evidence.pages import Problem


class SourceFile(Frozen):
    """A file whose type is known. ``path`` is ours to open; ``name`` is what the user called it and never a path."""

    path: Path
    name: str
    sha256: str
    """Of the bytes, in lower-case hex; the document's identity."""
    size: int
    """Bytes."""
    media_type: str
    """From the content, not from the name: ``application/pdf``, ``image/tiff`` …"""
    container: str | None = None
    """sha256 of the ZIP, e-mail or PDF it came in."""
    problems: tuple[Problem, ...] = ()
    """What was already noticed: wrong extension, a limit reached, a name that was changed."""

    @classmethod
    def of(
        cls,
        path: Path,
        *,
        media_type: str,
        name: str | None = None,
        container: str | None = None,
        problems: tuple[Problem, ...] = (),
    ) -> Self:
        """Hash ``path`` and describe it. Raises OSError where it cannot be read."""
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256")
            size = file.tell()
        return cls(
            path=path,
            name=name or path.name,
            sha256=digest.hexdigest(),
            size=size,
            media_type=media_type,
            container=container,
            problems=problems,
        )
