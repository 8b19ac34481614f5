"""The boxes on the page cover the quote's own ink, and little else: born-digital, turned, scanned, scanned on its side.

Each file is drawn twice, with the quote and without it, and both are looked at in the browser: what differs is the quote's ink.
"""

import io
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from cases.records import CaseRole
from evidence.spans import CharSpan
from evidence.verify import verify
from ingest.expand import expand
from ingest.options import ReadOptions
from ingest.pipeline import read
from ingest.workers import WorkerPool
from tests.browser.house import House

QUOTE = "The pledged building was valued at 18 640 000 000 on 20.02.2025"
LINES = (
    "Report on the value of a building",
    "prepared for the bank by an independent appraiser",
    QUOTE,
    "The appraiser has no interest in the outcome",
    "and signs below",
)
KINDS = ("born_digital", "turned", "scanned", "scanned_on_its_side", "photo")
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
    if kind in ("born_digital", "turned"):
        _digital(path, lines, turn=90 if kind == "turned" else 0)
    else:
        picture = _drawn(lines)
        if kind == "scanned_on_its_side":
            picture = picture.rotate(90, expand=True)
        picture.save(path, **({} if kind == "photo" else {"resolution": 200}))
    return path


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
            hashes = []
            for name, lines in (("with", LINES), ("without", tuple("" if line == QUOTE else line for line in LINES))):
                (source,) = expand(_write(folder, kind, lines, name), into=folder / "unpacked", options=options)
                reading = read(source, options=options, pool=pool)
                pages = tuple(reading.pages())
                document = reading.document()
                case.vault.put(source.path, sha256=source.sha256)
                case.begin_file(document, reader="tests")
                case.keep_pages(pages)
                case.finish_file(document)
                hashes.append(source.sha256)
            kept[kind] = (case.id, *hashes)
    yield kept
    store.close()


def _seen(page: Any, address: str) -> np.ndarray[Any, Any]:
    page.goto(address)
    page.wait_for_selector("[data-image]")
    page.keyboard.press("0")  # the whole page
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


@pytest.mark.parametrize("kind", KINDS)
def test_boxes_cover_the_quote_and_little_else(
    house: House, visit: Callable[..., Any], papers: dict[str, tuple[str, str, str]], kind: str
) -> None:
    case, with_it, without = papers[kind]
    held = house.store.open(case).page(with_it, 1)
    verdict = verify(QUOTE, held)
    assert verdict.holds, (verdict.reason, held.text)
    span: CharSpan = verdict.spans[0].span
    page = visit(size=(1800, 1500))
    bare = _seen(page, f"/cases/{case}/files/{without}?page=1")
    full = _seen(page, f"/cases/{case}/files/{with_it}?page=1&mark={span.start}-{span.end}")
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
