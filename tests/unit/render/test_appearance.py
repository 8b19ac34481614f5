"""What a reader sees otherwise than it was written is named, though the text of the file is the same."""

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from render.embed import extract_trace
from render.looks import Looks
from render.outcome import VerifyOutcome
from render.report import render_report
from render.reverify import reverify
from render.template import load_template
from tests.unit.render import samples

MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
VML = "urn:schemas-microsoft-com:vml"
INN = '<w:t xml:space="preserve">301 234 567</w:t>'


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("report")
    out = folder / "report.docx"
    render_report(
        load_template(samples.template_folder(folder / "t")), samples.findings(), case_id="c1", case_title="Навруз",
        documents=samples.documents(), out=out, now=samples.NOW, source=samples.source(),
    )  # fmt: skip
    return out.read_bytes()


def altered(report: bytes, change: Callable[[str], str], part: str = "word/document.xml") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(report)) as given, zipfile.ZipFile(buffer, "w") as out:
        for name in given.namelist():
            content = given.read(name)
            if name == part:
                changed = change(content.decode()).encode()
                assert changed != content
                content = changed
            out.writestr(name, content)
    return buffer.getvalue()


def check(content: bytes) -> VerifyOutcome:
    return reverify(extract_trace(content), source=samples.source(), docx=content)


def on_value(properties: str) -> Callable[[str], str]:
    def change(xml: str) -> str:
        at = xml.index(INN)
        begun = xml.rindex("<w:r>", 0, at)
        run = re.sub(r"<w:rPr>.*?</w:rPr>", "", xml[begun:at])
        return xml[:begun] + run.replace("<w:r>", f"<w:r><w:rPr>{properties}</w:rPr>", 1) + xml[at:]

    return change


def test_a_report_as_it_was_written_is_called_that(report: bytes) -> None:
    outcome = check(report)
    assert outcome.ok and outcome.looks is Looks.AS_WRITTEN


def test_a_report_saved_again_is_called_that_and_its_words_stand(report: bytes) -> None:
    outcome = check(altered(report, lambda xml: xml.replace("<w:body>", "<w:body><!-- -->")))
    assert outcome.ok and outcome.looks is Looks.SAVED_AGAIN
    assert any("cannot be vouched for" in line for line in outcome.lines())


@pytest.mark.parametrize(
    ("properties", "said"),
    [
        ("<w:vanish/>", "hidden text"),
        ("<w:strike/>", "struck out"),
        ("<w:dstrike/>", "struck out"),
        ('<w:color w:val="FFFFFF"/>', "colour of its background"),
        ('<w:highlight w:val="black"/><w:color w:val="000000"/>', "colour of its background"),
        ('<w:sz w:val="2"/>', "too small"),
        ("<w:rtl/>", "turned round"),
        ('<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>', "font of symbols"),
    ],
)
def test_a_value_that_nobody_can_read_as_it_is_is_named(report: bytes, properties: str, said: str) -> None:
    outcome = check(altered(report, on_value(properties)))
    assert not outcome.ok and any(said in line for line in outcome.look_faults), outcome.look_faults


@pytest.mark.parametrize(
    ("put", "said"),
    [
        ('<w:p><w:r><w:sym w:font="Symbol" w:char="F039"/></w:r></w:p>', "a symbol"),
        (f'<w:p><m:oMath xmlns:m="{MATH}"><m:r><m:t>9</m:t></m:r></m:oMath></w:p>',
         "a formula"),
        (f'<w:p><w:r><w:pict><v:shape xmlns:v="{VML}"><v:textpath string="ДА"/></v:shape></w:pict></w:r></w:p>',
         "a drawing"),
        ('<w:p><w:fldSimple w:instr=" QUOTE &quot;9&quot; "/></w:p>', "computes"),
        ("<w:altChunk/>", "another document"),
    ],
)  # fmt: skip
def test_what_is_no_text_and_was_put_in_is_named(report: bytes, put: str, said: str) -> None:
    outcome = check(altered(report, lambda xml: xml.replace("<w:body>", f"<w:body>{put}", 1)))
    assert not outcome.ok and any(said in line for line in outcome.look_faults), outcome.look_faults


def test_a_style_that_hides_text_is_seen_through(report: bytes) -> None:
    def change(xml: str) -> str:
        return re.sub(r"(<w:rPrDefault>\s*<w:rPr>)", r"\1<w:vanish/>", xml, count=1)

    outcome = check(altered(report, change, "word/styles.xml"))
    assert not outcome.ok and any("hidden text" in line for line in outcome.look_faults)


def test_a_second_copy_of_a_value_that_reads_otherwise_is_named(report: bytes) -> None:
    def change(xml: str) -> str:
        sdt = next(found for found in re.findall(r"<w:sdt>.*?</w:sdt>", xml, re.S) if INN in found)
        return xml.replace(sdt, sdt + sdt.replace("301 234 567", "999 999 999"), 1)

    assert not check(altered(report, change)).ok


def test_a_part_that_stands_twice_is_named(report: bytes, tmp_path: Path) -> None:
    path = tmp_path / "r.docx"
    path.write_bytes(report)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning):
        archive.writestr("word/document.xml", zipfile.ZipFile(io.BytesIO(report)).read("word/document.xml"))
    assert any("twice" in line for line in check(path.read_bytes()).look_faults)
