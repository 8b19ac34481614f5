"""PaddleOCR with local model folders, on onnxruntime: no Paddle runtime, no network, one engine per process.

PaddleOCR downloads whatever it was not given. So every model is named with its folder, every other module is off,
and the folders are looked at before the library is imported.
"""

import os
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from evidence.errors import OcrUnavailable
from evidence.pages import Problem
from evidence.spans import Box
from ingest.ocr.port import OcrWord, Picture, Recognition
from ingest.ocr.preparing import Placement, has_no_ink, levelled, normalise
from ingest.options import PaddleOptions, ReadOptions

CONFIG = "inference.yml"
MODELS = (("inference.onnx",), ("inference.json", "inference.pdiparams"), ("inference.pdmodel", "inference.pdiparams"))
"""A folder holds its configuration and one of these."""
OFFLINE = {"PADDLE_PDX_DISABLE_MODEL_SOURCE_CHECK": "True", "HF_HUB_OFFLINE": "1", "MODELSCOPE_OFFLINE": "1"}
LEAST_CONFIDENCE = 30.0
GOOD_CONFIDENCE = 70.0


class Orienter(Protocol):
    def orientation(self, even: Picture, dpi: int) -> tuple[int, str, float] | None:
        """(clockwise turn, script, confidence in the script), or None where it is not sure."""
        ...


class Paddle:
    """Implements OcrEngine."""

    def __init__(self, options: ReadOptions, *, orienter: Orienter | None = None) -> None:
        self.options: PaddleOptions = options.paddle
        self.orienter = orienter
        """Says which way is up; without one, four directions are tried."""
        self._engine: Any = None  # paddleocr is untyped
        # the engine answers wrongly, not loudly, when two threads share it
        self._one_at_a_time = threading.Lock()

    def check(self) -> None:
        for role, folder, name in self._folders():
            _check_folder(role, folder, name)

    def read(self, picture: Picture, *, dpi: int) -> Recognition:
        with self._one_at_a_time:
            return self._read(picture, dpi)

    def _read(self, picture: Picture, dpi: int) -> Recognition:
        even = normalise(picture)
        sure = self.orienter.orientation(even, dpi) if self.orienter is not None else None
        tried = []
        for clockwise in (0, 90, 270, 180) if sure is None else (sure[0],):
            try:
                recognition = self._read_upright(even, clockwise)
            except (RuntimeError, ValueError) as error:
                return self._failed(picture, error)
            score = _score(recognition)
            if score >= GOOD_CONFIDENCE or has_no_ink(even):
                return recognition
            tried.append((score, recognition))
        return max(tried, key=lambda item: item[0])[1]

    def _failed(self, picture: Picture, error: Exception) -> Recognition:
        height, width = picture.shape[:2]
        mend = "read it again with LASTRO_READ__OCR_ENGINE=tesseract"
        message = f"PaddleOCR failed on this picture ({type(error).__name__}); {mend}"
        problem = Problem(code="ocr_failed", message=message, severity="error")
        return Recognition([], f"paddleocr {self._version}", width=width, height=height, problems=[problem])

    def _read_upright(self, even: Picture, clockwise: int) -> Recognition:
        level, placement = levelled(even, clockwise)
        # the models were trained on colour pictures, blue first
        colour = np.ascontiguousarray(np.repeat(level[:, :, None], 3, axis=2))
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
                    "paddleocr is not installed; install the extra [gpu], or set LASTRO_READ__OCR_ENGINE=tesseract"
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


def _score(recognition: Recognition) -> float:
    """Mean confidence, less for lines that stand on end: sideways text is found in tall boxes."""
    words = recognition.words
    if not words:
        return 0.0
    lying = sum(word.box.x1 - word.box.x0 > 0.8 * (word.box.bottom - word.box.top) for word in words)
    return sum(word.confidence or 0.0 for word in words) / len(words) * lying / len(words)


def _check_folder(role: str, folder: Path | None, name: str) -> None:
    """Raises OcrUnavailable, naming the first thing that is not there."""
    if folder is None:
        raise OcrUnavailable(
            f"no folder for PaddleOCR's {role} model {name!r}; set LASTRO_READ__PADDLE__{role.upper()}_DIR"
        )
    if not folder.is_dir():
        raise OcrUnavailable(
            f"PaddleOCR's {role} folder {str(folder)!r} is not there; set LASTRO_READ__PADDLE__{role.upper()}_DIR"
        )
    config = folder / CONFIG
    if not config.is_file():
        raise OcrUnavailable(f"{str(config)!r} is missing; copy the whole model folder of {name!r}")
    if not any(all((folder / part).is_file() for part in parts) for parts in MODELS):
        wanted = " or ".join(" and ".join(parts) for parts in MODELS)
        raise OcrUnavailable(f"{str(folder)!r} holds no {wanted}; copy the whole model folder of {name!r}")
    said = _named_in(config)
    if said is not None and said != name:
        raise OcrUnavailable(
            f"{str(config)!r} is of model {said!r}, not {name!r}; set LASTRO_READ__PADDLE__{role.upper()}_NAME to it"
        )


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
