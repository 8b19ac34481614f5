"""A plain template laid out from the fields, for templates that bring no DOCX of their own."""

import io
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import docx
from docx.document import Document as DocxDocument
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from evidence.fields import Field, FieldType, ReportTemplate
from render.package import Package
from render.phrases import Phrases
from render.styles import BODY_CELL, GAP, LABEL, TABLE, add_styles
from render.targets import Special
from render.wordml import element, paragraph, run, table

_FONT = "Liberation Serif"
_INK = RGBColor(0x1F, 0x3A, 0x5F)
_WIDTH = 9638
"""Of the text column (17 cm), in twentieths of a point."""


def lay_out(template: ReportTemplate, say: Phrases) -> Package:
    """The same tags as an author's DOCX would hold, so that one way of filling serves both."""
    document = docx.Document()
    add_styles(document.styles.element, language=say.tag)
    _page(document, template, say)
    document.add_paragraph(template.title, style="Title")
    case = document.add_paragraph(f"{say('Case')}: {_tag(Special.CASE_TITLE)} ({_tag(Special.CASE_ID)})")
    case.add_run(f"\n{_tag(Special.DATE)} · {_tag(Special.COUNTS)}")
    for section, fields in _by_section(template):
        if section:
            document.add_heading(section, level=1)
        for is_table, group in groupby(fields, key=lambda field: field.type is FieldType.TABLE):
            for field in group if is_table else ():
                _table(document, field)
            if not is_table:
                _pairs(document, list(group))
    buffer = io.BytesIO()
    document.save(buffer)
    return Package(buffer.getvalue(), name="plain report")


def _by_section(template: ReportTemplate) -> Iterator[tuple[str | None, list[Field]]]:
    """Sections in the template's order, then whatever has none."""
    for section in (*template.sections, None):
        fields = [field for field in template.fields if field.section == section]
        if fields:
            yield section, fields
    known = (*template.sections, None)
    for section, group in groupby((f for f in template.fields if f.section not in known), key=lambda f: f.section):
        yield section, list(group)


def _pairs(document: DocxDocument, fields: list[Field]) -> None:
    widths = [_WIDTH * 36 // 100, _WIDTH * 64 // 100]
    rows = [
        [paragraph(BODY_CELL, run(field.title, style=LABEL)), paragraph(BODY_CELL, run(f"{{{{ {field.id} }}}}"))]
        for field in fields
    ]
    end = document.element.body.sectPr
    end.addprevious(table(widths, [], rows, style=TABLE))
    end.addprevious(paragraph(GAP))


def _table(document: DocxDocument, field: Field) -> None:
    document.add_paragraph(field.title, style="Heading 2")
    document.add_paragraph(f"{{{{ {field.id} }}}}")


def _page(document: DocxDocument, template: ReportTemplate, say: Phrases) -> None:
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin, section.right_margin = Cm(2.5), Cm(1.5)
    section.top_margin = section.bottom_margin = Cm(2)
    for name, size in (("Normal", 11), ("Title", 18), ("Heading 1", 14), ("Heading 2", 12)):
        style = document.styles[name]
        style.font.name, style.font.size = _FONT, Pt(size)
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for script in list(fonts.attrib):
            if script.endswith("Theme"):
                del fonts.attrib[script]
        fonts.set(qn("w:cs"), _FONT)
        fonts.set(qn("w:eastAsia"), _FONT)
        if name != "Normal":
            style.font.color.rgb = _INK
    document.styles["Normal"].paragraph_format.space_after = Pt(4)
    header = section.header.paragraphs[0]
    header.text = f"{template.title} · {_tag(Special.CASE_TITLE)}"
    footer = section.footer.paragraphs[0]
    footer.alignment = WD_ALIGN_PARAGRAPH.CENTER
    for kind in ("begin", None, "end"):
        field = element("w:fldChar", w_fldCharType=kind) if kind else _page_number()
        footer.add_run()._r.append(field)


def _page_number() -> Any:
    made = element("w:instrText")
    made.text = "PAGE"
    return made


def _tag(special: Special) -> str:
    return f"{{{{ {special.value} }}}}"
