"""Where the value of a label may stand: in its own piece, to its right, or below it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.labels.codes import holds_an_account, is_line_code
from agents.labels.keys import KeyText
from agents.labels.layout import Layout, Segment
from agents.labels.shapes import looks_like_a_label
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from agents.labels.wrapping import pieces_below
from evidence.spans import CharSpan

_MOST_ALONG_ROW = 8
_MOST_WRAPPED = 3
_SIGN = re.compile(r"№\s*")
_PARTS = re.compile(r",\s+")
_SLASH = re.compile(r"\s+/\s+")
_MOST_SLASHED = 3
_LONGEST_PAIR = 60
_MARKS_ONLY = frozenset("/|-–—:;.,•*_=+$€£₽#№ ")


class Region(NamedTuple):
    """A piece of text in which a label's value may stand."""

    start: int
    end: int
    closeness: float
    """0-1: how surely a person would read the two together."""
    how: str
    along: int = 0
    """Pieces passed between the label and this one."""
    more: tuple[CharSpan, ...] = ()
    """Further lines of the same value, which the text parts by another column's."""


def regions_of(layout: Layout, key: KeyText, *, worded: bool = False) -> Iterator[Region]:
    """Nearest first. ``worded`` values may run over several lines."""
    segment = layout.at(key.start)
    if key.kind == "form":
        yield Region(segment.start, segment.end, 1.0, "form field")
        return
    own_value = False
    if key.value is not None and _holds_text(layout, key.value, key.limit) and not holds_an_account(layout, key):
        closeness = {"colon": 1.0, "dash": 0.86, "inline": 0.93, "stacked": 0.95}[key.kind]
        limit = _sentence_end(layout, key) if worded and key.limit == segment.end else key.limit
        yield Region(key.value, limit, closeness, "same line")
        own_value = key.kind in ("colon", "stacked")
    if own_value or key.limit < segment.end:
        return
    if key.kind == "inline" and holds_an_account(layout, key):
        return  # the whole piece is the label, and a key of its own
    with_colon = key.kind == "colon"
    met_value = False
    along = 0
    current = segment
    while along < _MOST_ALONG_ROW:
        right = layout.right_of(current)
        if right is None or right.start == current.start:
            break
        current = right
        if not _holds_text(layout, right.start, right.end) or is_line_code(layout, right):
            continue
        if along == 0 and _names_the_same(layout.of(right)):
            continue  # "Borrower | Name: | …"
        if looks_like_a_label(layout.of(right)) or _two_headings(layout, segment, right):
            break
        end = _wrapped_end(layout, segment, right) if worded else right.end
        yield Region(right.start, end, (1.0 if with_colon else 0.97) * 0.9**along, "right of label", along)
        met_value = True
        along += 1
    if key.kind == "inline" or _is_an_entry(segment):
        return
    below = layout.below(segment)
    if below is not None and _holds_text(layout, below.start, below.end):
        closeness = 0.8 if met_value or with_colon else 0.93
        first, *more = pieces_below(layout, below) if worded else (CharSpan(start=below.start, end=below.end),)
        yield Region(first.start, first.end, closeness, "below label", more=tuple(more))


def part_meant(layout: Layout, key: KeyText, region: Region) -> tuple[int, int]:
    """Of a label *servicing bank, MFO* over *Bank X, 01188* the part at the label's place, of *date and number* what stands
    behind №; else all of the region."""
    segment = layout.at(key.start)
    whole = region.start, region.end
    if key.is_half:
        signs = [match.end() for match in _SIGN.finditer(layout.text, *whole)]
        is_number = any(stem in thesaurus().members["number"] for stem in key.stems)
        return (signs[0], region.end) if len(signs) == 1 and is_number else whole
    if (part := _part_between_slashes(layout, key, region)) is not None:
        return part
    if key.kind != "colon" or region.how == "same line" or ":" in layout.text[segment.start : key.end]:
        return whole
    asked = _PARTS.split(layout.text[segment.start : key.end])
    if len(asked) < 2 or key.end - segment.start > _LONGEST_PAIR:
        return whole
    place = next((n for n, part in enumerate(asked) if stems_of(part) == key.stems), None)
    cuts = [match.span() for match in _PARTS.finditer(layout.text, region.start, region.end)]
    if place is None or len(cuts) + 1 != len(asked):
        return whole
    starts = [region.start, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), region.end]
    return starts[place], ends[place]


def _part_between_slashes(layout: Layout, key: KeyText, region: Region) -> tuple[int, int] | None:
    """Of *tax number / register* beside *301… / 10-00…* the part in the label's place."""
    asked = layout.text[key.start : key.end].split("/")
    if key.kind not in ("colon", "whole") or region.how not in ("right of label", "below label") or region.more:
        return None
    cuts = [match.span() for match in _SLASH.finditer(layout.text, region.start, region.end)]
    places = [number for number, part in enumerate(asked) if stems_of(part) == key.stems]
    if not 1 < len(asked) <= _MOST_SLASHED or len(cuts) + 1 != len(asked) or len(places) != 1:
        return None
    starts = [region.start, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), region.end]
    return starts[places[0]], ends[places[0]]


def table_row(layout: Layout, key: KeyText) -> tuple[Region, ...]:
    """The figures of a table's row whose columns have headings of their own; codes of lines are no figures."""
    segment = layout.at(key.start)
    if segment.cell is None or key.kind != "whole":
        return ()
    figures: list[Segment] = []
    for other in layout.row_of(segment):
        if other.start <= segment.start or other.cell is None:
            continue
        if looks_like_a_label(layout.of(other)):
            break  # a form between rules: the next label's value is not this one's
        header = other.cell.column_header
        if header is None or not any(letter.isdigit() for letter in layout.of(other)):
            continue
        if not is_line_code(layout, other):
            figures.append(other)
    if not figures:
        return ()
    closeness = 0.97 if len(figures) == 1 else 0.74
    how = "right of label" if len(figures) == 1 else "in table row"
    return tuple(Region(other.start, other.end, closeness, how) for other in figures)


def totals_under(layout: Layout, key: KeyText) -> Iterator[Region]:
    """For a column heading over figures: the figure of the total row, or where there is none, each figure."""
    segment = layout.at(key.start)
    if key.kind != "whole" or (segment.start > key.start and segment.end != key.end):
        return
    column = layout.column_under(segment)
    if len(column) < 2:
        return
    totals = [under for under in column if _heads_a_total(layout.of(layout.row_of(under)[0]))]
    for under in totals[:1]:
        yield Region(under.start, under.end, 0.96, "total of column")
    if not totals:
        for under in column[:_MOST_ALONG_ROW]:
            yield Region(under.start, under.end, 0.72, "in column")


def _heads_a_total(piece: str) -> bool:
    stems = stems_of(piece)
    return 0 < len(stems) <= 6 and any(stem in thesaurus().members["total"] for stem in stems[:2])


def heads_a_column(layout: Layout, segment: Segment) -> bool:
    """Whether the piece stands in a row of nothing but headings."""
    row = layout.row_of(segment)
    return len(row) > 1 and all(looks_like_a_label(layout.of(other)) for other in row)


def _is_an_entry(segment: Segment) -> bool:
    """A table cell that is itself the value of its row's heading: what stands below it is another row's."""
    return segment.cell is not None and segment.cell.row_header is not None and segment.cell.column_header is None


def _sentence_end(layout: Layout, key: KeyText) -> int:
    """Where the sentence that the label opens ends, on a later line of its paragraph or on this one."""
    block = layout.at(key.start).block
    if block < 0 or key.value is None or layout.at(key.start).cell is not None:
        return key.limit
    reach = layout.page.blocks[block].span.end
    for span in layout.sentences():
        if span.start <= key.start and span.end >= key.value:
            tab = layout.text.find("\t", key.limit, span.end)
            end = min(span.end, reach, tab if tab >= 0 else reach)
            return max(end, key.limit)
    return key.limit


def _wrapped_end(layout: Layout, label: Segment, value: Segment) -> int:
    """A value in a narrow column goes on below itself, with nothing beside it in the label's column."""
    current = value
    for _ in range(_MOST_WRAPPED):
        index = layout.index_at(current.start) + 1
        if index >= len(layout.segments) or current.box is None or label.box is None or value.box is None:
            break
        following = layout.segments[index]
        height = current.box.bottom - current.box.top
        if (
            following.box is None
            or following.cell is not None
            or following.row != current.row + 1
            or len(layout.row_of(following)) > 1
            or abs(following.box.x0 - value.box.x0) > 1.2 * height
            or following.box.x0 <= label.box.x1 - height
            or following.box.top - current.box.bottom > 0.9 * height
            or layout.text[current.end : following.start].strip()
        ):
            break
        current = following
    return current.end


def _names_the_same(piece: str) -> bool:
    """A second label that only says that a name or a number follows."""
    stems = [stem for stem in stems_of(piece) if stem not in ("№",)]
    named = thesaurus().members["name"] | thesaurus().members["number"]
    return piece.rstrip().endswith(":") and len(stems) == 1 and stems[0] in named


def _two_headings(layout: Layout, segment: Segment, right: Segment) -> bool:
    """Side by side over the same line of a form: ``Customer | Supplier`` above ``Signature: | Signature:``."""
    one, other = layout.below(segment), layout.below(right)
    if one is None or other is None or one.start == other.start:
        return False
    return layout.of(one).endswith(":") and layout.of(one) == layout.of(other)


def _holds_text(layout: Layout, start: int, end: int) -> bool:
    return any(letter not in _MARKS_ONLY and not letter.isspace() for letter in layout.text[start:end])
