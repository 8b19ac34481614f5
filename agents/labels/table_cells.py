"""What both kinds of table share: a cell as a claim, and how well a heading names a column."""

from functools import lru_cache
from typing import NamedTuple

from agents.labels.grids import Square
from agents.labels.keys import KeyText
from agents.labels.layout import Layout
from agents.labels.matching import Vetoes, likeness
from agents.labels.notebook import Notebook
from agents.labels.readings import Reader
from agents.labels.thesaurus import thesaurus
from agents.labels.wordings import Facet, Wording, wordings_of
from agents.labels.words import stems_of
from agents.steps import Claim, RowClaim, SpanPointer
from evidence.fields import Column, Field, FieldType
from evidence.reasons import Reason
from evidence.spans import CharSpan

HEADING = 0.72
"""Least likeness of a heading to a column's label."""
HEAD_ROWS = 40
"""Rows of a table among which its heading is looked for."""
_LONGEST_HEADING = 14
"""Words."""


class Cell(NamedTuple):
    document: str
    page: int
    start: int
    end: int
    text: str
    context: str
    fit: float

    @property
    def claim(self) -> Claim:
        pointer = SpanPointer(document=self.document, page=self.page, span=CharSpan(start=self.start, end=self.end))
        return Claim(value=" ".join(self.text.split()), evidence=(pointer,), context=self.context or None)


class TableAnswer(NamedTuple):
    rows: tuple[RowClaim, ...]
    cautions: tuple[Reason, ...]


def headed_columns(field: Field, row: tuple[Square, ...], layout: Layout) -> dict[int, str]:
    """Grid column to the id of the field's column that its heading names; each at most once."""
    pairs = sorted(
        (
            (
                fit_of_heading(column, layout.text[square.start : square.end], vetoes=Vetoes((), frozenset())),
                square.column,
                column.id,
            )
            for square in row
            for column in field.columns
        ),
        reverse=True,
    )
    found: dict[int, str] = {}
    for fit, place, column in pairs:
        if fit >= HEADING and place not in found and column not in found.values():
            found[place] = column
    return found


def fit_of_heading(column: Column, heading: str, *, vetoes: Vetoes) -> float:
    stems = stems_of(heading)
    if not stems or len(stems) > _LONGEST_HEADING:
        return 0.0
    return _likeness(column, stems, vetoes.stop)


@lru_cache(maxsize=50_000)
def _likeness(column: Column, stems: tuple[str, ...], stop: tuple[frozenset[str], ...]) -> float:
    known = thesaurus()
    wordings, asked, wanted = _column_words(column)
    if wanted.isdisjoint(stems):
        return 0.0
    key = KeyText(0, 1, None, 1, "whole", stems)
    vetoes = Vetoes(stop, asked)
    fits = (
        likeness(key, wording, kind=column.type, vetoes=vetoes, known=known)
        for wording in wordings
        if wording.facet is None or _tells_of_a_range(stems, wording.facet)
    )
    return max(fits, default=0.0)


def _tells_of_a_range(stems: tuple[str, ...], facet: Facet) -> bool:
    """*Contract* or *date of contract* over a column is not when it ends, as *end of contract* or *period* is."""
    members = thesaurus().members
    return not (members[facet.value] | members["period"]).isdisjoint(stems)


@lru_cache(maxsize=512)
def _column_words(column: Column) -> tuple[tuple[Wording, ...], frozenset[str], frozenset[str]]:
    """Its wordings, the stems of its own labels, and every stem that may name it."""
    known = thesaurus()
    wordings = wordings_of(column)
    asked = frozenset(stem for wording in wordings if wording.strength > 0.94 for stem in wording.stems)
    wanted = frozenset(alike for wording in wordings for stem in wording.stems for alike in known.alike(stem))
    return wordings, asked, wanted - known.empty


def vetoes_of_table(field: Field) -> Vetoes:
    return Vetoes(tuple(frozenset(stems_of(label)) for label in field.stop_labels), frozenset())


def reader_for(field: Field, layout: Layout, notebook: Notebook) -> Reader:
    return Reader(
        FieldType.TEXT,
        language=notebook.reads_in(notebook.leaves[notebook.leaf_of(layout.page.document, layout.page.number)]),
        currency=field.currency,
        conventions=notebook.conventions_of(layout.page.document),
    )


def cell_of(layout: Layout, square: Square, *, context: str, fit: float) -> Cell:
    page = layout.page
    return Cell(
        page.document, page.number, square.start, square.end, layout.text[square.start : square.end], context, fit
    )
