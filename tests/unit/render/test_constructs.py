"""Each construct that makes a document read otherwise than its text is named when it was put into a written report."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from lxml import etree

from render.embed import extract_trace
from render.looks import Looks
from render.outcome import VerifyOutcome
from render.report import render_report
from render.reverify import reverify
from render.template import load_template
from tests.unit.render import samples

Change = Callable[[Any], None]
BODY, NUMBERING, STYLES = "word/document.xml", "word/numbering.xml", "word/styles.xml"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_DRAWING = (
    '<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
    '<wp:extent cx="9" cy="9"/><wp:docPr id="77" name="p"/>'
    '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="u">'
    f'<a:blip xmlns:r="{_OFFICE}" r:embed="{{relation}}"/></a:graphicData></a:graphic></wp:inline></w:drawing>'
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("report")
    out = folder / "report.docx"
    render_report(
        load_template(samples.template_folder(folder / "t")), samples.findings(), case_id="c1", case_title="Навруз",
        documents=samples.documents(), out=out, now=samples.NOW, source=samples.source(),
    )  # fmt: skip
    return out.read_bytes()


def altered(report: bytes, changes: dict[str, Change], added: dict[str, bytes] | None = None) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(report)) as given, zipfile.ZipFile(buffer, "w") as out:
        for name in given.namelist():
            content = given.read(name)
            if name in changes:
                root = parse_xml(content)
                changes[name](root)
                content = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
            out.writestr(name, content)
        for name, content in (added or {}).items():
            out.writestr(name, content)
    return buffer.getvalue()


def check(content: bytes) -> VerifyOutcome:
    return reverify(extract_trace(content), source=samples.source(), docx=content)


def made(xml: str) -> Any:
    (element,) = parse_xml(f"<w:holder {nsdecls('w')}>{xml}</w:holder>")
    return element


def paragraph_of(root: Any, text: str = "Кредитное заключение") -> Any:
    return next(p for p in root.iter(qn("w:p")) if text in "".join(t.text or "" for t in p.iter(qn("w:t"))))


def layout(properties: str) -> Change:
    def change(root: Any) -> None:
        paragraph_of(root).get_or_add_pPr().append(made(properties))

    return change


def row(properties: str) -> Change:
    def change(root: Any) -> None:
        held = next(row for row in root.iter(qn("w:tr")) if "Алиев" in "".join(row.itertext()))
        held.get_or_add_trPr().append(made(properties))

    return change


def cell(properties: str) -> Change:
    def change(root: Any) -> None:
        held = next(cell for cell in root.iter(qn("w:tc")) if "60" in "".join(cell.itertext()))
        held.get_or_add_tcPr().append(made(properties))

    return change


def put(xml: str) -> Change:
    def change(root: Any) -> None:
        root.find(qn("w:body")).insert(0, made(xml))

    return change


def bound(root: Any) -> None:
    held = next(sdt for sdt in root.iter(qn("w:sdt")) if "301 234 567" in "".join(sdt.itertext()))
    held.find(qn("w:sdtPr")).append(made('<w:dataBinding w:xpath="/a" w:storeItemID="{1}"/>'))


def alternatives(root: Any) -> None:
    paragraph_of(root).append(
        parse_xml(
            f'<w:r {nsdecls("w")}><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
            '<mc:Choice Requires="wps"><w:t>да</w:t></mc:Choice><mc:Fallback><w:t>нет</w:t></mc:Fallback>'
            "</mc:AlternateContent></w:r>"
        )
    )


def in_a_list(root: Any) -> None:
    paragraph_of(root).get_or_add_pPr().append(made('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'))


def said_by_the_label(root: Any) -> None:
    for text in root.iter(qn("w:lvlText")):
        text.set(qn("w:val"), "ДОЛГОВ НЕТ")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (in_a_list, "the list label"),
        (alternatives, "text with several readings"),
        (put(f"<w:p><w:r>{_DRAWING.format(relation='')}</w:r></w:p>"), "a drawing or picture"),
        (bound, "another part of the file writes over"),
        (cell("<w:vMerge/>"), "a cell that is merged away"),
        (cell('<w:hMerge w:val="continue"/>'), "a cell that is merged away"),
        (row("<w:hidden/>"), "a hidden row"),
        (row('<w:trHeight w:val="10" w:hRule="exact"/>'), "a hidden row"),
        (layout('<w:framePr w:w="100" w:hAnchor="page" w:x="20000"/>'), "text in a frame"),
        (layout('<w:ind w:left="30000"/>'), "moved out of the page"),
        (layout('<w:ind w:hanging="20000"/>'), "moved out of the page"),
        (layout('<w:spacing w:line="20" w:lineRule="exact"/>'), "lines too low"),
        (put('<w:p><w:fldSimple w:instr=" PAGE " w:fldLock="1"><w:r><w:t>7</w:t></w:r></w:fldSimple></w:p>'), "computes"),
        (put('<w:p><w:r><w:t>Ставка </w:t></w:r><w:fldSimple w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple></w:p>'),
         "a number or date that the program computes"),
        (put("<w:p><w:del><w:r><w:delText>9</w:delText><w:t>9</w:t></w:r></w:del></w:p>"), "marked as deleted"),
    ],
    ids=[
        "list", "alternate content", "picture", "data-bound control", "merged down", "merged across", "hidden row",
        "flat row", "frame", "indent", "hanging", "flat lines", "locked field", "page number in a sentence", "deletion",
    ],
)  # fmt: skip
def test_a_construct_in_the_text_is_named(report: bytes, change: Change, said: str) -> None:
    outcome = check(altered(report, {BODY: change}))
    assert outcome.looks is Looks.SAVED_AGAIN and not outcome.ok
    assert any(said in line for line in outcome.look_faults), outcome.look_faults


def test_a_list_label_that_says_something_else_is_named(report: bytes) -> None:
    outcome = check(altered(report, {NUMBERING: said_by_the_label}))
    assert any("the list label 'ДОЛГОВ НЕТ'" in line for line in outcome.look_faults), outcome.look_faults


def test_a_table_style_that_hides_text_is_named(report: bytes) -> None:
    def change(root: Any) -> None:
        root.append(
            parse_xml(
                f'<w:style {nsdecls("w")} w:type="table" w:styleId="Hides"><w:tblStylePr w:type="firstRow">'
                "<w:rPr><w:vanish/></w:rPr></w:tblStylePr></w:style>"
            )
        )

    outcome = check(altered(report, {STYLES: change}))
    assert any("a table style that hides or strikes text" in line for line in outcome.look_faults), outcome.look_faults


def with_part(
    report: bytes, *, name: str, kind: str, content: tuple[str, bytes], change: Change | None = None
) -> bytes:
    """With one more part that the document points to."""
    media_type, blob = content

    def declare(root: Any) -> None:
        etree.SubElement(root, f"{{{root.nsmap[None]}}}Override", PartName=f"/word/{name}", ContentType=media_type)

    def point(root: Any) -> None:
        etree.SubElement(root, f"{{{_RELATIONS}}}Relationship", Id="rId99", Type=f"{_OFFICE}/{kind}", Target=name)

    changes = {"[Content_Types].xml": declare, "word/_rels/document.xml.rels": point}
    return altered(report, changes | ({BODY: change} if change is not None else {}), {f"word/{name}": blob})


def test_a_comment_is_named(report: bytes) -> None:
    said = '<w:comment w:id="0"><w:p><w:r><w:t>Одобрить</w:t></w:r></w:p></w:comment>'
    comments = f"<w:comments {nsdecls('w')}>{said}</w:comments>"
    outcome = check(
        with_part(report, name="comments9.xml", kind="comments", content=(f"{_WORD}.comments+xml", comments.encode()))
    )
    assert any("a comment stands in the document: 'Одобрить'" in line for line in outcome.look_faults)


def test_a_picture_is_told_from_another_by_what_it_shows(report: bytes) -> None:
    shown = put(f"<w:p><w:r>{_DRAWING.format(relation='rId99')}</w:r></w:p>")
    first, second = (
        check(with_part(report, name="p.png", kind="image", content=("image/png", blob), change=shown)).look_faults
        for blob in (b"one", b"two")
    )
    assert any("a drawing or picture" in line for line in first) and first != second


def test_a_font_that_came_with_the_file_is_named(report: bytes) -> None:
    content = ("application/x-fontdata", b"letters of another shape")
    outcome = check(with_part(report, name="font1.odttf", kind="font", content=content))
    assert any("a font that came with the file" in line for line in outcome.look_faults)


def test_what_a_template_had_is_not_named_in_a_report_saved_again(tmp_path: Path) -> None:
    """Its own list labels, page numbers and pictures stood there when it was written."""
    import docx

    folder = samples.template_folder(tmp_path / "t")
    document = docx.Document(str(folder / "template.docx"))
    document.add_paragraph("Пункт", style="List Number")
    document.add_paragraph("Скрыто").runs[0].font.hidden = True
    document.save(str(folder / "template.docx"))
    out = tmp_path / "report.docx"
    render_report(
        load_template(folder), samples.findings(), case_id="c1", case_title="Навруз", documents=samples.documents(),
        out=out, now=samples.NOW, source=samples.source(),
    )  # fmt: skip
    outcome = check(
        altered(out.read_bytes(), {BODY: lambda root: root.find(qn("w:body")).append(etree.Comment("again"))})
    )
    assert outcome.ok and outcome.looks is Looks.SAVED_AGAIN, list(outcome.lines())
