"""The report as another word processor reads it: converted, looked at page by page, saved again and re-verified."""

import subprocess
from pathlib import Path

import pytest

from evidence.fields import FieldType
from evidence.findings import Row
from render.embed import extract_trace
from render.report import render_report
from render.reverify import reverify
from render.template import load_template
from tests.unit.render import samples

pytestmark = [pytest.mark.needs_libreoffice, pytest.mark.slow]


def convert(path: Path, kind: str) -> Path:
    profile = path.parent / "profile"
    target = path.parent / kind
    subprocess.run(
        [
            "soffice",
            f"-env:UserInstallation={profile.as_uri()}",
            "--headless",
            "--convert-to",
            kind,
            "--outdir",
            str(target),
            str(path),
        ],
        check=True,
        capture_output=True,
        timeout=180,
    )
    return target / f"{path.stem}.{kind}"


def pages_of(pdf: Path) -> list[str]:
    said = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], check=True, capture_output=True, timeout=60).stdout
    return said.decode().rstrip("\f").split("\f")


def report(tmp_path: Path, *, with_docx: bool = True, rows: int = 0) -> Path:
    template = load_template(samples.template_folder(tmp_path / "t", with_docx=with_docx))
    findings = list(samples.findings())
    if rows:
        base = next(finding for finding in findings if finding.field == "founders")
        name = [samples.value(FieldType.TEXT, "Алиев А. А.", "алиев а. а.", 0)] * rows
        findings.append(
            base.model_copy(update={"rows": tuple(Row(cells={"name": cell, "share": None}) for cell in name)})
        )
    out = tmp_path / "report.docx"
    render_report(
        template, findings, case_id="c1", case_title="Навруз <тест> & Ко", documents=samples.documents(), out=out,
        now=samples.NOW, source=samples.source(),
    )  # fmt: skip
    return out


@pytest.mark.parametrize("with_docx", [True, False], ids=["own layout", "plain layout"])
def test_every_part_of_the_report_can_be_read_on_its_pages(tmp_path: Path, with_docx: bool) -> None:
    pages = pages_of(convert(report(tmp_path, with_docx=with_docx), "pdf"))
    said = " ".join(" ".join(pages).split())
    for words in (
        "Навруз <тест> & Ко", "ООО «Навруз & Ко»", "301 234 567", "14.02.2019", "Каримова Б. <младшая>", "1 234 567,5",
        "требует проверки № 2", "заполняет аналитик, № 4", "Требует проверки", "документы расходятся",
        "1 250 000 сум", "1 350 000 сум", "Приложение. Источники", "ИНН 301 234 567", "profit / revenue * 100",
        "ул. Садовая, {{ 12 }}", "Файлы дела", "lastro verify",
    ):  # fmt: skip
        assert words in said, words
    assert len(pages) < 6


def test_a_long_table_repeats_its_heading_row_and_loses_no_row(tmp_path: Path) -> None:
    template_rows = 150
    pages = pages_of(convert(report(tmp_path, with_docx=False, rows=template_rows), "pdf"))
    body = [page for page in pages if "Алиев А. А." in page and "Причина" not in page and "дословно" not in page]
    assert sum(page.count("Алиев А. А.") for page in pages) >= template_rows
    assert all("Учредитель" in page for page in body[1:3])


def test_saved_again_by_another_word_processor_the_report_still_verifies(tmp_path: Path) -> None:
    first = report(tmp_path)
    saved = convert(first, "docx")
    trace = extract_trace(saved)
    assert trace == extract_trace(first)
    outcome = reverify(trace, source=samples.source(), docx=saved)
    assert outcome.ok, list(outcome.lines())
