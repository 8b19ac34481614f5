"""A heading over a column of different values names none of them."""

from agents.labels.beside import heads_a_column
from agents.labels.keys import KeyText
from agents.labels.layout import Layout, Segment
from agents.labels.readings import Reader
from agents.labels.shapes import looks_like_a_label
from evidence.fields import FieldType

_MEASURED = frozenset(
    {FieldType.DATE, FieldType.IDENTIFIER, FieldType.MONEY, FieldType.NUMBER, FieldType.PERCENT, FieldType.CHOICE}
)
_LEAST_FIT = 0.6
_WORDED_FIT = 1.0
"""For words: a table of parties has a name over an address and a signature in one column."""
_MOST_ROWS = 12
_LONGEST_CAPTION = 160


def heads_several_values(layout: Layout, key: KeyText, reader: Reader) -> bool:
    """Whether two values or more that differ stand right under one another below the heading, in rows of several pieces."""
    segment = layout.at(key.start)
    if key.kind != "whole" or len(layout.row_of(segment)) < 2:
        return False
    measured = reader.kind in _MEASURED
    if not measured and segment.cell is None and not heads_a_column(layout, segment):
        return False  # a value of words may be several lines long
    least = _LEAST_FIT if measured else _WORDED_FIT
    seen: set[str] = set()
    for under in layout.column_under(segment, limit=_MOST_ROWS):
        if looks_like_a_label(layout.of(under)) or not _in_a_table(layout, segment, under):
            break
        seen |= {one.value.normalised for one in reader.read(layout.text, under.start, under.end) if one.fit >= least}
        if len(seen) > 1:
            return True
    return False


def _in_a_table(layout: Layout, heading: Segment, under: Segment) -> bool:
    if heading.cell is not None:
        return (
            under.cell is not None and under.cell.table == heading.cell.table and under.cell.column_header is not None
        )
    return len(layout.row_of(under)) >= 2


def caption_above(layout: Layout, key: KeyText) -> str:
    """The short line above the table that the label heads a column of; empty for other labels."""
    segment = layout.at(key.start)
    if key.kind != "whole" or segment.cell is None or segment.cell.row_header is not None:
        return ""
    first = layout.index_at(segment.start)
    while first > 0 and (above := layout.segments[first - 1].cell) is not None and above.table == segment.cell.table:
        first -= 1
    said = layout.of(layout.segments[first - 1]) if first > 0 else ""
    return said if len(said) <= _LONGEST_CAPTION else ""
