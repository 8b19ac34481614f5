"""Segments -> regions in reading order: columns of prose are read one after another, everything else row by row."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

import numpy as np

from ingest.layout.segments import SAME_LINE, Segment, split_at

BIN = 3.0
"""Points: the grain at which white columns are looked for."""
FEWEST_LINES = 3
CROSSED = 0.3
"""Share of a gutter's lines that may be parted by a mere space."""
FEWEST_ROWS = 4
INDEPENDENT = 8
"""Lines on both sides from which on lines that do not stand level are columns, whatever is in them."""
LEVEL = 0.12
"""Times the font size: baselines no further apart stand level."""
DEEPEST = 8


class Gutter(NamedTuple):
    """A white column: lines ``first`` to ``last`` leave ``x`` free and have text on both sides of it."""

    x: float
    first: int
    last: int


def reading_order(segments: Sequence[Segment], *, depth: int = 0) -> list[list[Segment]]:
    """Regions from first to last read; within one, every visual line is a row."""
    if len(segments) < 2 * FEWEST_LINES or depth >= DEEPEST:
        return [list(segments)] if segments else []
    lines = _by_line(segments)
    gutter = _widest_gutter(lines)
    if gutter is None:
        return [list(segments)]
    before = [segment for line in lines[: gutter.first] for segment in line]
    crossing = [segment for line in lines[gutter.first : gutter.last + 1] for segment in line]
    within = [piece for segment in crossing for piece in split_at(segment, gutter.x)]
    after = [segment for line in lines[gutter.last + 1 :] for segment in line]
    left = [segment for segment in within if (segment.x0 + segment.x1) / 2 < gutter.x]
    right = [segment for segment in within if (segment.x0 + segment.x1) / 2 >= gutter.x]
    regions = []
    for part in (before, left, right, after):
        regions.extend(reading_order(part, depth=depth + 1))
    return regions


def _by_line(segments: Sequence[Segment]) -> list[list[Segment]]:
    lines: list[list[Segment]] = []
    last = -1
    for segment in segments:
        if segment.line != last:
            lines.append([])
            last = segment.line
        lines[-1].append(segment)
    return lines


def _widest_gutter(lines: list[list[Segment]]) -> Gutter | None:
    """The white column with most lines on both sides that divides prose from prose."""
    if len(lines) < FEWEST_LINES:
        return None
    left = min(segment.x0 for line in lines for segment in line)
    right = max(segment.x1 for line in lines for segment in line)
    bins = max(1, int((right - left) / BIN) + 1)
    covered = np.zeros((len(lines), bins), dtype=bool)
    starts, ends = np.empty(len(lines)), np.empty(len(lines))
    for row, line in enumerate(lines):
        starts[row] = min(segment.x0 for segment in line)
        ends[row] = max(segment.x1 for segment in line)
        for segment in line:
            covered[row, max(0, int((segment.x0 - left) / BIN)) : int((segment.x1 - left) / BIN) + 1] = True
            for end, start in segment.soft:
                covered[row, int((end - left) / BIN) + 1 : int((start - left) / BIN)] = False
    at = left + (np.arange(bins) + 0.5) * BIN
    # prefix sums over lines: how many have text before and after each bin
    before = np.vstack((np.zeros(bins, dtype=np.int64), np.cumsum(starts[:, None] < at, axis=0)))
    beyond = np.vstack((np.zeros(bins, dtype=np.int64), np.cumsum(ends[:, None] > at, axis=0)))
    candidates = []
    free = ~covered
    # a bin that few lines leave free between two pieces of text cannot be a gutter, whatever the runs are
    both_sides = np.minimum((free & (starts[:, None] < at)).sum(axis=0), (free & (ends[:, None] > at)).sum(axis=0))
    for column in np.flatnonzero(both_sides[1:-1] >= FEWEST_LINES) + 1:
        for first, last in _free_runs(covered[:, column]):
            both = min(
                before[last + 1, column] - before[first, column], beyond[last + 1, column] - beyond[first, column]
            )
            if both >= FEWEST_LINES:
                candidates.append((int(both), float(at[column]), first, last))
    for _, x, first, last in _best(candidates):
        if _crossed(x, lines[first : last + 1]) > CROSSED * (last - first + 1):
            continue
        gutter = _trimmed(Gutter(x, first, last), lines)
        part = _dividing_part(gutter, lines) if gutter is not None else None
        if part is not None:
            return part
    return None


def _crossed(x: float, lines: list[list[Segment]]) -> int:
    """Lines that only a wide space keeps apart at ``x``: a river in justified text is nothing else."""
    return sum(segment.x0 < x < segment.x1 for line in lines for segment in line)


def _free_runs(covered: np.ndarray) -> list[tuple[int, int]]:
    """First and last index of every run of False at least FEWEST_LINES long."""
    edges = np.flatnonzero(np.diff(np.concatenate(([True], covered, [True])).astype(np.int8)))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a >= FEWEST_LINES]


def _best(candidates: list[tuple[int, float, int, int]]) -> list[tuple[int, float, int, int]]:
    """One per run of lines, in its middle, most lines first; a handful is enough."""
    by_run: dict[tuple[int, int, int], list[float]] = {}
    for both, x, first, last in candidates:
        by_run.setdefault((both, first, last), []).append(x)
    ranked = sorted(by_run.items(), key=lambda item: (-item[0][0], -len(item[1])))
    return [(both, xs[len(xs) // 2], first, last) for (both, first, last), xs in ranked[:6]]


def _trimmed(gutter: Gutter, lines: list[list[Segment]]) -> Gutter | None:
    """Without lines at its ends that stand on one side only and apart from the rest: they belong to what is around."""
    x, first, last = gutter
    sides = [_sides(lines[row], x) for row in range(first, last + 1)]
    inner = [row for row, side in enumerate(sides, first) if side == 3]
    staggered = [row for row in range(first + 1, last + 1) if {sides[row - first], sides[row - first - 1]} == {1, 2}]
    anchors = inner + staggered + [row - 1 for row in staggered]
    if not anchors:
        return None
    top, end = min(anchors), max(anchors)
    while top > first and _gap(lines[top - 1], lines[top]) < 1.0:
        top -= 1
    while end < last and _gap(lines[end], lines[end + 1]) < 1.0:
        end += 1
    return Gutter(x, top, end) if end - top + 1 >= FEWEST_LINES else None


def _sides(line: list[Segment], x: float) -> int:
    """1: text left of x, 2: right of it, 3: both."""
    return (1 if line[0].x0 < x else 0) | (2 if line[-1].x1 > x else 0)


def _gap(upper: list[Segment], lower: list[Segment]) -> float:
    """White between two lines, in font sizes."""
    size = min(upper[0].size, lower[0].size) or 1.0
    return (min(segment.top for segment in lower) - max(segment.bottom for segment in upper)) / size


def _dividing_part(gutter: Gutter, lines: list[list[Segment]]) -> Gutter | None:
    """The part of the gutter that has columns on both sides; None where it only parts the cells of rows."""
    left, right = _beside(gutter, lines)
    if min(_line_count(left), _line_count(right)) < FEWEST_LINES:
        return None
    if _is_prose(left, staggered=False) and _is_prose(right, staggered=False):
        return gutter
    best: Gutter | None = None
    for part in _without_rows(gutter, left, right, lines):
        on_left, on_right = _beside(part, lines)
        fewer = min(_line_count(on_left), _line_count(on_right))
        if fewer < FEWEST_LINES:
            continue
        _, level = _level(on_left, on_right)
        if sum(level) > 0.5 * len(level):
            continue
        prose = _is_prose(on_left, staggered=True) and _is_prose(on_right, staggered=True)
        if prose or (fewer >= INDEPENDENT and _is_list(on_left) and _is_list(on_right)):
            trimmed = _trimmed(part, lines)
            if trimmed is not None and (best is None or trimmed.last - trimmed.first > best.last - best.first):
                best = trimmed
    return best


def _is_list(side: list[Segment]) -> bool:
    """Words in one or two pieces a line: an address, the lines of a form; several pieces a line are a table's."""
    return sum(s.length for s in side) >= 6 * len(side) and len(side) <= 1.8 * _line_count(side)


def _beside(gutter: Gutter, lines: list[list[Segment]]) -> tuple[list[Segment], list[Segment]]:
    left: list[Segment] = []
    right: list[Segment] = []
    for line in lines[gutter.first : gutter.last + 1]:
        for whole in line:
            for segment in split_at(whole, gutter.x):
                (left if (segment.x0 + segment.x1) / 2 < gutter.x else right).append(segment)
    return left, right


def _line_count(side: list[Segment]) -> int:
    return len({segment.line for segment in side})


def _without_rows(
    gutter: Gutter, left: list[Segment], right: list[Segment], lines: list[list[Segment]]
) -> list[Gutter]:
    """The gutter cut at stretches of lines that stand level on both sides: rows do, columns do only by chance.

    A value printed in another font may stand a little off its label; then it does so in every row.
    """
    fewer, level = _level(left, right)
    # segments count their lines over the whole page, the gutter over the region
    index_of = {line[0].line: index for index, line in enumerate(lines)}
    parts = []
    start = gutter.first
    for begin, end in _stretches(level):
        parts.append(Gutter(gutter.x, start, index_of[fewer[begin].line] - 1))
        start = index_of[fewer[end].line] + 1
    parts.append(Gutter(gutter.x, start, gutter.last))
    return [part for part in parts if part.last - part.first + 1 >= FEWEST_LINES]


def _level(left: list[Segment], right: list[Segment]) -> tuple[list[Segment], list[bool]]:
    """The side with fewer segments, and for each of them whether one of the other side stands level with it."""
    fewer, more = sorted((left, right), key=len)
    baselines = sorted(segment.baseline for segment in more)
    offsets = []
    for segment in fewer:
        at = bisect_left(baselines, segment.baseline)
        nearest = min(baselines[max(0, at - 1) : at + 1], key=lambda other: abs(other - segment.baseline))
        offsets.append((nearest - segment.baseline) / (segment.size or 1.0))
    usual = median(offsets)
    usual = usual if abs(usual) <= SAME_LINE else 0.0
    return fewer, [min(abs(offset), abs(offset - usual)) <= LEVEL for offset in offsets]


def _stretches(level: list[bool]) -> list[tuple[int, int]]:
    """First and last index of every run of True too long to be chance."""
    return [(a, b) for a, b in _free_runs(~np.array(level, dtype=bool)) if b - a + 1 >= FEWEST_ROWS]


def _is_prose(side: list[Segment], *, staggered: bool) -> bool:
    """Whether lines fill their column, as running text does and lists of labels or figures do not.

    A side that itself holds columns is prose when the lines of each fill it.
    """
    if sum(segment.length for segment in side) / len(side) < (10 if staggered else 18):
        return False
    if sum(_is_figure(segment) for segment in side) >= 0.3 * len(side):
        return False
    full = lines = 0
    for column in _own_columns(side):
        x0, x1 = min(segment.x0 for segment in column), max(segment.x1 for segment in column)
        ends: dict[int, tuple[float, float]] = {}
        for segment in column:
            start, end = ends.get(segment.line, (segment.x0, segment.x1))
            ends[segment.line] = (min(start, segment.x0), max(end, segment.x1))
        lines += len(ends)
        full += sum(end - start >= 0.75 * (x1 - x0) for start, end in ends.values())
    return lines >= FEWEST_LINES and full >= (0.25 if staggered else 0.5) * lines


def _own_columns(side: list[Segment]) -> list[list[Segment]]:
    """The side's segments by the white columns inside it, which a few headings may cross."""
    left = min(segment.x0 for segment in side)
    right = max(segment.x1 for segment in side)
    covered = np.zeros(int((right - left) / BIN) + 2, dtype=np.int64)
    for segment in side:
        covered[int((segment.x0 - left) / BIN) : int((segment.x1 - left) / BIN) + 1] += 1
    white = np.flatnonzero(covered <= 0.05 * len(side))
    stops = [left + (int(at) + 0.5) * BIN for at in white[np.diff(white, prepend=-9) > 1]]
    columns: dict[int, list[Segment]] = {}
    for segment in side:
        columns.setdefault(bisect_right(stops, (segment.x0 + segment.x1) / 2), []).append(segment)
    return list(columns.values())


def _is_figure(segment: Segment) -> bool:
    return 2 * segment.digits > segment.length - len(segment.words) + 1
