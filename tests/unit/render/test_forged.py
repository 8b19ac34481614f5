"""A trace that was forged and chained anew is held to the files: each kind of forgery names its field."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evidence.citations import Citation
from evidence.fields import FieldType
from evidence.findings import Finding, Row, Status
from evidence.memory import MemoryPages
from evidence.pages import Block, Page, PageKind, TableCell
from evidence.spans import CharSpan
from render.embed import extract_trace
from render.outcome import VerifyOutcome
from render.report import render_report
from render.reverify import reverify
from render.template import load_template
from render.trace import Chain, Trace, _links, read_trace
from tests.unit.render import samples

Change = Callable[[dict[str, Any]], None]

YEARS = """\
id: years
version: "1"
title: Показатели
languages: [ru]
fields:
- id: figures
  question: Какова выручка по годам?
  type: table
  labels: [Показатели]
  columns:
  - {id: year, labels: [Год]}
  - {id: revenue, labels: [Выручка], type: money}
"""
BALANCE = "Показатель\t2024\t2025\nВыручка\t1000000\t2000000"


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    return written(tmp_path_factory.mktemp("honest"), samples.FIELDS, samples.findings(), samples.source())


@pytest.fixture(scope="module")
def by_year(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    return written(tmp_path_factory.mktemp("years"), YEARS, (figures(),), balance())


def written(folder: Path, fields: str, findings: tuple[Finding, ...], source: MemoryPages) -> Trace:
    (folder / "t").mkdir()
    (folder / "t" / "fields.yaml").write_text(fields, encoding="utf-8")
    out = folder / "report.docx"
    render_report(
        load_template(folder / "t"), findings, case_id="c1", case_title="Навруз", documents=source.documents(), out=out,
        now=samples.NOW, source=source,
    )  # fmt: skip
    return extract_trace(out)


def balance(stated: str = "") -> MemoryPages:
    """One sheet whose cells know what heads them."""
    blocks, at = [], 0
    heads = BALANCE.split("\n")[0].split("\t")
    for row, line in enumerate(BALANCE.split("\n")):
        for column, text in enumerate(line.split("\t")):
            cell = TableCell(
                table=0, row=row, column=column, a1=f"{'ABC'[column]}{row + 1}",
                row_header=line.split("\t")[0] if row and column else None, column_header=heads[column] if row else None,
            )  # fmt: skip
            blocks.append(Block(span=CharSpan(start=at, end=at + len(text)), role="cell", cell=cell))
            at += len(text) + 1
    page = Page(
        document=samples.sha("balance.xlsx"), number=1, kind=PageKind.SHEET, text=BALANCE + stated, blocks=tuple(blocks),
        label="Баланс", language="ru",
    )  # fmt: skip
    return MemoryPages([document for document in samples.documents() if document.name == "balance.xlsx"], [page])


def figures() -> Finding:
    source = balance()
    (document,) = source.documents()
    page = source.page(document.sha256, 1)

    def cite(text: str) -> Citation:
        start = page.text.index(text)
        return Citation.of(document, page, CharSpan(start=start, end=start + len(text)))

    rows, citations = [], []
    for year, revenue in (("2024", "1000000"), ("2025", "2000000")):
        at = len(citations)
        citations += [cite(year), cite(revenue)]
        rows.append(
            Row(
                cells={
                    "year": samples.value(FieldType.TEXT, year, year, at),
                    "revenue": samples.value(FieldType.MONEY, revenue, revenue, at + 1),
                }
            )
        )
    return Finding(
        field="figures",
        status=Status.FOUND,
        producer=samples.PRODUCER,
        citations=tuple(citations),
        rows=tuple(rows),
    )


def forged(trace: Trace, field: str, change: Change) -> Trace:
    """With a whole new chain: nothing but the files can say that it is wrong."""
    content = json.loads(trace.json_text())
    change(next(entry for entry in content["fields"] if entry["id"] == field))
    changed = read_trace(json.dumps(content))
    links = tuple(_links(changed))
    return changed.model_copy(update={"chain": Chain(head=links[-1].sha256, links=links)})


def faults(trace: Trace, field: str, source: MemoryPages | None = None) -> tuple[str, ...]:
    outcome: VerifyOutcome = reverify(trace, source=source or samples.source())
    assert outcome.broken_at is None
    assert outcome.failed == (field,), list(outcome.lines())
    return next(check.faults for check in outcome.fields if check.field == field)


def reads(field: dict[str, Any], text: str) -> None:
    for place in field["slots"]:
        place["text"] = text


def test_what_is_forged_below_was_honest(honest: Trace, by_year: Trace) -> None:
    assert reverify(forged(honest, "inn", lambda _: None), source=samples.source()).ok
    assert reverify(by_year, source=balance()).ok


def test_a_trace_rewritten_whole_has_another_head_than_the_one_noted(honest: Trace) -> None:
    noted = honest.chain.head
    same = reverify(honest, source=samples.source(), noted_head=noted)
    assert same.ok and "the head of the trace's chain is the one noted elsewhere" in list(same.lines())
    other = honest.model_copy(update={"created": "2027-01-01T00:00:00+00:00"})
    links = tuple(_links(other))
    rewritten = other.model_copy(update={"chain": Chain(head=links[-1].sha256, links=links)})
    assert reverify(rewritten, source=samples.source()).ok
    outcome = reverify(rewritten, source=samples.source(), noted_head=noted)
    assert not outcome.ok and outcome.broken_at is None
    assert any("this is not the trace that was noted" in line for line in outcome.lines())


def cut_value(field: dict[str, Any]) -> None:
    field["value"] |= {"text": "234 567", "normalised": "234567"}
    reads(field, "234 567")


def cut_quote(field: dict[str, Any]) -> None:
    cut_value(field)
    for citation in field["citations"]:
        citation["start"] += citation["quote"].index("234 567")
        citation["quote"] = "234 567"


def uncited(field: dict[str, Any]) -> None:
    field["citations"] = []
    field["value"]["citations"] = []


def without_a_value(field: dict[str, Any]) -> None:
    field["value"] = None
    field["slots"] = []


@pytest.mark.parametrize(
    ("field", "change", "said"),
    [
        ("inn", cut_value, "'234 567'"),
        ("inn", cut_quote, "the quote of the value '234 567'"),
        ("inn", uncited, "has no citation"),
        ("inn", lambda field: field["value"].update(type="text"), "kept as text, and the field asks for identifier"),
        ("inn", without_a_value, "gives no value"),
        ("inn", lambda field: reads(field, "999 999 999"), "that the report reads '999 999 999'"),
    ],
    ids=["cut value", "cut quote", "no citation", "other type", "no value", "other words in its place"],
)
def test_a_forged_field_is_named(honest: Trace, field: str, change: Change, said: str) -> None:
    found = faults(forged(honest, field, change), field)
    assert any(said in fault for fault in found), found


@pytest.mark.parametrize("stated", ["", "\nв сумах"])
def test_a_currency_that_its_file_does_not_name_is_named(by_year: Trace, stated: str) -> None:
    """The quote names none, so it is looked for in the file."""

    def give(currency: str) -> Change:
        def change(field: dict[str, Any]) -> None:
            for row in field["value"]:
                row["revenue"]["unit"] = currency
            for place in field["slots"]:
                if place["column"] == "revenue":
                    place["text"] += f"\u00a0{currency}"

        return change

    source = balance(stated)
    said = "no currency" if not stated else "UZS only"
    found = faults(forged(by_year, "figures", give("EUR")), "figures", source)
    assert any(f"is kept in EUR, and its file names {said}" in fault for fault in found), found
    honest = reverify(forged(by_year, "figures", give("UZS")), source=source)
    assert any("is kept in UZS" in line for line in honest.lines()) is (not stated)


def test_a_rows_figures_under_another_year_are_named(by_year: Trace) -> None:
    def swap(field: dict[str, Any]) -> None:
        first, second = field["value"]
        first["revenue"], second["revenue"] = second["revenue"], first["revenue"]
        texts = {"1000000": "2000000", "2000000": "1000000"}
        for place in field["slots"]:
            place["text"] = texts.get(place["text"], place["text"])

    found = faults(forged(by_year, "figures", swap), "figures", balance())
    assert any("is given for 2024, and its heading says 2025" in fault for fault in found), found


@pytest.mark.parametrize("state", ["found", "not_found"])
def test_a_status_that_its_evidence_does_not_bear_is_named(honest: Trace, state: str) -> None:
    def change(field: dict[str, Any]) -> None:
        if state == "found":
            field |= {"status": "found", "held": None, "in_report": True}
        else:
            field |= {"status": "not_found", "held": "not_found", "in_report": False}

    name = "pledge" if state == "found" else "inn"
    assert faults(forged(honest, name, change), name)
