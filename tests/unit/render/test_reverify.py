import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from docx.oxml.ns import qn

from evidence.errors import InputRefused
from evidence.findings import ReviewState
from evidence.memory import MemoryPages
from evidence.pages import Document, Page
from render.embed import extract_trace
from render.outcome import CheckState
from render.report import render_report
from render.reverify import reverify
from render.template import load_template
from render.trace import Trace, build_trace, read_trace
from tests.unit.render import samples


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return write(tmp_path)


def write(tmp_path: Path, *more: object) -> Path:
    template = load_template(samples.template_folder(tmp_path / "t"))
    out = tmp_path / "report.docx"
    render_report(
        template, (*samples.findings(), *more), case_id="c1", case_title="Навруз", documents=samples.documents(), out=out,
        now=samples.NOW, source=samples.source(),
    )  # fmt: skip
    return out


def changed(file: str, text: str, *, sha256: str = "e" * 64) -> MemoryPages:
    """The case with one file replaced by another of the same name."""
    documents = [
        document if document.name != file else document.model_copy(update={"sha256": sha256})
        for document in samples.documents()
    ]
    pages = []
    for page in samples.pages():
        if page.document != samples.sha(file):
            pages.append(page)
        elif text:
            pages.append(Page(document=sha256, number=1, kind=page.kind, text=text, label=page.label))
    return MemoryPages(documents, pages)


def without(file: str) -> MemoryPages:
    kept = [document for document in samples.documents() if document.name != file]
    return MemoryPages(kept, [page for page in samples.pages() if page.document != samples.sha(file)])


def test_a_fresh_report_stands(report: Path) -> None:
    outcome = reverify(extract_trace(report), source=samples.source(), docx=report)
    assert outcome.ok and not outcome.failed, list(outcome.lines())
    assert {check.state for check in outcome.citations} == {CheckState.HOLDS}
    looks, covered, summary = outcome.lines()
    assert "the very file that was written" in looks
    assert "no quote proves it" in covered
    assert summary == (
        "13 of 13 citations hold (1 of 1 near misses too, on which no value rests), and every value follows from its quotes: "
        "the report stands"
    )


def test_citations_are_counted_as_the_appendix_counts_what_values_rest_on(report: Path) -> None:
    trace = extract_trace(report)
    outcome = reverify(trace, source=samples.source(), docx=report)
    near = [check for check in outcome.citations if check.near_miss]
    assert len(outcome.citations) - len(near) == sum(len(field.citations) for field in trace.fields)
    assert len(near) == sum(len(field.partial) for field in trace.fields) == 1


@pytest.mark.parametrize("content", [b"", b" \n"])
def test_an_empty_file_is_no_report_and_is_called_empty(content: bytes) -> None:
    with pytest.raises(InputRefused, match=r"'r\.docx' is empty; give the report that `lastro fill` wrote"):
        read_trace(content, name="r.docx")


def test_one_changed_digit_names_its_field(report: Path) -> None:
    outcome = reverify(
        extract_trace(report), source=changed("charter.pdf", samples.CHARTER.replace("301 234", "301 235")), docx=report
    )
    assert not outcome.ok and outcome.broken_at is None
    inn = next(check for check in outcome.fields if check.field == "inn")
    assert [check.state for check in inn.citations] == [CheckState.GONE]
    lines = list(outcome.lines())
    assert "file 'charter.pdf' was changed since the report was written (cited)" in lines
    assert (
        "field 'inn': the quote \"ИНН 301 234 567\" is no longer in 'charter.pdf', p. 1 (the file was changed)" in lines
    )
    borrower = next(check for check in outcome.fields if check.field == "borrower")
    assert [check.state for check in borrower.citations] == [CheckState.FILE_CHANGED] and not borrower.ok
    revenue = next(check for check in outcome.fields if check.field == "revenue")
    assert revenue.ok


def test_a_missing_file_is_named(report: Path) -> None:
    outcome = reverify(extract_trace(report), source=without("letter.docx"), docx=report)
    assert "licences" in outcome.failed and "inn" not in outcome.failed
    assert any("'letter.docx' is not among the files (put it into the folder" in line for line in outcome.lines())


def test_the_same_file_read_anew_may_give_other_offsets(report: Path) -> None:
    source = samples.source({"charter.pdf": "СТРАНИЦА 1\n" + samples.CHARTER})
    outcome = reverify(extract_trace(report), source=source, docx=report)
    inn = next(check for check in outcome.fields if check.field == "inn")
    assert inn.citations[0].state is CheckState.MOVED and inn.ok and outcome.ok
    assert "has moved (it stands at p. 1 now)" in str(inn.citations[0])


def test_a_page_that_can_no_longer_be_read_is_no_evidence(report: Path) -> None:
    source = MemoryPages(
        samples.documents(), [page for page in samples.pages() if page.document != samples.sha("scan.pdf")]
    )
    outcome = reverify(extract_trace(report), source=source, docx=report)
    assert set(outcome.failed) == {"debt", "pledge"}


def tampered(report: Path, change: Callable[[dict], None], *, relink: bool) -> Trace:
    content = json.loads(extract_trace(report).json_text())
    change(content)
    trace = read_trace(json.dumps(content))
    if relink:
        from render.trace import Chain, _links

        links = tuple(_links(trace))
        trace = trace.model_copy(update={"chain": Chain(head=links[-1].sha256, links=links)})
    return trace


def set_value(field: str, text: str, normalised: str) -> Callable[[dict], None]:
    def change(content: dict) -> None:
        held = next(entry for entry in content["fields"] if entry["id"] == field)
        held["value"]["text"], held["value"]["normalised"] = text, normalised

    return change


def test_an_edited_trace_breaks_its_chain(report: Path) -> None:
    outcome = reverify(
        tampered(report, set_value("inn", "301 234 568", "301234568"), relink=False), source=samples.source()
    )
    assert outcome.broken_at == "field 'inn'" and not outcome.ok
    assert next(outcome.lines()) == "the trace was changed after it was written: field 'inn' breaks the chain"


def test_a_forged_value_with_a_new_chain_is_not_supported(report: Path) -> None:
    trace = tampered(report, set_value("inn", "301 234 568", "301234568"), relink=True)
    outcome = reverify(trace, source=samples.source(), docx=report)
    assert outcome.broken_at is None and outcome.failed == ("inn",)
    faults = next(check for check in outcome.fields if check.field == "inn").faults
    assert any("does not follow from its quotes" in fault for fault in faults)
    assert any("the trace says '301 234 568' and that the report reads '301 234 567'" in fault for fault in faults)


def test_a_forged_meaning_of_the_same_words_is_named(report: Path) -> None:
    trace = tampered(report, set_value("registered", "14.02.2019", "2019-02-15"), relink=True)
    outcome = reverify(trace, source=samples.source())
    assert outcome.failed == ("registered",)
    assert "is kept as '2019-02-15', and its quotes say '2019-02-14'" in outcome.fields[2].faults[0]


def test_a_sum_is_done_again(report: Path) -> None:
    trace = tampered(report, set_value("margin", "9", "9"), relink=True)
    outcome = reverify(trace, source=samples.source())
    assert outcome.failed == ("margin",)
    assert "the sum gives 8.0000" in next(check for check in outcome.fields if check.field == "margin").faults[0]

    def operand(content: dict) -> None:
        held = next(entry for entry in content["fields"] if entry["id"] == "margin")
        held["computation"]["operands"]["profit"] = "98765.5"

    outcome = reverify(tampered(report, operand, relink=True), source=samples.source())
    assert "the sum uses profit = 98765.5, and the report gives 98765.4" in outcome.fields[7].faults


def test_a_forged_quote_with_a_new_chain_is_not_in_the_file(report: Path) -> None:
    def change(content: dict) -> None:
        held = next(entry for entry in content["fields"] if entry["id"] == "inn")
        held["value"] |= {"text": "301 234 568", "normalised": "301234568"}
        for citation in held["citations"]:
            citation["quote"] = citation["quote"].replace("301 234 567", "301 234 568")
        for place in held["slots"]:
            place["text"] = place["text"].replace("301 234 567", "301 234 568")

    outcome = reverify(tampered(report, change, relink=True), source=samples.source())
    assert (outcome.broken_at, outcome.failed) == (None, ("inn",))
    assert CheckState.GONE in {check.state for check in outcome.citations if check.field == "inn"}


def test_a_value_that_the_trace_declares_open_is_no_way_around_its_evidence(report: Path) -> None:
    def change(content: dict) -> None:
        held = next(entry for entry in content["fields"] if entry["id"] == "inn")
        held |= {"in_report": False, "status": "not_found", "held": "not_found"}

    outcome = reverify(tampered(report, change, relink=True), source=samples.source(), docx=report)
    assert outcome.failed == ("inn",)


def test_a_value_passed_off_as_a_mark_is_named(report: Path) -> None:
    def change(content: dict) -> None:
        held = next(entry for entry in content["fields"] if entry["id"] == "inn")
        held |= {"in_report": False, "status": "not_found", "held": "not_found", "value": None, "citations": []}
        for place in held["slots"]:
            place["kind"] = "mark"

    outcome = reverify(tampered(report, change, relink=True), source=samples.source(), docx=report)
    assert outcome.failed == ("inn",)
    assert any("there is no evidence for it" in line for line in outcome.lines())


def test_a_field_cut_out_of_the_trace_leaves_a_value_that_is_named(report: Path) -> None:
    def change(content: dict) -> None:
        content["fields"] = [entry for entry in content["fields"] if entry["id"] != "inn"]

    outcome = reverify(tampered(report, change, relink=True), source=samples.source(), docx=report)
    assert not outcome.ok and any("301 234 567" in line for line in outcome.outside)


def test_an_operand_that_the_report_does_not_give_is_named(report: Path) -> None:
    def change(content: dict) -> None:
        held = next(entry for entry in content["fields"] if entry["id"] == "margin")
        held["computation"] |= {"formula": "loan", "operands": {"loan": "8"}}

    outcome = reverify(tampered(report, change, relink=True), source=samples.source())
    assert outcome.failed == ("margin",)
    assert any("loan = 8, and the report gives no such value" in line for line in outcome.lines())


def edit(report: Path, change: Callable[[docx.document.Document], None]) -> Path:
    document = docx.Document(str(report))
    change(document)
    document.save(str(report))
    return report


def control(document: docx.document.Document, tag: str) -> object:
    for sdt in document.element.body.iter(qn("w:sdt")):
        held = sdt.find(qn("w:sdtPr")).find(qn("w:tag"))
        if held is not None and held.get(qn("w:val")) == tag:
            return sdt
    raise AssertionError(tag)


def slot(report: Path, field: str) -> int:
    held = extract_trace(report).field(field)
    assert held is not None
    return held.slots[-1].number


def rewrite(report: Path, tag: str, text: str) -> None:
    def change(document: docx.document.Document) -> None:
        texts = list(control(document, tag).iter(qn("w:t")))
        texts[0].text = text
        for other in texts[1:]:
            other.text = ""

    edit(report, change)


def test_a_value_edited_in_word_is_named(report: Path) -> None:
    rewrite(report, f"lastro.v:{slot(report, 'registered')}", "15.02.2019")
    outcome = reverify(extract_trace(report), source=samples.source(), docx=report)
    assert outcome.failed == ("registered",)
    fault = next(check for check in outcome.fields if check.field == "registered").faults[0]
    assert fault == "the document reads '15.02.2019', and its evidence is for '14.02.2019'; it was edited in Word"


def test_a_value_split_by_word_over_runs_is_the_same_value(report: Path) -> None:
    def change(document: docx.document.Document) -> None:
        held = control(document, f"lastro.v:{slot(report, 'registered')}")
        run = next(held.iter(qn("w:r")))
        run.find(qn("w:t")).text = "14.02"
        tail = docx.oxml.parse_xml(f'<w:r xmlns:w="{run.nsmap["w"]}"><w:t>.2019</w:t></w:r>')
        run.addnext(tail)

    assert reverify(extract_trace(edit(report, change)), source=samples.source(), docx=report).ok


def test_bookmarks_serve_where_a_word_processor_drops_the_controls(report: Path) -> None:
    def drop(document: docx.document.Document) -> None:
        for section in (document.element.body, document.sections[0].header._element):
            for sdt in list(section.iter(qn("w:sdt"))):
                for child in list(sdt.find(qn("w:sdtContent"))):
                    sdt.addprevious(child)
                sdt.getparent().remove(sdt)

    assert reverify(extract_trace(edit(report, drop)), source=samples.source(), docx=report).ok

    def change(document: docx.document.Document) -> None:
        for held in document.element.body.iter(qn("w:t")):
            if held.text == "14.02.2019":
                held.text = "15.02.2019"

    assert reverify(extract_trace(edit(report, change)), source=samples.source(), docx=report).failed == ("registered",)


def test_a_value_deleted_in_word_is_named(report: Path) -> None:
    def change(document: docx.document.Document) -> None:
        held = control(document, f"lastro.v:{slot(report, 'registered')}")
        held.getparent().remove(held)

    outcome = reverify(extract_trace(edit(report, change)), source=samples.source(), docx=report)
    assert outcome.failed == ("registered",)


def test_the_analyst_may_fill_in_what_is_theirs_and_nothing_else(report: Path) -> None:
    rewrite(report, f"lastro.v:{slot(report, 'recommendation')}", "Одобрить.")
    outcome = reverify(extract_trace(report), source=samples.source(), docx=report)
    assert outcome.ok and "field 'recommendation': note: filled in by hand in Word: 'Одобрить.'" in list(
        outcome.lines()
    )
    rewrite(report, f"lastro.v:{slot(report, 'debt')}", "1 300 000 сум")
    outcome = reverify(extract_trace(report), source=samples.source(), docx=report)
    assert outcome.failed == ("debt",)
    assert any("filled in by hand in Word: '1 300 000 сум'; it has no source" in line for line in outcome.lines())


def test_a_quote_edited_in_the_appendix_is_named(report: Path) -> None:
    def change(document: docx.document.Document) -> None:
        for sdt in document.element.body.iter(qn("w:sdt")):
            for held in sdt.iter(qn("w:t")):
                if held.text == "ИНН 301 234 567":
                    held.text = "ИНН 301 234 568"

    outcome = reverify(extract_trace(edit(report, change)), source=samples.source(), docx=report)
    assert outcome.failed == ("inn",) and "the quote of source [2] was edited" in outcome.fields[1].faults[0]


def test_a_reviewers_own_wording_is_remarked_and_its_quotes_checked(tmp_path: Path) -> None:
    edited = next(f for f in samples.findings() if f.field == "borrower")
    value = edited.values[0].model_copy(
        update={"value": edited.values[0].value.model_copy(update={"text": "Компания «Навруз»"})}
    )
    report = write(tmp_path, edited.model_copy(update={"values": (value,), "review": ReviewState.EDITED}))
    outcome = reverify(extract_trace(report), source=samples.source(), docx=report)
    assert outcome.ok and any("the reviewer edited this value" in line for line in outcome.lines())


def test_a_report_that_is_no_docx_is_refused(report: Path, tmp_path: Path) -> None:
    with pytest.raises(InputRefused, match="cannot be opened"):
        reverify(extract_trace(report), source=samples.source(), docx=b"nothing")
    with pytest.raises(InputRefused, match="cannot be opened"):
        reverify(extract_trace(report), source=samples.source(), docx=tmp_path / "absent.docx")


def test_reports_without_findings_stand_on_nothing(tmp_path: Path) -> None:
    template = load_template(samples.template_folder(tmp_path / "t"))
    trace = build_trace(template, {}, case_id="c", case_title="", documents=(), language="ru", now=samples.NOW)
    outcome = reverify(trace, source=MemoryPages([], []))
    covered, summary = outcome.lines()
    assert outcome.ok and "the trace alone" in covered
    assert summary == "0 of 0 citations hold, and every value follows from its quotes: the report stands"


def test_a_document_of_the_same_name_elsewhere_does_not_hide_the_right_one(report: Path) -> None:
    twin = Document(sha256="9" * 64, name="charter.pdf", media_type="application/pdf", page_count=1)
    page = Page(document="9" * 64, number=1, kind="text", text="nothing")
    source = MemoryPages([twin, *samples.documents()], [page, *samples.pages()])
    assert reverify(extract_trace(report), source=source, docx=report).ok


def test_a_zip_of_something_else_carries_no_trace() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("customXml/item1.xml", "<a>&unknown;</a>")
    with pytest.raises(InputRefused, match="carries no trace"):
        extract_trace(buffer.getvalue())
