"""What a tag's name means: a field, a column of a table field, or something about the case or report."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from evidence.fields import Column, Field, FieldType
from evidence.nearest import nearest


class Special(StrEnum):
    """Tags that no field fills."""

    CASE_TITLE = "case.title"
    CASE_ID = "case.id"
    DATE = "report.date"
    TITLE = "report.title"
    TEMPLATE = "report.template"
    REVIEWED_BY = "report.reviewed_by"
    COUNTS = "report.counts"
    NEEDS_VERIFICATION = "report.needs_verification"
    SOURCES = "report.sources"

    @property
    def is_section(self) -> bool:
        return self in (Special.NEEDS_VERIFICATION, Special.SOURCES)


class Part(StrEnum):
    """Which part of a field a tag asks for."""

    WHOLE = "whole"
    COLUMN = "column"
    ITEM = "item"
    """One value of a list, in a repeated row."""
    ROW = "row"
    """The number of the repeated row."""

    @property
    def repeats(self) -> bool:
        return self is not Part.WHOLE


@dataclass(frozen=True)
class Target:
    field: Field
    part: Part = Part.WHOLE
    column: Column | None = None

    @property
    def title(self) -> str:
        return f"{self.field.title}: {self.column.title}" if self.column else self.field.title


class UnknownName(ValueError):
    """No field, label or special name fits; the message says what is nearest."""


class Targets:
    """Resolves names against a template's fields. Ids win over labels; a label must be of one field only."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self._fields = {field.id: field for field in fields}
        self._labels: dict[str, list[Field]] = {}
        for field in fields:
            for label in dict.fromkeys(_folded(label) for label in field.labels):
                self._labels.setdefault(label, []).append(field)

    def resolve(self, name: str) -> Target | Special:
        if name in (special.value for special in Special):
            return Special(name)
        if name in self._fields:
            return Target(self._fields[name])
        head, dot, tail = name.rpartition(".")
        if dot and head in self._fields:
            return self._part(self._fields[head], tail)
        labelled = self._labels.get(_folded(name), [])
        if len(labelled) == 1:
            return Target(labelled[0])
        if labelled:
            ids = ", ".join(field.id for field in labelled)
            raise UnknownName(f"{name!r} is a label of several fields ({ids}); write the id of the one you mean")
        raise UnknownName(self._explain(name, head))

    def _part(self, field: Field, tail: str) -> Target:
        for column in field.columns:
            if column.id == tail:
                return Target(field, Part.COLUMN, column)
        is_table = field.type is FieldType.TABLE
        if tail == "row" and (is_table or field.list):
            return Target(field, Part.ROW)
        if tail == "item" and field.list and not is_table:
            return Target(field, Part.ITEM)
        if is_table:
            columns = [column.id for column in field.columns]
            raise UnknownName(f"table {field.id!r} has no column {tail!r}{nearest(tail, columns)}")
        if field.list:
            raise UnknownName(f"{field.id!r} is a list; write {{{{ {field.id}.item }}}} in a table row")
        raise UnknownName(f"{field.id!r} is no table and has no part {tail!r}; write {{{{ {field.id} }}}}")

    def _explain(self, name: str, head: str) -> str:
        if not name:
            return "the tag is empty; write a field's id between the braces"
        if name[0] in "#/%" or name.split()[0] in ("if", "for", "endif", "endfor", "else", "tr", "p"):
            return f"{name!r}: there is no logic in tags; a row with {{{{ table.column }}}} repeats by itself"
        if "|" in name:
            return f"{name!r}: there are no filters; the value is shown as the document writes it"
        if head in ("case", "report"):
            return f"there is no {name!r}{nearest(name, [special.value for special in Special])}"
        known = [*self._fields, *self._labels]
        known += [f"{field.id}.{column.id}" for field in self._fields.values() for column in field.columns]
        return f"no field is called {name!r}{nearest(name, known)}"


def _folded(label: str) -> str:
    return " ".join(label.split()).casefold().rstrip(":")
