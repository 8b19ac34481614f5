"""A reader that says what a test tells it to; it shows what the graph does with every kind of answer."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from agents.steps import Decision, NotFound, Turn

Said = Decision | Exception | Callable[[Turn], Decision]
"""A decision, an error to raise, or how to decide from what the turn shows."""


class ScriptedReader:
    """Field id -> what to say, turn by turn; the last word is said again, and unscripted fields are not found."""

    def __init__(self, script: Mapping[str, Sequence[Said]], *, seconds: float = 0.0, name: str = "scripted") -> None:
        """``seconds``: how long each decision takes."""
        self._script = script
        self._seconds = seconds
        self._name = name
        self.turns: list[Turn] = []
        """Every turn that was asked, in order."""

    @property
    def name(self) -> str:
        return self._name

    async def decide(self, turn: Turn) -> Decision:
        asked = sum(earlier.field.id == turn.field.id for earlier in self.turns)
        self.turns.append(turn)
        if self._seconds:
            await asyncio.sleep(self._seconds)
        said = self._script.get(turn.field.id, ())
        if not said:
            return NotFound(reason="the script says nothing about this field")
        word = said[min(asked, len(said) - 1)]
        if isinstance(word, Exception):
            raise word
        return word(turn) if callable(word) else word
