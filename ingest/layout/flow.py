"""One region's segments -> rows and paragraphs, top to bottom."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

from ingest.layout.aligned import Line, as_table
from ingest.layout.items import Piece, Role, Row
from ingest.layout.segments import Segment

PITCH = 1.7
"""Times the font size: lines further apart are not one paragraph."""
LARGER = 1.15
"""Times the body's font size: at least so large is a heading."""
LONGEST_HEADING = 200
_ITEM = re.compile(
    r"^(?:[•●▪■◦·–—*-]|\(?\d{1,3}(?:\.\d{1,3}){0,4}[.)]?|\(?[a-zа-яё][.)]|[ivxlc]{1,6}[.)])$", re.IGNORECASE
)


def read_region(segments: Sequence[Segment], *, body: float, first_table: int) -> tuple[list[Row], int]:
    """The rows of one region and how many tables were found. ``body`` is the font size of the page's running text."""
    lines = _healed(_by_line(segments))
    rows: list[Row] = []
    tables = 0
    for run, is_rows in _runs(lines):
        if not is_rows:
            rows.extend(_paragraphs(run, body=body))
            continue
        table = as_table(run, table=first_table + tables)
        if table is not None:
            tables += 1
            rows.extend(table)
        else:
            rows.extend(_loose(run, body=body))
    return rows, tables


def _by_line(segments: Iterable[Segment]) -> list[Line]:
    lines: list[Line] = []
    for segment in segments:
        if lines and lines[-1][0].line == segment.line:
            lines[-1].append(segment)
        else:
            lines.append([segment])
    return lines


def _healed(lines: list[Line]) -> list[Line]:
    """Justified lines put together again: a gap that the line above or below runs across is a wide space."""
    healed = []
    for index, line in enumerate(lines):
        if len(line) > 1:
            around = lines[max(0, index - 1) : index] + lines[index + 1 : index + 2]
            line = _closed(line, [segment for other in around for segment in other])
        healed.append(line)
    return healed


def _closed(line: Line, around: list[Segment]) -> Line:
    joined = [line[0]]
    for segment in line[1:]:
        last = joined[-1]
        gap = segment.x0 - last.x1
        solid = any(other.x0 < last.x1 - 1 and other.x1 > segment.x0 + 1 for other in around)
        kin = segment.words[0].origin is last.words[-1].origin and not segment.words[0].atom and not last.words[-1].atom
        if solid and kin and not segment.fenced and 0 <= gap < 1.6 * segment.size and segment.length > 3:
            joined[-1] = Segment(
                words=last.words + segment.words,
                x0=last.x0,
                x1=segment.x1,
                top=min(last.top, segment.top),
                bottom=max(last.bottom, segment.bottom),
                baseline=last.baseline,
                size=max(last.size, segment.size),
                line=last.line,
                fenced=last.fenced,
                length=last.length + 1 + segment.length,
                digits=last.digits + segment.digits,
            )
        else:
            joined.append(segment)
    return joined


def _runs(lines: list[Line]) -> Iterable[tuple[list[Line], bool]]:
    """Stretches of rows (lines of several pieces, with single ones between them) and stretches of plain lines."""
    run: list[Line] = []
    index = 0
    while index < len(lines):
        if len(lines[index]) == 1:
            run.append(lines[index])
            index += 1
            continue
        end = index + 1
        while end < len(lines):
            ahead = next((i for i in range(end, min(end + 3, len(lines))) if len(lines[i]) > 1), None)
            if ahead is None or _far(lines, end - 1, ahead):
                break
            end = ahead + 1
        # a cell's second line may stand alone below the last row
        if end < len(lines) and _hangs(lines[end - 1], lines[end]):
            end += 1
        if run:
            yield run, False
        yield lines[index:end], True
        run, index = [], end
    if run:
        yield run, False


def _far(lines: list[Line], start: int, end: int) -> bool:
    """Whether white as high as three lines parts two of the lines from ``start`` to ``end``."""
    pairs = pairwise(lines[start : end + 1])
    return any(lower[0].baseline - upper[0].baseline > 4.5 * upper[0].size for upper, lower in pairs)


def _hangs(row: Line, line: Line) -> bool:
    only = line[0]
    return any(
        abs(segment.x0 - only.x0) < only.size and only.baseline - segment.baseline < 1.4 * only.size
        for segment in row[1:]
    )


def _loose(run: list[Line], *, body: float) -> list[Row]:
    """Rows that are no table: the lines of a form."""
    rows: list[Row] = []
    plain: list[Line] = []
    for line in run:
        if len(line) == 1:
            plain.append(line)
            continue
        rows.extend(_paragraphs(plain, body=body))
        plain = []
        pieces = [Piece([segment.words], "label" if _labels(segment) else "line") for segment in line]
        rows.append(Row(pieces, inline=True))
    rows.extend(_paragraphs(plain, body=body))
    return rows


def _labels(segment: Segment) -> bool:
    return segment.words[-1].text.endswith(":")


def _paragraphs(lines: Sequence[Line], *, body: float) -> list[Row]:
    rows: list[Row] = []
    current: list[Segment] = []
    right = max((line[0].x1 for line in lines), default=0.0)
    left = min((line[0].x0 for line in lines), default=0.0)
    pitches = [b[0].baseline - a[0].baseline for a, b in pairwise(lines)]
    usual = median(pitches) if pitches else 0.0
    for line in lines:
        segment = line[0]
        if current and _breaks(current, segment, left=left, right=right, usual=usual):
            rows.append(_paragraph(current, body=body))
            current = []
        current.append(segment)
    if current:
        rows.append(_paragraph(current, body=body))
    return rows


def _breaks(current: list[Segment], segment: Segment, *, left: float, right: float, usual: float) -> bool:
    last = current[-1]
    size = min(last.size, segment.size) or 1.0
    pitch = segment.baseline - last.baseline
    if (pitch > PITCH * size and pitch > 1.15 * usual) or pitch > 2.6 * size or pitch < 0:
        return True
    if max(last.size, segment.size) > LARGER * size or last.bold != segment.bold:
        return True
    if segment.words[0].origin is not last.words[-1].origin or segment.words[0].atom or last.words[-1].atom:
        return True
    if _ITEM.match(segment.words[0].text) and len(segment.words) > 1:
        return True
    # a short line ends a paragraph; an indented one begins the next
    short = last.x1 < left + 0.8 * (right - left)
    indented = segment.x0 - last.x0 > 1.0 * size and len(current) > 1 and abs(last.x0 - left) < size
    return indented or (short and segment.words[0].text[:1].isupper() and right - left > 12 * size) or last.length < 3


def _paragraph(segments: list[Segment], *, body: float) -> Row:
    return Row([Piece([segment.words for segment in segments], _role(segments, body=body))])


def _role(segments: list[Segment], *, body: float) -> Role:
    length = sum(segment.length for segment in segments)
    first = segments[0]
    if any(char.isalpha() for char in first.text) and length <= LONGEST_HEADING and len(segments) <= 3:
        text = segments[-1].words[-1].text
        stands_out = first.size >= LARGER * body or all(segment.bold for segment in segments)
        capitals = len(segments) == 1 and first.text.isupper() and length > 4
        if (stands_out or capitals) and not text.endswith((".", ",", ";", ":")):
            return "heading"
    if len(first.words) > 1 and _ITEM.match(first.words[0].text):
        return "list_item"
    return "paragraph" if len(segments) > 1 or length > 60 else "line"
