"""Words -> segments: pieces of one visual line that a reader takes in one look. Layout moves segments, never words."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.layout.face import Ruling, Word

SAME_LINE = 0.4
"""Times the smaller font size: baselines no further apart are one line."""
GAP = 0.9
"""Times the font size: a wider gap ends a segment, unless the file itself put a space there …"""
SPACED_GAP = 2.5
"""… which ends it only when it is as wide as this."""
SOFT_GAP = 0.4
LEADER_GAP = 5.0
LEADERS = frozenset(".·…")
OVERPRINT = 0.5


@dataclass(slots=True)
class Segment:
    words: list[Word]
    x0: float
    x1: float
    top: float
    bottom: float
    baseline: float
    size: float
    line: int
    """Number of the visual line it is on; segments of one line share it."""
    fenced: bool = False
    """A vertical rule stands between it and the segment to its left."""
    length: int = 0
    """Characters, spaces included."""
    digits: int = 0
    soft: tuple[tuple[float, float], ...] = ()
    """Gaps between its words that are wide for a space and may turn out to lie between two columns."""

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def bold(self) -> bool:
        return all(word.bold for word in self.words)


def cut_segments(words: Sequence[Word], rulings: Sequence[Ruling] = ()) -> list[Segment]:
    """Upright words, in any order, to segments from top to bottom and left to right."""
    fences = _Fences(rulings)
    segments: list[Segment] = []
    for number, line in enumerate(_lines(words)):
        segments.extend(_pieces(line, number, fences))
    return segments


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    lines: list[list[Word]] = []
    line: list[Word] = []
    baseline = size = 0.0
    for word in sorted(words, key=lambda word: word.baseline):
        if line and word.baseline - baseline <= SAME_LINE * min(size, word.size * 1.6):
            line.append(word)
            if word.size > size * 1.2:  # a raised note before it set the baseline
                baseline, size = word.baseline, word.size
            continue
        line = [word]
        lines.append(line)
        baseline, size = word.baseline, word.size
    return lines


def _pieces(line: list[Word], number: int, fences: "_Fences") -> list[Segment]:
    line.sort(key=lambda word: word.x0)
    pieces: list[Segment] = []
    words: list[Word] = []
    soft: list[tuple[float, float]] = []
    fenced = False
    end = -1e9
    for word in line:
        if words:
            last = words[-1]
            if _is_double(words, word):
                continue
            size = max(word.size, last.size)
            gap = word.x0 - end
            fence = gap > 0.05 * size and fences.between(end, word.x0, (word.top + word.bottom) / 2)
            apart = gap > _widest_gap(last, word) * size or gap < -OVERPRINT * size
            if fence or apart or word.atom or last.atom or word.origin is not last.origin:
                pieces.append(_segment(words, number, soft, fenced=fenced))
                words, soft, fenced = [], [], fence
            elif gap > SOFT_GAP * size and not word.spaced:
                soft.append((end, word.x0))
        words.append(word)
        end = word.x1
    pieces.append(_segment(words, number, soft, fenced=fenced))
    return pieces


def split_at(segment: Segment, x: float) -> list[Segment]:
    """In two, where ``x`` lies in one of its soft gaps."""
    if not any(left <= x <= right for left, right in segment.soft):
        return [segment]
    return [
        _segment(words, segment.line, [gap for gap in segment.soft if (gap[0] > x) == after], fenced=segment.fenced)
        for after, words in (
            (False, [word for word in segment.words if word.x0 < x]),
            (True, [word for word in segment.words if word.x0 >= x]),
        )
        if words
    ]


def _widest_gap(last: Word, word: Word) -> float:
    """In font sizes, inside one segment. A row of leaders (``. . . .``) is one piece however far its dots stand."""
    if LEADERS.issuperset(word.text):
        return LEADER_GAP if LEADERS.issuperset(last.text) else SPACED_GAP
    return SPACED_GAP if word.spaced else GAP


def _is_double(words: list[Word], word: Word) -> bool:
    """Bold made by printing the same word twice, a hair apart."""
    for other in words[-3:]:
        near = abs(other.x0 - word.x0) < 0.25 * word.size and abs(other.x1 - word.x1) < 0.25 * word.size
        if near and other.text == word.text and abs(other.baseline - word.baseline) < 0.25 * word.size:
            return True
    return False


def _segment(words: list[Word], line: int, soft: list[tuple[float, float]], *, fenced: bool) -> Segment:
    """Of words from left to right."""
    text = " ".join([word.text for word in words])
    largest = words[0]
    x1, top, bottom = largest.x1, largest.top, largest.bottom
    for word in words:
        x1, top, bottom = max(x1, word.x1), min(top, word.top), max(bottom, word.bottom)
        if word.size > largest.size:
            largest = word
    return Segment(
        words=words,
        x0=words[0].x0,
        x1=x1,
        top=top,
        bottom=bottom,
        baseline=largest.baseline,
        size=largest.size,
        line=line,
        fenced=fenced,
        length=len(text),
        digits=sum(map(str.isdigit, text)),
        soft=tuple(soft),
    )


class _Fences:
    """Vertical rules, asked for by place."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        upright = sorted((rule for rule in rulings if not rule.is_horizontal), key=lambda rule: rule.x0)
        self.rules = upright
        self.xs = [rule.x0 for rule in upright]

    def between(self, left: float, right: float, middle: float) -> bool:
        first, last = bisect_left(self.xs, left - 0.5), bisect_right(self.xs, right + 0.5)
        return any(rule.top <= middle <= rule.bottom for rule in self.rules[first:last])
