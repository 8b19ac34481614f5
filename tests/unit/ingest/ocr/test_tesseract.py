import numpy as np
import pytest

from ingest.ocr.port import Recognition
from ingest.ocr.tesseract import Tesseract
from ingest.options import TESSDATA
from tests.unit.ingest import made_up_pdfs as made

pytestmark = pytest.mark.needs_tesseract

UZBEK = (
    "Қарз олувчи ўз мажбуриятларини ҳар ойда бажаради",
    "ва банк олдидаги қарзни тўлиқ қоплайди. Ғалла",
    "етиштириш хўжалиги Тошкент шаҳрида рўйхатдан ўтган.",
    "Кредит ҳажми бир миллион сўм, муддати ўн икки ой.",
)
RUSSIAN = (
    "Заемщик исполняет обязательства ежемесячно и",
    "полностью погашает задолженность перед банком.",
    "Предприятие зарегистрировано в городе Ташкенте.",
    "Выдача кредита осуществляется частями, щ э ы ъ.",
)


@pytest.fixture(scope="module")
def engine() -> Tesseract:
    return Tesseract(tessdata=TESSDATA)


def read(engine: Tesseract, *lines: str) -> Recognition:
    return engine.read(np.array(made.written(lines, width=1900), dtype=np.uint8), dpi=200)


def text(found: Recognition) -> str:
    return " ".join(word.text for word in found.words)


def test_uzbek_letters_survive(engine: Tesseract) -> None:
    found = read(engine, *UZBEK)
    said = text(found)
    assert found.engine.endswith("uzb_cyrl+eng")
    for word in ("Қарз", "ўз", "ҳар", "тўлиқ", "хўжалиги", "сўм"):
        assert word in said


def test_russian_is_read_by_the_russian_model(engine: Tesseract) -> None:
    found = read(engine, *RUSSIAN)
    assert found.engine.endswith("rus+eng")
    assert "обязательства ежемесячно" in text(found)


def test_a_page_in_uzbek_and_russian_keeps_the_letters_of_both(engine: Tesseract) -> None:
    found = read(engine, *UZBEK, *RUSSIAN, "Общая сумма выплат: быстрый и щедрый вычет")
    said = text(found)
    assert found.engine.endswith("uzb_cyrl+eng and rus+eng")
    for word in ("Қарз", "тўлиқ", "хўжалиги", "обязательства", "Выдача", "выплат", "щедрый"):
        assert word in said
    assert said.count("мажбуриятларини") == 1


def test_latin_pages_get_the_latin_models(engine: Tesseract) -> None:
    found = read(
        engine, "A quantia do empréstimo é de dez mil reais e a", "restituição será feita em até três prestações iguais",
        "nos termos da cláusula quinta deste contrato não", "havendo prorrogação do prazo de execução da obrigação",
    )  # fmt: skip
    assert found.engine.endswith("por+uzb+eng")
    assert "prestações" in text(found)


def test_words_keep_their_confidence_and_their_line(engine: Tesseract) -> None:
    found = read(engine, *RUSSIAN)
    assert all(word.confidence is not None and 0 <= word.confidence <= 100 for word in found.words)
    lines = {round(word.baseline or 0) for word in found.words}
    assert 4 <= len(lines) <= 8


def test_one_word_on_a_page_is_read_upright(engine: Tesseract) -> None:
    found = read(engine, "Выписка")
    assert (text(found), found.rotation) == ("Выписка", 0)


def test_folds_and_specks_are_not_words(engine: Tesseract) -> None:
    picture = np.full((1200, 900), 250, dtype=np.uint8)
    rng = np.random.default_rng(7)
    for _ in range(60):
        y, x = rng.integers(0, 1190), rng.integers(0, 890)
        picture[y : y + rng.integers(1, 5), x : x + rng.integers(1, 5)] = 60
    picture[600:603] = 120
    assert read_array(engine, picture).words == []


def read_array(engine: Tesseract, picture: np.ndarray) -> Recognition:
    return engine.read(picture, dpi=100)
