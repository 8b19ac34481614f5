"""tesseract, in this process, with Debian's language data: the engine that reads all five languages on a CPU."""

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

os.environ["OMP_THREAD_LIMIT"] = "1"  # more threads cost twice the CPU and are no faster

import numpy as np
import numpy.typing as npt
import tesserocr
from PIL import Image

from evidence.errors import OcrUnavailable
from evidence.pages import Problem
from evidence.spans import Box
from ingest.garble import judge
from ingest.ocr import routing
from ingest.ocr.port import OcrWord, Picture, Recognition
from ingest.ocr.preparing import has_no_ink, levelled, normalise

SURE_OF_ORIENTATION = 3.0
"""OSD answers "turn by 180" on an empty page, with confidence 1.5; real pages give 9 to 28."""
LEAST_CONFIDENCE = 40.0
"""Below it a word is noise, unless its line is read well."""
GOOD_CONFIDENCE = 75.0
ENOUGH_LETTERS = 12
"""In sure words, for a direction to be taken without trying the others."""
STRIP = 0.35
"""Inches of each half of the page that a first look takes in: the Uzbek model is slow."""
VERSION = tesserocr.tesseract_version().split()[1]


class Found(NamedTuple):
    """One word in the level picture."""

    text: str
    box: Box
    confidence: float
    line: int
    size: float
    baseline: float


class Tesseract:
    """Implements OcrEngine. Opens one recogniser per language set and keeps it."""

    def __init__(self, *, tessdata: Path, languages: Sequence[str] = ()) -> None:
        self.tessdata = tessdata
        self.languages = tuple(languages)
        self._apis: dict[str, Any] = {}  # tesserocr is untyped
        # it lets other threads run while it reads, and one recogniser holds one picture
        self._one_at_a_time = threading.Lock()
        self._installed = frozenset(path.stem for path in tessdata.glob("*.traineddata"))

    @property
    def is_installed(self) -> bool:
        return bool(self._installed - {"osd"})

    def check(self) -> None:
        if not self.is_installed:
            raise OcrUnavailable(
                f"no tesseract language data in {str(self.tessdata)!r}; install tesseract-ocr-rus, -uzb, -uzb-cyrl, "
                "-por, -eng and -osd, or set LASTRO_READ__TESSDATA"
            )

    def read(self, picture: Picture, *, dpi: int) -> Recognition:
        with self._one_at_a_time:
            return self._read(picture, dpi)

    def orientation(self, even: Picture, dpi: int) -> tuple[int, str, float] | None:
        """(clockwise turn, script, confidence in the script), or None where OSD is not sure which way is up."""
        with self._one_at_a_time:
            return self._orientation(even, dpi)

    def _read(self, picture: Picture, dpi: int) -> Recognition:
        self.check()
        even = normalise(picture)
        orientation = self._orientation(even, dpi)
        if orientation is not None:
            clockwise, script, sure = orientation
            score, recognition = self._read_upright(even, clockwise, script, sure, dpi)
            if score >= GOOD_CONFIDENCE:
                return recognition
            other = self._read_any_way_up(even, dpi)
            return max(recognition, other, key=lambda found: _sure_letters(found.words))
        return self._read_any_way_up(even, dpi)

    def _read_any_way_up(self, even: Picture, dpi: int) -> Recognition:
        """No orientation is sure: as it stands if that reads well, else the best of four."""
        tried = []
        for clockwise in (0, 90, 270, 180):
            score, recognition = self._read_upright(even, clockwise, None, 0.0, dpi)
            letters = _sure_letters(recognition.words)
            if score >= GOOD_CONFIDENCE and letters >= ENOUGH_LETTERS:
                return recognition
            if clockwise == 0 and not recognition.words and has_no_ink(even):
                return recognition
            tried.append((letters, recognition))
        # a drawing has words here and there, and no column of lines
        scattered = self._read_upright(even, 0, None, 0.0, dpi, mode=tesserocr.PSM.SPARSE_TEXT)[1]
        tried.append((_sure_letters(scattered.words), scattered))
        most, best = max(tried, key=lambda item: item[0])
        if not most:
            best.words.clear()
        return best

    def _read_upright(
        self,
        even: Picture,
        clockwise: int,
        script: str | None,
        sure: float,
        dpi: int,
        *,
        mode: int = tesserocr.PSM.SINGLE_COLUMN,
    ) -> tuple[float, Recognition]:
        level, placement = levelled(even, clockwise)
        languages, problems = self._available(routing.first_guess(script, sure, self.languages))
        found, sets = self._in_its_languages(level, languages, dpi, mode)
        score = float(np.mean([word.confidence for word in found])) if found else 0.0
        height, width = level.shape[:2]
        recognition = Recognition(
            words=[
                OcrWord(word.text, word.box, placement.back(word.box), word.confidence, word.size, word.baseline)
                for word in found
            ],
            engine=f"tesseract {VERSION} {' and '.join(routing.models(some) for some in sets)}",
            rotation=clockwise,
            width=width,
            height=height,
            problems=problems,
        )
        return score, recognition

    def _available(self, languages: tuple[str, ...]) -> tuple[tuple[str, ...], list[Problem]]:
        there = tuple(code for code in languages if routing.MODELS[code] in self._installed)
        missing = [routing.MODELS[code] for code in languages if code not in there]
        if not missing:
            return there, []
        packages = " ".join(f"tesseract-ocr-{name.replace('_', '-')}" for name in missing)
        problem = Problem(
            code="ocr_language_missing",
            message=f"read without the models {', '.join(missing)}: some letters may be wrong; install {packages}",
        )
        if not there:
            there = ("en",) if "eng" in self._installed else ()
        if not there:
            raise OcrUnavailable(f"none of the models {', '.join(missing)} is installed; install {packages}")
        return there, [problem]

    def _orientation(self, even: Picture, dpi: int) -> tuple[int, str, float] | None:
        if "osd" not in self._installed:
            return None
        api = self._api("osd", tesserocr.PSM.OSD_ONLY)
        api.SetImage(Image.fromarray(even))
        api.SetSourceResolution(dpi)
        found = api.DetectOrientationScript()
        api.Clear()
        if not found or found["orient_conf"] < SURE_OF_ORIENTATION:
            return None
        return (360 - int(found["orient_deg"])) % 360, str(found["script_name"]), float(found["script_conf"])

    def _in_its_languages(
        self, level: Picture, languages: routing.Languages, dpi: int, mode: int
    ) -> tuple[list[Found], list[routing.Languages]]:
        """The words, and the language sets that read them."""
        if not routing.may_be_either(languages):
            found = self._clean(level, languages, dpi, mode)
            there = self._available(routing.CYRILLIC)[0]
            if self.languages or not _is_nonsense(found) or not routing.may_be_either(there):
                return found, [languages]
            # orientation took another script for Latin: print of a few sizes deceives it
            cyrillic, sets = self._in_its_languages(level, there, dpi, mode)
            return (found, [languages]) if _is_nonsense(cyrillic) else (cyrillic, sets)
        others = tuple(code for code in languages if not routing.is_cyrillic(code))
        seen = ""
        if len(others) > 1:  # nobody knows the script yet
            seen = _text(self._words(_sample(level, dpi), ("ru", "en"), dpi))
            if routing.is_mostly_latin(seen):
                return self._clean(level, others, dpi, mode), [others]
        of_russian = routing.with_cyrillic(languages, uzbek=False, text=seen)
        russian = self._clean(level, of_russian, dpi, mode)
        lines = _lines(russian)
        in_uzbek = routing.uzbek_lines([_text(line) for line in lines])
        if in_uzbek is not None and not any(in_uzbek):
            return russian, [of_russian]
        of_uzbek = routing.with_cyrillic(languages, uzbek=True, text=seen)
        uzbek = self._clean(level, of_uzbek, dpi, mode)
        if in_uzbek is None:
            if not routing.has_uzbek(_text(uzbek)):
                return russian, [of_russian]
            return _by_letters(uzbek, russian), [of_uzbek, of_russian]
        if all(in_uzbek):
            return uzbek, [of_uzbek]
        return _by_lines(uzbek, lines, in_uzbek), [of_uzbek, of_russian]

    def _clean(self, level: Picture, languages: Sequence[str], dpi: int, mode: int) -> list[Found]:
        return _without_noise(list(self._words(level, languages, dpi, mode)))

    def _words(
        self, level: Picture, languages: Sequence[str], dpi: int, mode: int = tesserocr.PSM.SINGLE_COLUMN
    ) -> Iterator[Found]:
        api = self._api(routing.models(languages), mode)
        api.SetImage(Image.fromarray(level))
        api.SetSourceResolution(dpi)
        api.Recognize()
        items = api.GetIterator()
        if items is None:
            return
        level_of = tesserocr.RIL
        line = -1
        size = baseline = 0.0
        for item in tesserocr.iterate_level(items, level_of.WORD):
            if item.IsAtBeginningOf(level_of.TEXTLINE) or line < 0:
                line += 1
                bounds = item.BoundingBox(level_of.TEXTLINE)
                size = float(bounds[3] - bounds[1]) if bounds else 0.0
                ends = item.Baseline(level_of.TEXTLINE)
                baseline = (ends[0][1] + ends[1][1]) / 2.0 if ends else 0.0
            try:
                text = item.GetUTF8Text(level_of.WORD).strip()
            except RuntimeError:  # tesserocr's word for "no text here"
                continue
            box = item.BoundingBox(level_of.WORD)
            if text and box:
                yield Found(text, Box(*map(float, box)), float(item.Confidence(level_of.WORD)), line, size, baseline)
        api.Clear()

    def _api(self, models: str, mode: int) -> Any:  # tesserocr is untyped
        key = f"{models}/{mode}"
        if key not in self._apis:
            self._apis[key] = tesserocr.PyTessBaseAPI(
                path=str(self.tessdata),
                lang=models,
                psm=mode,
                oem=tesserocr.OEM.DEFAULT if models == "osd" else tesserocr.OEM.LSTM_ONLY,
            )
        return self._apis[key]


def _without_noise(words: list[Found]) -> list[Found]:
    """Specks, lines and folds read as letters are left out; a doubtful word in a well-read line stays."""
    by_line: dict[int, list[Found]] = {}
    for word in words:
        by_line.setdefault(word.line, []).append(word)
    kept = []
    for line in by_line.values():
        sure = float(np.median([word.confidence for word in line]))
        if sure < LEAST_CONFIDENCE:
            continue
        for word in line:
            wordlike = sum(char.isalnum() for char in word.text) >= 0.5 * len(word.text)
            if word.confidence >= LEAST_CONFIDENCE or (wordlike and len(line) > 1 and sure >= GOOD_CONFIDENCE):
                kept.append(word)
    if not any(char.isalnum() for word in kept for char in word.text):
        return []
    return kept


def _sure_letters(words: list[OcrWord]) -> int:
    """Letters in words that are surely words: a drawing gives scattered signs, a page at least one sure word."""
    bare = [("".join(filter(str.isalnum, word.text)), word.confidence or 0.0) for word in words]
    return sum(len(text) for text, sure in bare if len(text) >= 3 and sure >= GOOD_CONFIDENCE)


def _text(words: Iterable[Found]) -> str:
    return " ".join(word.text for word in words)


def _is_nonsense(words: list[Found]) -> bool:
    verdict = judge([word.text for word in words])
    return verdict.condemned or verdict.doubtful


def _lines(words: list[Found]) -> list[list[Found]]:
    by_line: dict[int, list[Found]] = {}
    for word in words:
        by_line.setdefault(word.line, []).append(word)
    return list(by_line.values())


def _by_lines(uzbek: list[Found], russian: list[list[Found]], in_uzbek: list[bool]) -> list[Found]:
    """Of two readings of one page: each Uzbek line from the Uzbek one, the others from both by their letters."""
    theirs = [word for line, is_uzbek in zip(russian, in_uzbek, strict=True) if is_uzbek for word in line]
    rest = [word for line, is_uzbek in zip(russian, in_uzbek, strict=True) if not is_uzbek for word in line]
    own: list[Found] = []
    elsewhere: list[Found] = []
    for word in uzbek:
        (own if any(_covers(word.box, other.box) for other in theirs) else elsewhere).append(word)
    unread = [word for word in theirs if not any(_covers(other.box, word.box) for other in own)]
    return [*own, *unread, *_by_letters(elsewhere, rest)]


def _by_letters(uzbek: list[Found], russian: list[Found]) -> list[Found]:
    """Of two readings of one text: what has Uzbek letters from the Uzbek one, everything else from the Russian one.

    Unless the Russian one has a letter there that Uzbek does not use: then the Uzbek letter was made up.
    """
    own = [
        word
        for word in uzbek
        if not routing.UZBEK_LETTERS.isdisjoint(word.text)
        and not any(_covers(word.box, other.box) and routing.is_russian(other.text) for other in russian)
    ]
    return own + [word for word in russian if not any(_covers(other.box, word.box) for other in own)]


def _covers(box: Box, other: Box) -> bool:
    across = min(box.x1, other.x1) - max(box.x0, other.x0)
    down = min(box.bottom, other.bottom) - max(box.top, other.top)
    return across > 0.4 * (other.x1 - other.x0) and down > 0.4 * (other.bottom - other.top)


def _sample(level: Picture, dpi: int) -> Picture:
    """A few lines from each half of the page, where it has most ink, cut between lines."""
    height = level.shape[0]
    tall = round(STRIP * dpi)
    if height <= 8 * tall:
        return level
    ink = (level < 128).sum(axis=1)
    white = np.full((tall // 3, level.shape[1]), 255, dtype=np.uint8)
    half = height // 2
    upper, lower = _densest(level[:half], ink[:half], tall), _densest(level[half:], ink[half:], tall)
    return np.ascontiguousarray(np.concatenate((white, upper, white, lower, white)))


def _densest(part: Picture, ink: npt.NDArray[np.int64], tall: int) -> Picture:
    total = np.concatenate(([0], np.cumsum(ink)))
    starts = np.arange(0, len(ink) - tall, max(1, tall // 8))
    start = int(starts[np.argmax(total[starts + tall] - total[starts])])
    # move both cuts to the whitest row nearby: half a line reads as letters of any language
    reach = tall // 4
    top = max(0, start - reach) + int(np.argmin(ink[max(0, start - reach) : start + 1]))
    end = start + tall + int(np.argmin(ink[start + tall : start + tall + reach + 1]))
    return part[top:end]
