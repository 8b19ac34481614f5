"""What a trace says of the people who reviewed; absent from a trace that nobody reviewed."""

from typing import Any, Self

from evidence.frozen import Frozen
from evidence.reviews import Decision
from render.review import Review


class TraceDecision(Frozen):
    """What a person decided on a field."""

    action: str
    by: str
    """Their name."""
    at: str
    """ISO 8601 with offset."""
    note: str | None = None
    own_statement: bool = False
    """The value is the person's own: no document is cited for it."""
    basis: str | None = None
    """Of an own statement, in their words."""


class TraceReview(Frozen):
    by: str | None
    """Who ended the review; None = a preview."""
    at: str | None

    @classmethod
    def of(cls, review: Review) -> Self:
        return cls(by=review.by, at=None if review.at is None else review.at.isoformat(timespec="seconds"))


def without(written: dict[str, Any], name: str) -> dict[str, Any]:  # JSON
    return {key: value for key, value in written.items() if key != name or value is not None}


def trace_decision(decision: Decision | None) -> TraceDecision | None:
    if decision is None:
        return None
    statement = decision.statement
    return TraceDecision(
        action=decision.action.value,
        by=decision.by,
        at=decision.at.isoformat(timespec="seconds"),
        note=decision.note,
        own_statement=statement is not None,
        basis=None if statement is None else statement.basis,
    )
