"""A report as a page: its headings, paragraphs and tables in order. For a look before the download; Word shows the real one."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_LONGEST = 4000
"""Paragraphs and rows shown."""


@dataclass(frozen=True)
class Span:
    text: str
    bold: bool
    italic: bool
    marked: bool


@dataclass(frozen=True)
class Part:
    kind: str
    """``title h2 h3 p table``."""
    spans: tuple[Span, ...] = ()
    rows: tuple[tuple[tuple["Part", ...], ...], ...] = ()
    centred: bool = False


def read_docx(path: Path) -> tuple[Part, ...]:
    from docx import Document

    parts: list[Part] = []
    for part in _parts(Document(str(path))):
        parts.append(part)
        if len(parts) >= _LONGEST:
            break
    return tuple(parts)


def _parts(holder: Any) -> Iterator[Part]:  # python-docx has no types for what holds blocks
    from docx.table import Table

    for block in _blocks(holder):
        if isinstance(block, Table):
            yield Part(kind="table", rows=tuple(_row(row) for row in block.rows[:500]))
        else:
            yield _paragraph(block)


def _blocks(holder: Any) -> Iterator[Any]:  # as above
    """Also of blocks inside of content controls, which python-docx steps over."""
    from docx.oxml.ns import qn
    from docx.table import Table
    from docx.text.paragraph import Paragraph

    inner = holder.element.body if hasattr(holder, "element") else holder._element
    waiting = list(inner)
    while waiting:
        child = waiting.pop(0)
        if child.tag == qn("w:p"):
            yield Paragraph(child, holder)
        elif child.tag == qn("w:tbl"):
            yield Table(child, holder)
        elif child.tag == qn("w:sdt"):
            waiting[:0] = list(child.find(qn("w:sdtContent")))


def _row(row: Any) -> tuple[tuple[Part, ...], ...]:  # as above
    seen: set[int] = set()
    cells = []
    for cell in row.cells:
        if id(cell._tc) not in seen:  # a merged cell comes once for each column it covers
            seen.add(id(cell._tc))
            cells.append(tuple(_parts(cell)))
    return tuple(cells)


def _paragraph(paragraph: Any) -> Part:  # as above
    style = (paragraph.style.name or "").casefold() if paragraph.style is not None else ""
    kind = "p"
    if style.startswith("title"):
        kind = "title"
    elif style.startswith("heading"):
        kind = "h2" if style.endswith("1") else "h3"
    return Part(kind=kind, spans=tuple(_spans(paragraph)), centred=str(paragraph.alignment or "").startswith("CENTER"))


def _spans(paragraph: Any) -> Iterator[Span]:  # as above
    from docx.oxml.ns import qn
    from docx.text.run import Run

    for element in paragraph._p.iter(qn("w:r")):
        run = Run(element, paragraph)
        if run.text:
            shaded = element.find(f"{qn('w:rPr')}/{qn('w:shd')}") is not None
            marked = shaded or run.font.highlight_color is not None
            yield Span(text=run.text, bold=bool(run.bold), italic=bool(run.italic), marked=marked)
