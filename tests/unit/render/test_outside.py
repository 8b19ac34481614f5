"""Text around the fields: no quote proves it, so a change to it is pointed at."""

from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

from render.embed import extract_trace
from render.outcome import VerifyOutcome
from render.report import render_report
from render.reverify import reverify
from render.template import load_template
from tests.unit.render import samples


@pytest.fixture
def report(tmp_path: Path) -> Path:
    out = tmp_path / "report.docx"
    render_report(
        load_template(samples.template_folder(tmp_path / "t")), samples.findings(), case_id="c1", case_title="Навруз",
        documents=samples.documents(), out=out, now=samples.NOW, source=samples.source(),
    )  # fmt: skip
    return out


def after(report: Path, change: Callable[[Document], None]) -> VerifyOutcome:
    document = docx.Document(str(report))
    change(document)
    document.save(str(report))
    return reverify(extract_trace(report), source=samples.source(), docx=report)


def test_a_report_saved_again_as_it_was_stands(report: Path) -> None:
    outcome = after(report, lambda _: None)
    assert outcome.ok and not outcome.outside


def test_the_head_printed_in_the_report_is_the_chains(report: Path) -> None:
    head = extract_trace(report).chain.head
    assert any(f"sha256 {head}" in text.text for text in docx.Document(str(report)).element.body.iter(qn("w:t")))


def test_a_paragraph_added_in_word_is_shown_and_needs_a_look(report: Path) -> None:
    outcome = after(report, lambda document: document.paragraphs[0].insert_paragraph_before("Кредит одобрен."))
    assert not outcome.ok and not outcome.failed
    assert outcome.outside == ("added, and now reads 'Кредит одобрен.'",)
    *_, covers, summary = outcome.lines()
    assert "no quote proves it" in covers
    assert "13 of 13 citations hold" in summary
    assert "text was changed or added outside the fields: look at it" in summary


def test_words_changed_around_a_value_are_shown(report: Path) -> None:
    def change(document: Document) -> None:
        paragraph = next(p for p in document.paragraphs if any(r.text.strip() for r in p.runs))
        run = next(run for run in paragraph.runs if run.text.strip())
        run.text = f"{run.text} гарантированно"

    (line,) = after(report, change).outside
    assert line.startswith("changed, and now reads") and "гарантированно" in line


def test_a_paragraph_taken_away_is_missed(report: Path) -> None:
    def change(document: Document) -> None:
        paragraph = next(p for p in document.paragraphs if p.text.strip() and not list(p._p.iter(qn("w:sdt"))))
        paragraph._p.getparent().remove(paragraph._p)

    (line,) = after(report, change).outside
    assert line.startswith("taken away") and line.endswith("(paragraphs: 1)")


def test_spacing_and_line_ends_are_not_words(report: Path) -> None:
    def change(document: Document) -> None:
        document.add_paragraph("  \u200b ")
        for text in list(document.element.body.iter(qn("w:t")))[:3]:
            if text.text and not any(True for _ in text.iterancestors(qn("w:sdt"))):
                text.text = text.text.replace(" ", "\u00a0 ")

    assert after(report, change).ok


def test_a_text_in_a_header_is_shown(report: Path) -> None:
    def change(document: Document) -> None:
        document.sections[0].header.is_linked_to_previous = False
        document.sections[0].header.add_paragraph("Одобрено")

    (line,) = after(report, change).outside
    assert "header or footer" in line and "'Одобрено'" in line


def test_page_numbers_and_dates_that_word_renews_are_not_changes(report: Path) -> None:
    simple = f'<w:p {nsdecls("w")}><w:fldSimple w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple></w:p>'
    complete = (
        f'<w:p {nsdecls("w")}><w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        '<w:r><w:instrText> DATE \\@ "d.M.yyyy" </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>30.11.2026</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )

    def change(document: Document) -> None:
        for xml in (simple, complete):
            document.element.body.insert(0, parse_xml(xml))

    assert after(report, change).ok


def test_many_changes_are_shown_by_the_first(report: Path) -> None:
    def change(document: Document) -> None:
        for number in range(20):
            document.add_paragraph(f"Строка {number}")

    outside = after(report, change).outside
    assert len(outside) == 7 and outside[-1] == "changed at 14 more places"
