"""What the graph of one field remembers between steps: ids and frozen values; page text stays in the store.

These types are written into checkpoints under the names in ``codec.KEPT_TYPES``; their fields may grow with
defaults, but a change of meaning makes unfinished runs unreadable.
"""

from typing import Any, TypedDict

from pydantic import Field as Constraint

from agents.steps import Answer, NotFound, Observation, ToolCall
from evidence.citations import Citation
from evidence.findings import Finding, PartialEvidence, SearchProof, TypedValue
from evidence.frozen import Frozen


class PageRun(Frozen):
    """Consecutive lines of one observation that stand on one page."""

    document: str
    page: int
    spans: tuple[tuple[int, int], ...]


class Seen(Frozen):
    """An Observation without its text."""

    tool: str
    arguments: dict[str, Any]
    note: str | None
    first_line: int
    runs: tuple[PageRun, ...]

    @classmethod
    def of(cls, observation: Observation) -> "Seen":
        runs: list[PageRun] = []
        for line in observation.lines:
            span = (line.span.start, line.span.end)
            if runs and (runs[-1].document, runs[-1].page) == (line.document, line.page):
                runs[-1] = runs[-1].model_copy(update={"spans": (*runs[-1].spans, span)})
            else:
                runs.append(PageRun(document=line.document, page=line.page, spans=(span,)))
        return cls(
            tool=observation.tool,
            arguments=observation.arguments,
            note=observation.note,
            first_line=observation.lines[0].id if observation.lines else 1,
            runs=tuple(runs),
        )

    @property
    def line_count(self) -> int:
        return sum(len(run.spans) for run in self.runs)


class Searched(Frozen):
    """What of the case was gone through for one field."""

    queries: tuple[str, ...] = ()
    pages: dict[str, tuple[int, ...]] = Constraint(default_factory=dict)
    """Page numbers by document; a document in ``whole`` is not here."""
    whole: tuple[str, ...] = ()
    by_reader: SearchProof | None = None
    """What the reader says that it went through by itself."""


class Progress(Frozen):
    seen: tuple[Seen, ...] = ()
    feedback: tuple[str, ...] = ()
    steps: int = 0
    rejections: int = 0
    seconds: float = 0.0
    """Spent in decisions, over all restarts."""
    tokens: int = 0
    searched: Searched = Searched()
    partial: tuple[PartialEvidence, ...] = ()
    last_answer: str | None = None
    """Digest of the last answer: the same answer again ends the field."""
    last_why: str | None = None
    """Why the last answer did not stand, for the analyst."""

    @property
    def next_line(self) -> int:
        return 1 + sum(seen.line_count for seen in self.seen)


class Supported(Frozen):
    """A value whose evidence stood."""

    value: TypedValue
    citations: tuple[Citation, ...]
    cautions: tuple[str, ...] = ()


class SupportedRow(Frozen):
    cells: dict[str, Supported | None]


class Refusal(Frozen):
    """A claim that did not stand."""

    feedback: str
    """For the reader, in English, with what the page really says."""
    why: str
    """For the analyst."""
    citations: tuple[Citation, ...] = ()
    """What it pointed at, where that exists."""
    cell: str | None = None
    """``row/column`` of a table."""


class Judgement(Frozen):
    """What verification made of one answer."""

    values: tuple[Supported, ...] = ()
    rows: tuple[SupportedRow, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    disputed: tuple[str, ...] = ()
    """Cells for which two rows of one key give different values, in words."""
    cautions: tuple[str, ...] = ()
    """The reader's own."""

    @property
    def holds(self) -> bool:
        return self.standing > 0

    @property
    def standing(self) -> int:
        """Values and cells whose evidence stood."""
        return len(self.values) + sum(cell is not None for row in self.rows for cell in row.cells.values())


class FillState(TypedDict, total=False):
    progress: Progress
    decision: ToolCall | Answer | NotFound
    judgement: Judgement
    """Of the last answer."""
    best: Judgement
    """What stood of the best answer so far; it is not lost when a further try goes wrong."""
    finding: Finding
