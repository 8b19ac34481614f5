import numpy as np
import pytest
from PIL import Image

from evidence.spans import Box
from ingest.ocr.preparing import Placement, has_no_ink, levelled, normalise, skew_of, turned
from tests.unit.ingest import made_up_pdfs as made

TEXT = ("Заемщик просит кредит на пополнение оборотных средств", "в сумме 1 250 000 сумов сроком на 24 месяца") * 3


def picture(degrees: float = 0.0) -> np.ndarray:
    image = made.written(TEXT)
    turned_image = image.rotate(degrees, fillcolor=255, resample=Image.Resampling.BICUBIC) if degrees else image
    return np.array(turned_image, dtype=np.uint8)


@pytest.mark.parametrize("degrees", [-7.0, -2.0, -0.5, 1.3, 5.0, 12.0])
def test_skew_is_measured_to_a_fifth_of_a_degree(degrees: float) -> None:
    assert skew_of(picture(-degrees)) == pytest.approx(degrees, abs=0.2)


def test_a_level_page_is_left_alone() -> None:
    level, placement = levelled(picture(), 0)
    assert (level == picture()).all()
    assert placement.back(Box(10, 20, 30, 40)) == Box(10, 20, 30, 40)


@pytest.mark.parametrize("clockwise", [90, 180, 270])
def test_boxes_of_a_turned_picture_go_back_to_where_they_were(clockwise: int) -> None:
    sheet = np.full((300, 200), 255, dtype=np.uint8)
    sheet[40:60, 20:90] = 0
    upright = turned(sheet, clockwise)
    ys, xs = np.nonzero(upright == 0)
    box = Box(float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1))
    height, width = upright.shape
    assert Placement(np.eye(3)[:2], clockwise, width, height).back(box) == Box(20, 40, 90, 60)


def test_paper_in_the_shade_becomes_white_and_ink_black() -> None:
    shade = np.linspace(0.3, 1.0, 1654)[None, :]
    even = normalise((picture() * shade).astype(np.uint8))
    assert np.percentile(even, 50) > 235
    assert np.percentile(even, 0.5) < 60


def test_an_empty_sheet_stays_empty() -> None:
    noise = np.random.default_rng(1).integers(180, 190, (900, 700)).astype(np.uint8)
    assert has_no_ink(normalise(noise))
    assert not has_no_ink(normalise(picture()))
