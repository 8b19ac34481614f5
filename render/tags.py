"""Find ``{{ tags }}`` in a DOCX, however Word has split them, and say where they stand."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from docx.oxml.ns import qn

from evidence.errors import TemplateInvalid
from render.package import Package, Story

TAG = re.compile(r"\{\{([^{}]*)\}\}")
VALUE_TAG, QUOTE_TAG = "lastro.v:", "lastro.q:"
"""Tags of the content controls that Lastro puts around values and quotes; a number follows."""
OUR_TAGS = (VALUE_TAG, QUOTE_TAG)
_BRACES = re.compile(r"\{\{|\}\}|\{%|%\}|\{#|#\}")
P, R, T, TC, TR, TBL, SDT = (qn(f"w:{name}") for name in ("p", "r", "t", "tc", "tr", "tbl", "sdt"))
SDT_CONTENT, TXBX = qn("w:sdtContent"), qn("w:txbxContent")
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_STANDS_FOR = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
_NOT_TEXT = {qn("w:pPr"), qn("w:rPr"), qn("w:drawing"), qn("w:pict"), qn("w:object"), qn("w:del"), qn("w:moveFrom")}


@dataclass(frozen=True)
class TagText:
    """What stands between the braces: ``name : type : question``."""

    name: str
    type: str | None = None
    question: str | None = None


@dataclass(frozen=True)
class Piece:
    """One ``w:t`` (or a tab or break) of a paragraph and where its text begins in the paragraph's text."""

    element: Any
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class FoundTag:
    """A tag in a paragraph, as characters ``start:end`` of the paragraph's text."""

    tag: TagText
    raw: str
    paragraph: Any
    start: int
    end: int
    split: bool
    """Spread over several runs by Word."""
    story: Story

    @property
    def alone(self) -> bool:
        """Nothing but the tag stands in the paragraph."""
        return paragraph_text(self.paragraph).strip() == self.raw


@dataclass(frozen=True)
class FoundControl:
    """A content control with a tag or a title."""

    sdt: Any
    tag: str | None
    alias: str | None
    story: Story


def parse_tag(inner: str) -> TagText:
    name, _, rest = inner.partition(":")
    kind, _, question = rest.partition(":")
    return TagText(" ".join(name.split()), " ".join(kind.split()) or None, " ".join(question.split()) or None)


def pieces_of(paragraph: Any) -> list[Piece]:
    """The paragraph's own text, piece by piece; a text box anchored in it is another paragraph."""
    found: list[Piece] = []
    position = 0
    for element in _own(paragraph):
        text = (element.text or "") if element.tag == T else _STANDS_FOR[element.tag]
        found.append(Piece(element, position, text))
        position += len(text)
    return found


def _own(element: Any) -> Iterator[Any]:
    for child in element:
        if child.tag == T or (child.tag in _STANDS_FOR and element.tag == R):
            yield child
        elif child.tag not in _NOT_TEXT and child.tag != P:
            yield from _own(child)


def paragraph_text(paragraph: Any) -> str:
    return "".join(piece.text for piece in pieces_of(paragraph))


def tags_in(paragraph: Any, story: Story) -> list[FoundTag]:
    pieces = pieces_of(paragraph)
    text = "".join(piece.text for piece in pieces)
    found = []
    for match in TAG.finditer(text):
        start, end = match.span()
        touched = [piece for piece in pieces if piece.start < end and piece.end > start]
        found.append(
            FoundTag(parse_tag(match[1]), match[0], paragraph, start, end, split=len(touched) > 1, story=story)
        )
    return found


def loose_braces(paragraph: Any) -> list[str]:
    """Double braces and ``{%`` that belong to no tag, each with a few characters around it."""
    text = paragraph_text(paragraph)
    left = TAG.sub(lambda match: " " * len(match[0]), text)
    return [text[max(0, match.start() - 12) : match.end() + 20].strip() for match in _BRACES.finditer(left)]


def all_tags(package: Package) -> Iterator[FoundTag]:
    """In document order, body first; Word's second copy of a text box (for old versions) is left out."""
    for story in package.stories:
        for paragraph in story.root.iter(P):
            if not in_fallback(paragraph):
                yield from tags_in(paragraph, story)


def all_controls(package: Package) -> Iterator[FoundControl]:
    """Content controls that carry a tag or a title and are no gallery (contents, cover page, page numbers)."""
    for story in package.stories:
        for sdt in story.root.iter(SDT):
            if not in_fallback(sdt) and (names := control_names(sdt)):
                yield FoundControl(sdt, *names, story)


def refuse_finished(package: Package, path: str) -> None:
    """A report that Lastro has already written has its values in place and is no template."""
    if any((control.tag or "").startswith(OUR_TAGS) for control in all_controls(package)):
        raise TemplateInvalid(f"{path!r} is a finished report of Lastro; give the template that it was made from")


def control_names(sdt: Any) -> tuple[str | None, str | None] | None:
    """A content control's tag and title; None for galleries and for controls with neither."""
    properties = sdt.find(qn("w:sdtPr"))
    if properties is None or properties.find(qn("w:docPartObj")) is not None:
        return None
    tag, alias = (_value(properties.find(qn(name))) for name in ("w:tag", "w:alias"))
    return (tag, alias) if tag or alias else None


def _value(element: Any) -> str | None:
    return None if element is None else (element.get(qn("w:val")) or "").strip() or None


def in_fallback(element: Any) -> bool:
    return any(True for _ in element.iterancestors(_FALLBACK))


def row_of(element: Any) -> Any | None:
    """The nearest table row around it, or None; a text box inside a cell is not in the row's own text."""
    for parent in element.iterancestors():
        if parent.tag == TXBX:
            return None
        if parent.tag == TR:
            return parent
    return None


def cell_of(element: Any) -> Any | None:
    return next((parent for parent in element.iterancestors() if parent.tag in (TC, TXBX)), None)


def where(element: Any, story: Story) -> str:
    """Words for a person: ``body, table 2, row 3, cell 1``, ``header 1``, ``body, paragraph 12``."""
    box = next(element.iterancestors(TXBX), None)
    place = story.name if box is None else f"{story.name}, text box"
    cell, row = cell_of(element), row_of(element)
    if row is not None and cell is not None and cell.tag == TC:
        table = next(row.iterancestors(TBL))
        of_table, of_row, of_cell = story.root.iter(TBL), table.iter(TR), row.iter(TC)
        return (
            f"{place}, table {_ordinal(table, of_table)}, row {_ordinal(row, of_row)}, cell {_ordinal(cell, of_cell)}"
        )
    if story.kind == "body" and box is None and element.tag == P:
        return f"{place}, paragraph {_ordinal(element, story.root.iter(P))}"
    return place


def _ordinal(wanted: Any, elements: Iterator[Any]) -> int:
    return next((number for number, element in enumerate(elements, 1) if element is wanted), 0)


def text_of(element: Any) -> str:
    """All visible text inside, paragraphs joined by a space."""
    return " ".join(filter(None, (paragraph_text(paragraph).strip() for paragraph in element.iter(P))))
