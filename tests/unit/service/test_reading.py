from collections.abc import Iterator
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from cases.store import CaseFiles
from evidence.pages import Page
from index.case_index import CaseIndex
from index.open import open_embedder
from index.stores.memory import MemoryStore
from ingest.options import ReadOptions
from service.cli import show
from service.reading import OnPage, ReadSummary, read_into
from service.settings import Settings
from service.wiring import open_store


@pytest.fixture
def case(tmp_path: Path) -> CaseFiles:
    return open_store(Settings(home=tmp_path / "home")).create("C")


def said(summary: ReadSummary, code: str) -> Iterator[str]:
    return (entry.problem.message for entry in summary.problems if entry.problem.code == code)


def test_the_same_content_under_two_names_is_one_document_and_is_said(tmp_path: Path, case: CaseFiles) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text("Company: Blue Heron", encoding="utf-8")

    index = CaseIndex(MemoryStore(), open_embedder("hashing", home=tmp_path))

    def read(*paths: Path) -> ReadSummary:
        return read_into(case, paths, options=ReadOptions(ocr="never", workers=1), index=index, on_page=lambda *_: None)

    summary = read(folder)
    (message,) = said(summary, "same_file")
    assert message == "'a.txt' and 'b.txt' are the same file, byte for byte; it was read once, as 'a.txt'"
    assert (summary.files, summary.pages, summary.unchanged) == (2, 1, 1)
    (document,) = case.documents()
    assert (document.name, [problem.code for problem in document.problems]) == ("a.txt", ["same_file"])

    later = tmp_path / "c.txt"
    later.write_text("Company: Blue Heron", encoding="utf-8")
    assert any("'a.txt' and 'c.txt'" in message for message in said(read(later), "same_file"))
    (document,) = case.documents()
    assert [problem.code for problem in document.problems] == ["same_file", "same_file"]


class _Interrupted(Exception):
    pass


def test_an_interrupted_reading_is_gone_on_with_after_its_last_kept_page(
    tmp_path: Path, case: CaseFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, pages = tmp_path / "long.pdf", 70
    canvas = Canvas(str(path))
    for number in range(1, pages + 1):
        canvas.drawString(72, 720, f"Page {number} says that item {number} costs {number}00 dollars in all.")
        canvas.showPage()
    canvas.save()
    index = CaseIndex(MemoryStore(), open_embedder("hashing", home=tmp_path))
    kept: list[int] = []
    keep = CaseFiles.keep_pages

    def recorded(self: CaseFiles, batch: tuple[Page, ...]) -> None:
        keep(self, batch)
        kept.extend(page.number for page in batch)

    monkeypatch.setattr(CaseFiles, "keep_pages", recorded)

    def read(on_page: OnPage) -> ReadSummary:
        return read_into(case, [path], options=ReadOptions(ocr="never", workers=1), index=index, on_page=on_page)

    def stop(*_: object) -> None:
        if len(kept) >= 32:
            raise _Interrupted

    with pytest.raises(_Interrupted):
        read(stop)
    assert case.unfinished() == ("long.pdf",)
    assert 32 <= len(kept) < pages
    assert (case.files()[0].pages_expected, sum(case.files()[0].pages.values())) == (pages, pages)
    summary = read(lambda *_: None)
    assert kept == list(range(1, pages + 1))
    (document,) = case.documents()
    assert (document.page_count, summary.pages) == (pages, pages)
    assert [page.number for page in case.pages(document.sha256)] == kept
    assert index.count(document.sha256) == pages


def test_a_file_that_was_not_read_is_not_called_read(tmp_path: Path, case: CaseFiles) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing of it\n")
    (tmp_path / "card.txt").write_text("Company: Blue Heron", encoding="utf-8")
    told: dict[str, str] = {}
    index = CaseIndex(MemoryStore(), open_embedder("hashing", home=tmp_path))
    read_into(
        case,
        [tmp_path / "broken.pdf", tmp_path / "card.txt"],
        options=ReadOptions(ocr="never", workers=1),
        index=index,
        on_page=lambda name, pages, total: told.update({name: show.reading(name, pages, total)}),
    )
    assert told == {"broken.pdf": "not read: broken.pdf", "card.txt": "read card.txt: 1 page"}
    assert show.reading("a.pdf", 3, 4) == "read a.pdf: 3 of 4 pages"
