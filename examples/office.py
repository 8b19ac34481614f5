"""What python-docx and openpyxl cannot write: footnotes, tracked changes, cached formula values, fixed dates."""

import re
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from docx.document import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph
from lxml import etree
from openpyxl import Workbook

WRITTEN = datetime(2025, 3, 12, 9, 0, tzinfo=UTC)
"""The moment that every example file claims to have been written at."""
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


# ------------------------------------------------------------------ Word
def change(paragraph: Paragraph, *, kind: str, text: str, author: str, number: int) -> None:
    """Appends ``text`` as a tracked ``ins``ertion or ``del``etion that nobody has accepted yet."""
    mark = OxmlElement(f"w:{kind}")
    mark.set(qn("w:id"), str(number))
    mark.set(qn("w:author"), author)
    mark.set(qn("w:date"), "2025-03-10T10:00:00Z")
    run = OxmlElement("w:r")
    words = OxmlElement("w:delText" if kind == "del" else "w:t")
    words.text = text
    words.set(qn("xml:space"), "preserve")
    run.append(words)
    mark.append(run)
    paragraph._p.append(mark)


def footnote(paragraph: Paragraph, number: int) -> None:
    """A reference mark to footnote ``number`` (from 1) at the paragraph's end."""
    run = paragraph.add_run()
    run.font.superscript = True
    mark = OxmlElement("w:footnoteReference")
    mark.set(qn("w:id"), str(number + 1))
    run._r.append(mark)


def save_docx(
    document: Document, path: Path, *, footnotes: tuple[str, ...] = (), title: str = "", author: str = ""
) -> None:
    properties = document.core_properties
    properties.created = properties.modified = WRITTEN.replace(tzinfo=None)
    properties.title, properties.author, properties.last_modified_by, properties.revision = title, author, author, 1
    document.save(str(path))
    parts = _read(path)
    if footnotes:
        parts["word/footnotes.xml"] = _footnotes_part(footnotes)
        parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(
            b"</Types>",
            b'<Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-officedocument.'
            b'wordprocessingml.footnotes+xml"/></Types>',
        )
        rels = "word/_rels/document.xml.rels"
        parts[rels] = parts[rels].replace(
            b"</Relationships>",
            b'<Relationship Id="rIdNotes" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
            b'footnotes" Target="footnotes.xml"/></Relationships>',
        )
    _write(path, parts)


def _footnotes_part(footnotes: tuple[str, ...]) -> bytes:
    def note(number: int, inner: str, kind: str = "") -> str:
        return f'<w:footnote{kind} w:id="{number}"><w:p><w:r>{inner}</w:r></w:p></w:footnote>'

    body = note(0, "<w:separator/>", ' w:type="separator"') + note(
        1, "<w:continuationSeparator/>", ' w:type="continuationSeparator"'
    )
    for at, text in enumerate(footnotes, start=2):
        words = text.replace("&", "&amp;").replace("<", "&lt;")
        body += note(
            at,
            '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>'
            f'<w:r><w:t xml:space="preserve"> {words}</w:t>',
        )
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:footnotes xmlns:w="{_W}">{body}</w:footnotes>'.encode()


# ------------------------------------------------------------------ Excel
def save_xlsx(
    book: Workbook, path: Path, *, cached: Mapping[tuple[str, str], Any], title: str = "", author: str = ""
) -> None:
    """``cached``: (sheet, cell) -> the value that the application had calculated for the formula there.

    Raises KeyError for a formula without one: a workbook that left the application has them all.
    """
    book.properties.created = book.properties.modified = WRITTEN.replace(tzinfo=None)
    book.properties.title, book.properties.creator, book.properties.lastModifiedBy = title, author, author
    book.calculation.fullCalcOnLoad = False  # openpyxl asks for it; an application that calculated does not
    book.save(str(path))
    parts = _read(path)
    for at, name in enumerate(book.sheetnames, start=1):
        part = f"xl/worksheets/sheet{at}.xml"
        root = etree.fromstring(parts[part])
        for cell in root.iter(f"{{{_S}}}c"):
            formula, value = cell.find(f"{{{_S}}}f"), cell.find(f"{{{_S}}}v")
            if formula is not None:
                if value is None:
                    value = etree.SubElement(cell, f"{{{_S}}}v")
                value.text = str(cached[name, cell.get("r", "")])
        parts[part] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    # openpyxl stamps the moment of saving over ``modified``
    core = parts["docProps/core.xml"].decode()
    moment = WRITTEN.strftime("%Y-%m-%dT%H:%M:%SZ")
    parts["docProps/core.xml"] = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", moment, core).encode()
    _write(path, parts)


# ------------------------------------------------------------------ zip
def _read(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _write(path: Path, parts: Mapping[str, bytes]) -> None:
    """The same parts in the same order with one fixed date, so that the same input gives the same bytes."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name, date_time=(2025, 3, 12, 9, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
