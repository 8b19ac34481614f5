"""What the graph of a whole run remembers between steps: which versions stood, never what they say.

These types are written into checkpoints under the names in ``codec.KEPT_TYPES``; see ``state.py`` for what that means.
"""

from datetime import datetime
from typing import TypedDict

from pydantic import Field as Constraint

from evidence.findings import Finding, Status
from evidence.frozen import Frozen


class Assembly(Frozen):
    """What the machine came to, put before people."""

    fields: tuple[str, ...]
    waiting: tuple[str, ...]
    """Fields that are not found, in dispute or failed: nothing of them is in the report unless a person decides."""

    @classmethod
    def of(cls, findings: tuple[Finding, ...]) -> "Assembly":
        waiting = tuple(finding.field for finding in findings if finding.status is not Status.FOUND)
        return cls(fields=tuple(finding.field for finding in findings), waiting=waiting)


class Reviewed(Frozen):
    """The review is closed: the report is written of exactly these versions."""

    by: str
    """Id of the user."""
    at: datetime
    versions: dict[str, int] = Constraint(default_factory=dict)
    """Field to the version that stood."""


class Written(Frozen):
    """The report of a reviewed state."""

    sha256: str
    """Of the DOCX."""
    reviewed: Reviewed


class RunState(TypedDict, total=False):
    assembly: Assembly
    reviewed: Reviewed
    written: Written
