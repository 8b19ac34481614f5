"""A few pictures with known text, read by an engine as it is served: a wrong chat template reads fluently, and otherwise.

They lie beside this module. Digits and signs have to be the same; letters nearly.
"""

import tomllib
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
from PIL import Image

from evidence.frozen import Frozen
from ingest.ocr.port import OcrEngine

_FOLDER = Path(__file__).with_name("golden")
_LEAST_ALIKE = 0.85
_DPI = 200
_MINUS = str.maketrans("\u2010\u2011\u2012\u2013\u2212", "-----")


class ReadOtherwise(Frozen):
    truth: str
    read: str


class GoldenReading(Frozen):
    pictures: int
    otherwise: tuple[ReadOtherwise, ...]


def read_golden(engine: OcrEngine) -> GoldenReading:
    """``engine``: the one to be tried itself, without another to fall back on."""
    truths: dict[str, str] = tomllib.loads((_FOLDER / "truth.toml").read_text("utf-8"))
    otherwise = []
    for name, truth in truths.items():
        with Image.open(_FOLDER / f"{name}.png") as image:
            picture = np.asarray(image.convert("RGB"))
        read = " ".join(word.text for word in engine.read(picture, dpi=_DPI).words)
        if not agrees(truth, read):
            otherwise.append(ReadOtherwise(truth=truth, read=read))
    return GoldenReading(pictures=len(truths), otherwise=tuple(otherwise))


def agrees(truth: str, read: str) -> bool:
    alike = SequenceMatcher(None, truth.casefold().replace(" ", ""), read.casefold().replace(" ", ""), autojunk=False)
    return _figures(truth) == _figures(read) and alike.ratio() >= _LEAST_ALIKE


def _figures(text: str) -> str:
    """Digits with the signs that change what they say."""
    return "".join(char for char in text.translate(_MINUS) if char.isdecimal() or char in "-()%,./")
