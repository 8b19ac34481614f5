"""Short ways to ask in the tests."""

import asyncio
from typing import Any

from agents.labels.reader import LabelsReader
from agents.steps import Answer, Decision, NotFound, Turn
from evidence.fields import Field, FieldType
from evidence.memory import MemoryPages
from evidence.pages import Page
from tests.unit.agents.labels.papers import case_of


def field(kind: FieldType = FieldType.TEXT, *labels: str, question: str = "?", **more: Any) -> Field:
    return Field(id=more.pop("id", "asked"), question=question, type=kind, labels=labels, **more)


def ask(asked: Field, *pages: Page, source: MemoryPages | None = None, **turn: Any) -> Decision:
    reader = LabelsReader(source or case_of(*pages))
    return asyncio.run(reader.decide(Turn(field=asked, steps_left=6, **turn)))


def values(asked: Field, *pages: Page, **turn: Any) -> list[str]:
    """The claimed values; empty for not found."""
    decision = ask(asked, *pages, **turn)
    if isinstance(decision, NotFound):
        return []
    assert isinstance(decision, Answer)
    return [claim.value for claim in decision.claims]


def rows(asked: Field, *pages: Page, **turn: Any) -> list[dict[str, str | None]]:
    decision = ask(asked, *pages, **turn)
    if isinstance(decision, NotFound):
        return []
    assert isinstance(decision, Answer)
    return [{column: claim.value if claim else None for column, claim in row.cells.items()} for row in decision.rows]
