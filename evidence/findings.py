"""What an agent says about one field, with everything a person needs to check it."""

from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import Field as Constraint
from pydantic import SerializerFunctionWrapHandler, model_serializer, model_validator

from evidence.citations import Citation
from evidence.fields import FieldType
from evidence.frozen import Frozen


class Status(StrEnum):
    FOUND = "found"
    NOT_FOUND = "not_found"
    CONFLICT = "conflict"
    FAILED = "failed"
    """Something broke (endpoint down, page unread); not a statement about the documents."""


class ReviewState(StrEnum):
    PROPOSED = "proposed"
    APPROVED = "approved"
    EDITED = "edited"
    REJECTED = "rejected"


class TypedValue(Frozen):
    """A value as written and as compared."""

    type: FieldType
    text: str
    """As the document writes it, without its label."""
    normalised: str
    """Locale-free: ISO date, plain decimal (``-1234.5``), identifier without separators, folded text."""
    unit: str | None = None
    """ISO 4217 currency of money; unit of a number."""


class FoundValue(Frozen):
    value: TypedValue
    citations: Annotated[tuple[int, ...], Constraint(min_length=1)]
    """Indexes into ``Finding.citations``; a value without evidence cannot be written down."""


class Row(Frozen):
    """One row of a table field."""

    cells: dict[str, FoundValue | None]
    """Column id to value; None = the documents leave it open."""


class Computation(Frozen):
    """How a computed value came about, so that a person can do the sum again."""

    formula: str
    operands: dict[str, str]
    """Field id (with ``[row]``) to the normalised value used."""
    rounding: str | None = None
    """How the result was rounded, in words; None = it is exact."""
    stated: tuple[str, ...] = ()
    """Those of the operands that are a person's own statement: no document is cited for them."""

    @model_serializer(mode="wrap")
    def _without_what_is_absent(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:  # JSON
        """Sums of cited operands read and hash as they did before anything could be stated."""
        return {key: value for key, value in write(self).items() if key != "stated" or value}


class PartialEvidence(Frozen):
    """Looked promising and was not enough."""

    citation: Citation
    why_not: str


class SearchProof(Frozen):
    """What was searched: tells "absent" from "not looked"."""

    queries: tuple[str, ...] = ()
    pages_read: int = 0
    pages_total: int = 0
    pages_unreadable: int = 0

    @property
    def coverage(self) -> float:
        """Share of the case's pages that were read or matched against, 0-1."""
        return self.pages_read / self.pages_total if self.pages_total else 0.0


class Producer(Frozen):
    """Who says so."""

    agent: str
    """Hierarchical: ``agent.report.fill``."""
    model: str
    """``labels``, or the served model's name."""
    template: str
    """``id@version``."""
    prompt: str | None = None


class Finding(Frozen):
    field: str
    status: Status
    values: tuple[FoundValue, ...] = ()
    """One for a scalar, any number for a list; for a conflict the rival values; empty for a table."""
    rows: tuple[Row, ...] = ()
    rows_asked: tuple[str, ...] = ()
    """Of a table of last years, the years that were asked for; empty where the template itself names the rows."""
    citations: tuple[Citation, ...] = ()
    reason: str | None = None
    """Why it is not ``found``, in words for the analyst."""
    partial: tuple[PartialEvidence, ...] = ()
    search: SearchProof = SearchProof()
    computation: Computation | None = None
    cautions: tuple[str, ...] = ()
    """Found, and still worth a look: low OCR confidence, a cached formula value, an unaccepted revision."""
    producer: Producer
    review: ReviewState = ReviewState.PROPOSED

    @model_validator(mode="after")
    def _evidence_must_fit(self) -> Self:
        holders = [value for row in self.rows for value in row.cells.values() if value is not None]
        for holder in (*self.values, *holders):
            if any(not 0 <= index < len(self.citations) for index in holder.citations):
                raise ValueError(f"finding {self.field!r} points at a citation it does not hold")
        if self.status is Status.FOUND and not (self.values or holders):
            raise ValueError(f"finding {self.field!r} is found and holds no value")
        if self.status is Status.CONFLICT and len(self.values) < 2 and not self.rows:
            raise ValueError(f"finding {self.field!r} is a conflict of fewer than two values")
        if self.status in (Status.NOT_FOUND, Status.FAILED) and (self.values or self.rows):
            raise ValueError(f"finding {self.field!r} is {self.status} and holds a value")
        return self
