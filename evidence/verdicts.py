"""What verification says about one quote."""

from enum import StrEnum
from typing import Self

from pydantic import model_validator

from evidence.citations import Match
from evidence.frozen import Frozen
from evidence.spans import CharSpan


class Outcome(StrEnum):
    LOCATED = "located"
    """On the page that was named (or anywhere, where none was), but for presentation the same."""
    ELSEWHERE = "elsewhere"
    """True, and on another page than the one named; ``spans`` say which."""
    NEAR = "near"
    """On the page, read by OCR, a few letters apart; numbers, names, denials and units are the same."""
    ABSENT = "absent"


class PageSpan(Frozen):
    document: str
    """sha256 of the file."""
    page: int
    span: CharSpan


class Verdict(Frozen):
    outcome: Outcome
    spans: tuple[PageSpan, ...] = ()
    """Where the quote stands: one, or two where it runs over a page's end; empty when absent."""
    match: Match | None = None
    reason: str | None = None
    """Why it is not located, in words that can be fed back."""

    @model_validator(mode="after")
    def _absent_has_no_place(self) -> Self:
        absent = self.outcome is Outcome.ABSENT
        if absent == bool(self.spans) or absent == (self.match is not None) or (absent and not self.reason):
            raise ValueError("an absent quote has a reason and no place; any other has a place and a match")
        return self

    @property
    def holds(self) -> bool:
        """Whether the quote stands on the page it was said to stand on."""
        return self.outcome in (Outcome.LOCATED, Outcome.NEAR)
