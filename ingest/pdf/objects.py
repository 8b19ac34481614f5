"""What PDFium paints on a page, in painting order: text objects, pictures, lines and areas."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field

from evidence.spans import Box
from ingest.layout.face import Display, Ruling
from ingest.pdf import native

TEXT, PATH, IMAGE, SHADING, FORM = 1, 2, 3, 4, 5
INVISIBLE_MODES = frozenset({3, 7})
THIN = 2.5
"""Points: a path no thicker than this is a line."""
MOST_OBJECTS = 60_000
MOST_SEGMENTS = 20_000
DEEPEST = 12

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(slots=True)
class Painted:
    """Boxes are upright display coordinates, not clipped."""

    count: int = 0
    texts: list[int] = field(default_factory=list)
    """Addresses of text objects."""
    invisible: set[int] = field(default_factory=set)
    """Text objects in a render mode that paints nothing."""
    spoken: set[int] = field(default_factory=set)
    """Text objects for which the file names other text (ActualText)."""
    covers: list[tuple[int, Box]] = field(default_factory=list)
    """Pictures and areas with the number of text objects that were painted before them."""
    pictures: list[Box] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    cut_off: bool = False
    """There were more objects than anybody should walk through."""


def painted_on(page: int, count: int, display: Display) -> Painted:
    """``page`` is the address of a loaded page with ``count`` objects."""
    found = Painted()
    walk = _Walk(found, display)
    for index in range(count):
        if found.count >= MOST_OBJECTS:
            found.cut_off = True
            break
        walk.visit(native.page_object(page, index), IDENTITY, 0)
    return found


class _Walk:
    def __init__(self, found: Painted, display: Display) -> None:
        self.found = found
        self.display = display
        self.floats = native.Floats6()
        self.at = ctypes.addressof(self.floats)
        self.ints = (ctypes.c_int * 2)()
        self.segments = 0

    def visit(self, item: int, matrix: Matrix, depth: int) -> None:
        found = self.found
        found.count += 1
        kind = native.object_type(item)
        if kind == TEXT:
            found.texts.append(item)
            if native.render_mode(item) in INVISIBLE_MODES:
                found.invisible.add(item)
            if _has_actual_text(item):
                found.spoken.add(item)
        elif kind == FORM and depth < DEEPEST:
            self._form(item, matrix, depth)
        elif kind in (IMAGE, SHADING):
            box = self._box(item, matrix)
            if box is not None:
                found.covers.append((len(found.texts), box))
                if kind == IMAGE:
                    found.pictures.append(box)
        elif kind == PATH:
            self._path(item, matrix)

    def _form(self, item: int, matrix: Matrix, depth: int) -> None:
        if native.object_matrix(item, self.at):
            matrix = multiply(tuple(self.floats), matrix)
        for index in range(native.form_count(item)):
            if self.found.count >= MOST_OBJECTS:
                self.found.cut_off = True
                return
            self.visit(native.form_object(item, index), matrix, depth + 1)

    def _box(self, item: int, matrix: Matrix) -> Box | None:
        at = self.at
        if not native.bounds(item, at, at + 4, at + 8, at + 12):
            return None
        left, bottom, right, top = self.floats[0], self.floats[1], self.floats[2], self.floats[3]
        if matrix is not IDENTITY:
            corners = [apply(matrix, x, y) for x in (left, right) for y in (bottom, top)]
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
        return self.display.box(left, bottom, right, top)

    def _path(self, item: int, matrix: Matrix) -> None:
        box = self._box(item, matrix)
        if box is None:
            return
        if min(box.x1 - box.x0, box.bottom - box.top) <= THIN:
            self.found.rulings.append(Ruling(*box))
            return
        at = ctypes.addressof(self.ints)
        if not native.draw_mode(item, at, at + 4):
            return
        if self.ints[0]:
            self.found.covers.append((len(self.found.texts), box))
        if self.ints[1] and self.segments < MOST_SEGMENTS:
            self.found.rulings.extend(self._strokes(item, matrix))

    def _strokes(self, item: int, matrix: Matrix) -> Iterator[Ruling]:
        """The straight horizontal and vertical strokes of one path."""
        # points of a path object are in its own space: its matrix comes first
        if native.object_matrix(item, self.at):
            matrix = multiply(tuple(self.floats), matrix)
        at, start, last = self.at, None, None
        count = native.path_segments(item)
        self.segments += count
        for index in range(min(count, MOST_SEGMENTS)):
            segment = native.path_segment(item, index)
            if not native.segment_point(segment, at, at + 4):
                continue
            point = self.display.point(*apply(matrix, self.floats[0], self.floats[1]))
            kind = native.segment_type(segment)
            if kind == 2:  # move
                start = point
            elif kind == 0 and last is not None:  # line
                yield from _ruling(last, point)
            if native.segment_closes(segment) and start is not None:
                yield from _ruling(point, start)
            last = point


def _has_actual_text(item: int) -> bool:
    for index in range(min(native.mark_count(item), DEEPEST)):
        if native.mark_value_type(native.object_mark(item, index), b"ActualText"):
            return True
    return False


def _ruling(a: tuple[float, float], b: tuple[float, float]) -> Iterator[Ruling]:
    width, height = abs(a[0] - b[0]), abs(a[1] - b[1])
    if min(width, height) <= 1.0 < max(width, height):
        yield Ruling(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))


def multiply(inner: Matrix, outer: Matrix) -> Matrix:
    """The transform that applies ``inner`` first."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
