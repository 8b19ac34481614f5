"""Values of words that go on on the next line."""

from agents.labels.layout import Layout, Segment
from agents.labels.shapes import begins_an_address, breaks_off, looks_like_a_label
from evidence.spans import CharSpan

_MOST_LINES = 4
_REACH = 0.9
"""Of a line's height, between two lines of one value."""
_CLOSED = ("»", "”", '"')
"""A name in quotation marks is whole; its address follows on the next line."""
_GOES_ON = (",", "-", "–", "(", "«", "“", "/")


def pieces_below(layout: Layout, value: Segment) -> tuple[CharSpan, ...]:
    """The lines of a value under its label; joined where nothing stands between them, apart beside another column."""
    pieces = [CharSpan(start=value.start, end=value.end)]
    current = value
    for _ in range(_MOST_LINES):
        if current.cell is not None or current.box is None:
            break
        following = layout.below(current, reach=_REACH)
        if following is None or following.start <= current.start or not _continues(layout, value, current, following):
            break
        if layout.text[current.end : following.start].strip():
            pieces.append(CharSpan(start=following.start, end=following.end))
        else:
            pieces[-1] = CharSpan(start=pieces[-1].start, end=following.end)
        current = following
    return tuple(pieces)


def _continues(layout: Layout, value: Segment, current: Segment, following: Segment) -> bool:
    """In the same column, in the same size, and by its words the rest of the same value."""
    if following.box is None or current.box is None or value.box is None or following.cell is not None:
        return False
    height = current.box.bottom - current.box.top
    if (
        abs(following.box.x0 - value.box.x0) > height
        or abs(following.box.bottom - following.box.top - height) > 0.25 * height
    ):
        return False
    piece, before = layout.of(following), layout.of(current)
    if looks_like_a_label(piece) or ":" in piece:
        return False
    if before.endswith(_CLOSED) and begins_an_address(piece):
        return False
    return piece[0].islower() or before.endswith(_GOES_ON) or breaks_off(before)
