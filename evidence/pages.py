"""A document as a person would read it: pages of blocks, each with its place and where its text came from."""

import hashlib
from bisect import bisect_right
from collections.abc import Iterator
from enum import StrEnum
from itertools import islice, takewhile
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from evidence.frozen import Frozen
from evidence.locators import CellLocator, Locator, PageLocator, ParagraphLocator, SectionLocator
from evidence.spans import Box, CharSpan, WordBox


class PageKind(StrEnum):
    """What one Page is. Only the first four are pages that a person can turn to."""

    TEXT = "text"
    """A PDF page read from its text layer."""
    SCAN = "scan"
    """A PDF page read by OCR."""
    MIXED = "mixed"
    """Text layer and OCR merged region by region."""
    IMAGE = "image"
    SHEET = "sheet"
    """A run of rows of one worksheet."""
    FLOW = "flow"
    """A run of paragraphs of a format without pages (DOCX, TXT, HTML, e-mail)."""
    SECTION = "section"
    """One section of a reference collection."""

    @property
    def is_paged(self) -> bool:
        return self in (PageKind.TEXT, PageKind.SCAN, PageKind.MIXED, PageKind.IMAGE)


class OriginKind(StrEnum):
    TEXT_LAYER = "text_layer"
    """Text the file itself holds as its body."""
    OCR = "ocr"
    FORM_FIELD = "form_field"
    ANNOTATION = "annotation"
    """A note, stamp or comment laid over the body."""
    FOOTNOTE = "footnote"
    HEADER = "header"
    FOOTER = "footer"
    TEXT_BOX = "text_box"
    INSERTED = "inserted"
    """An insertion nobody has accepted yet; part of the final view."""
    DELETED = "deleted"
    """A deletion nobody has accepted yet; never citable."""
    HIDDEN = "hidden"
    """Invisible, off-page, covered or hidden-sheet text; never citable."""


class Origin(Frozen):
    kind: OriginKind = OriginKind.TEXT_LAYER
    engine: str | None = None
    """``tesseract 5.5.4 rus+eng`` and the like, for OCR."""
    detail: str | None = None
    """Field name, comment author, kind of hiding."""


class TableCell(Frozen):
    """A block's place in a table; zero-based, spans counted in cells."""

    table: int
    """Number of the table on this Page."""
    row: int
    column: int
    row_span: Annotated[int, Field(ge=1)] = 1
    column_span: Annotated[int, Field(ge=1)] = 1
    a1: str | None = None
    """A1 reference in a sheet."""
    formula: str | None = None
    row_header: str | None = None
    """The text of the heading cell(s) that name this row."""
    column_header: str | None = None
    """The text of the heading cell(s) above, outermost first, joined with `` / ``."""


class Block(Frozen):
    """A paragraph, heading, line of a form or table cell: one slice of the page's text."""

    span: CharSpan
    role: Literal["paragraph", "heading", "list_item", "cell", "label", "line"] = "paragraph"
    origin: Origin = Origin()
    box: Box | None = None
    path: str | None = None
    """Address in a format without pages, as in ParagraphLocator."""
    cell: TableCell | None = None
    heading: str | None = None
    """Nearest heading above."""


class Withheld(Frozen):
    """Text kept for the reviewer's eye and never citable: hidden, deleted, off the page. It is not in ``Page.text``."""

    text: str
    origin: Origin
    box: Box | None = None
    path: str | None = None
    reason: str


class Problem(Frozen):
    """Something a person should know. A page that could not be read is a Page with one of these."""

    code: str
    """``unreadable password_needed wrong_password garbled_text_layer ocr_failed ocr_language_missing timeout
    out_of_memory truncated hidden_text struck_text unaccepted_revisions not_calculated stale_sums low_confidence rotated …``"""
    message: str
    """What happened and what to do about it."""
    page: int | None = None
    severity: Literal["note", "warning", "error"] = "warning"


class Page(Frozen):
    """One page, sheet run or flow run. ``text`` holds exactly what may be cited.

    Blocks are in reading order and their spans ascend without overlap. Blocks of one visual row (a form line, a table
    row) are joined by a tab, everything else by a line break.
    """

    document: str
    """sha256 of the file."""
    number: Annotated[int, Field(ge=1)]
    kind: PageKind
    text: str
    blocks: tuple[Block, ...] = ()
    words: tuple[WordBox, ...] = ()
    """Ascending by start; empty where the format has no geometry."""
    width: float = 0.0
    height: float = 0.0
    unit: Literal["pt", "px"] = "pt"
    label: str | None = None
    """Printed page number, sheet name or heading."""
    language: str | None = None
    """ISO 639-1, with script where it matters: ``ru en pt uz-Latn uz-Cyrl``."""
    withheld: tuple[Withheld, ...] = ()
    problems: tuple[Problem, ...] = ()
    rotation: int = 0
    """Clockwise degrees by which the source was turned to become upright."""

    @model_validator(mode="after")
    def _blocks_must_ascend(self) -> Self:
        last = 0
        for block in self.blocks:
            if block.span.start < last or block.span.end > len(self.text):
                raise ValueError(f"block {block.span} of page {self.number} overlaps another or leaves the text")
            last = block.span.end
        return self

    @property
    def sha256(self) -> str:
        """Hash of the citable text; what a citation's offsets hold against."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    def blocks_in(self, span: CharSpan) -> tuple[Block, ...]:
        first = bisect_right(self.blocks, span.start, key=lambda block: block.span.end)
        return tuple(takewhile(lambda block: block.span.start < span.end, islice(self.blocks, first, None)))

    def words_in(self, span: CharSpan) -> tuple[WordBox, ...]:
        first = max(0, bisect_right(self.words, span.start, key=lambda word: word.start) - 1)
        found = []
        for word in self.words[first:]:
            if word.start >= span.end:
                break
            if word.end > span.start:
                found.append(word)
        return tuple(found)

    def boxes_of(self, span: CharSpan) -> tuple[Box, ...]:
        """One rectangle per visual line of the span, or the blocks' rectangles where words carry none."""
        lines: list[Box] = []
        for word in self.words_in(span):
            if lines and _same_line(lines[-1], word.box):
                lines[-1] = lines[-1].union(word.box)
            else:
                lines.append(word.box)
        if lines:
            return tuple(lines)
        return tuple(block.box for block in self.blocks_in(span) if block.box is not None)

    def confidence_of(self, span: CharSpan) -> float | None:
        """The least OCR confidence among the span's words, 0-100; None where nothing was OCRed."""
        seen = [word.confidence for word in self.words_in(span) if word.confidence is not None]
        return min(seen) if seen else None

    def origin_of(self, span: CharSpan) -> Origin:
        """Where the span's text came from; OCR wins over a text layer, a correction over both."""
        kinds = [block.origin for block in self.blocks_in(span)]
        for wanted in (OriginKind.OCR, OriginKind.INSERTED):
            for origin in kinds:
                if origin.kind == wanted:
                    return origin
        return kinds[0] if kinds else Origin()

    def locator_of(self, span: CharSpan) -> Locator:
        if self.kind.is_paged:
            return PageLocator(page=self.number, boxes=self.boxes_of(span), label=self.label)
        blocks = self.blocks_in(span)
        cells = [block.cell for block in blocks if block.cell is not None and block.cell.a1 is not None]
        if self.kind is PageKind.SHEET and cells:
            first, last = cells[0], cells[-1]
            only = first is last
            return CellLocator(
                sheet=self.label or "",
                cell=first.a1 if only else None,
                range=None if only else f"{first.a1}:{last.a1}",
                formula=first.formula if only else None,
            )
        if self.kind is PageKind.SECTION:
            reference, _, section = (self.label or "").partition(":")
            return SectionLocator(reference=reference, section=section)
        path = next((block.path for block in blocks if block.path), f"part[{self.number}]")
        return ParagraphLocator(path=path, heading=next((block.heading for block in blocks if block.heading), None))


def _same_line(line: Box, word: Box) -> bool:
    overlap = min(line.bottom, word.bottom) - max(line.top, word.top)
    return overlap > 0.5 * min(line.bottom - line.top, word.bottom - word.top) and word.x0 >= line.x0


class Document(Frozen):
    """A file of a case, without its pages."""

    sha256: str
    name: str
    """Display name as the user gave it; never used as a path."""
    media_type: str
    page_count: int
    """Number of Pages kept, unreadable ones included."""
    size: int = 0
    """Bytes."""
    container: str | None = None
    """sha256 of the ZIP or e-mail it came in."""
    reference: str | None = None
    """Name of the reference collection it belongs to; None for a case's own file."""
    problems: tuple[Problem, ...] = ()

    @property
    def is_paged(self) -> bool:
        """Whether a person can turn to page N of it."""
        return self.media_type == "application/pdf" or self.media_type.startswith("image/")


def readable(pages: Iterator[Page]) -> Iterator[Page]:
    """The pages that hold any text."""
    return (page for page in pages if page.text.strip())
