"""PaddleOCR with local model folders, on onnxruntime: no Paddle runtime, no network, one engine per process.

PaddleOCR downloads whatever it was not given. So every model is named with its folder, every other module is off,
and the folders are looked at before the library is imported.
"""

import os
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evidence.errors import OcrUnavailable
from evidence.spans import Box
from ingest.ocr.port import OcrWord, Picture, Recognition
from ingest.ocr.preparing import Placement, levelled, normalise
from ingest.options import PaddleOptions, ReadOptions

CONFIG = "inference.yml"
MODELS = (("inference.onnx",), ("inference.json", "inference.pdiparams"), ("inference.pdmodel", "inference.pdiparams"))
"""A folder holds its configuration and one of these."""
OFFLINE = {"PADDLE_PDX_DISABLE_MODEL_SOURCE_CHECK": "True", "HF_HUB_OFFLINE": "1", "MODELSCOPE_OFFLINE": "1"}
LEAST_CONFIDENCE = 30.0
GOOD_CONFIDENCE = 70.0


class Paddle:
    """Implements OcrEngine."""

    def __init__(self, options: ReadOptions) -> None:
        self.options: PaddleOptions = options.paddle
        self._engine: Any = None  # paddleocr is untyped
        # the engine answers wrongly, not loudly, when two threads share it
        self._one_at_a_time = threading.Lock()

    def check(self) -> None:
        for role, folder, name in self._folders():
            _check_folder(role, folder, name)

    def read(self, picture: Picture, *, dpi: int) -> Recognition:
        del dpi  # the detector scales pictures itself
        even = normalise(picture)
        tried = []
        for clockwise in (0, 90, 270, 180):
            recognition = self._read_upright(even, clockwise)
            sure = [word.confidence for word in recognition.words if word.confidence is not None]
            score = float(np.mean(sure)) if sure else 0.0
            lying = [word for word in recognition.words if word.box.x1 - word.box.x0 > word.box.bottom - word.box.top]
            if not recognition.words or (score >= GOOD_CONFIDENCE and 2 * len(lying) >= len(recognition.words)):
                return recognition
            tried.append((score * len(lying), recognition))
        return max(tried, key=lambda item: item[0])[1]

    def _read_upright(self, even: Picture, clockwise: int) -> Recognition:
        level, placement = levelled(even, clockwise)
        # the models were trained on colour pictures, blue first
        colour = np.ascontiguousarray(np.repeat(level[:, :, None], 3, axis=2))
        with self._one_at_a_time:
            results = list(self._opened().predict(colour, return_word_box=True))
        height, width = level.shape[:2]
        words = [word for result in results for word in _words(_fields(result), placement)]
        engine = f"paddleocr {self._version} {self.options.recognition_name}"
        return Recognition(words=words, engine=engine, rotation=clockwise, width=width, height=height)

    def _opened(self) -> Any:
        if self._engine is None:
            self.check()
            os.environ.update(OFFLINE)
            try:
                import paddleocr
            except ImportError as error:
                raise OcrUnavailable(
                    "paddleocr is not installed; install the extra [gpu], or set ocr_engine=tesseract"
                ) from error
            self._version = str(getattr(paddleocr, "__version__", "3"))
            detection, recognition = (folder for _, folder, _ in self._folders())
            try:
                self._engine = paddleocr.PaddleOCR(
                    text_detection_model_name=self.options.detection_name,
                    text_detection_model_dir=str(detection),
                    text_recognition_model_name=self.options.recognition_name,
                    text_recognition_model_dir=str(recognition),
                    use_doc_orientation_classify=False,
                    use_doc_unwarping=False,
                    use_textline_orientation=False,
                    engine="onnxruntime",
                    device=self.options.device,
                    text_det_limit_side_len=self.options.detection_side,
                    text_det_limit_type="max",
                )
            except Exception as error:  # PaddleOCR raises whatever its parts raise; named here once
                raise OcrUnavailable(f"PaddleOCR did not start with the folders it was given: {error}") from error
        return self._engine

    _version = ""

    def _folders(self) -> tuple[tuple[str, Path | None, str], tuple[str, Path | None, str]]:
        options = self.options
        return (
            ("detection", options.detection_dir, options.detection_name),
            ("recognition", options.recognition_dir, options.recognition_name),
        )


def _check_folder(role: str, folder: Path | None, name: str) -> None:
    """Raises OcrUnavailable, naming the first thing that is not there."""
    if folder is None:
        raise OcrUnavailable(f"no folder for PaddleOCR's {role} model {name!r}; set paddle.{role}_dir")
    if not folder.is_dir():
        raise OcrUnavailable(f"PaddleOCR's {role} folder {str(folder)!r} is not there; set paddle.{role}_dir")
    config = folder / CONFIG
    if not config.is_file():
        raise OcrUnavailable(f"{str(config)!r} is missing; copy the whole model folder of {name!r}")
    if not any(all((folder / part).is_file() for part in parts) for parts in MODELS):
        wanted = " or ".join(" and ".join(parts) for parts in MODELS)
        raise OcrUnavailable(f"{str(folder)!r} holds no {wanted}; copy the whole model folder of {name!r}")
    said = _named_in(config)
    if said is not None and said != name:
        raise OcrUnavailable(f"{str(config)!r} is of model {said!r}, not {name!r}; set paddle.{role}_name to it")


def _named_in(config: Path) -> str | None:
    import yaml

    try:
        content = yaml.safe_load(config.read_text(encoding="utf-8"))
        return str(content["Global"]["model_name"])
    except (yaml.YAMLError, KeyError, TypeError, UnicodeDecodeError):
        return None


def _fields(result: Any) -> dict[str, Any]:
    """A result is a mapping, or wraps one under ``res``."""
    if "rec_texts" in result:
        return dict(result)
    return dict(result.json["res"])


def _words(fields: dict[str, Any], placement: Placement) -> Iterable[OcrWord]:
    texts, scores = fields["rec_texts"], fields["rec_scores"]
    boxes = fields.get("rec_boxes")
    pieces, piece_boxes = fields.get("text_word"), fields.get("text_word_boxes")
    for index, (text, score) in enumerate(zip(texts, scores, strict=True)):
        confidence = 100.0 * float(score)
        if not str(text).strip() or confidence < LEAST_CONFIDENCE or boxes is None:
            continue
        line = _box(boxes[index])
        parts = None
        if pieces is not None and piece_boxes is not None and index < len(pieces):
            parts = _joined(pieces[index], piece_boxes[index])
        for word, box in parts or _by_width(str(text), line):
            yield OcrWord(
                text=word,
                box=box,
                place=placement.back(box),
                confidence=confidence,
                size=line.bottom - line.top,
                baseline=line.bottom - 0.22 * (line.bottom - line.top),
            )


def _joined(pieces: Sequence[str], boxes: Sequence[Sequence[float]]) -> list[tuple[str, Box]] | None:
    """Its word list has spaces and punctuation as items of their own: glue what no space parts."""
    if len(pieces) != len(boxes):
        return None
    words: list[tuple[str, Box]] = []
    open_word = False
    for piece, edges in zip(pieces, boxes, strict=True):
        if not piece.strip():
            open_word = False
            continue
        box = _box(edges)
        if open_word:
            last, before = words[-1]
            words[-1] = (last + piece, before.union(box))
        else:
            words.append((piece, box))
        open_word = True
    return words


def _by_width(text: str, line: Box) -> list[tuple[str, Box]]:
    """Words of a line that has one box, cut in proportion to their letters."""
    words = []
    at = 0
    per_char = (line.x1 - line.x0) / max(1, len(text))
    for word in text.split(" "):
        if word:
            words.append(
                (word, Box(line.x0 + at * per_char, line.top, line.x0 + (at + len(word)) * per_char, line.bottom))
            )
        at += len(word) + 1
    return words


def _box(edges: Any) -> Box:
    x0, top, x1, bottom = (float(edge) for edge in np.asarray(edges).ravel()[:4])
    return Box(min(x0, x1), min(top, bottom), max(x0, x1), max(top, bottom))
