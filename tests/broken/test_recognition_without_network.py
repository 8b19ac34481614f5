"""PaddleOCR downloads what it was not given. Here every part of it has a local folder or is off."""

import os
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evidence.errors import OcrUnavailable
from ingest.ocr.paddle import OFFLINE, Paddle
from ingest.options import PaddleOptions, ReadOptions


def model_folder(place: Path, name: str) -> Path:
    place.mkdir()
    (place / "inference.onnx").write_bytes(b"weights")
    (place / "inference.yml").write_text(f"Global:\n  model_name: {name}\n", encoding="utf-8")
    return place


@pytest.fixture
def options(tmp_path: Path) -> PaddleOptions:
    return PaddleOptions(
        detection_dir=model_folder(tmp_path / "det", "PP-OCRv5_server_det"),
        recognition_dir=model_folder(tmp_path / "rec", "cyrillic_PP-OCRv5_mobile_rec"),
    )


def engine(options: PaddleOptions) -> Paddle:
    return Paddle(ReadOptions(ocr_engine="paddle", paddle=options))


class FakePaddle:
    """Stands in for the library: remembers how it was opened, reads one line."""

    opened: dict[str, Any]

    def __init__(self, **arguments: Any) -> None:
        FakePaddle.opened = arguments

    def predict(self, picture: Any, **_: Any) -> list[dict[str, Any]]:
        return [{"rec_texts": ["ИНН 301234567"], "rec_scores": [0.93], "rec_boxes": np.array([[10, 10, 260, 30]])}]


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in OFFLINE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "paddleocr", types.SimpleNamespace(PaddleOCR=FakePaddle, __version__="3.0"))


def test_every_part_has_its_folder_or_is_off(options: PaddleOptions, library: None) -> None:
    recognition = engine(options).read(np.full((60, 300), 255, dtype=np.uint8), dpi=200)
    assert [word.text for word in recognition.words] == ["ИНН", "301234567"]
    opened = FakePaddle.opened
    assert opened["text_detection_model_dir"] == str(options.detection_dir)
    assert opened["text_recognition_model_dir"] == str(options.recognition_dir)
    switches = {name: value for name, value in opened.items() if name.startswith("use_")}
    assert len(switches) >= 3 and not any(switches.values())
    assert all(os.environ[name] == value for name, value in OFFLINE.items())


def test_without_the_library_the_extra_is_named(options: PaddleOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "paddleocr", None)
    with pytest.raises(OcrUnavailable, match=r"extra \[gpu\]"):
        engine(options).read(np.full((60, 300), 255, dtype=np.uint8), dpi=200)
