"""Real PDFs beside the checkout: what their manifest asks of a reader, and agreement with another program's text.

Files are found, never named: nothing of that data is in the repository.
"""

import csv
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from evidence.pages import Document, OriginKind, Page
from ingest.options import ReadOptions
from ingest.pipeline import read
from ingest.source import SourceFile
from ingest.workers import WorkerPool

pytestmark = [pytest.mark.needs_shared_data, pytest.mark.slow, pytest.mark.timeout(1800)]

LEAST_AGREEMENT = 0.95
"""Share of our text's lines that the other program has too, in one piece, in one of its modes."""
MOST_PAGES = 6
"""Of one file, for the comparison."""


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(ReadOptions(workers=2)) as opened:
        yield opened


def through(pool: WorkerPool, path: Path, options: ReadOptions) -> tuple[list[Page], Document]:
    reading = read(SourceFile.of(path, media_type="application/pdf"), options=options, pool=pool)
    return list(reading.pages()), reading.document()


def asked(shared_data: Path) -> Iterator[tuple[Path, str]]:
    """Each PDF with what its manifest says, in lower case."""
    for manifest in shared_data.glob("*/MANIFEST.csv"):
        with manifest.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                path = manifest.parent / row["file"]
                if path.suffix == ".pdf" and path.is_file():
                    yield path, f"{row['hard']}; {row['reader_must']}".casefold()


def failures_of(must: str, pages: list[Page], document: Document) -> list[str]:
    """What the manifest asks for and the pages do not show."""
    text = "\n".join(page.text for page in pages)
    codes = {problem.code for page in pages for problem in page.problems} | {p.code for p in document.problems}
    errors = [p for page in pages for p in page.problems if p.severity == "error"]
    origins = {block.origin.kind for page in pages for block in page.blocks}
    failed = []

    def expect(fulfilled: bool, what: str) -> None:
        if not fulfilled:
            failed.append(what)

    broken = "unreadable' status" in must or "clear status" in must
    locked = "needs password" in must
    expect(bool(errors) == (broken or locked) or "wrong characters" in must, f"errors {[e.message for e in errors]}")
    if locked:
        expect("password_needed" in codes, "password_needed")
    if broken or locked:
        return failed
    if "hidden text" in must:
        expect(any(page.withheld for page in pages) and "hidden_text" in codes, "withheld text")
    if "decodes to wrong" in must or "without tounicode" in must:
        expect("garbled_text_layer" in codes, "garbled_text_layer")
    elif "blank = no values" not in must:
        expect(len(text) > 10, "text")
    if re.search(r"\bscan\b|ocr after|image decoded|ocr finds", must):
        expect(OriginKind.OCR in origins, "OCR")
    if "embedded in the pdf" in must:
        expect("attachments" in codes, "attachments")
    if "widgets" in must and "blank" not in must:
        expect(OriginKind.FORM_FIELD in origins, "form fields")
    if "same text on all" in must:
        likeness = [SequenceMatcher(None, pages[0].text, page.text).ratio() for page in pages[1:]]
        expect(min(likeness) > 0.95, f"likeness {likeness}")
    if "no mojibake" in must or "wrong characters" in must:
        expect(not re.search("[\uac00-\ud7a3\ue000-\uf8ff\ufffd]", text), "mojibake")
    return failed


@pytest.mark.needs_tesseract
def test_every_file_shows_what_its_manifest_asks_for(pool: WorkerPool, shared_data: Path) -> None:
    failed = {}
    seen = 0
    for path, must in asked(shared_data):
        options = ReadOptions(ocr="never" if "bounded memory" in must else "auto")
        pages, document = through(pool, path, options)
        seen += 1
        if what := failures_of(must, pages, document):
            failed[path.name] = what
        for page in pages:
            assert not re.search("[\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]", page.text)
            assert all(word.end > word.start for word in page.words)
    if not seen:
        pytest.skip("no manifest beside the checkout")
    assert not failed


def squeezed(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).replace("\u00ad", "").split())


def other_texts(path: Path, number: int) -> list[str]:
    texts = []
    for mode in ([], ["-layout"], ["-raw"]):
        command = [
            "pdftotext",
            "-f",
            str(number),
            "-l",
            str(number),
            "-enc",
            "UTF-8",
            "-nopgbrk",
            *mode,
            str(path),
            "-",
        ]
        done = subprocess.run(command, capture_output=True, timeout=120, check=False)
        texts.append(squeezed(done.stdout.decode("utf-8", "replace")))
    return texts


def test_lines_are_contiguous_in_another_program_s_text(pool: WorkerPool, shared_data: Path) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    options = ReadOptions(ocr="never", max_pages=MOST_PAGES)
    lines = agreed = blocks = whole = 0
    for path in sorted(shared_data.glob("*/*/files/*.pdf"))[::6]:
        pages, _ = through(pool, path, options)
        for page in pages:
            if not page.text or page.blocks[0].origin.kind is not OriginKind.TEXT_LAYER:
                continue
            others = other_texts(path, page.number)
            for line in filter(lambda line: len(line) > 3, page.text.split("\n")):
                lines += 1
                agreed += any(squeezed(line) in other for other in others)
            for block in page.blocks:
                text = squeezed(page.text[block.span.start : block.span.end])
                blocks += 1
                whole += any(text in other for other in others)
    if not lines:
        pytest.skip("no files beside the checkout")
    assert agreed >= LEAST_AGREEMENT * lines
    assert whole >= 0.99 * blocks
