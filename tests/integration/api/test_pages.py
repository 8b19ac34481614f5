"""Pages over the wire: text, words, pictures that agree with the boxes, caches, and what cannot be drawn."""

import hashlib
import io
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import numpy as np
import pikepdf
import pytest
from PIL import Image, ImageDraw

from evidence.pages import Document, Page, PageKind
from evidence.spans import Box, WordBox
from ingest.options import ReadOptions
from ingest.pdf.reader import read_pdf
from service.context import Context
from service.page_images import DPI, PictureRemains
from service.settings import Settings
from tests.integration.api import made_up
from tests.integration.api.house import keep_document, new_case


def keep(context: Context, case: str, content: bytes, *, name: str, pages: Iterator[Page] | None = None) -> str:
    """A file as the PDF reader reads it, or with the pages that are given."""
    sha256 = hashlib.sha256(content).hexdigest()
    path = context.settings.root / "given" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    files = context.store.open(case)
    files.vault.put(path, sha256=sha256)
    found = list(pages if pages is not None else read_pdf(path, document=sha256, options=ReadOptions(ocr="never")))
    document = Document(
        sha256=sha256, name=name, media_type="application/pdf", page_count=len(found), size=len(content)
    )
    files.begin_file(document, reader="tests")
    files.keep_pages([page.model_copy(update={"document": sha256}) for page in found])
    files.finish_file(document)
    return sha256


def ink_in(picture: Image.Image, box: tuple[float, ...], page: dict[str, float]) -> float:
    """Share of the page's dark pixels that lie under the box."""
    dark = np.asarray(picture.convert("L")) < 128
    x, y = picture.width / page["width"], picture.height / page["height"]
    inside = dark[int(box[1] * y) : round(box[3] * y) + 1, int(box[0] * x) : round(box[2] * x) + 1]
    return float(inside.sum() / max(1, dark.sum()))


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
async def test_boxes_lie_on_the_ink_of_the_picture_however_the_page_is_turned(
    analyst: httpx.AsyncClient, context: Context, rotate: int
) -> None:
    case = await new_case(analyst)
    at = f"/api/v1/cases/{case}/files/{keep(context, case, made_up.pdf('Navruz', rotate=rotate), name='a.pdf')}/pages/1"
    page, words = (await analyst.get(at)).json(), (await analyst.get(f"{at}/words")).json()
    picture = Image.open(io.BytesIO((await analyst.get(f"{at}/image", params={"dpi": 150})).content))
    assert (picture.width > picture.height) is (rotate in (90, 270))
    assert ink_in(picture, tuple(words[0][:4]), page) > 0.95


async def test_boxes_lie_on_the_ink_of_a_page_with_a_crop_box(analyst: httpx.AsyncClient, context: Context) -> None:
    with pikepdf.open(io.BytesIO(made_up.pdf("Navruz"))) as pdf:
        pdf.pages[0].CropBox = [50, 600, 400, 800]
        out = io.BytesIO()
        pdf.save(out)
    case = await new_case(analyst)
    at = f"/api/v1/cases/{case}/files/{keep(context, case, out.getvalue(), name='a.pdf')}/pages/1"
    page, words = (await analyst.get(at)).json(), (await analyst.get(f"{at}/words")).json()
    picture = Image.open(io.BytesIO((await analyst.get(f"{at}/image", params={"dpi": 150})).content))
    assert (page["width"], page["height"]) == pytest.approx((350, 200), abs=1)
    assert ink_in(picture, tuple(words[0][:4]), page) > 0.95


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
async def test_a_photo_is_given_upright_as_its_boxes_are(
    analyst: httpx.AsyncClient, context: Context, rotation: int
) -> None:
    upright = Image.new("RGB", (4000, 2000), "white")
    ImageDraw.Draw(upright).rectangle((200, 200, 1200, 600), fill="black")
    out = io.BytesIO()
    upright.rotate(rotation, expand=True).save(out, "PNG")
    page = Page(
        document="0" * 64,
        number=1,
        kind=PageKind.IMAGE,
        text="Navruz",
        words=(WordBox(0, 6, Box(200, 200, 1200, 600)),),
        width=4000,
        height=2000,
        unit="px",
        rotation=rotation,
    )
    case = await new_case(analyst)
    at = f"/api/v1/cases/{case}/files/{keep(context, case, out.getvalue(), name='a.png', pages=iter([page]))}/pages/1"
    shown = (await analyst.get(at)).json()
    picture = Image.open(io.BytesIO((await analyst.get(f"{at}/image")).content))
    assert picture.width == pytest.approx(110 * 11.7, abs=2), "a large photo is given in the size of a sheet"
    assert ink_in(picture, (200, 200, 1200, 600), shown) > 0.95
    assert shown["turn"] == 0


async def test_a_picture_is_drawn_once_and_kept_for_ever(analyst: httpx.AsyncClient, context: Context) -> None:
    case = await new_case(analyst)
    sha256 = keep_document(context, case, "Navruz")
    at = f"/api/v1/cases/{case}/files/{sha256}/pages/1/image"
    first = await analyst.get(at)
    assert "immutable" in first.headers["cache-control"] and "private" in first.headers["cache-control"]
    kept = list((context.settings.root / "images" / case / sha256).iterdir())
    assert len(kept) == 1
    kept[0].write_bytes(b"drawn before")
    assert (await analyst.get(at)).content == b"drawn before"
    again = await analyst.get(at, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_of_many_who_ask_at_once_one_draws(context: Context, analyst: httpx.AsyncClient) -> None:
    case = await new_case(analyst)
    sha256 = keep_document(context, case, "Navruz")
    files = context.store.open(case)
    page, source = files.page(sha256, 1), files.vault.path_of(sha256)
    drawn = []
    draw = context.images._draw

    def noted(*args: object, **kwargs: object) -> None:
        drawn.append(1)
        draw(*args, **kwargs)  # type: ignore[arg-type]

    context.images._draw = noted  # type: ignore[method-assign]
    with ThreadPoolExecutor(8) as pool:
        paths = {pool.submit(context.images.picture, case, page, source, dpi=72).result() for _ in range(8)}
    assert (len(paths), len(drawn)) == (1, 1)


async def test_a_page_that_cannot_be_drawn_says_so_and_its_text_stays(
    analyst: httpx.AsyncClient, context: Context
) -> None:
    case = await new_case(analyst)
    page = Page(document="0" * 64, number=1, kind=PageKind.TEXT, text="Navruz", width=100, height=100)
    sha256 = keep(context, case, b"%PDF-1.7 nonsense", name="a.pdf", pages=iter([page]))
    at = f"/api/v1/cases/{case}/files/{sha256}/pages/1"
    answer = await analyst.get(f"{at}/image")
    assert (answer.status_code, answer.json()["code"]) == (422, "cannot_draw")
    assert answer.json()["kept"] == "Its text is kept."
    assert (await analyst.get(at)).json()["text"] == "Navruz"
    assert not list((context.settings.root / "images").rglob("*.png"))


class TestDrawingWithoutEnd:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        quick = settings.serve.model_copy(update={"drawing_seconds": 1.0, "drawing_processes": 1})
        return settings.model_copy(update={"serve": quick})

    async def test_a_page_that_hangs_its_drawing_costs_that_picture(
        self, analyst: httpx.AsyncClient, context: Context
    ) -> None:
        case = await new_case(analyst)
        page = Page(document="0" * 64, number=1, kind=PageKind.TEXT, text="Navruz", width=200, height=200)
        endless = keep(context, case, made_up.endless_drawing(), name="a.pdf", pages=iter([page]))
        began = time.monotonic()
        answer = await analyst.get(f"/api/v1/cases/{case}/files/{endless}/pages/1/image")
        assert (answer.status_code, answer.json()["code"]) == (422, "cannot_draw")
        assert "timeout" in answer.text
        assert time.monotonic() - began < 30
        assert (await analyst.get(f"/api/v1/cases/{case}/files/{endless}/pages/1")).json()["text"] == "Navruz"
        other = keep_document(context, case, "Navruz Trading LLC")
        drawn = await analyst.get(f"/api/v1/cases/{case}/files/{other}/pages/1/image")
        assert drawn.headers["content-type"] == "image/png", "the next one is drawn"


async def test_page_json_is_asked_for_again_with_its_tag(analyst: httpx.AsyncClient, context: Context) -> None:
    case = await new_case(analyst)
    for part in ("", "/words"):
        at = f"/api/v1/cases/{case}/files/{keep_document(context, case, 'Navruz')}/pages/1{part}"
        first = await analyst.get(at)
        again = await analyst.get(at, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["pages/2", "pages/2/image", "pages/1/grid", "pages/1/paragraphs", "pages/1000000"])
async def test_a_page_or_a_view_that_is_not_there_is_said(
    analyst: httpx.AsyncClient, context: Context, path: str
) -> None:
    case = await new_case(analyst)
    answer = await analyst.get(f"/api/v1/cases/{case}/files/{keep_document(context, case, 'Navruz')}/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_kept")


async def test_pictures_go_with_their_file(analyst: httpx.AsyncClient, context: Context) -> None:
    from service.wiring import remains_of

    case = await new_case(analyst)
    sha256 = keep_document(context, case, "Navruz")
    assert (await analyst.get(f"/api/v1/cases/{case}/files/{sha256}/pages/1/image")).status_code == 200
    removed = await analyst.delete(f"/api/v1/cases/{case}/files/{sha256}")
    assert removed.status_code == 202
    assert (await analyst.get(f"/api/v1/cases/{case}/files/{sha256}/pages/1/image")).status_code == 404
    receipt = context.store.deletions.finish(removed.json()["deletion"], remains=remains_of(context.settings))
    assert (receipt.proved, receipt.removed["page_images"], receipt.left["page_images"]) == (True, 1, 0)


def test_pictures_of_one_file_are_counted_apart(tmp_path: Path) -> None:
    from evidence.ports import RemovalScope

    for name in ("a", "b"):
        (tmp_path / "images" / "C1" / name).mkdir(parents=True)
        (tmp_path / "images" / "C1" / name / "1-0-110.png").write_bytes(b"x")
    remains = PictureRemains(tmp_path)
    remains.remove(RemovalScope(case="C1", document="a"))
    assert remains.count(RemovalScope(case="C1")) == {"page_images": 1}


async def test_the_original_is_a_download_and_never_a_page_of_ours(
    analyst: httpx.AsyncClient, context: Context
) -> None:
    case = await new_case(analyst)
    sha256 = keep_document(context, case, "Navruz", name='<script>"\r\nX-Evil: 1 счёт.html')
    answer = await analyst.get(f"/api/v1/cases/{case}/files/{sha256}/original")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert "x-evil" not in answer.headers
    assert hashlib.sha256(answer.content).hexdigest() == sha256
    assert [entry.action for entry in context.audit.entries(limit=1)] == ["file.download"]


async def test_quotes_with_html_are_json_and_not_html(analyst: httpx.AsyncClient, context: Context) -> None:
    case = await new_case(analyst)
    sha256 = keep_document(context, case, "<script>alert(1)</script>", name="<b>.pdf")
    answer = await analyst.get(f"/api/v1/cases/{case}/files/{sha256}/pages/1")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["text"] == "<script>alert(1)</script>"


async def test_many_who_wait_for_pictures_do_not_hold_up_the_others(
    analyst: httpx.AsyncClient, context: Context
) -> None:
    import asyncio
    import time

    case = await new_case(analyst)
    sha256 = keep_document(context, case, "Navruz")
    at = f"/api/v1/cases/{case}/files/{sha256}/pages/1"
    released = threading.Event()
    context.images._draw = lambda *_, **__: released.wait(20)  # type: ignore[method-assign, assignment, return-value]
    waiting = [asyncio.create_task(analyst.get(f"{at}/image", params={"dpi": dpi})) for dpi in DPI * 10]
    await asyncio.sleep(0.5)
    began = time.monotonic()
    assert (await analyst.get(at)).status_code == 200
    assert time.monotonic() - began < 5
    released.set()
    await asyncio.gather(*waiting)


async def test_pages_can_be_seen_while_their_file_is_still_read(analyst: httpx.AsyncClient, context: Context) -> None:
    case = await new_case(analyst)
    content = made_up.pdf("Navruz")
    sha256 = hashlib.sha256(content).hexdigest()
    files = context.store.open(case)
    path = context.settings.root / "given.pdf"
    path.write_bytes(content)
    files.vault.put(path, sha256=sha256)
    files.begin_file(Document(sha256=sha256, name="a.pdf", media_type="application/pdf", page_count=0), reader="tests")
    files.expect_pages(sha256, 7)
    [page] = read_pdf(path, document=sha256, options=ReadOptions(ocr="never"))
    files.keep_pages([page])
    at = f"/api/v1/cases/{case}/files/{sha256}"
    assert (await analyst.get(f"{at}/pages/1")).json()["pages"] == 7
    assert (await analyst.get(f"{at}/pages/1/image")).status_code == 200
    states = (await analyst.get(f"{at}/pages")).json()
    assert [state["state"] for state in states] == ["read", *["waiting"] * 6]
    assert len((await analyst.get(f"{at}/pages?state=waiting")).json()) == 6
    assert (await analyst.get(at)).json()["file"]["state"] == "reading"


def scan(*lines: str, rotate: int) -> bytes:
    """A page that is nothing but a picture of its text."""
    import pypdfium2 as pdfium
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen import canvas

    document = pdfium.PdfDocument(made_up.pdf(*lines))
    picture = document[0].render(scale=200 / 72).to_pil().convert("L")
    document.close()
    out = io.BytesIO()
    drawn = canvas.Canvas(out, pagesize=A4)
    drawn.drawImage(ImageReader(picture), 0, 0, *A4)
    drawn.showPage()
    drawn.save()
    turned = io.BytesIO()
    with pikepdf.open(out) as opened:
        opened.pages[0].rotate(rotate, relative=False)
        opened.save(turned)
    return turned.getvalue()


@pytest.mark.slow
@pytest.mark.needs_tesseract
@pytest.mark.parametrize("rotate", [0, 90])
async def test_boxes_lie_on_the_ink_of_a_scan(analyst: httpx.AsyncClient, context: Context, rotate: int) -> None:
    case = await new_case(analyst)
    path = context.settings.root / "scan.pdf"
    path.write_bytes(
        scan("Borrower Navruz Trading", "Amount of the loan in dollars", "Guarantor Jasur Rahimov", rotate=rotate)
    )
    pages = read_pdf(path, document="0" * 64, options=ReadOptions(ocr="always", languages=("en",)))
    sha256 = keep(context, case, path.read_bytes(), name="scan.pdf", pages=iter(list(pages)))
    at = f"/api/v1/cases/{case}/files/{sha256}/pages/1"
    page, words = (await analyst.get(at)).json(), (await analyst.get(f"{at}/words")).json()
    assert page["kind"] == "scan" and "Navruz" in page["text"]
    picture = Image.open(io.BytesIO((await analyst.get(f"{at}/image", params={"dpi": 150})).content))
    assert sum(ink_in(picture, tuple(word[:4]), page) for word in words) > 0.9
