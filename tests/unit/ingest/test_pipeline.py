from collections.abc import Iterator
from pathlib import Path

import pytest

from evidence.errors import LastroError
from evidence.pages import Page, PageKind
from ingest import pipeline
from ingest.options import ReadOptions
from ingest.pdf import paging
from ingest.pipeline import read
from ingest.source import SourceFile
from ingest.workers import WorkerPool
from tests.unit.ingest import made_up_pdfs as made
from tests.unit.ingest import made_up_readers as readers

OPTIONS = ReadOptions(ocr="never", workers=2, page_seconds=3, page_memory_mb=400)


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(OPTIONS) as opened:
        yield opened


def pdf(tmp_path: Path, count: int) -> SourceFile:
    path = made.write(tmp_path / "a.pdf", *[made.lines(f"Страница {n}") for n in range(1, count + 1)])
    return SourceFile.of(path, media_type="application/pdf")


def test_pages_come_in_order_whatever_worker_read_them(pool: WorkerPool, tmp_path: Path) -> None:
    source = pdf(tmp_path, 23)
    pages = list(read(source, options=OPTIONS, pool=pool).pages())
    assert [page.number for page in pages] == list(range(1, 24))
    assert [page.text for page in pages] == [f"Страница {n}" for n in range(1, 24)]
    assert {page.document for page in pages} == {source.sha256}


def test_the_document_is_known_once_its_pages_were_read(pool: WorkerPool, tmp_path: Path) -> None:
    source = pdf(tmp_path, 2)
    reading = read(source, options=OPTIONS, pool=pool)
    with pytest.raises(LastroError, match="consume pages"):
        reading.document()
    list(reading.pages())
    document = reading.document()
    assert (document.sha256, document.page_count, document.name) == (source.sha256, 2, "a.pdf")


@pytest.mark.parametrize(
    ("misbehave", "code"),
    [(readers.hang_on_page_three, "timeout"), (readers.crash_on_page_three, "crashed")],
)
def test_a_bad_page_costs_itself(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, misbehave: object, code: str
) -> None:
    monkeypatch.setattr(paging, "_pages", misbehave)
    pages = list(read(pdf(tmp_path, 6), options=OPTIONS, pool=pool).pages())
    assert [page.number for page in pages] == [1, 2, 3, 4, 5, 6]
    assert [bool(page.text) for page in pages] == [True, True, False, True, True, True]
    assert [problem.code for problem in pages[2].problems] == [code]
    assert "page 3 of 'a.pdf'" in pages[2].problems[0].message


def test_a_page_that_fails_once_is_read_on_the_second_try(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LASTRO_TEST_MARK", str(tmp_path / "mark"))
    monkeypatch.setattr(paging, "_pages", readers.crash_the_first_time)
    with WorkerPool(OPTIONS) as fresh:
        pages = list(read(pdf(tmp_path, 6), options=OPTIONS, pool=fresh).pages())
    assert all(page.text and not page.problems for page in pages)


def test_a_reader_that_breaks_off_keeps_what_it_gave(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "read_any", readers.crash_after_two)
    (tmp_path / "a.txt").write_text("text")
    reading = read(SourceFile.of(tmp_path / "a.txt", media_type="text/plain"), options=OPTIONS, pool=pool)
    pages = list(reading.pages())
    assert [page.number for page in pages] == [1, 2, 3]
    assert pages[2].problems[0].code == "crashed"
    assert reading.document().problems == pages[2].problems


def test_an_unknown_type_is_one_page_with_advice(pool: WorkerPool, tmp_path: Path) -> None:
    (tmp_path / "a.doc").write_bytes(b"\xd0\xcf\x11\xe0")
    source = SourceFile.of(tmp_path / "a.doc", media_type="application/msword")
    (page,) = read(source, options=OPTIONS, pool=pool).pages()
    assert page.problems[0].severity == "error"
    assert "DOCX" in page.problems[0].message


def test_an_empty_file_says_so(pool: WorkerPool, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").touch()
    source = SourceFile.of(tmp_path / "a.pdf", media_type="application/pdf")
    reading = read(source, options=OPTIONS, pool=pool)
    (page,) = reading.pages()
    assert (page.kind, page.problems[0].code) == (PageKind.TEXT, "unreadable")
    assert "0 bytes" in reading.document().problems[0].message


def test_passwords_of_other_files_are_not_sent_along(tmp_path: Path) -> None:
    source = pdf(tmp_path, 1)
    options = OPTIONS.model_copy(update={"passwords": {"a.pdf": "one", "b.pdf": "two"}})
    with WorkerPool(options) as pool:
        assert read(source, options=options, pool=pool).options.passwords == {"a.pdf": "one"}


def test_pages_can_be_read_twice(pool: WorkerPool, tmp_path: Path) -> None:
    reading = read(pdf(tmp_path, 2), options=OPTIONS, pool=pool)
    first: list[Page] = list(reading.pages())
    assert list(reading.pages()) == first
    assert reading.document().page_count == 2
