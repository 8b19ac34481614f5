"""A DOCX as its stories: every part that holds paragraphs, editable, and written again byte for byte the same."""

import io
import zipfile
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import docx
from docx.document import Document as DocxDocument
from docx.opc.exceptions import PackageNotFoundError
from docx.opc.part import Part, XmlPart
from docx.oxml.parser import parse_xml
from lxml import etree

from evidence.errors import TemplateInvalid

_PREFIX = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_STORIES = {
    f"{_PREFIX}document.main+xml": "body",
    f"{_PREFIX}footnotes+xml": "footnotes",
    f"{_PREFIX}endnotes+xml": "endnotes",
    f"{_PREFIX}header+xml": "header",
    f"{_PREFIX}footer+xml": "footer",
}
_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MAX_INFLATED = 400_000_000
"""Bytes of all parts together; a DOCX that claims more is refused before it is parsed."""


@dataclass
class Story:
    """One part's root element. ``name`` says where it stands, for messages: ``body``, ``header 2``."""

    name: str
    kind: str
    root: Any  # an lxml element; python-docx gives no useful type
    part: Part


class Package:
    """An opened DOCX. Parts that python-docx keeps as bytes (notes) are parsed here and put back on saving."""

    def __init__(self, content: bytes, *, name: str) -> None:
        self.document = _open(content, name)
        self.stories: list[Story] = []
        counts: dict[str, int] = {}
        parts = sorted(self.document.part.package.iter_parts(), key=lambda part: _rank(part.content_type))
        for part in parts:
            kind = _STORIES.get(part.content_type)
            if kind is None:
                continue
            counts[kind] = counts.get(kind, 0) + 1
            label = f"{kind} {counts[kind]}" if kind in ("header", "footer") else kind
            root = part.element if isinstance(part, XmlPart) else _parse(part.blob, name)
            self.stories.append(Story(label, kind, root, part))

    @property
    def body(self) -> Any:
        return self.document.element.body

    def save(self, *, now: datetime) -> bytes:
        """The package as bytes; the same content and ``now`` give the same bytes."""
        for story in self.stories:
            if not isinstance(story.part, XmlPart):
                # the only way python-docx leaves to change a part that it doesn't model
                story.part._blob = etree.tostring(story.root, xml_declaration=True, encoding="UTF-8", standalone=True)
        buffer = io.BytesIO()
        self.document.save(buffer)
        return _dated(buffer.getvalue(), now)


def _rank(content_type: str) -> int:
    return list(_STORIES).index(content_type) if content_type in _STORIES else len(_STORIES)


def _open(content: bytes, name: str) -> DocxDocument:
    if content.startswith(_OLE_MAGIC):
        raise TemplateInvalid(
            f"{name!r} is an old Word file or has a password; open it in Word and save it as .docx without a password"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_INFLATED:
                raise TemplateInvalid(f"{name!r} unpacks to more than {MAX_INFLATED:,} bytes; make it smaller")
        return docx.Document(io.BytesIO(content))
    except (zipfile.BadZipFile, PackageNotFoundError, KeyError, ValueError, etree.XMLSyntaxError, OSError) as wrong:
        raise TemplateInvalid(
            f"{name!r} cannot be opened as a DOCX ({wrong}); open it in Word and save it again as .docx"
        ) from wrong


def _parse(blob: bytes, name: str) -> Any:
    try:
        return parse_xml(blob)
    except etree.XMLSyntaxError as wrong:
        raise TemplateInvalid(f"{name!r} holds a damaged part ({wrong}); save it again in Word") from wrong


def _dated(content: bytes, now: datetime) -> bytes:
    stamp = max(now.timetuple()[:6], (1980, 1, 1, 0, 0, 0))  # ZIP knows no earlier year
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as given,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as out,
    ):
        for entry in given.infolist():
            out.writestr(zipfile.ZipInfo(entry.filename, stamp), given.read(entry), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
