"""Tables that outlive cases: skills, receipts of deletions, the audit. None points at a case by key."""

from datetime import datetime

from sqlalchemy import BigInteger, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from cases.schema.columns import Name, Table, UtcTime, Words, now


class SkillRow(Table):
    """One version of a piece of configuration; its content never changes. At most one version is live."""

    __tablename__ = "skills"
    __table_args__ = (
        Index(
            "uq_skills_live",
            "kind",
            "name",
            unique=True,
            sqlite_where=text("state = 'live'"),
            postgresql_where=text("state = 'live'"),
        ),
    )

    kind: Mapped[str] = mapped_column(Name(32), primary_key=True)
    name: Mapped[str] = mapped_column(Name(120), primary_key=True)
    version: Mapped[str] = mapped_column(Name(40), primary_key=True)
    sha256: Mapped[str] = mapped_column(Name(64))
    body: Mapped[str] = mapped_column(Words)
    state: Mapped[str] = mapped_column(Name(8))
    created_by: Mapped[str] = mapped_column(Name(64))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    promoted_by: Mapped[str | None] = mapped_column(Name(64), default=None)
    promoted_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)
    retired_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)
    note: Mapped[str | None] = mapped_column(Words, default=None)


class DeletionRow(Table):
    __tablename__ = "deletions"

    id: Mapped[str] = mapped_column(Name(26), primary_key=True)
    case_id: Mapped[str] = mapped_column(Name(26), index=True)
    sha256: Mapped[str | None] = mapped_column(Name(64), default=None)
    """None = the whole case."""
    runs: Mapped[str] = mapped_column(Words)
    """JSON list: asked for when the runs' rows are gone already."""
    state: Mapped[str] = mapped_column(Name(8), default="marked")
    """``marked``, ``removing``, ``done``."""
    by: Mapped[str] = mapped_column(Name(64))
    begun_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)
    found: Mapped[str] = mapped_column(Words, default="{}")
    """JSON of what there was before anything went."""
    left_over: Mapped[str] = mapped_column(Words, default="{}")
    """JSON of what was counted afterwards."""


class AuditRow(Table):
    """Only ever added to; triggers refuse the rest."""

    __tablename__ = "audit"

    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[str] = mapped_column(Name(32))
    """ISO 8601 in UTC, as hashed."""
    actor: Mapped[str] = mapped_column(Name(64), index=True)
    action: Mapped[str] = mapped_column(Name(40))
    subject: Mapped[str] = mapped_column(Name(300))
    case_id: Mapped[str | None] = mapped_column(Name(26), index=True)
    detail: Mapped[str] = mapped_column(Words)
    """JSON of ids, numbers and states; never text of a document."""
    previous: Mapped[str] = mapped_column(Name(64))
    hash: Mapped[str] = mapped_column(Name(64))


class AuditHeadRow(Table):
    """One row: the newest entry. Locked while one is added; shows when entries are cut off at the end."""

    __tablename__ = "audit_head"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[str] = mapped_column(Name(64))
