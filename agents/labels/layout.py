"""How a page's text hangs together on its face: segments, what stands to the right of one and what below it.

A segment is a cell, or one line of a block up to a tab: the smallest thing a person sees as one piece.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from evidence.pages import Block, OriginKind, Page, TableCell
from evidence.sentences import cut_sentences
from evidence.spans import Box, CharSpan, WordBox

_LONGEST_STEP = 3.2
"""How many line heights below its label a value may stand."""
_BLANKS = {ord(c): " " for c in "\n\t\r\u00a0\u202f\u2007\u2009\u2002\u2003"}


class Segment(NamedTuple):
    start: int
    end: int
    row: int
    """Visual row as the text gives it; segments of one row are parted by tabs."""
    box: Box | None
    cell: TableCell | None
    field_name: str | None
    """Of a form field."""
    block: int
    heading: str | None
    lines: tuple[int, ...] = ()
    """Where each visual line of a cell with several begins."""


class Layout:
    """One page, cut. Offsets are the page's own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.text = page.text
        self.flat = page.text.translate(_BLANKS)
        """Same length as the text, with every blank a plain space, for patterns that run over lines."""
        self.segments = tuple(_cut(page))
        self._starts = [segment.start for segment in self.segments]
        self._sentences: tuple[CharSpan, ...] | None = None
        self._cells: dict[tuple[int, int, int], int] | None = None

    def sentences(self) -> tuple[CharSpan, ...]:
        """Units of the page, cut when first asked for."""
        if self._sentences is None:
            self._sentences = cut_sentences(self.page.text, language=self.page.language)
        return self._sentences

    def index_at(self, offset: int) -> int:
        """Of the segment that holds ``offset``, or the last one before it."""
        return max(0, bisect_right(self._starts, offset) - 1)

    def at(self, offset: int) -> Segment:
        return self.segments[self.index_at(offset)]

    def of(self, segment: Segment) -> str:
        return self.text[segment.start : segment.end]

    def right_of(self, segment: Segment) -> Segment | None:
        """The next piece of the same visual row; by geometry where the text does not keep rows together."""
        index = self.index_at(segment.start)
        if index + 1 < len(self.segments) and self.segments[index + 1].row == segment.row:
            return self.segments[index + 1]
        if segment.box is None:
            return None
        best: Segment | None = None
        for other in self.segments:
            if (
                other.box is not None
                and other.box.x0 >= segment.box.x1 - 1
                and _overlap(other.box.top, other.box.bottom, segment.box.top, segment.box.bottom) > 0.5
                and (best is None or best.box is None or other.box.x0 < best.box.x0)
            ):
                best = other
        return best

    def row_of(self, segment: Segment) -> tuple[Segment, ...]:
        index = self.index_at(segment.start)
        first = last = index
        while first > 0 and self.segments[first - 1].row == segment.row:
            first -= 1
        while last + 1 < len(self.segments) and self.segments[last + 1].row == segment.row:
            last += 1
        return self.segments[first : last + 1]

    def below(self, segment: Segment, *, reach: float = _LONGEST_STEP) -> Segment | None:
        """The nearest piece under the segment in the same column."""
        if segment.cell is not None:
            return self._cell_below(segment)
        if segment.box is None:
            return self._below_in_text(segment)
        height = max(segment.box.bottom - segment.box.top, 1.0)
        best: Segment | None = None
        best_gap = reach * height
        for other in self.segments:
            if other.box is None or other is segment:
                continue
            gap = other.box.top - segment.box.bottom
            if not -0.45 * height <= gap <= best_gap or not _same_column(segment.box, other.box, height):
                continue
            if best is None or gap < best_gap - 0.3 * height or _closer(segment.box, other, best):
                best, best_gap = other, max(gap, 0.0) if best is None else min(best_gap, max(gap, 0.0))
        return best

    def column_under(self, segment: Segment, *, limit: int = 60) -> tuple[Segment, ...]:
        """Pieces under a heading, downwards, until the column breaks off."""
        found: list[Segment] = []
        current = self.below(segment)
        while current is not None and len(found) < limit:
            found.append(current)
            nearest = (
                self.below(current) if segment.box is None or segment.cell else self._below_within(segment, current)
            )
            if nearest is None and segment.box is None and segment.cell is None:
                nearest = self._below_in_text(current, past_one=True)
            if nearest is None or nearest.start == current.start:
                break
            current = nearest
        return tuple(found)

    def _below_within(self, heading: Segment, current: Segment) -> Segment | None:
        """Under ``current`` and still in the heading's column."""
        if heading.box is None or current.box is None:
            return None
        height = max(current.box.bottom - current.box.top, 1.0)
        best: Segment | None = None
        for other in self.segments:
            if other.box is None or other.box.top < current.box.bottom - 0.45 * height:
                continue
            if other.box.top - current.box.bottom > 4.5 * height:
                continue
            if _same_column(heading.box, other.box, height) and (
                best is None or best.box is None or other.box.top < best.box.top
            ):
                best = other
        return best

    def _cell_below(self, segment: Segment) -> Segment | None:
        cell = segment.cell
        if cell is None:
            return None
        if self._cells is None:
            self._cells = {
                (other.cell.table, other.cell.row, other.cell.column): index
                for index, other in enumerate(self.segments)
                if other.cell is not None
            }
        index = self._cells.get((cell.table, cell.row + cell.row_span, cell.column))
        return self.segments[index] if index is not None else None

    def _below_in_text(self, segment: Segment, *, past_one: bool = False) -> Segment | None:
        """Without geometry: the same place of the next row, if both rows have as many places. ``past_one``: of the row after
        a row of one piece, a row's name that goes on in the next line."""
        row = self.row_of(segment)
        index = self.index_at(row[-1].start) + 1
        if index < len(self.segments) and past_one and len(self.row_of(self.segments[index])) == 1:
            index += 1
        if index >= len(self.segments):
            return None
        following = self.row_of(self.segments[index])
        place = next(k for k, other in enumerate(row) if other.start == segment.start)
        return following[place] if len(following) == len(row) else None


def _closer(label: Box, other: Segment, best: Segment) -> bool:
    """Of two pieces equally far down, the one that lines up better."""
    if other.box is None or best.box is None or abs(other.box.top - best.box.top) > 3:
        return False
    return abs(other.box.x0 - label.x0) < abs(best.box.x0 - label.x0)


def _same_column(upper: Box, lower: Box, height: float) -> bool:
    if abs(upper.x0 - lower.x0) <= 1.2 * height or abs(upper.x1 - lower.x1) <= 0.8 * height:
        return True
    middle = (lower.x0 + lower.x1) / 2
    if upper.x0 <= middle <= upper.x1 and lower.x1 - lower.x0 < 1.6 * (upper.x1 - upper.x0) + 4 * height:
        return True
    return _overlap(upper.x0, upper.x1, lower.x0, lower.x1) > 0.6


def _overlap(a0: float, a1: float, b0: float, b1: float) -> float:
    """Shared length as a share of the shorter one."""
    return (min(a1, b1) - max(a0, b0)) / max(min(a1 - a0, b1 - b0), 0.1)


def _cut(page: Page) -> list[Segment]:
    segments: list[Segment] = []
    text = page.text
    word = 0
    words = page.words
    row = 0
    reached = 0
    blocks = page.blocks or ()
    pieces = _pieces(text, blocks)
    for start, end, number in pieces:
        row += text.count("\n", reached, start)
        reached = end
        while word < len(words) and words[word].end <= start:
            word += 1
        look = word
        while look < len(words) and words[look].start < end:
            look += 1
        box = _round(words[word:look])
        block = blocks[number] if number >= 0 else None
        in_cell = block is not None and block.cell is not None
        if box is None and block is not None and block.span.start == start and block.span.end <= end + 1:
            box = block.box
        origin = block.origin if block is not None else None
        segments.append(
            Segment(
                start=start,
                end=end,
                row=row,
                box=box,
                cell=block.cell if block is not None else None,
                field_name=origin.detail if origin is not None and origin.kind is OriginKind.FORM_FIELD else None,
                block=number,
                heading=block.heading if block is not None else None,
                lines=_line_starts(text, start, end, words[word:look]) if in_cell else (),
            )
        )
    return segments


def _round(words: Sequence[WordBox]) -> Box | None:
    """One rectangle round all of them."""
    if not words:
        return None
    boxes = [word.box for word in words]
    return Box(
        min(box.x0 for box in boxes),
        min(box.top for box in boxes),
        max(box.x1 for box in boxes),
        max(box.bottom for box in boxes),
    )


def _line_starts(text: str, start: int, end: int, words: Sequence[WordBox]) -> tuple[int, ...]:
    """Empty for a cell of one line. The text joins a cell's lines; the words' places keep them apart."""
    if not words:
        breaks = [at + 1 for at in range(start, end) if text[at] == "\n"]
        return (start, *breaks) if breaks else ()
    starts = [words[0].start]
    line = words[0].box
    for word in words[1:]:
        if word.box.top > line.bottom - 0.35 * (line.bottom - line.top):
            starts.append(word.start)
            line = word.box
        else:
            line = line.union(word.box)
    return tuple(starts) if len(starts) > 1 else ()


def _pieces(text: str, blocks: tuple[Block, ...]) -> list[tuple[int, int, int]]:
    """(start, end, number of the block or -1), trimmed, never empty."""
    pieces: list[tuple[int, int, int]] = []
    reached = 0
    for number, block in enumerate(blocks):
        if block.span.start > reached:
            _lines(text, reached, block.span.start, -1, pieces)
        if block.cell is not None:
            _trim(text, block.span.start, block.span.end, number, pieces)
        else:
            _lines(text, block.span.start, block.span.end, number, pieces)
        reached = block.span.end
    if reached < len(text):
        _lines(text, reached, len(text), -1, pieces)
    return pieces


def _lines(text: str, start: int, end: int, number: int, pieces: list[tuple[int, int, int]]) -> None:
    at = start
    while at < end:
        stops = [place for place in (text.find("\n", at, end), text.find("\t", at, end)) if place >= 0]
        stop = min(stops) if stops else end
        _trim(text, at, stop, number, pieces)
        at = stop + 1


def _trim(text: str, start: int, end: int, number: int, pieces: list[tuple[int, int, int]]) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        pieces.append((start, end, number))
