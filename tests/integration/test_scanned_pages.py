"""Scans read by several processes at once: page by page what one process reads, and never a line of another page."""

from pathlib import Path

import pytest

from evidence.pages import Page
from ingest.options import TESSDATA, ReadOptions
from ingest.pipeline import read
from ingest.source import SourceFile
from ingest.workers import WorkerPool
from tests.unit.ingest import made_up_pdfs as made

pytestmark = [
    pytest.mark.needs_tesseract,
    pytest.mark.skipif(not (TESSDATA / "rus.traineddata").is_file(), reason="tesseract's Russian is not installed"),
]
NUMBERS = tuple(f"{100_000 + 12_345 * page}" for page in range(1, 9))


def scanned(path: Path) -> Path:
    pages = [
        made.scan(made.written([f"Договор номер {number}", f"Сумма займа {number} сум"], height=500))
        for number in NUMBERS
    ]
    return made.write(path, *pages, size=(595, 180))


def pages_of(path: Path, *, workers: int) -> list[Page]:
    options = ReadOptions(workers=workers, languages=("ru",), dpi=200, recycle_pages=3)
    with WorkerPool(options) as pool:
        return list(read(SourceFile.of(path, media_type="application/pdf"), options=options, pool=pool).pages())


def test_several_processes_read_what_one_reads(tmp_path: Path) -> None:
    path = scanned(tmp_path / "scan.pdf")
    alone, together = pages_of(path, workers=1), pages_of(path, workers=3)
    assert [page.number for page in together] == list(range(1, len(NUMBERS) + 1))
    assert [page.text for page in together] == [page.text for page in alone]
    for page, number in zip(together, NUMBERS, strict=True):
        assert page.text.count(number) == 2
        assert not any(other in page.text for other in NUMBERS if other != number)
