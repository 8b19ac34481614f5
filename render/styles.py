"""The few styles of our own that a report needs; a style of that name in the template wins."""

from typing import Any

from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml

from render.package import Package

REFERENCE, MARK, QUOTE, LABEL, LINK = "LastroReference", "LastroMark", "LastroQuote", "LastroLabel", "LastroLink"
BESIDE = "LastroBeside"
"""Headings and labels beside a quote: for the eye, no part of it."""
CELL, CELL_HEAD, NOTE, HEADING, ENTRY = "LastroCell", "LastroCellHead", "LastroNote", "LastroHeading", "LastroEntry"
BODY_CELL, BODY_HEAD, GAP = "LastroBodyCell", "LastroBodyHead", "LastroGap"
"""Cells of a table field in the report's own text size; the sliver of space below a table."""
TABLE = "LastroTable"
_NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_INK, _QUIET, _LINK, _LINE, _SHADE, _WARN, _WARN_SHADE = (
    "1F3A5F",
    "5A6570",
    "2B5C94",
    "B8C2CC",
    "EEF2F6",
    "9C2A00",
    "FFF1E6",
)

_CHARACTER = {
    REFERENCE: f'<w:color w:val="{_INK}"/><w:vertAlign w:val="superscript"/>',
    MARK: f'<w:b/><w:color w:val="{_WARN}"/><w:shd w:val="clear" w:color="auto" w:fill="{_WARN_SHADE}"/>',
    QUOTE: "",
    LABEL: "<w:b/>",
    BESIDE: f'<w:color w:val="{_QUIET}"/>',
    LINK: f'<w:color w:val="{_LINK}"/>',
}
_PARAGRAPH = {
    CELL: ('<w:spacing w:before="20" w:after="20" w:line="240" w:lineRule="auto"/><w:ind w:firstLine="0"/>'
           '<w:jc w:val="left"/>', '<w:sz w:val="17"/><w:szCs w:val="17"/>'),
    CELL_HEAD: ('<w:keepNext/><w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/>'
                '<w:ind w:firstLine="0"/><w:jc w:val="left"/>',
                f'<w:b/><w:color w:val="{_INK}"/><w:sz w:val="17"/><w:szCs w:val="17"/>'),
    BODY_CELL: ('<w:spacing w:before="30" w:after="30" w:line="240" w:lineRule="auto"/><w:ind w:firstLine="0"/>'
                '<w:jc w:val="left"/>', ""),
    BODY_HEAD: ('<w:keepNext/><w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/>'
                '<w:ind w:firstLine="0"/><w:jc w:val="left"/>', f'<w:b/><w:color w:val="{_INK}"/>'),
    GAP: ('<w:spacing w:before="0" w:after="0" w:line="120" w:lineRule="exact"/>', '<w:sz w:val="8"/>'),
    NOTE: ('<w:spacing w:before="0" w:after="80" w:line="252" w:lineRule="auto"/><w:ind w:firstLine="0"/>'
           '<w:jc w:val="left"/>', '<w:sz w:val="19"/><w:szCs w:val="19"/>'),
    HEADING: ('<w:keepNext/><w:keepLines/><w:spacing w:before="360" w:after="120"/><w:ind w:firstLine="0"/>'
              '<w:jc w:val="left"/><w:outlineLvl w:val="0"/>',
              f'<w:b/><w:color w:val="{_INK}"/><w:sz w:val="28"/><w:szCs w:val="28"/>'),
    ENTRY: ('<w:keepNext/><w:keepLines/>'
            f'<w:pBdr><w:top w:val="single" w:sz="6" w:space="4" w:color="{_LINE}"/></w:pBdr>'
            '<w:spacing w:before="240" w:after="60"/><w:ind w:firstLine="0"/><w:jc w:val="left"/>'
            '<w:outlineLvl w:val="1"/>', f'<w:b/><w:color w:val="{_INK}"/><w:sz w:val="21"/><w:szCs w:val="21"/>'),
}  # fmt: skip


def add_styles(styles: Any, *, language: str) -> None:
    """``language`` as Word spells it (``ru-RU``), so that our own words are not marked as misspelt."""
    held = {style.get(qn("w:styleId")) for style in styles.iter(qn("w:style"))}
    normal = _default(styles, "paragraph")
    spoken = f'<w:lang w:val="{language}"/>'
    for style_id, properties in _CHARACTER.items():
        if style_id not in held:
            styles.append(_style("character", style_id, f"<w:rPr>{properties}</w:rPr>" if properties else ""))
    for style_id, (layout, letters) in _PARAGRAPH.items():
        if style_id not in held:
            based = f'<w:basedOn w:val="{normal}"/>' if normal else ""
            styles.append(
                _style("paragraph", style_id, f"<w:pPr>{layout}</w:pPr><w:rPr>{letters}{spoken}</w:rPr>", based)
            )
    if TABLE not in held:
        styles.append(_style("table", TABLE, _TABLE_LOOK))


def heading_style(package: Package) -> str:
    """The template's own first-level heading, in whatever language Word shows its name; ours when it has none."""
    for style in package.document.styles.element.iter(qn("w:style")):
        name = style.find(qn("w:name"))
        if name is not None and (name.get(qn("w:val")) or "").lower() == "heading 1":
            return style.get(qn("w:styleId")) or HEADING
    return HEADING


def _default(styles: Any, kind: str) -> str | None:
    for style in styles.iter(qn("w:style")):
        if style.get(qn("w:type")) == kind and style.get(qn("w:default")) in ("1", "true", "on"):
            found: str | None = style.get(qn("w:styleId"))
            return found
    return None


def _style(kind: str, style_id: str, properties: str, based: str = "") -> Any:
    name = "Lastro " + style_id.removeprefix("Lastro")
    return parse_xml(
        f'<w:style {_NS} w:type="{kind}" w:customStyle="1" w:styleId="{style_id}"><w:name w:val="{name}"/>{based}'
        f'<w:uiPriority w:val="99"/><w:qFormat/>{properties}</w:style>'
    )


_BORDERS = "".join(
    f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="{_LINE}"/>'
    for side in ("top", "left", "bottom", "right", "insideH", "insideV")
)
_TABLE_LOOK = (
    f"<w:tblPr><w:tblBorders>{_BORDERS}</w:tblBorders><w:tblCellMar>"
    '<w:left w:w="70" w:type="dxa"/><w:right w:w="70" w:type="dxa"/></w:tblCellMar></w:tblPr>'
    f'<w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="{_SHADE}"/></w:tcPr>'
    "</w:tblStylePr>"
)
