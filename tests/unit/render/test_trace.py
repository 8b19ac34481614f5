import hashlib
import json
from pathlib import Path

import pytest
from babel import Locale

from evidence.errors import InputRefused
from evidence.findings import Status
from render.admit import admit
from render.embed import extract_trace
from render.report import render_report
from render.template import load_template
from render.trace import Trace, build_trace, check_chain, read_trace
from tests.unit.render import samples


@pytest.fixture
def trace(tmp_path: Path) -> Trace:
    template = load_template(samples.template_folder(tmp_path / "t", with_docx=False))
    latest = {finding.field: finding for finding in samples.findings()}
    entries = {field.id: admit(field, latest.get(field.id), locale=Locale("ru")) for field in template.fields}
    return build_trace(
        template,
        entries,
        case_id="c1",
        case_title="Навруз",
        documents=samples.documents(),
        language="ru",
        now=samples.NOW,
    )


def test_reads_as_the_design_has_it(trace: Trace) -> None:
    content = json.loads(trace.json_text())
    assert content["schema"] == "lastro.trace/1" and content["case"] == {"id": "c1", "title": "Навруз"}
    assert content["files"][0]["name"] == "charter.pdf" and content["files"][0]["pages"] == 1
    inn = next(field for field in content["fields"] if field["id"] == "inn")
    assert inn["status"] == "found" and inn["value"]["normalised"] == "301234567"
    citation = inn["citations"][inn["value"]["citations"][0]]
    assert (citation["page"], citation["quote"], citation["match"], citation["origin"]) == (
        1,
        "ИНН 301 234 567",
        "exact",
        "text_layer",
    )
    assert citation["locator"] == {"kind": "page", "page": 1, "boxes": [[72.0, 88.0, 500.0, 100.35]]}
    assert samples.CHARTER[citation["start"] : citation["end"]] == citation["quote"]
    assert set(content["chain"]) == {"algorithm", "head", "links"}


def test_each_shape_of_value(trace: Trace) -> None:
    by_id = {field["id"]: field for field in json.loads(trace.json_text())["fields"]}
    assert [value["text"] for value in by_id["licences"]["value"]] == ["№ 77-А на перевозки", "№ 78-Б на хранение"]
    assert by_id["founders"]["value"][1]["share"] is None and by_id["founders"]["value"][0]["share"]["citations"] == [0]
    assert [value["normalised"] for value in by_id["debt"]["value"]] == ["1250000", "1350000"]
    assert by_id["pledge"]["value"] is None and by_id["pledge"]["partial"][0]["why_not"]
    assert by_id["pledge"]["search"] == {
        "queries": ["залог", "обеспечение по кредиту"], "pages_read": 4, "pages_total": 4, "pages_unreadable": 1, "coverage": 1.0,
    }  # fmt: skip
    assert by_id["margin"]["computation"]["operands"]["revenue"] == "1234567.5"
    assert by_id["recommendation"]["status"] == "not_found" and by_id["recommendation"]["reason"]


def test_a_format_without_pages_has_none(trace: Trace) -> None:
    by_id = {field["id"]: field for field in json.loads(trace.json_text())["fields"]}
    letter, sheet = by_id["licences"]["citations"][0], by_id["revenue"]["citations"][0]
    assert letter["page"] is None and letter["locator"] == {
        "kind": "paragraph",
        "path": "body/p[2]",
        "heading": "Письмо банка",
    }
    assert sheet["page"] is None and sheet["locator"] == {"kind": "cell", "sheet": "Баланс", "cell": "B2"}


def test_what_is_read_back_is_what_was_written(trace: Trace) -> None:
    assert read_trace(trace.json_text()) == trace
    assert check_chain(trace) is None


def test_anybody_can_check_the_chain_with_a_few_lines(trace: Trace) -> None:
    content = json.loads(trace.json_text())
    head = {key: content[key] for key in ("schema", "case", "template", "created", "language", "reviewed_by")}
    link = ""
    for entry in [head, *content["files"], *content["fields"]]:
        plain = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        link = hashlib.sha256(link.encode() + plain).hexdigest()
    assert link == content["chain"]["head"]


@pytest.mark.parametrize(
    ("path", "value", "broken"),
    [
        (("case", "title"), "Other", "head"),
        (("created",), "2020-01-01T00:00:00+00:00", "head"),
        (("files", 1, "sha256"), "f" * 64, "file 'scan.pdf'"),
        (("fields", 1, "value", "text"), "301 234 568", "field 'inn'"),
        (("fields", 1, "citations", 0, "quote"), "ИНН 301 234 568", "field 'inn'"),
        (("fields", 3, "value", 0, "share", "normalised"), "61", "field 'founders'"),
        (("chain", "head"), "0" * 64, "head of the chain"),
    ],
)
def test_a_change_names_its_entry(trace: Trace, path: tuple[object, ...], value: object, broken: str) -> None:
    content = json.loads(trace.json_text())
    at = content
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    assert check_chain(read_trace(json.dumps(content))) == broken


def test_an_entry_left_out_or_moved_breaks_the_chain(trace: Trace) -> None:
    content = json.loads(trace.json_text())
    dropped = {**content, "fields": content["fields"][:-1]}
    assert check_chain(read_trace(json.dumps(dropped))) == "field 'recommendation'"
    swapped = {**content, "files": [content["files"][1], content["files"][0], *content["files"][2:]]}
    assert check_chain(read_trace(json.dumps(swapped))) == "file 'scan.pdf'"
    unlinked = {**content, "chain": {"algorithm": "sha256", "head": content["chain"]["head"], "links": []}}
    assert check_chain(read_trace(json.dumps(unlinked))) == "head"


@pytest.mark.parametrize("text", ["{}", "[1]", '{"schema": "lastro.trace/2"}', "not json", b"\xff"])
def test_what_is_no_trace_is_refused(text: str | bytes) -> None:
    with pytest.raises(InputRefused, match=r"no lastro\.trace/1 trace"):
        read_trace(text)


def test_an_empty_trace_is_called_empty() -> None:
    with pytest.raises(InputRefused, match="is empty; give the report"):
        read_trace("")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("definition", "type"), "colour"),
        (("value", "citations"), [7]),
        (("citations", 0, "start"), "x"),
        (("extra",), 1),
    ],
)
def test_a_trace_that_makes_no_sense_is_refused(trace: Trace, path: tuple[object, ...], value: object) -> None:
    content = json.loads(trace.json_text())
    at = content["fields"][1]
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(InputRefused, match="was it cut or edited"):
        read_trace(json.dumps(content))


def test_the_report_carries_its_trace(tmp_path: Path) -> None:
    template = load_template(samples.template_folder(tmp_path / "t"))
    result = render_report(
        template, samples.findings(), case_id="c1", case_title="Навруз \x00\uffff", documents=samples.documents(),
        out=tmp_path / "out.docx", now=samples.NOW,
    )  # fmt: skip
    held = extract_trace(tmp_path / "out.docx")
    assert held == result.trace and held.case.title == "Навруз \x00\uffff" and check_chain(held) is None
    inn = held.field("inn")
    assert inn is not None and inn.status is Status.FOUND and inn.citations[0].number == 2
    assert [slot.text for slot in inn.slots] == ["301 234 567"]


def test_a_file_without_a_trace_is_refused(tmp_path: Path) -> None:
    samples.write_docx(tmp_path / "plain.docx")
    with pytest.raises(InputRefused, match="carries no trace"):
        extract_trace(tmp_path / "plain.docx")
    with pytest.raises(InputRefused, match="cannot be opened as a DOCX"):
        extract_trace(b"nothing")
    with pytest.raises(InputRefused, match="cannot be opened as a DOCX"):
        extract_trace(tmp_path / "absent.docx")
