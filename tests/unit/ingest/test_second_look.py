import re
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from evidence.pages import Block, Origin, OriginKind, Page, PageKind
from evidence.spans import Box, CharSpan, WordBox
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
        word._replace(
            confidence=95.0,
            start=word.start - (lost if word.start >= at else 0),
            end=word.end - (lost if word.start >= at else 0),
        )
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


def read_by_a_vision_model(page: Page, text: str) -> Page:
    """As dots.ocr leaves a page: words without confidence, their places in proportion to their letters within the line."""
    words: list[WordBox] = []
    at = 0
    for number, line in enumerate(text.split("\n")):
        base = page.height - 770 + 16 * number
        of_line = [word.box for word in page.words if word.box.top < base - 3 < word.box.bottom]
        left, right = min(box.x0 for box in of_line), max(box.x1 for box in of_line)
        per_char = (right - left) / len(line)
        for found in re.finditer(r"\S+", line):
            box = Box(left + found.start() * per_char, base - 9, left + found.end() * per_char, base + 3)
            words.append(WordBox(start=at + found.start(), end=at + found.end(), box=box))
        at += len(line) + 1
    block = Block(span=CharSpan(start=0, end=len(text)), origin=Origin(kind=OriginKind.OCR, engine="dots.ocr model"))
    changes = {"text": text, "words": tuple(words), "blocks": (block,), "kind": PageKind.SCAN}
    return page.model_copy(update=changes)


TABLE = ("Выручка 1 250 000", "Прибыль -480 300", "Налоги 77 120")


def test_numbers_that_a_vision_model_read_rightly_are_left_alone(tmp_path: Path) -> None:
    page, look = read(made.write(tmp_path / "a.pdf", made.lines(*TABLE)))
    told = read_by_a_vision_model(page, "\n".join(TABLE))
    for value in ("1 250 000", "-480 300", "77 120"):
        assert look.other_digits(told, span_of(told, value)) is None


@pytest.mark.parametrize(
    ("drawn", "told", "value"),
    [
        (("Выручка 1 250 000", "Прибыль -480 300", "Налоги"), TABLE, "77 120"),
        (("Выручка 1 250 000", "Прибыль 480 300", "Налоги 77 120"), TABLE, "-480 300"),
        (TABLE, ("Выручка 1 250 000", "Прибыль 480 300", "Налоги 77 120"), "480 300"),
        (("Выручка 1 280 000", "Прибыль -480 300", "Налоги 77 120"), TABLE, "1 250 000"),
        (("Выручка 250 000", "Прибыль -480 300", "Налоги 77 120"), TABLE, "1 250 000"),
    ],
    ids=["torn corner", "a minus invented", "a minus lost", "another digit", "a digit too many"],
)
def test_numbers_that_a_vision_model_alone_sees_go_to_a_person(
    tmp_path: Path, drawn: tuple[str, ...], told: tuple[str, ...], value: str
) -> None:
    page, look = read(made.write(tmp_path / "a.pdf", made.lines(*drawn)))
    by_model = read_by_a_vision_model(page, "\n".join(told))
    assert look.other_digits(by_model, span_of(by_model, value))


def test_smudged_digits_that_only_a_vision_model_reads_go_to_a_person(tmp_path: Path) -> None:
    def smudge(canvas: Canvas) -> None:
        made.lines(*TABLE)(canvas)
        canvas.setFillGray(0.2)
        canvas.rect(128, 752, 34, 12, stroke=0, fill=1)

    page, look = read(made.write(tmp_path / "a.pdf", made.lines(*TABLE)))
    told = read_by_a_vision_model(page, "\n".join(TABLE))
    smudged = PictureLook(lambda _: made.write(tmp_path / "b.pdf", smudge))
    assert look.other_digits(told, span_of(told, "-480 300")) is None
    assert smudged.other_digits(told, span_of(told, "-480 300"))
