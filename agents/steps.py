"""One step of an agent: what it is shown, and the three things it may say back.

Every reader (a served model, the ``labels`` reader, a script in a test) speaks these words,
so the graph treats all alike.
"""

from typing import Annotated, Any, Literal, Protocol

from pydantic import Field as Constraint

from agents.parties.zones import PartyZones
from evidence.fields import Field
from evidence.findings import SearchProof
from evidence.frozen import Frozen
from evidence.reasons import Reason
from evidence.spans import CharSpan

WHOLE_CASE = "case"
"""Names the observation that shows every line there is; no tool that a reader may call."""


class Line(Frozen):
    """A numbered sentence or table row of an observation; ids are unique within one field's turns."""

    id: int
    document: str
    """sha256."""
    file: str
    page: int
    span: CharSpan
    text: str
    """The page's own characters; what a citation of this line quotes."""
    context: str = ""
    """Heading, row and column headings: shown, never quoted."""


class Observation(Frozen):
    """What one tool call showed."""

    tool: str
    arguments: dict[str, Any]
    lines: tuple[Line, ...] = ()
    note: str | None = None
    """What went wrong, or what the numbers leave out."""


class LinePointer(Frozen):
    kind: Literal["line"] = "line"
    id: int


class QuotePointer(Frozen):
    kind: Literal["quote"] = "quote"
    file: str
    """Display name."""
    page: int | None = None
    quote: str


class SpanPointer(Frozen):
    """An exact place, from a reader that counts characters itself."""

    kind: Literal["span"] = "span"
    document: str
    page: int
    span: CharSpan


Pointer = Annotated[LinePointer | QuotePointer | SpanPointer, Constraint(discriminator="kind")]


class Claim(Frozen):
    """One value as the reader gives it, and where it says to look. Nothing here is believed."""

    value: str
    evidence: Annotated[tuple[Pointer, ...], Constraint(min_length=1)]
    context: str | None = None
    """Label or headings that tie the value to the question; shown to people."""


class RowClaim(Frozen):
    cells: dict[str, Claim | None]


class ToolCall(Frozen):
    kind: Literal["tool"] = "tool"
    tool: str
    arguments: dict[str, Any]
    thought: str = ""


class Answer(Frozen):
    """Scalars hold one claim; lists any number; tables rows. Several rival claims for a scalar are a conflict."""

    kind: Literal["answer"] = "answer"
    claims: tuple[Claim, ...] = ()
    rows: tuple[RowClaim, ...] = ()
    cautions: tuple[Reason, ...] = ()
    search: SearchProof | None = None
    """Pages that the reader went through by itself, outside the tools."""


class NotFound(Frozen):
    kind: Literal["not_found"] = "not_found"
    reason: Reason | str
    """A string is a sentence in the report's language already."""
    partial: tuple[Claim, ...] = ()
    """Looked promising and was not enough."""
    search: SearchProof | None = None


Decision = Annotated[ToolCall | Answer | NotFound, Constraint(discriminator="kind")]


class Turn(Frozen):
    """All that a reader knows when it decides."""

    field: Field
    subject: str | None = None
    """Who the case is about, in words, once known."""
    observations: tuple[Observation, ...] = ()
    feedback: tuple[str, ...] = ()
    """Why earlier answers to this field did not verify, with what the page really says."""
    tools: tuple[str, ...] = ()
    steps_left: int
    set_aside: frozenset[str] = frozenset()
    """sha256 of documents about someone else; their values are not taken."""
    zones: PartyZones | None = None
    """Parts of the other documents that are another party's particulars; their values are not taken either."""
    people: tuple[str, ...] | None = None
    """Names of whoever the value must belong to; empty: not known, so nothing can be taken. None: it belongs to nobody."""
    hint: str | None = None
    """From a person who asked again."""


class Reader(Protocol):
    """Decides the next step on one field."""

    @property
    def name(self) -> str: ...

    async def decide(self, turn: Turn) -> Decision:
        """Raises ModelUnavailable when nothing can be decided; a bad answer is a decision that fails later."""
        ...
