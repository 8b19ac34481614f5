"""Every engine behind the same contract. PaddleOCR and dots.ocr are played by tesseract, in their own shapes."""

import base64
import io
import json
import sys
import threading
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import httpx
import numpy as np
import pytest
import tesserocr
from PIL import Image

from ingest.ocr.dots import Dots
from ingest.ocr.paddle import Paddle
from ingest.ocr.port import OcrEngine
from ingest.ocr.tesseract import Tesseract
from ingest.options import TESSDATA, PaddleOptions, ReadOptions
from tests.contract.ocr_engine import TEXTS, OcrEngineContract, TurningOcrEngineContract, picture_of, said
from tests.unit.ingest import made_up_pdfs as made

pytestmark = pytest.mark.needs_tesseract


def lines_of(image: Image.Image, level: int = tesserocr.RIL.TEXTLINE) -> list[tuple[str, tuple[int, ...], float]]:
    """Text, box and confidence of each line that bare tesseract finds."""
    with tesserocr.PyTessBaseAPI(path=str(TESSDATA), lang="eng", psm=tesserocr.PSM.SINGLE_BLOCK) as api:
        api.SetImage(image)
        api.SetSourceResolution(200)
        api.Recognize()
        found = []
        items = api.GetIterator()
        for item in tesserocr.iterate_level(items, level) if items else ():
            try:
                text, sure = item.GetUTF8Text(level).strip(), item.Confidence(level)
            except RuntimeError:
                continue
            if text and sure > 60:
                found.append((text, item.BoundingBox(level), sure))
        return found


class FakePaddleOCR:
    """Answers as PaddleOCR 3.7 does, and refuses what would make it go to the network."""

    made: ClassVar[list[dict[str, Any]]] = []
    inside = threading.Lock()

    def __init__(self, **arguments: Any) -> None:
        for module in ("use_doc_orientation_classify", "use_doc_unwarping", "use_textline_orientation"):
            if arguments.get(module) is not False:
                raise Exception("No available model hosting platforms detected. Please check your network connection.")
        for role in ("text_detection", "text_recognition"):
            if not (arguments.get(f"{role}_model_dir") and arguments.get(f"{role}_model_name")):
                raise Exception("No available model hosting platforms detected. Please check your network connection.")
        self.made.append(arguments)

    def predict(self, picture: np.ndarray, return_word_box: bool = False) -> list[dict[str, Any]]:
        if not self.inside.acquire(blocking=False):
            raise RuntimeError("(PreconditionNotMet) Tensor holds no memory.")
        try:
            assert picture.shape[2] == 3
            found = lines_of(Image.fromarray(picture)) if min(picture.shape[:2]) > 8 else []
        finally:
            self.inside.release()
        words, boxes = [], []
        for text, (x0, top, x1, bottom), _ in found:
            pieces: list[str] = []
            for number, word in enumerate(text.split(" ")):
                pieces += [" ", word] if number else [word]
            per_char = (x1 - x0) / max(1, len(text))
            at, edges = 0, []
            for piece in pieces:
                edges.append([x0 + at * per_char, top, x0 + (at + len(piece)) * per_char, bottom])
                at += len(piece)
            words.append(pieces)
            boxes.append(np.array(edges))
        return [
            {
                "rec_texts": [text for text, _, _ in found],
                "rec_scores": [sure / 100 for _, _, sure in found],
                "rec_boxes": np.array([box for _, box, _ in found]).reshape(-1, 4),
                "text_word": words if return_word_box else None,
                "text_word_boxes": boxes if return_word_box else None,
            }
        ]


def model_folder(path: Path, name: str) -> Path:
    path.mkdir()
    (path / "inference.yml").write_text(f"Global:\n  model_name: {name}\n")
    (path / "inference.onnx").write_bytes(b"onnx")
    return path


def paddle_options(tmp_path: Path) -> ReadOptions:
    options = PaddleOptions(
        detection_dir=model_folder(tmp_path / "det", "PP-OCRv5_server_det"),
        recognition_dir=model_folder(tmp_path / "rec", "cyrillic_PP-OCRv5_mobile_rec"),
    )
    return ReadOptions(ocr_engine="paddle", paddle=options)


@pytest.fixture
def fake_paddle(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakePaddleOCR]]:
    module = types.ModuleType("paddleocr")
    module.PaddleOCR = FakePaddleOCR  # type: ignore[attr-defined]
    module.__version__ = "3.7.0"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "paddleocr", module)
    FakePaddleOCR.made = []
    yield FakePaddleOCR


def dots_endpoint(request: httpx.Request) -> httpx.Response:
    """dots.ocr as vLLM serves it: blocks with boxes in the picture that it was sent."""
    if request.url.path.endswith("/models"):
        return httpx.Response(200, json={"data": [{"id": "dots.ocr"}]})
    image_part, text_part = json.loads(request.content)["messages"][0]["content"]
    assert (image_part["type"], text_part["type"]) == ("image_url", "text")
    image = Image.open(io.BytesIO(base64.b64decode(image_part["image_url"]["url"].partition(",")[2])))
    assert all(side % 28 == 0 for side in image.size)
    found = lines_of(image) if min(image.size) > 30 else []
    answer = [{"bbox": list(box), "category": "Text", "text": text} for text, box, _ in found]
    choice = {"message": {"content": json.dumps(answer)}, "finish_reason": "stop"}
    return httpx.Response(200, json={"choices": [choice]})


class TestTesseract(TurningOcrEngineContract):
    @pytest.fixture(scope="class")
    def engine(self) -> OcrEngine:
        return Tesseract(tessdata=TESSDATA, languages=("en",))


class TestPaddle(TurningOcrEngineContract):
    @pytest.fixture
    def engine(self, tmp_path: Path, fake_paddle: type[FakePaddleOCR]) -> OcrEngine:
        return Paddle(paddle_options(tmp_path), orienter=Tesseract(tessdata=TESSDATA))

    def test_without_an_orienter_four_directions_are_tried(
        self, tmp_path: Path, fake_paddle: type[FakePaddleOCR]
    ) -> None:
        image = made.written(TEXTS * 2).rotate(180)
        found = Paddle(paddle_options(tmp_path)).read(picture_of(image), dpi=200)
        assert found.rotation == 180

    def test_every_model_is_named_and_every_other_module_is_off(
        self, engine: OcrEngine, fake_paddle: type[FakePaddleOCR], tmp_path: Path
    ) -> None:
        engine.read(picture_of(made.written(TEXTS)), dpi=200)
        (arguments,) = fake_paddle.made
        assert arguments["engine"] == "onnxruntime"
        assert arguments["text_recognition_model_name"] == "cyrillic_PP-OCRv5_mobile_rec"
        assert arguments["text_recognition_model_dir"] == str(tmp_path / "rec")
        assert "lang" not in arguments

    def test_many_threads_read_what_one_reads(self, engine: OcrEngine) -> None:
        pictures = [picture_of(made.written([f"Page number {n} {n * 111}"])) for n in range(1, 7)]
        serial = [said(engine.read(picture, dpi=200)) for picture in pictures]
        results: dict[int, str] = {}
        threads = [
            threading.Thread(target=lambda n=n: results.update({n: said(engine.read(pictures[n], dpi=200))}))
            for n in range(len(pictures))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [results[n] for n in range(len(pictures))] == serial


class TestDots(OcrEngineContract):
    @pytest.fixture
    def engine(self) -> OcrEngine:
        return Dots(ReadOptions(), client=httpx.Client(transport=httpx.MockTransport(dots_endpoint)))

    def test_it_says_nothing_about_confidence(self, engine: OcrEngine) -> None:
        found = engine.read(picture_of(made.written(TEXTS)), dpi=200)
        assert {word.confidence for word in found.words} == {None}
