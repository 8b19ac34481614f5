"""What a person decided about a finding, in the words that the store, the report and the screens share."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import Field as Constraint

from evidence.findings import TypedValue
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


class OwnStatement(Frozen):
    """Said by the analyst, with no quote behind it. Never a FoundValue: the report marks it as what it is."""

    values: Annotated[tuple[TypedValue, ...], Constraint(min_length=1)]
    basis: str | None = None
    """Why the analyst says so, in their words."""


class Decision(Frozen):
    """Who decided on the finding as it stands."""

    action: ReviewAction
    by: str
    """Id of the user."""
    at: datetime
    note: str | None = None
    statement: OwnStatement | None = None
