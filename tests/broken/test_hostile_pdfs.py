"""PDFs that want to hang, crash, fill the memory or run code. Each costs its own pages and nothing else."""

import contextlib
import gzip
import pickle
import zlib
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest

from evidence.pages import Document, Page
from ingest.options import ReadOptions
from ingest.pdf.reference import reference_face
from ingest.pipeline import read
from ingest.source import SourceFile
from ingest.workers import WorkerPool
from tests.unit.ingest import made_up_pdfs as made

OPTIONS = ReadOptions(ocr="never", workers=2, page_seconds=8, page_memory_mb=600)


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(OPTIONS) as opened:
        yield opened


def through(pool: WorkerPool, path: Path, options: ReadOptions = OPTIONS) -> tuple[list[Page], Document]:
    reading = read(SourceFile.of(path, media_type="application/pdf"), options=options, pool=pool)
    pages = list(reading.pages())
    return pages, reading.document()


def codes(pages: list[Page]) -> list[set[str]]:
    return [{problem.code for problem in page.problems} for page in pages]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a PDF at all",
        b"%PDF-1.4\n%%EOF\n",
        b"%PDF-1.4\ntrailer\n\x00\x00\x00\n%%EOF",
        b"%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1/Prev 9>>\nstartxref\n9\n%%EOF",
    ],
    ids=["empty", "text", "nothing in it", "NUL trailer", "xref loop"],
)
def test_a_file_that_is_no_pdf_gives_one_page_that_says_so(pool: WorkerPool, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(content)
    pages, document = through(pool, path)
    assert codes(pages) == [{"unreadable"}]
    assert document.page_count == 1
    assert "a.pdf" in document.problems[0].message


def test_a_cut_off_file_keeps_the_pages_that_are_there(pool: WorkerPool, tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", *[made.lines(f"Страница {n}") for n in range(1, 6)])
    path.write_bytes(path.read_bytes()[:-400])
    pages, _ = through(pool, path)
    assert pages
    assert all(page.text or page.problems for page in pages)


def circular(path: Path) -> Path:
    made.with_content(path, b"q /X0 Do Q BT /F1 12 Tf 72 700 Td (visible line) Tj ET")

    def link(pdf: pikepdf.Pdf) -> None:
        forms = []
        for name in ("X1", "X0"):
            form = pdf.make_stream(f"/{name} Do".encode())
            form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            form.BBox = pikepdf.Array([0, 0, 595, 842])
            forms.append(form)
        forms[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X1=forms[1]))
        forms[1].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X0=forms[0]))
        pdf.pages[0].Resources.XObject = pikepdf.Dictionary(X0=forms[0])

    return made.changed(path, link)


def test_forms_that_contain_one_another_end(pool: WorkerPool, tmp_path: Path) -> None:
    pages, _ = through(pool, circular(tmp_path / "a.pdf"))
    assert len(pages) == 1
    assert "visible line" in pages[0].text or pages[0].problems


def test_forms_that_contain_one_another_end_in_the_reference_engine_too(tmp_path: Path) -> None:
    with contextlib.suppress(RecursionError):  # the worker border makes this a problem of the page
        reference_face(circular(tmp_path / "a.pdf"), 1, OPTIONS)


@pytest.mark.slow
def test_a_drawing_of_fifty_thousand_boxes_leaves_the_other_pages_alone(pool: WorkerPool, tmp_path: Path) -> None:
    boxes = b"".join(
        b"BT /F1 3 Tf %d %d Td (%d) Tj ET %d %d 3 3 re S\n"
        % (n % 250 * 2, n // 250 * 4, n % 10, n % 250 * 2, n // 250 * 4)
        for n in range(50_000)
    )
    drawing = made.with_content(tmp_path / "drawing.pdf", boxes)
    path = made.write(tmp_path / "a.pdf", *[made.lines(f"Страница {n}") for n in range(1, 4)])
    with pikepdf.open(path, allow_overwriting_input=True) as pdf, pikepdf.open(drawing) as other:
        pdf.pages.insert(1, other.pages[0])
        pdf.save(path)
    pages, document = through(pool, path)
    assert [page.number for page in pages] == [1, 2, 3, 4]
    assert [pages[n].text for n in (0, 2, 3)] == ["Страница 1", "Страница 2", "Страница 3"]
    assert pages[1].text or pages[1].problems
    assert document.page_count == 4


def test_a_stream_that_inflates_without_end_is_stopped(pool: WorkerPool, tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("Страница 1"), made.lines("Страница 2"))

    def bomb(pdf: pikepdf.Pdf) -> None:
        stream = pikepdf.Stream(pdf, _bomb())
        stream.Filter = pikepdf.Array([pikepdf.Name.FlateDecode, pikepdf.Name.FlateDecode])
        pdf.pages[0].Contents = pdf.make_indirect(stream)

    made.changed(path, bomb, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
    pages, _ = through(pool, path)
    assert len(pages) == 2
    assert pages[1].text == "Страница 2"


def _bomb() -> bytes:
    """Two gigabytes of content in a few kilobytes: deflate twice."""
    first = zlib.compressobj(9)
    parts = []
    block = b"q Q\n" * 2**20
    for _ in range(512):
        parts.append(first.compress(block))
    parts.append(first.flush())
    return zlib.compress(b"".join(parts), 9)


def test_a_character_map_named_by_a_path_is_never_unpickled(pool: WorkerPool, tmp_path: Path) -> None:
    marker = tmp_path / "marker"

    class Payload:
        def __reduce__(self) -> tuple[object, tuple[object, ...]]:
            return Path.touch, (marker,)

    trap = tmp_path / "trap"
    with gzip.open(f"{trap}.pickle.gz", "wb") as file:
        file.write(pickle.dumps(Payload()))
    path = made.with_content(
        tmp_path / "a.pdf", b"BT /F2 12 Tf 72 700 Td <00410042> Tj ET BT /F1 9 Tf 72 600 Td (seen) Tj ET"
    )

    def set_the_trap(pdf: pikepdf.Pdf) -> None:
        inner = pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.CIDFontType2,
            BaseFont=pikepdf.Name.Helvetica,
            CIDSystemInfo=pikepdf.Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
        )
        pdf.pages[0].Resources.Font.F2 = pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type0,
            BaseFont=pikepdf.Name.Helvetica,
            Encoding=pikepdf.Name("/" + str(trap)),
            DescendantFonts=pikepdf.Array([pdf.make_indirect(inner)]),
        )

    made.changed(path, set_the_trap)
    pages, _ = through(pool, path)
    assert "seen" in pages[0].text or pages[0].problems
    with contextlib.suppress(Exception):  # whatever it raises, it must not have run the payload
        reference_face(path, 1, OPTIONS)
    assert not marker.exists()


# ---- locks


def locked(path: Path, **encryption: object) -> Path:
    made.write(path, made.lines("Сумма 1 250 000"))
    return made.changed(path, lambda pdf: None, encryption=pikepdf.Encryption(**encryption))


@pytest.mark.parametrize("revision", [4, 6])
def test_a_file_that_only_forbids_copying_opens(pool: WorkerPool, tmp_path: Path, revision: int) -> None:
    allow = pikepdf.Permissions(extract=False)
    path = locked(tmp_path / "a.pdf", owner="secret", user="", R=revision, allow=allow)
    pages, document = through(pool, path)
    assert pages[0].text == "Сумма 1 250 000"
    assert [problem.code for problem in document.problems] == ["copying_restricted"]


@pytest.mark.parametrize("revision", [4, 6])
def test_a_locked_file_asks_for_its_password_and_takes_it(pool: WorkerPool, tmp_path: Path, revision: int) -> None:
    path = locked(tmp_path / "a.pdf", owner="owner", user="pässwort", R=revision)
    pages, document = through(pool, path)
    assert codes(pages) == [{"password_needed"}]
    assert [problem.code for problem in document.problems] == ["password_needed"]
    assert "'a.pdf' is encrypted; give its password and read it again" in document.problems[0].message
    given = OPTIONS.model_copy(update={"passwords": {"a.pdf": "pässwort", "other.pdf": "x"}})
    assert through(pool, path, given)[0][0].text == "Сумма 1 250 000"


def test_a_wrong_password_is_not_an_empty_document(pool: WorkerPool, tmp_path: Path) -> None:
    path = locked(tmp_path / "a.pdf", owner="owner", user="right", R=6)
    wrong = OPTIONS.model_copy(update={"passwords": {"a.pdf": "wrong"}})
    pages, document = through(pool, path, wrong)
    assert codes(pages) == [{"wrong_password"}]
    assert "'a.pdf' is encrypted; the password given for it does not open it" in document.problems[0].message


def test_the_password_is_found_under_the_name_the_user_knows(pool: WorkerPool, tmp_path: Path) -> None:
    path = locked(tmp_path / "stored-under-a-hash", owner="owner", user="right", R=6)
    source = SourceFile.of(path, media_type="application/pdf", name="Устав.pdf")
    given = OPTIONS.model_copy(update={"passwords": {"Устав.pdf": "right"}})
    assert next(iter(read(source, options=given, pool=pool).pages())).text == "Сумма 1 250 000"


# ---- limits


def test_pages_beyond_the_limit_are_named_not_dropped_silently(pool: WorkerPool, tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", *[made.lines(f"Страница {n}") for n in range(1, 8)])
    pages, document = through(pool, path, OPTIONS.model_copy(update={"max_pages": 5}))
    assert [page.number for page in pages] == [1, 2, 3, 4, 5]
    (problem,) = document.problems
    assert problem.code == "truncated"
    assert "first 5 of 7 pages" in problem.message


def test_a_file_over_the_byte_limit_is_not_opened(pool: WorkerPool, tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("text"))
    pages, document = through(pool, path, OPTIONS.model_copy(update={"max_bytes": 100}))
    assert codes(pages) == [{"too_large"}]
    assert document.problems[0].severity == "error"
