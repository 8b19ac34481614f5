"""The sample report as text, and its trace, beside what they should be. LASTRO_REWRITE_GOLDEN=1 writes them anew."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from render.package import Package
from render.report import render_report
from render.tags import TBL, TC, TR, P
from render.template import load_template
from tests.unit.render import samples
from tests.unit.render.samples import paragraph_text

HERE = Path(__file__).parent
REWRITE = os.environ.get("LASTRO_REWRITE_GOLDEN") == "1"
CASES = [("own", "ru"), ("plain", "ru"), ("own", "pt"), ("own", "uz_Latn")]


def lines(root: Any) -> Iterator[str]:
    """Paragraphs as they read, table rows with `` | `` between cells and `` / `` between a cell's paragraphs."""
    for child in root:
        if child.tag == P:
            yield paragraph_text(child)
        elif child.tag == TBL:
            for row in child.iter(TR):
                yield "| " + " | ".join(" / ".join(map(paragraph_text, cell.iter(P))) for cell in row.iter(TC)) + " |"


def compare(path: Path, said: str) -> None:
    if REWRITE:
        path.write_text(said, encoding="utf-8")
    assert said == path.read_text(encoding="utf-8"), f"{path.name} differs; look, then LASTRO_REWRITE_GOLDEN=1"


def written(tmp_path: Path, layout: str, language: str) -> Any:
    template = load_template(samples.template_folder(tmp_path / "t", with_docx=layout == "own"))
    return render_report(
        template.model_copy(update={"sha256": "0" * 64}), samples.findings(), case_id="c1", case_title="Навруз <тест> & Ко",
        documents=samples.documents(), out=tmp_path / "out.docx", now=samples.NOW, language=language, source=samples.source(),
    )  # fmt: skip


@pytest.mark.parametrize(("layout", "language"), CASES)
def test_the_report_reads_as_it_should(tmp_path: Path, layout: str, language: str) -> None:
    written(tmp_path, layout, language)
    package = Package((tmp_path / "out.docx").read_bytes(), name="out")
    said = []
    for story in package.stories:
        said.append(f"=== {story.name}")
        said += lines(package.body if story.kind == "body" else story.root)
    compare(HERE / f"{layout}-{language}.expected.txt", "\n".join(said) + "\n")


def test_the_trace_reads_as_it_should(tmp_path: Path) -> None:
    compare(HERE / "trace.expected.json", written(tmp_path, "own", "ru").trace.json_text())


def test_the_expected_files_are_not_being_rewritten() -> None:
    assert not REWRITE
