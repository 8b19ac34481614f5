"""The boxes on the page cover the quote's own ink, and little else: born-digital, turned, scanned, scanned on its side, a tilted
scan of the sample case, and each of them turned by the reader.

Each file is drawn twice, with the quote and without it, and both are looked at in the browser: what differs is the quote's ink.
"""

import contextlib
import hashlib
import io
import random
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFont

from cases.records import CaseRole
from cases.store import CaseFiles
from evidence.pages import Document, Page
from evidence.spans import CharSpan
from evidence.verify import verify
from examples import scans
from examples.credit_case import banking, facts
from ingest.expand import expand
from ingest.options import ReadOptions
from ingest.pipeline import read
from ingest.workers import WorkerPool
from tests.browser.house import FILES, House

QUOTE = "The pledged building was valued at 18 640 000 000 on 20.02.2025"
LINES = (
    "Report on the value of a building",
    "prepared for the bank by an independent appraiser",
    QUOTE,
    "The appraiser has no interest in the outcome",
    "and signs below",
)
TURNS = {"born_digital": 0, "turned": 90, "upside_down": 180, "turned_left": 270}
KINDS = (*TURNS, "scanned", "scanned_on_its_side", "photo", "sample_scan")
SAMPLE = FILES / "12_Справка_банка_обороты.pdf"
"""Tilted by two degrees."""
SAMPLE_QUOTE = f"Итого кредитовый оборот: {facts.CREDIT_TURNOVER} сум"
LEAST = 0.9


def _digital(path: Path, lines: tuple[str, ...], *, turn: int) -> None:
    import pikepdf
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=A4, invariant=True)
    canvas.setFont("Helvetica", 12)
    for number, line in enumerate(lines):
        canvas.drawString(72, 740 - 34 * number, line)
    canvas.save()
    if turn:
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            pdf.pages[0].rotate(turn, relative=True)
            pdf.save(path)


def _drawn(lines: tuple[str, ...]) -> Image.Image:
    """A sheet at 200 dpi as a scanner sees it, with the same specks each time."""
    page = Image.new("L", (1654, 2339), 250)
    draw = ImageDraw.Draw(page)
    font = ImageFont.truetype("LiberationSerif-Regular.ttf", 40)
    for number, line in enumerate(lines):
        draw.text((180, 300 + 110 * number), line, font=font, fill=25)
    dust = random.Random(7)
    for _ in range(300):
        page.putpixel((dust.randrange(1654), dust.randrange(2339)), dust.randrange(120, 240))
    return page


def _write(folder: Path, kind: str, lines: tuple[str, ...], name: str) -> Path:
    path = folder / f"{kind}_{name}.{'png' if kind == 'photo' else 'pdf'}"
    if kind in TURNS:
        _digital(path, lines, turn=TURNS[kind])
    elif kind == "sample_scan":
        _sample(path, whole=QUOTE in lines)
    else:
        picture = _drawn(lines)
        if kind == "scanned_on_its_side":
            picture = picture.rotate(90, expand=True)
        picture.save(path, **({} if kind == "photo" else {"resolution": 200}))
    return path


def _sample(path: Path, *, whole: bool) -> None:
    """The sample's own file, or the same sheet through the same scanner before that line was written."""
    if whole:
        shutil.copy(SAMPLE, path)
        return
    clean = scans.page_images

    def unwritten(pdf: Path) -> list[Image.Image]:
        (image,) = clean(pdf)
        with contextlib.closing(pypdfium2.PdfDocument(str(pdf))) as opened:
            text, height = opened[0].get_textpage(), opened[0].get_height()
            at, length = text.search(SAMPLE_QUOTE.split(":")[0]).get_next()
            boxes = [text.get_charbox(place) for place in range(at, at + length)]
        scale = scans.DPI / 72
        top, bottom = (height - max(box[3] for box in boxes) - 3) * scale, (height - boxes[0][1] + 4) * scale
        ImageDraw.Draw(image).rectangle((0, int(top), image.width, int(bottom)), fill="white")
        return [image]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scans, "page_images", unwritten)
        banking.turnover_letter(path)


@pytest.fixture(scope="module")
def papers(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[str, str, str]]]:
    """Kind to the case's id and the sha256 of the file with the quote and of the one without."""
    folder = tmp_path_factory.mktemp("papers")
    store = house.store
    case = store.create("boxes")
    case.people.add(store.people.by_login("dilnoza").id, CaseRole.OWNER, by="tests")
    options = ReadOptions(workers=2)
    kept = {}
    with WorkerPool(options) as pool:
        for kind in KINDS:
            (source,) = expand(_write(folder, kind, LINES, "with"), into=folder / "unpacked", options=options)
            reading = read(source, options=options, pool=pool)
            pages = tuple(reading.pages())
            document = reading.document()
            _keep(case, source.path, document, pages)
            bare = _write(folder, kind, tuple("" if line == QUOTE else line for line in LINES), "without")
            # only its picture is looked at: it takes the other's place and turn instead of being read for its own
            sha256 = hashlib.sha256(bare.read_bytes()).hexdigest()
            other = [page.model_copy(update={"document": sha256}) for page in pages]
            _keep(case, bare, document.model_copy(update={"sha256": sha256, "name": bare.name}), other)
            kept[kind] = (case.id, document.sha256, sha256)
    yield kept
    store.close()


def _keep(case: CaseFiles, path: Path, document: Document, pages: Iterable[Page]) -> None:
    case.vault.put(path, sha256=document.sha256)
    case.begin_file(document, reader="tests")
    case.keep_pages(pages)
    case.finish_file(document)


def _seen(page: Any, address: str, *, turns: int) -> np.ndarray[Any, Any]:
    page.goto(address)
    page.wait_for_selector("[data-image]")
    page.keyboard.press("0")  # the whole page
    for _ in range(turns):
        page.keyboard.press("o")
    if turns:
        page.wait_for_selector(f'[data-paper][style*="rotate({turns * 90}deg)"]')
    page.wait_for_selector('[data-sheet][data-sharp="yes"]')
    while not page.evaluate(
        "(image => image.complete && image.naturalWidth > 0)(document.querySelector('[data-image]'))"
    ):
        page.wait_for_timeout(100)
    page.wait_for_timeout(200)  # until it is painted
    page.evaluate("() => document.querySelector('[data-marks]').setAttribute('visibility', 'hidden')")
    shot = page.locator("[data-image]").screenshot()
    page.evaluate("() => document.querySelector('[data-marks]').removeAttribute('visibility')")
    return np.asarray(Image.open(io.BytesIO(shot)).convert("L"), dtype=np.int16)


@pytest.mark.parametrize(
    ("kind", "turns"),
    [*((kind, 0) for kind in KINDS), ("born_digital", 1), ("turned", 2), ("sample_scan", 3), ("photo", 1)],
)
def test_boxes_cover_the_quote_and_little_else(
    house: House, visit: Callable[..., Any], papers: dict[str, tuple[str, str, str]], kind: str, turns: int
) -> None:
    """``turns``: quarter turns by the viewer's own key."""
    case, with_it, without = papers[kind]
    held = house.store.open(case).page(with_it, 1)
    verdict = verify(SAMPLE_QUOTE if kind == "sample_scan" else QUOTE, held)
    assert verdict.holds, (verdict.reason, held.text)
    span: CharSpan = verdict.spans[0].span
    page = visit(size=(1800, 1500))
    bare = _seen(page, f"/cases/{case}/files/{without}?page=1", turns=turns)
    full = _seen(page, f"/cases/{case}/files/{with_it}?page=1&mark={span.start}-{span.end}", turns=turns)
    assert bare.shape == full.shape
    ink = np.abs(full - bare) > 60
    assert ink.sum() > 200
    boxes = page.evaluate(
        """() => {
          const page = document.querySelector('[data-image]').getBoundingClientRect();
          return [...document.querySelectorAll('.mark.is-main rect')].map((rect) => {
            const box = rect.getBoundingClientRect();
            return [box.left - page.left, box.top - page.top, box.right - page.left, box.bottom - page.top];
          });
        }"""
    )
    covered = np.zeros_like(ink)
    for left, top, right, bottom in boxes:
        covered[max(0, int(top)) : int(bottom) + 1, max(0, int(left)) : int(right) + 1] = True
    recall = (ink & covered).sum() / ink.sum()
    all_ink = full < 150
    precision = (ink & covered).sum() / max(1, (all_ink & covered).sum())
    assert recall >= LEAST, f"{kind}: the boxes cover {recall:.3f} of the quote's ink"
    assert precision >= LEAST, f"{kind}: {precision:.3f} of the ink in the boxes is the quote's"
