"""What makes a row of a list: cells of the kinds that its columns ask for, under headings, with none repeated as a value."""

import re

from agents.labels.grids import Square
from agents.labels.layout import Layout
from agents.labels.matching import Vetoes
from agents.labels.readings import Reader
from agents.labels.shapes import looks_like_a_label
from agents.labels.table_cells import HEADING, cell_of, fit_of_heading
from agents.labels.thesaurus import thesaurus
from agents.labels.words import stems_of
from agents.steps import Claim
from evidence.fields import Column, Field, FieldType

TITLED = 0.6
"""Share of a label's words above the table from which its columns need not all be there."""
_NAMED_BESIDE = 2
"""Columns that the headings must name besides."""
MEASURED = frozenset({FieldType.MONEY, FieldType.DATE, FieldType.PERCENT, FieldType.NUMBER})
_PERCENT = re.compile(r"%|процент|foiz|фоиз|per ?cent", re.IGNORECASE)


def repeats_headings(field: Field, row: tuple[Square, ...], layout: Layout) -> bool:
    """Whether two cells or more, or all there are, are themselves labels of the field's columns or of a form."""
    said = [layout.text[square.start : square.end] for square in row]
    labels = [text for text in said if _names_a_column(field, text) or looks_like_a_label(text)]
    named = [text for text in labels if _names_a_column(field, text)]
    return bool(named) and (len(labels) > 1 or len(labels) == len(said))


def _names_a_column(field: Field, text: str) -> bool:
    if any(letter.isdigit() for letter in text):
        return False
    vetoes = Vetoes((), frozenset())
    return any(fit_of_heading(column, text, vetoes=vetoes) >= HEADING for column in field.columns)


def with_plain_sums(field: Field, row: tuple[Square, ...], layout: Layout, columns: dict[int, str]) -> dict[int, str]:
    """*Sum* alone over a column of a list of shares is the sum of the share, where no other heading says so and no other
    amount is asked for."""
    if field.columns[0].id not in columns.values() or len(columns) < _NAMED_BESIDE:
        return columns
    asked = [column for column in field.columns if column.type is FieldType.MONEY]
    if len(asked) != 1 or asked[0].id in columns.values():
        return columns
    known = thesaurus()
    sums = known.members["amount"] | known.members["money_unit"]
    plain = [
        square.column
        for square in row
        if square.column not in columns
        and (stems := frozenset(stems_of(layout.text[square.start : square.end])))
        and stems <= sums
        and stems & known.members["amount"]
    ]
    return {**columns, plain[0]: asked[0].id} if len(plain) == 1 else columns


def lacks_its_measures(field: Field, headed: set[str], cells: set[str]) -> bool:
    """Whether none of the amounts, dates and shares stands there that the table's headings promise."""
    promised = {column.id for column in field.columns if column.type in MEASURED and column.id in headed}
    return bool(promised) and not promised & cells


def promises_measures(field: Field, headed: set[str]) -> bool:
    """A field that asks for amounts or dates is not answered by a table whose headings name none."""
    asked = {column.id for column in field.columns if column.type in MEASURED}
    return not asked or bool(asked & headed)


def cell_claim(column: Column, square: Square, layout: Layout, reader: Reader) -> Claim | None:
    readings = reader._replace(kind=column.type).read(layout.text, square.start, square.end)
    if (
        not readings
        and column.type is FieldType.PERCENT
        and _PERCENT.search(square.column_header or " ".join(column.labels))
    ):
        readings = reader._replace(kind=FieldType.NUMBER).read(layout.text, square.start, square.end)
    if not readings:
        return None
    if column.type in (FieldType.TEXT, FieldType.LONG_TEXT, FieldType.ORGANISATION, FieldType.PERSON):
        return cell_of(layout, square, context="", fit=1.0).claim
    best = max(readings, key=lambda one: one.fit)
    if not best.certain:
        return None
    whole = cell_of(layout, square, context="", fit=1.0).claim
    return whole.model_copy(update={"value": " ".join(layout.text[best.start : best.end].split())})


def title_fit(field: Field, title: str, said: tuple[str, ...] = ()) -> float | None:
    """How well the words above the table name the field; None where they name something that is not wanted."""
    stems = frozenset(stems_of(title))
    pieces = [frozenset(stems_of(piece)) for piece in said] or [stems]
    stops = [stop for label in field.stop_labels if (stop := frozenset(stems_of(label)))]
    if any(stop <= piece for stop in stops for piece in pieces):
        return None
    empty = thesaurus().empty
    best = 0.0
    for label in field.labels:
        wanted = frozenset(stems_of(label)) - empty
        if wanted:
            best = max(best, len(wanted & stems) / len(wanted))
    return best
