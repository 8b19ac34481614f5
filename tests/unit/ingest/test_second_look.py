from pathlib import Path

import pytest

from evidence.pages import Block, Origin, OriginKind, Page, PageKind
from evidence.spans import CharSpan
from ingest.options import ReadOptions
from ingest.pdf.reader import read_pages
from ingest.second_look import PictureLook
from tests.unit.ingest import made_up_pdfs as made

pytestmark = pytest.mark.needs_tesseract
SHA = "d" * 64
LINES = ("Договор займа № 5 от 14.03.2024", "ИНН заёмщика 412 345 678", "Сумма 1 250 000 сум")


def read(path: Path) -> tuple[Page, PictureLook]:
    (page,) = read_pages(path, [1], document=SHA, options=ReadOptions(ocr="never"))
    return page, PictureLook(lambda _: path)


def span_of(page: Page, text: str) -> CharSpan:
    at = page.text.index(text)
    return CharSpan(start=at, end=at + len(text))


def test_digits_that_the_picture_shows_too_are_left_alone(tmp_path: Path) -> None:
    page, look = read(made.write(tmp_path / "a.pdf", made.lines(*LINES)))
    for text in ("14.03.2024", "412 345 678", "1 250 000", "Договор"):
        assert look.other_digits(page, span_of(page, text)) is None


def test_digits_that_a_font_maps_to_others_are_seen_in_the_picture(tmp_path: Path) -> None:
    path = made.changed(made.write(tmp_path / "a.pdf", made.lines(*LINES)), made.shift_digit_map)
    page, look = read(path)
    assert "523 456 789" in page.text
    assert not page.problems
    assert look.other_digits(page, span_of(page, "523 456 789")) == "412345678"
    assert look.other_digits(page, span_of(page, "25.14.3135")) == "14032024"


def test_a_page_that_cannot_be_drawn_says_nothing(tmp_path: Path) -> None:
    path = made.changed(made.write(tmp_path / "a.pdf", made.lines(*LINES)), made.shift_digit_map)
    page, _ = read(path)
    gone = PictureLook(lambda _: tmp_path / "gone.pdf")
    assert gone.other_digits(page, span_of(page, "523 456 789")) is None


def test_without_a_model_nothing_is_said(tmp_path: Path) -> None:
    path = made.changed(made.write(tmp_path / "a.pdf", made.lines(*LINES)), made.shift_digit_map)
    page, _ = read(path)
    look = PictureLook(lambda _: path, options=ReadOptions(tessdata=tmp_path))
    assert look.other_digits(page, span_of(page, "523 456 789")) is None


def read_by_ocr(page: Page, *, without: str = "") -> Page:
    """The page as our own OCR would keep it that did not see the first ``without`` before the sum."""
    at, lost = page.text.index("1 250 000"), len(without)
    words = tuple(
        word if word.start < at else word._replace(start=word.start - lost, end=word.end - lost)
        for word in page.words
        if not at <= word.start < at + lost
    )
    text = page.text[:at] + page.text[at + lost :]
    block = Block(span=CharSpan(start=0, end=len(text)), origin=Origin(kind=OriginKind.OCR, engine="tesseract"))
    return page.model_copy(update={"text": text, "words": words, "blocks": (block,), "kind": PageKind.SCAN})


def test_a_digit_that_our_ocr_left_out_before_a_number_is_seen(tmp_path: Path) -> None:
    page, look = read(made.write(tmp_path / "a.pdf", made.lines(*LINES)))
    short = read_by_ocr(page, without="1 ")
    assert "Сумма 250 000" in short.text
    assert look.other_digits(short, span_of(short, "250 000")) == "1250000"


def test_a_number_that_our_ocr_read_whole_is_left_alone(tmp_path: Path) -> None:
    page, look = read(made.write(tmp_path / "a.pdf", made.lines(*LINES)))
    whole = read_by_ocr(page)
    for text in ("1 250 000", "412 345 678", "14.03.2024"):
        assert look.other_digits(whole, span_of(whole, text)) is None
