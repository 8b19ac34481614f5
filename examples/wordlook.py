"""The look of the report templates: A4, running head and foot, numbered sections, label/value and ruled tables."""

from collections.abc import Sequence
from typing import Any

from docx import Document
from docx.document import Document as DocumentType
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_TAB_ALIGNMENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor
from docx.table import Table, _Cell
from docx.text.paragraph import Paragraph

INK, PALE, RULE = RGBColor(0x1F, 0x3A, 0x5F), "EEF2F7", "8FA3BA"
WIDTH = 17.0
"""Centimetres between the margins."""


class Report:
    def __init__(self, *, font: str = "Times New Roman", size: float = 11, language: str = "ru-RU") -> None:
        self.document: DocumentType = Document()
        section = self.document.sections[0]
        section.page_width, section.page_height = Cm(21.0), Cm(29.7)
        section.left_margin, section.right_margin = Cm(2.5), Cm(1.5)
        section.top_margin, section.bottom_margin = Cm(2.4), Cm(2.0)
        section.header_distance, section.footer_distance = Cm(1.0), Cm(0.9)
        self._styles(font, size, language)

    def _styles(self, font: str, size: float, language: str) -> None:
        styles = self.document.styles
        normal = styles["Normal"]
        normal.font.name, normal.font.size = font, Pt(size)
        normal.paragraph_format.space_after, normal.paragraph_format.line_spacing = Pt(4), 1.08
        normal.element.rPr.rFonts.set(qn("w:eastAsia"), font)
        speech = OxmlElement("w:lang")
        speech.set(qn("w:val"), language)
        normal.element.rPr.append(speech)
        for name, points, before in (("Title", 18, 0), ("Heading 1", 13, 14), ("Heading 2", 11.5, 8)):
            style = styles[name]
            style.font.name, style.font.size, style.font.bold, style.font.color.rgb = font, Pt(points), True, INK
            fonts = style.element.rPr.rFonts
            for theme in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
                fonts.attrib.pop(qn(f"w:{theme}"), None)
            fonts.set(qn("w:hAnsi"), font)
            style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(5)
            style.paragraph_format.keep_with_next = True
        borders = styles["Title"].element.pPr.find(qn("w:pBdr"))
        if borders is not None:
            styles["Title"].element.pPr.remove(borders)

    # ------------------------------------------------------------------ furniture
    def head(self, left: str, right: str) -> None:
        paragraph = self.document.sections[0].header.paragraphs[0]
        self._tabs(paragraph)
        run = paragraph.add_run(left)
        run.bold, run.font.size, run.font.color.rgb = True, Pt(10), INK
        small = paragraph.add_run(f"\t{right}")
        small.font.size = Pt(9)
        _border(paragraph, "bottom")

    def foot(self, left: str, page: str, of: str) -> None:
        """``page`` and ``of`` are the words around the page's number and the number of pages."""
        paragraph = self.document.sections[0].footer.paragraphs[0]
        self._tabs(paragraph)
        _border(paragraph, "top")
        paragraph.add_run(f"{left}\t{page} ").font.size = Pt(8.5)
        _counter(paragraph, "PAGE")
        paragraph.add_run(f" {of} ").font.size = Pt(8.5)
        _counter(paragraph, "NUMPAGES")

    @staticmethod
    def _tabs(paragraph: Paragraph) -> None:
        # the style's own stops at the middle and at 16.5 cm would catch the tab first
        stops = paragraph.paragraph_format.tab_stops
        for old in (Cm(8.25), Cm(16.5)):
            stops.add_tab_stop(old, WD_TAB_ALIGNMENT.CLEAR)
        stops.add_tab_stop(Cm(WIDTH), WD_TAB_ALIGNMENT.RIGHT)
        paragraph.style.paragraph_format.tab_stops.clear_all()

    # ------------------------------------------------------------------ body
    def title(self, text: str, subtitle: str) -> None:
        paragraph = self.document.add_paragraph(text, style="Title")
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        below = self.document.add_paragraph()
        below.alignment, below.paragraph_format.space_after = WD_ALIGN_PARAGRAPH.CENTER, Pt(10)
        run = below.add_run(subtitle)
        run.bold, run.font.size = True, Pt(13)

    def section(self, text: str) -> None:
        self.document.add_paragraph(text, style="Heading 1")

    def part(self, text: str) -> None:
        self.document.add_paragraph(text, style="Heading 2")

    def text(self, text: str, *, italic: bool = False, size: float | None = None) -> Paragraph:
        paragraph = self.document.add_paragraph()
        run = paragraph.add_run(text)
        run.italic = italic
        if size:
            run.font.size = Pt(size)
        return paragraph

    def new_page(self) -> None:
        self.document.add_page_break()

    def form(self, rows: Sequence[tuple[str, str]], *, label: float = 6.6) -> None:
        """Label left, tag right."""
        table = self._table(len(rows), (label, WIDTH - label))
        for row, (name, tag) in zip(table.rows, rows, strict=True):
            _words(row.cells[0], name)
            _shade(row.cells[0])
            _words(row.cells[1], tag)
            _keep_whole(row._tr)
        self._gap()

    def grid(
        self,
        heads: Sequence[str],
        tags: Sequence[str],
        *,
        widths: Sequence[float],
        right: Sequence[int] = (),
        size: float = 9.5,
    ) -> None:
        """A head that repeats on each page, and the one row of tags that repeats for each row of the field."""
        table = self._table(2, widths)
        for at, text in enumerate(heads):
            _words(table.rows[0].cells[at], text, bold=True, size=size, centre=True)
            _shade(table.rows[0].cells[at])
        mark = OxmlElement("w:tblHeader")
        table.rows[0]._tr.get_or_add_trPr().append(mark)
        for at, text in enumerate(tags):
            _words(table.rows[1].cells[at], text, size=size, right=at in right)
        for row in table.rows:
            _keep_whole(row._tr)
        self._gap()

    def signatures(self, posts: Sequence[str], *, hand: str, name: str) -> None:
        """A ruled line to sign on and one for the name, with ``hand`` and ``name`` in small print below them."""
        table = self.document.add_table(rows=0, cols=3)
        table.alignment = WD_TABLE_ALIGNMENT.LEFT
        for post in posts:
            cells = table.add_row().cells
            for cell, width in zip(cells, (6.0, 5.0, 6.0), strict=True):
                cell.width = Cm(width)
            _words(cells[0], post)
            for cell in cells:
                cell.paragraphs[0].paragraph_format.space_before = Pt(16)
            _rule_below(cells[1])
            _rule_below(cells[2])
            under = table.add_row().cells
            for cell, text in zip(under, ("", hand, name), strict=True):
                _words(cell, text, size=8, centre=True)
            _keep_whole(table.rows[-2]._tr)
            _keep_whole(table.rows[-1]._tr)

    def _table(self, rows: int, widths: Sequence[float]) -> Table:
        table = self.document.add_table(rows=rows, cols=len(widths), style="Table Grid")
        table.autofit, table.alignment = False, WD_TABLE_ALIGNMENT.LEFT
        borders = OxmlElement("w:tblBorders")
        for side in ("top", "left", "bottom", "right", "insideH", "insideV"):
            edge = OxmlElement(f"w:{side}")
            for key, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", RULE)):
                edge.set(qn(f"w:{key}"), value)
            borders.append(edge)
        table._tbl.tblPr.append(borders)
        for at, width in enumerate(widths):
            table.columns[at].width = Cm(width)
            for cell in table.columns[at].cells:
                cell.width = Cm(width)
        return table

    def _gap(self) -> None:
        paragraph = self.document.add_paragraph()
        paragraph.paragraph_format.space_after = Pt(2)
        paragraph.paragraph_format.line_spacing = 0.7


def _words(
    cell: _Cell, text: str, *, bold: bool = False, size: float = 10.5, centre: bool = False, right: bool = False
) -> None:
    paragraph = cell.paragraphs[0]
    paragraph.paragraph_format.space_after = Pt(1)
    if centre or right:
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER if centre else WD_ALIGN_PARAGRAPH.RIGHT
    run = paragraph.add_run(text)
    run.bold, run.font.size = bold, Pt(size)


def _shade(cell: _Cell) -> None:
    shade = OxmlElement("w:shd")
    for key, value in (("val", "clear"), ("color", "auto"), ("fill", PALE)):
        shade.set(qn(f"w:{key}"), value)
    cell._tc.get_or_add_tcPr().append(shade)


def _rule_below(cell: _Cell) -> None:
    borders, edge = OxmlElement("w:tcBorders"), OxmlElement("w:bottom")
    for key, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", "404040")):
        edge.set(qn(f"w:{key}"), value)
    borders.append(edge)
    cell._tc.get_or_add_tcPr().append(borders)


def _keep_whole(row: Any) -> None:
    row.get_or_add_trPr().append(OxmlElement("w:cantSplit"))


def _border(paragraph: Paragraph, side: str) -> None:
    borders = OxmlElement("w:pBdr")
    edge = OxmlElement(f"w:{side}")
    for key, value in (("val", "single"), ("sz", "6"), ("space", "4"), ("color", RULE)):
        edge.set(qn(f"w:{key}"), value)
    borders.append(edge)
    paragraph._p.get_or_add_pPr().append(borders)


def _counter(paragraph: Paragraph, instruction: str) -> None:
    """A field such as PAGE; Word and LibreOffice put the number in."""
    for kind, text in (("begin", None), (None, instruction), ("separate", None), ("text", "1"), ("end", None)):
        run = paragraph.add_run()
        run.font.size = Pt(8.5)
        if kind is None:
            code = OxmlElement("w:instrText")
            code.text = f" {text} "
            code.set(qn("xml:space"), "preserve")
            run._r.append(code)
        elif kind == "text":
            run.text = text or ""
        else:
            mark = OxmlElement("w:fldChar")
            mark.set(qn("w:fldCharType"), kind)
            run._r.append(mark)
