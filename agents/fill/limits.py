"""How much one field may cost."""

from typing import Annotated

from pydantic import Field as Constraint

from evidence.frozen import Frozen


class FillLimits(Frozen):
    """All per field. Reaching one is a normal ending: the field goes to "needs verification" and says which it was."""

    steps: Annotated[int, Constraint(ge=1)] = 6
    """Decisions of the reader."""
    seconds: Annotated[float, Constraint(gt=0)] = 300.0
    """Across restarts."""
    tokens: Annotated[int, Constraint(ge=1)] = 80_000
    """Estimated, over everything shown to the reader and said by it."""
    feedback: Annotated[int, Constraint(ge=0)] = 2
    """How often an answer that did not verify is handed back."""
    recall: Annotated[int, Constraint(ge=0, le=10)] = 5
    """Passages shown before the first decision; 0 for a reader that goes through the pages by itself."""
    whole: Annotated[int, Constraint(ge=0)] = 9_000
    """Characters. A case that has no more is shown whole before the first decision, in the same order for every field:
    nothing is missed, and a server keeps the prompt's beginning. 0 = never."""
    citations: Annotated[int, Constraint(ge=1)] = 3
    """Of one value."""
