"""Folder in, trace out, with the reader that needs no model: nothing wrong is shown as found, and every trap is handled."""

import json
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agents.fill.run import Reference, fill
from agents.labels.reader import LabelsReader
from evidence.memory import MemoryFindings, MemoryPages
from evidence.pages import Document
from examples import check
from index.embedders.hashing import HashingEmbedder
from index.references import add_reference, open_reference, read_folder
from ingest.expand import expand
from ingest.options import ReadOptions
from ingest.pipeline import read
from ingest.workers import WorkerPool
from render.report import render_report
from render.template import load_template
from tests.golden.examples import another_borrower

ROOT = Path(__file__).parents[3]
LEAST_FOUND = 0.75
"""Share of the fields whose value is in the files."""

pytestmark = [pytest.mark.slow, pytest.mark.needs_tesseract, pytest.mark.timeout(600)]


def pages_of(folder: Path) -> tuple[MemoryPages, list[Document]]:
    documents, pages = [], []
    options = ReadOptions(workers=2)
    with tempfile.TemporaryDirectory() as unpacked, WorkerPool(options) as pool:
        for source in expand(folder, into=Path(unpacked), options=options):
            reading = read(source, options=options, pool=pool)
            pages += list(reading.pages())
            documents.append(reading.document())
    return MemoryPages(documents, pages), documents


async def trace_of(folder: Path, *, template: str, home: Path) -> dict[str, Any]:
    source, documents = pages_of(folder)
    loaded = load_template(ROOT / "templates" / "reports" / template)
    references, laws = {}, ()
    if any(field.reference for field in loaded.fields):
        embedder = HashingEmbedder()
        add_reference(home, "aila", read_folder(ROOT / "examples" / "reference_aila")[0], embedder=embedder)
        collection = open_reference(home, "aila", embedder=embedder)
        laws = collection.documents()
        references = {"aila": Reference(source=collection, searcher=collection, reader=LabelsReader(collection))}
    findings = await fill(
        loaded, source=source, searcher=None, reader=LabelsReader(source), log=MemoryFindings(), run_id="example",
        references=references, concurrency=2,
    )  # fmt: skip
    report = render_report(
        loaded, findings, case_id="example", case_title="Example", documents=[*documents, *laws], out=home / "report.docx",
        now=datetime(2025, 3, 14, tzinfo=UTC),
    )  # fmt: skip
    return json.loads(report.trace.model_dump_json(by_alias=True))


def assert_safe(trace: dict[str, Any], gold: Path) -> dict[str, Any]:
    outcomes = check.compare(trace, json.loads(gold.read_text(encoding="utf-8")))
    totals = check.summary(outcomes)
    assert {one.field: one.detail for one in outcomes if one.outcome == check.WRONG} == {}
    assert totals["traps_handled"] == totals["traps"]
    assert totals["found_share"] >= LEAST_FOUND, {
        one.field: one.detail for one in outcomes if one.held and one.outcome != check.RIGHT
    }
    return totals


@pytest.mark.parametrize(
    ("case", "template"), [("credit_case", "credit_conclusion"), ("immigration_case", "immigration_summary")]
)
async def test_committed_case(case: str, template: str, tmp_path: Path) -> None:
    trace = await trace_of(ROOT / "examples" / case / "files", template=template, home=tmp_path)
    assert_safe(trace, ROOT / "examples" / case / "gold.json")


async def test_borrower_whom_the_reader_has_never_seen(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        files, gold = another_borrower.write(tmp_path / "case", patch)
    assert_safe(await trace_of(files, template="credit_conclusion", home=tmp_path), gold)
