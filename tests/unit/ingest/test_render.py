from pathlib import Path

import numpy as np
import pikepdf
import pytest

from evidence.errors import InputRefused, PasswordNeeded
from ingest.render import page_image
from tests.unit.ingest import made_up_pdfs as made


def dark_box(image: object) -> tuple[int, int, int, int]:
    ys, xs = np.nonzero(np.array(image.convert("L")) < 128)  # type: ignore[attr-defined]
    return int(xs.min()), int(ys.min()), int(xs.max()), int(ys.max())


def test_a_page_is_drawn_at_the_resolution_asked_for(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("text", x=100, top=700))
    image = page_image(path, 1, dpi=144)
    assert (image.size, image.mode) == ((1190, 1684), "RGB")
    x0, top, _, bottom = dark_box(image)
    assert x0 == pytest.approx(200, abs=6)
    assert top < 2 * (842 - 700) < bottom + 6


def test_turned_pages_are_drawn_as_displayed(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("text"))
    made.changed(path, lambda pdf: pdf.pages[0].rotate(90, relative=False))
    assert page_image(path, 1, dpi=72).size == (842, 595)


def test_pages_that_are_not_there_are_refused(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("text"))
    for number in (0, 2):
        with pytest.raises(InputRefused, match="no page"):
            page_image(path, number)


def test_a_locked_file_wants_its_password(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("text"))
    made.changed(path, lambda pdf: None, encryption=pikepdf.Encryption(owner="o", user="u"))
    with pytest.raises(PasswordNeeded):
        page_image(path, 1)
    assert page_image(path, 1, dpi=72, password="u").size == (595, 842)


def test_a_poster_is_drawn_in_fewer_dots(tmp_path: Path) -> None:
    path = made.write(tmp_path / "a.pdf", made.lines("text"), size=(14_000, 14_000))
    width, height = page_image(path, 1, dpi=300).size
    assert width * height <= 61_000_000


def test_pictures_are_given_turned_as_their_page_says(tmp_path: Path) -> None:
    made.written(["text"]).save(tmp_path / "a.png")
    assert page_image(tmp_path / "a.png", 1).size == (1654, 700)
    assert page_image(tmp_path / "a.png", 1, rotation=90).size == (700, 1654)
    with pytest.raises(InputRefused, match="no picture"):
        page_image(tmp_path / "a.png", 2)
