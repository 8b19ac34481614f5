"""What the store says: cases, files, runs, findings with their history, removals."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import Field

from evidence.findings import Finding
from evidence.frozen import Frozen
from evidence.reviews import Decision, OwnStatement, ReviewAction


class DataClass(StrEnum):
    """How freely a case's text may travel; only the last two may leave the private network."""

    CONFIDENTIAL = "confidential"
    ANONYMISED = "anonymised"
    SYNTHETIC = "synthetic"


class CaseStatus(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    """Looked at, no longer worked on."""


class CaseRecord(Frozen):
    id: str
    title: str
    data_class: DataClass
    created_at: datetime
    files: int
    runs: int
    status: CaseStatus = CaseStatus.OPEN
    created_by: str | None = None
    """None = from the command line."""
    forum: str | None = None
    """Before whom it is pending now."""
    subject: str | None = None
    """Name of whom the case is about, where somebody said it."""
    subject_number: str | None = None
    """Tax or personal number of theirs."""


class SaidSubject(Frozen):
    """Whom a case is about, as whoever works on it said."""

    name: str | None = None
    number: str | None = None


class ForumEntry(Frozen):
    number: int
    forum: str
    since: datetime
    by: str
    at: datetime
    """When it was written down."""
    note: str | None


class CaseRole(StrEnum):
    """What a member may do on one case."""

    READER = "reader"
    ANALYST = "analyst"
    REVIEWER = "reviewer"
    OWNER = "owner"
    """May also change members and remove the case."""


class Member(Frozen):
    case: str
    user: str
    login: str
    name: str
    role: CaseRole
    added_by: str
    added_at: datetime


class PageProgress(StrEnum):
    WAITING = "waiting"
    READ = "read"
    PROBLEM = "problem"
    """Read, with problems that someone should look at."""
    FAILED = "failed"
    """Kept as a page without text; its problems say why."""


class PageState(Frozen):
    number: int
    state: PageProgress
    kind: str | None
    problems: tuple[str, ...]
    """Codes."""
    at: datetime


class FileRecord(Frozen):
    """One file of a case, read or not."""

    sha256: str
    name: str
    media_type: str
    size: int
    state: str
    """``reading`` or ``read``."""
    pages_expected: int | None
    pages: dict[PageProgress, int]
    added_at: datetime | None
    added_by: str | None


class RunState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    """Every field is worked out; people review."""
    FINISHING = "finishing"
    """The review is closed and the report is being written."""
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RunRecord(Frozen):
    id: str
    case: str
    template: str
    """``id@version``."""
    template_sha256: str
    model: str
    state: RunState
    created_at: datetime
    finished_at: datetime | None
    created_by: str | None = None
    changed_at: datetime | None = None
    reason: str | None = None
    options: dict[str, Any] = Field(default_factory=dict)  # JSON, as the service gave it
    fields: int | None = None
    """How many the template asks for; None = not told."""


class VersionKind(StrEnum):
    """What made a version of a finding."""

    MACHINE = "machine"
    APPROVE = "approve"
    EDIT = "edit"
    REJECT = "reject"
    ASK_AGAIN = "ask_again"
    UNDO = "undo"


class FindingVersion(Frozen):
    """One version of one field's finding. Versions count from 1 and are never changed."""

    run: str
    field: str
    version: int
    finding: Finding
    """With its review state."""
    kind: VersionKind
    by: str | None
    """Id of the user; None = the machine."""
    at: datetime
    standing: bool
    """False = the machine answered after a person had decided: kept for the record."""
    base: int | None
    """The version that undo goes back to; None = there is nothing to undo."""
    restores: int | None
    statement: OwnStatement | None
    withdrawn: bool
    """Its content was removed together with a file it cited."""

    @property
    def is_asked_again(self) -> bool:
        return self.kind is VersionKind.ASK_AGAIN


class ReviewRecord(Frozen):
    id: str
    run: str
    field: str
    action: ReviewAction
    on_version: int
    """What the person was looking at; 0 = the field had no finding."""
    made_version: int | None
    by: str
    at: datetime
    note: str | None


class FieldHistory(Frozen):
    """Everything that was ever said about one field, oldest first."""

    field: str
    versions: tuple[FindingVersion, ...]
    reviews: tuple[ReviewRecord, ...]


class Standing(Frozen):
    """What stands for one field now, and who decided so."""

    version: FindingVersion
    decision: Decision | None
    """None = nobody has decided."""
    comments: int


class DeletionReceipt(Frozen):
    """What a removal found before and after; all of ``left`` must be zero."""

    what: str
    case: str | None = None
    document: str | None = None
    """sha256 of the file that was removed; None = the whole case."""
    removed: dict[str, int]
    left: dict[str, int]
    id: str | None = None
    by: str | None = None
    begun_at: datetime | None = None
    finished_at: datetime | None = None
    """None = not proved yet: finish it again."""

    @property
    def proved(self) -> bool:
        return not any(self.left.values())


class Deletion(Frozen):
    """A removal that was asked for."""

    id: str
    case: str
    document: str | None
    """sha256; None = the whole case."""
    runs: tuple[str, ...]
    by: str
    begun_at: datetime
