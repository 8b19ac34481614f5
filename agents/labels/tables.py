"""Answers to table fields."""

from collections import defaultdict

from agents.elsewhere import is_of_a_group
from agents.labels.figures import figures_by_row
from agents.labels.notebook import Notebook
from agents.labels.records import records
from agents.labels.subject import Subject
from agents.labels.table_cells import TableAnswer
from agents.labels.thesaurus import thesaurus
from agents.labels.wordings import wordings_of
from agents.papers import opening_of
from evidence.fields import Field


def table_answer(
    field: Field, notebook: Notebook, *, set_aside: frozenset[str], subject: Subject | None = None
) -> TableAnswer | None:
    """None where no table of the case has the field's columns."""
    leaves = promising(field, notebook, set_aside)
    leaves = [leaf for leaf in leaves if not _is_of_a_group(field, leaf, notebook)] or leaves
    find = figures_by_row if field.rows else records
    return find(field, notebook, leaves, subject or Subject())


def _is_of_a_group(field: Field, leaf: int, notebook: Notebook) -> bool:
    """A page whose title, or whose paper's, says that its figures are consolidated."""
    first = notebook.leaves_of(notebook.leaves[leaf].document)[0]
    return is_of_a_group(field, *(opening_of(notebook.layout(one).page) for one in (leaf, first))) is not None


def promising(field: Field, notebook: Notebook, set_aside: frozenset[str]) -> list[int]:
    """Numbers of the leaves on which a word of at least two columns' labels stands as a key."""
    known = thesaurus()
    seen: dict[int, set[str]] = defaultdict(set)
    for column in field.columns:
        stems = {stem for wording in wordings_of(column) for stem in wording.stems if stem not in known.empty}
        for place in notebook.keys_with(stems):
            seen[notebook.keys[place].leaf].add(column.id)
    needed = 2 if len(field.columns) > 2 and not field.rows else 1
    return sorted(
        leaf
        for leaf, columns in seen.items()
        if len(columns) >= needed and notebook.leaves[leaf].document not in set_aside and not notebook.is_lapsed(leaf)
    )
