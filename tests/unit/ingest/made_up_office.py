"""Office files written part by part, so that a test can hold exactly the oddity it is about. All content is invented."""

import zipfile
from pathlib import Path

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
MORE = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)
S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def relationships(*items: tuple[str, str, str]) -> str:
    """(id, last word of the type, target)."""
    inner = "".join(
        f'<Relationship Id="{i}" Type="{RELATIONS}/{kind}" Target="{target}"/>' for i, kind, target in items
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{inner}</Relationships>'


def write_package(path: Path, parts: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("[Content_Types].xml", f'<Types xmlns="{PACKAGE}/content-types"/>')
        for name, data in parts.items():
            package.writestr(name, data)
    return path


def write_docx(
    path: Path, body: str, *, links: tuple[tuple[str, str, str], ...] = (), parts: dict[str, str | bytes] | None = None
) -> Path:
    """``body`` is the inside of ``w:body``; ``links`` are the document's relationships, ``parts`` what they point at."""
    return write_package(
        path,
        {
            "_rels/.rels": relationships(("r1", "officeDocument", "word/document.xml")),
            "word/document.xml": f"<w:document {W} {R} {MORE}><w:body>{body}</w:body></w:document>",
            "word/_rels/document.xml.rels": relationships(*links),
            **(parts or {}),
        },
    )


def p(*runs: str, properties: str = "") -> str:
    """A paragraph; plain strings become runs."""
    inner = "".join(run if run.startswith("<") else r(run) for run in runs)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{inner}</w:p>"


def r(text: str, properties: str = "") -> str:
    return f'<w:r>{f"<w:rPr>{properties}</w:rPr>" if properties else ""}<w:t xml:space="preserve">{text}</w:t></w:r>'


def tc(*content: str, properties: str = "") -> str:
    inner = "".join(item if item.startswith("<w:") else p(item) for item in content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def tr(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(c if c.startswith('<w:') else tc(c) for c in cells)}</w:tr>"


def tbl(*rows: str) -> str:
    return f"<w:tbl><w:tblPr/>{''.join(rows)}</w:tbl>"


def story(kind: str, inner: str) -> str:
    """A header, footer, footnotes, endnotes or comments part."""
    return f"<w:{kind} {W} {R} {MORE}>{inner}</w:{kind}>"


STYLES = (
    '<styleSheet {S}><numFmts><numFmt numFmtId="170" formatCode="0.0%"/><numFmt numFmtId="171" formatCode="00000"/>'
    '<numFmt numFmtId="172" formatCode="#,##0.00\\ &quot;сум&quot;"/><numFmt numFmtId="173" formatCode=";;;"/></numFmts>'
    '<fonts><font/><font><b/></font><font><color rgb="FFFFFFFF"/></font></fonts>'
    '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF000080"/>'
    "</patternFill></fill></fills>"
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/>'
    '<xf numFmtId="0" fontId="1"/><xf numFmtId="0" fontId="2"/><xf numFmtId="0" fontId="2" fillId="1"/><xf numFmtId="173"/>'
    '<xf numFmtId="2"/><xf numFmtId="22"/></cellXfs></styleSheet>'
).replace("{S}", S)
"""Cell styles: 0 general, 1 date, 2 percent, 3 code of five digits, 4 sums in soums, 5 bold, 6 white on white, 7 white on
blue, 8 shows nothing, 9 two decimals, 10 date and time."""


def write_xlsx(
    path: Path,
    *sheets: str,
    names: tuple[str, ...] = (),
    states: tuple[str, ...] = (),
    workbook: str = "",
    texts: tuple[str, ...] = (),
    texts_part: str = "xl/sharedStrings.xml",
    parts: dict[str, str | bytes] | None = None,
) -> Path:
    """``sheets`` are the insides of ``worksheet``; ``workbook`` stands before the list of sheets."""
    listed, links = "", []
    for number, _ in enumerate(sheets, 1):
        name = names[number - 1] if names else f"Лист{number}"
        state = f' state="{states[number - 1]}"' if states and states[number - 1] else ""
        listed += f'<sheet name="{name}" sheetId="{number}"{state} r:id="s{number}"/>'
        links.append((f"s{number}", "worksheet", f"worksheets/sheet{number}.xml"))
    links.append(("styles", "styles", "styles.xml"))
    content: dict[str, str | bytes] = {
        "_rels/.rels": relationships(("r1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f"<workbook {S} {R}>{workbook}<sheets>{listed}</sheets></workbook>",
        "xl/styles.xml": STYLES,
    }
    if texts:
        items = "".join(f"<si><t>{text}</t></si>" for text in texts)
        content[texts_part] = f"<sst {S}>{items}</sst>"
        links.append(("texts", "sharedStrings", texts_part.removeprefix("xl/")))
    for number, sheet in enumerate(sheets, 1):
        content[f"xl/worksheets/sheet{number}.xml"] = f"<worksheet {S} {R}>{sheet}</worksheet>"
    content["xl/_rels/workbook.xml.rels"] = relationships(*links)
    return write_package(path, content | (parts or {}))


def rows(*lines: str) -> str:
    return f"<sheetData>{''.join(lines)}</sheetData>"


def row(number: int, *cells: str, attributes: str = "") -> str:
    return f'<row r="{number}" {attributes}>{"".join(cells)}</row>'


def text(address: str, value: str, style: int = 0) -> str:
    return f'<c r="{address}" s="{style}" t="inlineStr"><is><t>{value}</t></is></c>'


def num(address: str, value: str | float, style: int = 0) -> str:
    return f'<c r="{address}" s="{style}"><v>{value}</v></c>'


def formula(address: str, written: str, stored: str | None, style: int = 0, kind: str = "") -> str:
    value = f"<v>{stored}</v>" if stored is not None else "<v></v>"
    return f'<c r="{address}" s="{style}"{f" t={chr(34)}{kind}{chr(34)}" if kind else ""}><f>{written}</f>{value}</c>'
