from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from evidence.errors import InputRefused
from evidence.pages import OriginKind, Page, PageKind
from ingest.image import pixels, read_image
from ingest.options import ReadOptions
from tests.unit.ingest import made_up_pdfs as made

LINES = ("Loan agreement No 15", "Amount 1 250 000 soums", "Tashkent 14 March 2024")
OPTIONS = ReadOptions(languages=("en",))
needs_tesseract = pytest.mark.needs_tesseract


def read(path: Path, options: ReadOptions = OPTIONS) -> list[Page]:
    return list(read_image(path, document="d" * 64, options=options))


@needs_tesseract
@pytest.mark.parametrize("kind", ["png", "jpg", "bmp", "webp", "tif", "gif"])
def test_a_picture_is_one_page_in_pixels(tmp_path: Path, kind: str) -> None:
    image = made.written(LINES)
    image.save(tmp_path / f"a.{kind}")
    (page,) = read(tmp_path / f"a.{kind}")
    assert "1 250 000" in page.text
    assert (page.kind, page.unit, page.width, page.height) == (PageKind.IMAGE, "px", image.width, image.height)
    assert {block.origin.kind for block in page.blocks} == {OriginKind.OCR}
    first = page.words[0]
    assert page.text[first.start : first.end] == "Loan"
    assert first.box.x0 == pytest.approx(140, abs=14)
    assert first.confidence is not None


@needs_tesseract
def test_every_frame_of_a_fax_is_a_page(tmp_path: Path) -> None:
    frames = [made.written([f"Page number {n}", "Loan agreement"]) for n in (1, 2, 3)]
    frames[0].save(tmp_path / "a.tiff", save_all=True, append_images=frames[1:])
    pages = read(tmp_path / "a.tiff")
    assert [page.number for page in pages] == [1, 2, 3]
    assert [f"number {n}" in pages[n - 1].text for n in (1, 2, 3)] == [True] * 3


@needs_tesseract
def test_the_turn_that_the_camera_notes_is_applied(tmp_path: Path) -> None:
    image = made.written(LINES).rotate(90, expand=True)
    exif = Image.Exif()
    exif[0x0112] = 6  # turn clockwise to view
    image.save(tmp_path / "a.jpg", exif=exif)
    (page,) = read(tmp_path / "a.jpg")
    assert "1 250 000" in page.text
    assert page.rotation == 0
    assert page.width > page.height


@needs_tesseract
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_boxes_of_a_picture_on_its_side_are_in_the_upright_picture(tmp_path: Path, turn: int) -> None:
    upright = made.written(LINES * 2)
    upright.rotate(-turn, expand=True).save(tmp_path / "a.png")
    (page,) = read(tmp_path / "a.png")
    assert page.rotation == (360 - turn) % 360
    assert (page.width, page.height) == upright.size
    assert page.words[0].box.x0 == pytest.approx(140, abs=14)
    assert page.words[0].box.top == pytest.approx(100, abs=14)


@needs_tesseract
def test_a_white_picture_is_an_empty_page_without_a_problem(tmp_path: Path) -> None:
    Image.new("L", (800, 600), 255).save(tmp_path / "a.png")
    (page,) = read(tmp_path / "a.png")
    assert (page.text, page.problems) == ("", ())


def test_transparent_paper_is_white(tmp_path: Path) -> None:
    image = Image.new("RGBA", (40, 20), (0, 0, 0, 0))
    assert pixels(image).min() == 255


def test_sixteen_bits_are_brought_down_to_eight() -> None:
    deep = Image.fromarray(np.full((20, 20), 40_000, dtype=np.uint16))
    assert pixels(deep).min() >= 254


def test_what_is_no_picture_is_refused_with_advice(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"nothing like it")
    with pytest.raises(InputRefused, match="PNG or JPEG"):
        read(tmp_path / "a.png")


def test_heic_without_its_reader_is_refused_with_advice(tmp_path: Path) -> None:
    (tmp_path / "a.heic").write_bytes(b"\x00\x00\x00\x24ftypheic\x00\x00\x00\x00mif1heic" + bytes(60))
    with pytest.raises(InputRefused, match="JPEG"):
        read(tmp_path / "a.heic")


def test_a_cut_off_picture_is_a_page_with_a_problem(tmp_path: Path) -> None:
    made.written(LINES).save(tmp_path / "a.jpg")
    whole = (tmp_path / "a.jpg").read_bytes()
    (tmp_path / "a.jpg").write_bytes(whole[: len(whole) // 3])
    (page,) = read(tmp_path / "a.jpg")
    assert [problem.code for problem in page.problems] == ["unreadable"]


def test_a_picture_that_would_fill_the_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made.written(LINES).save(tmp_path / "a.png")
    monkeypatch.setattr("ingest.image.MOST_PIXELS", 1000)
    with pytest.raises(InputRefused, match="pixels"):
        read(tmp_path / "a.png")


def test_pictures_are_named_when_ocr_is_off(tmp_path: Path) -> None:
    made.written(LINES).save(tmp_path / "a.png")
    (page,) = read(tmp_path / "a.png", ReadOptions(ocr="never"))
    assert [problem.code for problem in page.problems] == ["not_read"]
