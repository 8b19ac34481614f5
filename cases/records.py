"""What the store says about cases, runs and removals."""

from datetime import datetime
from enum import StrEnum

from evidence.frozen import Frozen


class DataClass(StrEnum):
    """How freely a case's text may travel; only the last two may leave the private network."""

    CONFIDENTIAL = "confidential"
    ANONYMISED = "anonymised"
    SYNTHETIC = "synthetic"


class CaseRecord(Frozen):
    id: str
    title: str
    data_class: DataClass
    created_at: datetime
    files: int
    runs: int


class RunRecord(Frozen):
    id: str
    case: str
    template: str
    template_sha256: str
    model: str
    state: str
    created_at: datetime
    finished_at: datetime | None


class DeletionReceipt(Frozen):
    """What a removal found before and after; all of ``left`` must be zero."""

    what: str
    removed: dict[str, int]
    left: dict[str, int]

    @property
    def proved(self) -> bool:
        return not any(self.left.values())
