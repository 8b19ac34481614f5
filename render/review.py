"""What people decided about the findings of a report, as the report prints it."""

from datetime import UTC, datetime

from pydantic import Field as Constraint

from evidence.frozen import Frozen
from evidence.reviews import Decision, ReviewAction
from render.phrases import Phrases


class Review(Frozen):
    """``Decision.by`` and ``by`` are names here, as people are to read them."""

    by: str | None
    """Who ended the review; None = nobody yet: the report is a preview and says so."""
    at: datetime | None = None
    decisions: dict[str, Decision] = Constraint(default_factory=dict)
    """By field id; a field that is not here was not decided on."""

    @property
    def is_preview(self) -> bool:
        return self.by is None

    def reviewed_by(self, say: Phrases) -> str:
        if self.by is None:
            return say("preview: the review is not finished")
        return self.by if self.at is None else f"{self.by}, {moment(self.at)}"


def moment(at: datetime) -> str:
    """One spelling in every language, as in the audit."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def decision_words(decision: Decision, *, has_value: bool, say: Phrases) -> str:
    if decision.statement is not None:
        if decision.statement.rows and has_value:
            return say("edited; no document is cited for the cells marked ✎: they are the reviewer's own statement")
        return say("own statement; no document is cited for it")
    if decision.action is ReviewAction.EDIT:
        return say("edited, with a source that the reviewer chose")
    if decision.action is ReviewAction.REJECT:
        return say("rejected")
    return say("approved") if has_value else say("approved: the documents do not give it")
