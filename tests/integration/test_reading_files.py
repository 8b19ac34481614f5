"""Files into a case and its index: a bad one costs itself, and a second reading leaves nothing of the first."""

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from cases.store import CaseFiles, CaseStore
from evidence.citations import Citation
from evidence.pages import Page
from evidence.spans import CharSpan
from index.case_index import CaseIndex
from index.embedders.hashing import HashingEmbedder
from index.open import open_memory_index
from ingest.options import TESSDATA, ReadOptions
from service.reading import ReadSummary, read_into
from tests.unit.ingest import made_up_pdfs as made

OPTIONS = ReadOptions(ocr="never", workers=2)
SOUND = {"card.txt": "Company: Blue Heron Textiles LLC", "Письмо.txt": "Сумма займа 500 000 сум"}
BROKEN = {
    "empty.pdf": b"",
    "cut.pdf": b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog",
    "not-a-workbook.xlsx": b"PK\x03\x04 and no more",
    "old.docx": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600,
    "picture.png": b"\x89PNG\r\n\x1a\n" + b"\x00" * 40,
}


@pytest.fixture
def case(tmp_path: Path) -> CaseFiles:
    return CaseStore(tmp_path / "home").create("Case")


@pytest.fixture
def index() -> CaseIndex:
    return open_memory_index(HashingEmbedder())


def take(case: CaseFiles, index: CaseIndex, *paths: Path, options: ReadOptions = OPTIONS) -> ReadSummary:
    return read_into(case, paths, options=options, index=index, on_page=lambda *_: None)


def texts(case: CaseFiles) -> dict[str, str]:
    return {
        document.name: "\n".join(page.text for page in case.pages(document.sha256)) for document in case.documents()
    }


def test_a_broken_file_costs_itself_and_says_why(case: CaseFiles, index: CaseIndex, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for name, text in SOUND.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, content in BROKEN.items():
        (folder / name).write_bytes(content)
    summary = take(case, index, folder)
    assert summary.files == len(SOUND) + len(BROKEN)
    read = texts(case)
    assert {name: read[name] for name in SOUND} == SOUND
    troubled = {entry.file for entry in summary.problems}
    assert set(BROKEN) <= troubled
    assert all(entry.problem.message.strip() for entry in summary.problems)
    assert set(read) == {*SOUND, *BROKEN}  # none is missing without a word


def test_the_same_file_again_is_not_read_again(case: CaseFiles, index: CaseIndex, tmp_path: Path) -> None:
    path = tmp_path / "card.txt"
    path.write_text(SOUND["card.txt"], encoding="utf-8")
    first, again = take(case, index, path), take(case, index, path)
    assert (first.unchanged, again.unchanged) == (0, 1)
    assert index.count() == first.passages


@pytest.mark.needs_tesseract
@pytest.mark.skipif(not (TESSDATA / "rus.traineddata").is_file(), reason="tesseract's Russian is not installed")
def test_a_forced_second_reading_leaves_no_page_and_no_passage_of_the_first(
    case: CaseFiles, index: CaseIndex, tmp_path: Path
) -> None:
    """A page whose text says one thing and whose picture says another: what counts is the last reading, in all places."""
    lines = ["Сумма займа составляет 500 000 сум", "Срок займа составляет 24 месяца"]

    def layer(canvas: Canvas) -> None:
        made.lines("Gibberish that nobody printed there", size=9, top=20)(canvas)

    path = made.scan_page(tmp_path / "a.pdf", made.written(lines), over=layer)
    take(case, index, path)
    (before,) = case.documents()
    old = next(iter(case.pages(before.sha256)))
    assert "Gibberish" in old.text and "500 000" not in old.text
    quote = old.text.index("Gibberish")
    citation = Citation.of(before, old, CharSpan(start=quote, end=quote + 9))

    take(case, index, path, options=OPTIONS.model_copy(update={"ocr": "always"}))
    (after,) = case.documents()
    new: Page = case.page(after.sha256, 1)
    assert "500 000" in new.text
    assert index.count() == index.count(after.sha256) > 0
    held = [hit.passage.text for hit in index.search("Сумма займа Gibberish", 10)]
    assert any("500 000" in text for text in held)
    assert all(text in new.text for text in held)
    # a citation of the first reading no longer stands, and that can be told
    assert new.text[citation.span.start : citation.span.end] != citation.quote
    assert new.sha256 != citation.page_sha256
