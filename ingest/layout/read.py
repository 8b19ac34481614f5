"""Face -> rows in reading order: the whole of layout, one verb after another."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from evidence.spans import Box
from ingest.layout.columns import reading_order
from ingest.layout.face import Face, Ruling, Word, upright
from ingest.layout.flow import read_region
from ingest.layout.grids import read_grid
from ingest.layout.items import Piece, Row
from ingest.layout.ruled import Grid, GridPlace, find_grids
from ingest.layout.segments import Segment, cut_segments

LEVEL = 0.15
"""Times the font size: baselines no further apart are meant to be one line."""


def read_rows(words: Sequence[Word], face: Face) -> list[Row]:
    """Rows of the given words; their boxes are then in the frame of their direction (see ``back_to_page``).

    Text in the direction that most of the page has comes first, then what is turned, then what is slanted.
    """
    rows: list[Row] = []
    tables = 0
    by_direction: dict[int, list[Word]] = {}
    for word in words:
        by_direction.setdefault(word.direction, []).append(word)
    for direction in sorted(by_direction, key=lambda d: (d < 0, -sum(len(w.text) for w in by_direction[d]))):
        some = by_direction[direction]
        if direction < 0:
            rows.extend(_slanted(some))
            continue
        rulings: Sequence[Ruling] = face.rulings
        if direction:
            some = [_turned(word, direction, face) for word in some]
            rulings = [Ruling(*upright(Box(*rule), direction, face.width, face.height)) for rule in rulings]
        found, count = _upright_rows(some, rulings, first_table=tables)
        rows.extend(found)
        tables += count
    return rows


def back_to_page(word: Word, face: Face) -> Box:
    """The word's box on the displayed page, from the frame that ``read_rows`` put it in."""
    if word.direction <= 0 or word.place is not None:
        return word.box
    sideways = word.direction in (90, 270)
    width, height = (face.height, face.width) if sideways else (face.width, face.height)
    return Box(*(round(edge, 2) for edge in upright(word.box, 360 - word.direction, width, height)))


def _turned(word: Word, direction: int, face: Face) -> Word:
    if word.place is not None:
        return word
    box = upright(Box(word.x0, word.top, word.x1, word.bottom), direction, face.width, face.height)
    return replace(word, x0=box.x0, top=box.top, x1=box.x1, bottom=box.bottom)


def _upright_rows(words: list[Word], rulings: Sequence[Ruling], *, first_table: int) -> tuple[list[Row], int]:
    grids, loose = find_grids(rulings, words)
    segments = cut_segments(loose, rulings)
    kept = [grid for grid in grids if not _continues_lines(grid, segments)]
    if len(kept) < len(grids):
        inside = {id(word) for grid in kept for place in grid.places for word in place.words}
        grids, loose = kept, [word for word in words if id(word) not in inside]
        segments = cut_segments(loose, rulings)
    body = _body_size(words)
    tables = 0
    rows: list[Row] = []
    for region in reading_order(_with_grids(segments, grids)):
        for part in _parted(region):
            if isinstance(part, Grid):
                found, count = read_grid(part, rulings, body=body, first_table=first_table + tables)
            else:
                found, count = read_region(part, body=body, first_table=first_table + tables)
            rows.extend(found)
            tables += count
    return rows, tables


def _continues_lines(grid: Grid, segments: Sequence[Segment]) -> bool:
    """Whether the boxes only hold what the lines beside them ask for, as on a form: those are rows, not a table."""
    beside = [s for s in segments if s.baseline > grid.box.top and s.top < grid.box.bottom]
    if not beside:
        return False
    lines = {(round(word.baseline), place.column): (word, place) for place in grid.places for word in place.words}
    level = sum(
        any(abs(s.baseline - word.baseline) < LEVEL * word.size and _joins(s, place) for s in beside)
        for word, place in lines.values()
    )
    return level >= 3 and level >= 0.5 * len(lines)


def _joins(segment: Segment, place: GridPlace) -> bool:
    """Ends or begins where the box begins or ends: nothing but white, or leaders, lies between."""
    near = 40 * segment.size
    return abs(segment.x1 - place.box.x0) < near or abs(segment.x0 - place.box.x1) < near


def _body_size(words: Sequence[Word]) -> float:
    sizes: Counter[float] = Counter()
    for word in words:
        sizes[round(word.size * 2) / 2] += len(word.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


class GridSegment(Segment):
    """A whole drawn table, standing in the reading order as one line."""

    __slots__ = ("grid",)
    grid: Grid


def _with_grids(segments: list[Segment], grids: list[Grid]) -> list[Segment]:
    if not grids:
        return segments
    lines: dict[int, list[Segment]] = {}
    for segment in segments:
        lines.setdefault(segment.line, []).append(segment)
    stacked = [(min(s.baseline for s in line), line) for line in lines.values()]
    for grid in grids:
        held = [word for place in grid.places for word in place.words]
        box = grid.box
        size = max(word.size for word in held)
        standing = GridSegment(held, box.x0, box.x1, box.top, box.bottom, box.top + size, size, -1, length=60)
        standing.grid = grid
        stacked.append((box.top + 0.1, [standing]))
    stacked.sort(key=lambda item: item[0])
    for number, (_, line) in enumerate(stacked):
        for segment in line:
            segment.line = number
    return [segment for _, line in stacked for segment in line]


def _parted(region: list[Segment]) -> list[Grid | list[Segment]]:
    parts: list[Grid | list[Segment]] = []
    for segment in region:
        if isinstance(segment, GridSegment):
            parts.append(segment.grid)
        elif parts and isinstance(parts[-1], list):
            parts[-1].append(segment)
        else:
            parts.append([segment])
    return parts


def _slanted(words: list[Word]) -> list[Row]:
    """A watermark and the like: each run a paragraph of its own, in the file's order."""
    runs: list[list[Word]] = []
    for word in words:
        if runs and abs(runs[-1][-1].size - word.size) < 0.1:
            runs[-1].append(word)
        else:
            runs.append([word])
    return [Row([Piece([run], "line")]) for run in runs]
