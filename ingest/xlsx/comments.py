"""Comments on cells, old and threaded."""

from collections.abc import Iterator
from typing import NamedTuple

from evidence.errors import InputRefused
from ingest.a1 import read_reference
from ingest.ooxml import Package
from ingest.xlsx.names import S, plain_text

_T = "{http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments}"
_PLACEHOLDER = "[Threaded comment]"


class CellComment(NamedTuple):
    row: int
    column: int
    author: str | None
    text: str


def read_comments(package: Package, sheet_part: str) -> Iterator[CellComment]:
    """By cell; an unreadable comments part costs the comments, not the sheet."""
    found: list[CellComment] = []
    for part in package.related(sheet_part, "comments"):
        found.extend(_old(package, part))
    for part in package.related(sheet_part, "threadedComment"):
        found.extend(_threaded(package, part))
    yield from sorted(found, key=lambda comment: (comment.row, comment.column))


def _old(package: Package, part: str) -> Iterator[CellComment]:
    try:
        tree = package.tree(part)
    except InputRefused:
        return
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
        yield CellComment(*place, author=name or None, text=text)


def _threaded(package: Package, part: str) -> Iterator[CellComment]:
    try:
        tree = package.tree(part)
    except InputRefused:
        return
    for element in tree.iter(_T + "threadedComment") if tree is not None else ():
        place = read_reference(element.get("ref") or "")
        body = element.find(_T + "text")
        if place is not None and body is not None and body.text:
            yield CellComment(*place, author=None, text=body.text)
