"""What any OcrEngine must do. Engines inherit it in test_ocr_engine.py."""

import numpy as np
import pytest
from PIL import Image

from ingest.ocr.port import OcrEngine, Picture, Recognition
from tests.unit.ingest import made_up_pdfs as made

TEXTS = ("Loan agreement No 15", "Amount 1 250 000 soums", "Tashkent 14 March 2024")


def picture_of(image: Image.Image) -> Picture:
    return np.array(image, dtype=np.uint8)


def said(found: Recognition) -> str:
    return " ".join(word.text for word in found.words)


class OcrEngineContract:
    """``engine`` is given by the inheriting class."""

    def test_what_it_needs_is_there(self, engine: OcrEngine) -> None:
        engine.check()

    def test_reads_what_is_written(self, engine: OcrEngine) -> None:
        found = engine.read(picture_of(made.written(TEXTS)), dpi=200)
        assert "agreement" in said(found)
        assert "1 250 000" in said(found)
        assert not found.problems
        assert found.engine

    def test_words_are_where_they_stand(self, engine: OcrEngine) -> None:
        image = made.written(TEXTS)
        found = engine.read(picture_of(image), dpi=200)
        loan = next(word for word in found.words if word.text.startswith("Loan"))
        amount = next(word for word in found.words if word.text.startswith("Amount"))
        assert loan.place.x0 == pytest.approx(140, abs=14)
        assert 80 < (loan.place.top + loan.place.bottom) / 2 < 140
        assert amount.place.top > loan.place.top + 30
        for word in found.words:
            assert 0 <= word.place.x0 < word.place.x1 <= image.width
            assert 0 <= word.place.top < word.place.bottom <= image.height

    def test_a_blank_page_has_no_words_and_no_problem(self, engine: OcrEngine) -> None:
        found = engine.read(np.full((900, 700), 255, dtype=np.uint8), dpi=200)
        assert (found.words, found.problems) == ([], [])

    def test_a_grey_page_without_ink_is_blank_too(self, engine: OcrEngine) -> None:
        noise = np.random.default_rng(3).integers(170, 176, (900, 700)).astype(np.uint8)
        assert engine.read(noise, dpi=200).words == []

    def test_a_speck_of_a_picture_is_no_crash(self, engine: OcrEngine) -> None:
        assert engine.read(np.zeros((3, 5), dtype=np.uint8), dpi=200).words == []

    def test_the_same_picture_reads_the_same_twice(self, engine: OcrEngine) -> None:
        picture = picture_of(made.written(TEXTS))
        assert said(engine.read(picture, dpi=200)) == said(engine.read(picture, dpi=200))


class TurningOcrEngineContract(OcrEngineContract):
    """Engines of ours that find out themselves which way is up."""

    @pytest.mark.parametrize("turn", [90, 180, 270])
    def test_finds_out_which_way_is_up(self, engine: OcrEngine, turn: int) -> None:
        image = made.written(TEXTS * 2).rotate(-turn, expand=True)
        found = engine.read(picture_of(image), dpi=200)
        assert "1 250 000" in said(found)
        assert found.rotation == (360 - turn) % 360
        place = next(word for word in found.words if word.text == "Loan").place
        # the first word is in the corner that was top left before the page was turned clockwise
        assert (place.x0 > image.width / 2) == (turn in (90, 180))
        assert (place.top > image.height / 2) == (turn in (180, 270))

    @pytest.mark.parametrize("degrees", [-4.0, 2.0, 5.0])
    def test_crooked_pages_are_read_and_boxes_lie_on_the_crooked_words(self, engine: OcrEngine, degrees: float) -> None:
        straight = made.written(TEXTS * 2)
        image = straight.rotate(degrees, fillcolor=255, resample=Image.Resampling.BICUBIC)
        found = engine.read(picture_of(image), dpi=200)
        assert "1 250 000" in said(found)
        pixels = picture_of(image)
        for word in found.words:
            if len(word.text) > 3:
                box = word.place
                inside = pixels[round(box.top) : round(box.bottom), round(box.x0) : round(box.x1)]
                assert (inside < 128).mean() > 0.03

    def test_uneven_light_is_evened_out(self, engine: OcrEngine) -> None:
        light = np.linspace(0.35, 1.0, 1654)[None, :]
        picture = (picture_of(made.written(TEXTS * 2)) * light).astype(np.uint8)
        assert "1 250 000" in said(engine.read(picture, dpi=200))
