"""A field that asks a reference collection: from adding the collection to checking the report again, by the commands."""

import json
from pathlib import Path

import pytest

from tests.integration.test_command_line import lastro

ROOT = Path(__file__).parents[2]
FIELDS = """\
id: rules
title: What the rule asks
languages: [en]
fields:
- {id: applicant, question: "What is the applicant called?", type: person, labels: [Nome completo, Applicant]}
- id: evidence
  question: "What does the rule ask for as initial evidence of extraordinary ability?"
  type: long_text
  labels: [Initial evidence]
  reference: aila
"""


@pytest.mark.needs_milvus
def test_a_statute_is_cited_by_its_section_and_checked_against_the_collection(tmp_path: Path) -> None:
    home, template, files = tmp_path / "home", tmp_path / "fields.yaml", tmp_path / "files"
    template.write_text(FIELDS, encoding="utf-8")
    files.mkdir()
    (files / "questionnaire.txt").write_text("Applicant: Marina Souza Prado\n", encoding="utf-8")
    report, trace = tmp_path / "report.docx", tmp_path / "trace.json"

    added = json.loads(
        lastro("reference", "add", "aila", "--from", str(ROOT / "examples" / "reference_aila"), "--json", home=home)
    )
    assert (added["name"], added["documents"]) == ("aila", 2)
    lastro(
        "fill",
        "--template",
        str(template),
        "--files",
        str(files),
        "--out",
        str(report),
        "--trace",
        str(trace),
        home=home,
    )
    written = json.loads(trace.read_text("utf-8"))
    (statute,) = (field for field in written["fields"] if field["id"] == "evidence")
    (citation,) = statute["citations"]
    assert citation["locator"] == {"kind": "section", "reference": "aila", "section": "8CFR204.5(h)(3)"}
    assert citation["page"] is None
    assert "major achievement" in citation["quote"]
    assert {file["name"]: file["reference"] for file in written["files"]} == {
        "questionnaire.txt": None,
        "8CFR204.5.md": "aila",
    }

    assert "aila:8CFR204.5(h)(3)" in lastro("verify", str(report), "--files", str(files), "--all", home=home)
    lastro("reference", "rm", "aila", home=home)
    gone = lastro("verify", str(report), "--files", str(files), home=home, expect=1)
    assert "'8CFR204.5.md' is not among the files" in gone and "lastro reference add aila" in gone
    assert "1 of 2 fields do not stand: evidence" in gone
