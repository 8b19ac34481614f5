"""Parts of other formats that Word would import when it opens the document (``altChunk``)."""

from collections.abc import Iterator

from ingest.decoding import decode_text
from ingest.flow import Group, Piece
from ingest.html import html_groups
from ingest.ooxml import Package
from ingest.text import text_groups

_HTML = (".htm", ".html", ".xhtml")


def read_chunk(package: Package, part: str) -> Iterator[Group] | None:
    """Groups of an HTML or plain text part, with paths below ``chunk``; None for formats that are not read here."""
    name = part.casefold()
    if name.endswith(_HTML):
        groups = html_groups(package.read(part))
    elif name.endswith(".txt"):
        groups = text_groups(decode_text(package.read(part)).text)
    else:
        return None
    return ([_below(piece) for piece in group] for group in groups)


def _below(piece: Piece) -> Piece:
    return piece._replace(path=f"chunk/{piece.path}" if piece.path else "chunk")
