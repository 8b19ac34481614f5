"""Tables of runs, their findings in every version, what people decided, and jobs."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, false, text, true
from sqlalchemy.orm import Mapped, mapped_column

from cases.schema.columns import Name, Table, UtcTime, Words, now


class RunRow(Table):
    __tablename__ = "runs"

    id: Mapped[str] = mapped_column(Name(26), primary_key=True)
    case_id: Mapped[str] = mapped_column(ForeignKey("cases.id"), index=True)
    template: Mapped[str] = mapped_column(Words)
    """``id@version``."""
    template_sha256: Mapped[str] = mapped_column(Name(64))
    model: Mapped[str] = mapped_column(Words)
    state: Mapped[str] = mapped_column(Name(16))
    """RunState."""
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)
    created_by: Mapped[str | None] = mapped_column(Name(64), default=None)
    changed_at: Mapped[datetime | None] = mapped_column(UtcTime, default=now)
    reason: Mapped[str | None] = mapped_column(Words, default=None)
    """Why it stands as it does, for a person: of ``failed``, ``cancelled``, ``paused``."""
    options: Mapped[str] = mapped_column(Words, default="{}", server_default="{}")
    """JSON of what a worker needs to go on after a restart: language and the like."""
    fields: Mapped[int | None] = mapped_column(default=None)
    """How many the template asks for."""


class FindingRow(Table):
    """One version of one field's finding. Rows are added, never changed: the primary key is the lock."""

    __tablename__ = "findings"

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    field: Mapped[str] = mapped_column(Name(200), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    body: Mapped[str] = mapped_column(Words)
    """Finding as JSON."""
    kept_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    made_by: Mapped[str] = mapped_column(Name(16), default="machine", server_default="machine")
    """VersionKind."""
    person: Mapped[str | None] = mapped_column(Name(64), default=None)
    standing: Mapped[bool] = mapped_column(default=True, server_default=true())
    """False = came after a person had decided: kept, and not what stands."""
    base: Mapped[int | None] = mapped_column(default=None)
    """The version that undo goes back to; None = nothing to undo."""
    restores: Mapped[int | None] = mapped_column(default=None)
    """Of an undo: the version whose content stands again."""
    statement: Mapped[str | None] = mapped_column(Words, default=None)
    """OwnStatement as JSON."""
    withdrawn: Mapped[bool] = mapped_column(default=False, server_default=false())
    """True = the content was removed together with a file it cited."""


class ReviewRow(Table):
    __tablename__ = "reviews"
    __table_args__ = (Index("ix_reviews_run_id", "run_id", "field"),)

    id: Mapped[str] = mapped_column(Name(26), primary_key=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"))
    field: Mapped[str] = mapped_column(Name(200))
    on_version: Mapped[int]
    """The version the person was looking at; 0 = the field had none."""
    made_version: Mapped[int | None] = mapped_column(default=None)
    """None = a comment."""
    action: Mapped[str] = mapped_column(Name(16))
    by: Mapped[str] = mapped_column(Name(64))
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    note: Mapped[str | None] = mapped_column(Words, default=None)
    """The comment, the reason of a rejection, or the hint of asking again."""


class JobRow(Table):
    """Work for the in-process runner. At most one running job holds a lock."""

    __tablename__ = "jobs"
    __table_args__ = (
        Index(
            "uq_jobs_lock",
            "lock",
            unique=True,
            sqlite_where=text("state = 'running'"),
            postgresql_where=text("state = 'running'"),
        ),
        Index("ix_jobs_state", "state", "due_at"),
    )

    id: Mapped[str] = mapped_column(Name(26), primary_key=True)
    kind: Mapped[str] = mapped_column(Name(32))
    case_id: Mapped[str | None] = mapped_column(ForeignKey("cases.id"), index=True)
    run_id: Mapped[str | None] = mapped_column(Name(26), default=None)
    payload: Mapped[str] = mapped_column(Words)
    lock: Mapped[str | None] = mapped_column(Name(64), default=None)
    """None = runs beside anything."""
    state: Mapped[str] = mapped_column(Name(16), default="queued")
    attempts: Mapped[int] = mapped_column(default=0)
    max_attempts: Mapped[int] = mapped_column(default=3)
    worker: Mapped[str | None] = mapped_column(Name(64), default=None)
    beat_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)
    due_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    created_by: Mapped[str | None] = mapped_column(Name(64), default=None)
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)
    cancel_asked: Mapped[bool] = mapped_column(default=False)
    error: Mapped[str | None] = mapped_column(Words, default=None)
