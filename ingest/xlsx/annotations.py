"""What is laid over the cells of a sheet: comments, old and threaded, and text boxes."""

from collections.abc import Iterator
from typing import NamedTuple

from evidence.errors import InputRefused
from evidence.pages import Origin, OriginKind
from ingest.a1 import read_reference
from ingest.ooxml import Package
from ingest.xlsx.names import Element, S, plain_text

_THREADED = "{http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments}"
_PLACEHOLDER = "[Threaded comment]"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
_TEXT = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


class CellNote(NamedTuple):
    """Text at a cell, which it is anchored to and not part of."""

    row: int
    column: int
    text: str
    origin: Origin


def read_comments(package: Package, sheet_part: str) -> list[CellNote]:
    """By cell; an unreadable comments part costs the comments, not the sheet."""
    found: list[CellNote] = []
    for part in package.related(sheet_part, "comments"):
        found.extend(_old(_tree(package, part)))
    for part in package.related(sheet_part, "threadedComment"):
        found.extend(_threaded(_tree(package, part)))
    return sorted(found, key=lambda note: (note.row, note.column))


def read_boxes(package: Package, sheet_part: str) -> Iterator[CellNote]:
    """Text boxes and captions of shapes, by the cell under their top left corner."""
    for part in package.related(sheet_part, "drawing"):
        tree = _tree(package, part)
        for anchor in tree if tree is not None else ():
            row, column = _corner(anchor)
            for body in anchor.iter(_DRAWING + "txBody"):
                lines = ("".join(t.text or "" for t in p.iter(_TEXT + "t")) for p in body.iter(_TEXT + "p"))
                if text := "\n".join(line for line in lines if line.strip()):
                    yield CellNote(row, column, text, Origin(kind=OriginKind.TEXT_BOX))


def _tree(package: Package, part: str) -> Element | None:
    try:
        return package.tree(part)
    except InputRefused:
        return None


def _corner(anchor: Element) -> tuple[int, int]:
    place = anchor.find(_DRAWING + "from")
    if place is None:
        return 0, 0
    row, column = place.findtext(_DRAWING + "row") or "", place.findtext(_DRAWING + "col") or ""
    return int(row) if row.isdigit() else 0, int(column) if column.isdigit() else 0


def _old(tree: Element | None) -> Iterator[CellNote]:
    if tree is None:
        return
    authors = [author.text or "" for author in tree.iterfind(f"{S}authors/{S}author")]
    for element in tree.iter(S + "comment"):
        place = read_reference(element.get("ref") or "")
        body = element.find(S + "text")
        if place is None or body is None:
            continue
        text = plain_text(body)
        if text.startswith(_PLACEHOLDER):
            continue  # what old programs show instead of the thread
        author = element.get("authorId") or ""
        name = authors[int(author)] if author.isdigit() and int(author) < len(authors) else ""
        yield CellNote(*place, text, _comment_by(name))


def _threaded(tree: Element | None) -> Iterator[CellNote]:
    for element in tree.iter(_THREADED + "threadedComment") if tree is not None else ():
        place = read_reference(element.get("ref") or "")
        body = element.findtext(_THREADED + "text")
        if place is not None and body:
            yield CellNote(*place, body, _comment_by(""))


def _comment_by(author: str) -> Origin:
    return Origin(kind=OriginKind.ANNOTATION, detail=f"comment by {author}" if author else "comment")
