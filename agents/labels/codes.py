"""Numbers that say which line of a form or which account it is: they are never a value."""

import re

from agents.labels.keys import KeyText
from agents.labels.layout import Layout, Segment
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of

_BARE = re.compile(r"\d{1,4}(?:\.\d)?")
_IN_BRACKETS = re.compile(r"\d{2,4}(?:\s*[-–—,;+/]\s*\d{2,4})*\s*\)[\s.:;]*")
"""``(8300)``, ``(0100, 0300)``: accounts. An amount in brackets names its unit or is longer."""
_LEAST_RUN = 3
"""Numbers one under another that must grow."""


def holds_an_account(layout: Layout, key: KeyText) -> bool:
    """Whether the digits inside the label are its accounts in brackets, or part of a row's name in a table."""
    if key.kind != "inline" or key.value is None:
        return False
    text = layout.text
    if text[: key.value].rstrip().endswith("(") and _IN_BRACKETS.fullmatch(text, key.value, key.limit):
        return True
    segment = layout.at(key.start)
    if segment.cell is None or _BARE.fullmatch(text, key.value, key.limit) is None:
        return False
    return any(
        other.start > segment.start and any(letter.isdigit() for letter in layout.of(other))
        for other in layout.row_of(segment)
    )


def is_line_code(layout: Layout, segment: Segment) -> bool:
    """A column headed as one of codes, or small whole numbers that only grow downwards beside their lines' names."""
    piece = layout.of(segment).strip()
    header = segment.cell.column_header if segment.cell is not None else None
    if header is not None and any(stem in thesaurus().distancing for stem in stems_of(header)):
        return True
    if _BARE.fullmatch(piece) is None or "." in piece or len(piece) < 2 or len(layout.row_of(segment)) < 3:
        return False
    number = int(piece)
    run = 1
    for following in (_under, _over):
        current, last = segment, number
        while run < _LEAST_RUN and (near := following(layout, current)) is not None:
            said = layout.of(near).strip()
            if _BARE.fullmatch(said) is None or "." in said or len(said) != len(piece):
                break
            if (int(said) > last) != (following is _under) or int(said) == last:
                break
            run, current, last = run + 1, near, int(said)
    return run >= _LEAST_RUN


def _under(layout: Layout, segment: Segment) -> Segment | None:
    found = layout.below(segment)
    return found if found is not None and found.start > segment.start else None


def _over(layout: Layout, segment: Segment) -> Segment | None:
    """The same place of the row before."""
    row = layout.row_of(segment)
    index = layout.index_at(row[0].start) - 1
    if index < 0:
        return None
    above = layout.row_of(layout.segments[index])
    return above[row.index(segment)] if len(above) == len(row) else None
