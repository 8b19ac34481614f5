"""A value whose digits the picture of the page does not show never enters a report."""

from pathlib import Path

import pytest

from agents.fill.limits import FillLimits
from agents.fill.run import fill
from agents.labels.reader import LabelsReader
from evidence.fields import Field, FieldType, ReportTemplate
from evidence.findings import Finding, Status
from evidence.memory import MemoryFindings, MemoryPages
from evidence.pages import Document
from ingest.options import ReadOptions
from ingest.pdf.reader import read_pages
from ingest.second_look import PictureLook
from tests.unit.ingest import made_up_pdfs as made

pytestmark = pytest.mark.needs_tesseract
SHA = "d" * 64
AMOUNT = Field(id="amount", question="Какова сумма займа?", labels=("Сумма займа",), type=FieldType.MONEY)
FORM = ReportTemplate(id="t", version="1", title="T", languages=("ru",), fields=(AMOUNT,), sha256="0" * 64)


async def filled(path: Path) -> Finding:
    pages = list(read_pages(path, [1], document=SHA, options=ReadOptions(ocr="never")))
    source = MemoryPages([Document(sha256=SHA, name="a.pdf", media_type="application/pdf", page_count=1)], pages)
    (finding,) = await fill(
        FORM, source=source, searcher=None, reader=LabelsReader(source), log=MemoryFindings(), run_id="r",
        limits=FillLimits(recall=0), second_look=PictureLook(lambda _: path),
    )  # fmt: skip
    return finding


async def test_digits_that_a_font_maps_to_others_go_to_a_person(tmp_path: Path) -> None:
    drawn = made.lines("Договор займа", "Сумма займа: 1 250 000 сум")
    honest = await filled(made.write(tmp_path / "a.pdf", drawn))
    assert honest.status is Status.FOUND
    assert honest.values[0].value.normalised == "1250000"
    lying = await filled(made.changed(made.write(tmp_path / "b.pdf", drawn), made.shift_digit_map))
    assert lying.status is Status.NOT_FOUND
    assert "1250000" in str(lying.reason)
    assert lying.partial
