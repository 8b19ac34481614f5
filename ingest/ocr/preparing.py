"""A photographed or scanned page made fit to be read: even light, upright, lines level. And the way back."""

import math
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from evidence.spans import Box
from ingest.ocr.port import Picture

cv2.setNumThreads(1)  # each worker is one of many

GRAIN = 6.0
"""Grey levels between neighbouring pixels of paper, from which on it is smoothed before it is read."""
LEAST_CONTRAST = 40.0
"""Grey levels between paper and ink, at least, for anything to be ink."""
WHITE = 250.0

Floats = npt.NDArray[np.float64]
LARGEST_SKEW = 15.0
"""Degrees; what is more crooked is left to the search over four directions."""
SMALL = 900
"""Pixels of the longer side on which light and skew are measured."""


def grey(picture: Picture) -> Picture:
    if picture.ndim == 2:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), dtype=np.uint8)


def normalise(picture: Picture) -> Picture:
    """Grey with the paper white and the ink black, whatever the light: divided by its own background."""
    flat = grey(picture)
    height, width = flat.shape
    if min(height, width) < 8:
        return flat
    if _noise(flat) > GRAIN:
        flat = np.asarray(cv2.GaussianBlur(flat, (3, 3), 0), dtype=np.uint8)
    shrink = max(1, round(max(height, width) / SMALL))
    small = cv2.resize(flat, (max(1, width // shrink), max(1, height // shrink)), interpolation=cv2.INTER_AREA)
    # the brightest nearby is paper, once grain is gone; a kernel wider than any letter never falls into one
    paper = cv2.dilate(cv2.medianBlur(small, 5), np.ones((9, 9), np.uint8))
    paper = cv2.medianBlur(paper, 21 if min(small.shape) > 21 else 3)
    paper = cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR)
    even = cv2.divide(flat, np.maximum(paper, 16), scale=255)
    sample = cv2.resize(even, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
    dark, white = float(np.percentile(sample, 1)), float(np.median(sample))
    # a sheet all of one tone is left as it is: stretching it would draw letters out of grain
    if white - dark < LEAST_CONTRAST:
        dark = white - LEAST_CONTRAST
    levels = (np.arange(256) - dark) * WHITE / max(1.0, white - dark)
    return np.asarray(cv2.LUT(even, np.clip(levels, 0, 255).astype(np.uint8)), dtype=np.uint8)


def _noise(flat: Picture) -> float:
    """Grey levels by which neighbouring pixels of plain paper differ."""
    step = max(1, flat.shape[0] // 400)
    rows = flat[: flat.shape[0] // step * step : step].astype(np.int16)
    return float(np.median(np.abs(np.diff(rows, axis=1)))) if rows.shape[1] > 1 else 0.0


def has_no_ink(even: Picture) -> bool:
    """Whether a normalised picture is an empty sheet."""
    return bool((even < 128).mean() < 0.0002)


def turned(picture: Picture, clockwise: int) -> Picture:
    """By a multiple of 90 degrees."""
    return np.ascontiguousarray(np.rot90(picture, k=(-clockwise // 90) % 4))


def skew_of(picture: Picture) -> float:
    """Degrees by which lines fall to the right (negative: rise); 0.0 where nothing says so."""
    shrink = max(1.0, max(picture.shape) / SMALL)
    small = cv2.resize(picture, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    level, ink = cv2.threshold(small, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    del level
    ys, xs = np.nonzero(ink)
    if len(xs) < 200 or len(xs) > 0.5 * small.size:
        return 0.0
    if len(xs) > 60_000:
        keep = np.random.default_rng(0).choice(len(xs), 60_000, replace=False)
        ys, xs = ys[keep], xs[keep]
    level_score = _sharpness(xs, ys, 0.0)
    coarse = max(np.arange(-LARGEST_SKEW, LARGEST_SKEW + 0.1, 0.5), key=lambda angle: _sharpness(xs, ys, float(angle)))
    fine = max(np.arange(coarse - 0.5, coarse + 0.51, 0.1), key=lambda angle: _sharpness(xs, ys, float(angle)))
    found = round(float(fine), 2)
    return found if _sharpness(xs, ys, found) > 1.03 * level_score and abs(found) >= 0.1 else 0.0


def _sharpness(xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64], degrees: float) -> float:
    """How unevenly ink falls into rows when the page is turned back by ``degrees``: lines of text against white."""
    rows = ys - xs * math.tan(math.radians(degrees))
    counts = np.bincount((rows - rows.min()).astype(np.int64))
    return float(np.square(np.diff(counts)).sum())


class Placement(NamedTuple):
    """The way from the upright, level picture back to the picture as it was given."""

    inverse: Floats
    """2 x 3: level -> turned."""
    clockwise: int
    width: int
    height: int
    """Of the turned picture."""

    def back(self, box: Box) -> Box:
        corners = np.array([(x, y, 1.0) for x in (box.x0, box.x1) for y in (box.top, box.bottom)])
        level = corners @ self.inverse.T
        x0, top = level.min(axis=0)
        x1, bottom = level.max(axis=0)
        if box.bottom - box.top > 0:
            # the rectangle around a tilted word is taller than the word: keep the word's own height
            spare = ((bottom - top) - (box.bottom - box.top)) / 2
            if 0 < spare < 0.5 * (bottom - top) and box.x1 - box.x0 < 6 * (box.bottom - box.top):
                top, bottom = top + spare, bottom - spare
        turned_box = Box(float(x0), float(top), float(x1), float(bottom))
        return _unturned(turned_box, self.clockwise, self.width, self.height)


def _unturned(box: Box, clockwise: int, width: int, height: int) -> Box:
    """A box of the turned picture (``width`` x ``height``) in the picture before it was turned clockwise."""
    if clockwise == 90:
        return Box(box.top, width - box.x1, box.bottom, width - box.x0)
    if clockwise == 180:
        return Box(width - box.x1, height - box.bottom, width - box.x0, height - box.top)
    if clockwise == 270:
        return Box(height - box.bottom, box.x0, height - box.top, box.x1)
    return box


def levelled(picture: Picture, clockwise: int) -> tuple[Picture, Placement]:
    """Turned upright and its lines made level, on a picture of the same size."""
    upright = turned(picture, clockwise) if clockwise else picture
    height, width = upright.shape[:2]
    angle = skew_of(upright)
    if not angle:
        return upright, Placement(np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), clockwise, width, height)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    level = cv2.warpAffine(upright, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=255)
    inverse = np.asarray(cv2.invertAffineTransform(matrix), dtype=np.float64)
    return np.asarray(level, dtype=np.uint8), Placement(inverse, clockwise, width, height)
