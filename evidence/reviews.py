"""What a person decided about a finding, in the words that the store, the report and the screens share."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Self

from pydantic import Field as Constraint
from pydantic import model_validator

from evidence.findings import FoundValue, Row, TypedValue
from evidence.frozen import Frozen


class ReviewAction(StrEnum):
    APPROVE = "approve"
    EDIT = "edit"
    """With citations of its own, or as the analyst's own statement."""
    REJECT = "reject"
    ASK_AGAIN = "ask_again"
    """The machine answers anew, with a hint."""
    COMMENT = "comment"
    """Decides nothing."""
    UNDO = "undo"
    """What stood before the newest decision stands again."""


class StatedRow(Frozen):
    """Of one row of a table, what the analyst says without a quote."""

    cells: dict[str, TypedValue] = Constraint(default_factory=dict)
    """Column id to value; a column that is not here is not stated."""


class OwnStatement(Frozen):
    """Said by the analyst, with no quote behind it. Never a FoundValue: the report marks it as what it is."""

    values: tuple[TypedValue, ...] = ()
    """Of a scalar or a list."""
    rows: tuple[StatedRow, ...] = ()
    """Of a table: the cells that are stated, row by row as in the finding beside it, which holds those with quotes."""
    basis: str | None = None
    """Why the analyst says so, in their words."""

    @model_validator(mode="after")
    def _must_say_something(self) -> Self:
        if bool(self.values) == any(row.cells for row in self.rows):
            raise ValueError("an own statement holds values, or cells of a table: one of the two")
        return self

    def over(self, rows: Sequence[Row]) -> tuple[dict[str, FoundValue | TypedValue | None], ...]:
        """A table's rows with the stated cells in their places. A cell with a quote is a FoundValue, a stated one is not."""
        merged: list[dict[str, FoundValue | TypedValue | None]] = []
        for number in range(max(len(rows), len(self.rows))):
            held = rows[number].cells if number < len(rows) else {}
            said = self.rows[number].cells if number < len(self.rows) else {}
            merged.append({**held, **said})
        return tuple(merged)


class Decision(Frozen):
    """Who decided on the finding as it stands."""

    action: ReviewAction
    by: str
    """Id of the user."""
    at: datetime
    note: str | None = None
    statement: OwnStatement | None = None
