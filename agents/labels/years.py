"""Which is the last closed year that the case's documents give figures of: for tables that ask for the last years."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta

from agents.labels.figures import figures_found
from agents.labels.notebook import Notebook
from agents.labels.subject import Subject
from agents.labels.tables import promising
from evidence.fields import Field
from evidence.year_rows import with_years_to

_LOOKED_BACK = 12
"""Years before the last closed one."""
_LEAST_COLUMNS = 2
"""A table's columns that one document gives of a year; a single figure is a mention."""


def last_year_given(
    field: Field, notebook: Notebook, *, today: date, set_aside: frozenset[str], subject: Subject
) -> int | None:
    """None where no document gives a closed year's figures. A statement's own title or heading is believed up to ``today``; a
    bare year over a column may be a forecast, and counts up to the last year closed when the case's last paper was written.
    """
    closed, written = today.year - 1, _closed_when_written(notebook, today)
    asked = with_years_to(field.model_copy(update={"years": _LOOKED_BACK}), closed)
    given: dict[int, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for document, year, column, is_titled in _given(asked, notebook, set_aside, subject):
        if is_titled or year <= written:
            given[year][document].add(column)
    least = min(_LEAST_COLUMNS, len(field.columns) - 1)
    years = (year for year, documents in given.items() if any(len(columns) >= least for columns in documents.values()))
    return max(years, default=None)


def _given(
    field: Field, notebook: Notebook, set_aside: frozenset[str], subject: Subject
) -> Iterator[tuple[str, int, str, bool]]:
    for found in figures_found(field, notebook, promising(field, notebook, set_aside), subject):
        if not notebook.is_draft(found.document):
            yield found.document, int(found.row), found.column, found.is_titled


def _closed_when_written(notebook: Notebook, today: date) -> int:
    days = (day for document in notebook.documents if (day := notebook.day_of(document)) is not None)
    last = max((day for day in days if day <= today.isoformat()), default=today.isoformat())
    return (date.fromisoformat(last) + timedelta(days=1)).year - 1
