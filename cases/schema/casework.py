"""Tables of cases and their people, files and pages. Nothing here is particular to SQLite or to PostgreSQL."""

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from cases.schema.columns import Name, Table, UtcTime, Words, now


class CaseRow(Table):
    __tablename__ = "cases"

    id: Mapped[str] = mapped_column(Name(26), primary_key=True)
    title: Mapped[str] = mapped_column(Words)
    data_class: Mapped[str] = mapped_column(Name(16))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    removing: Mapped[bool] = mapped_column(default=False)
    """Set first when a case is removed: from then on nobody sees it and nothing is added to it."""
    status: Mapped[str] = mapped_column(Name(16), default="open", server_default="open")
    created_by: Mapped[str | None] = mapped_column(Name(64), default=None)
    last_event: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    """Number of the case's newest event; its row is the lock that keeps them in order."""
    subject: Mapped[str | None] = mapped_column(Words, default=None)
    """Name of whom the case is about, as somebody said it; None = the papers decide."""
    subject_number: Mapped[str | None] = mapped_column(Words, default=None)


class ForumRow(Table):
    """Before whom the case is pending, and since when; the newest entry stands."""

    __tablename__ = "forums"

    case_id: Mapped[str] = mapped_column(ForeignKey("cases.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    forum: Mapped[str] = mapped_column(Words)
    since: Mapped[datetime] = mapped_column(UtcTime)
    by: Mapped[str] = mapped_column(Name(64))
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    note: Mapped[str | None] = mapped_column(Words, default=None)


class MemberRow(Table):
    __tablename__ = "members"

    case_id: Mapped[str] = mapped_column(ForeignKey("cases.id"), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(Name(16))
    added_by: Mapped[str] = mapped_column(Name(64))
    added_at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class FileRow(Table):
    __tablename__ = "files"
    __table_args__ = (UniqueConstraint("case_id", "position"),)

    case_id: Mapped[str] = mapped_column(ForeignKey("cases.id"), primary_key=True)
    sha256: Mapped[str] = mapped_column(Name(64), primary_key=True)
    position: Mapped[int]
    """Order in which the files were given; documents are listed by it."""
    name: Mapped[str] = mapped_column(Words)
    state: Mapped[str] = mapped_column(Name(8))
    """``reading`` until every page is kept, then ``read``."""
    document: Mapped[str] = mapped_column(Words)
    """Document as JSON."""
    reader: Mapped[str] = mapped_column(Name(64))
    """Hash of the reading options: a file read otherwise is read again."""
    added_at: Mapped[datetime | None] = mapped_column(UtcTime, default=now)
    added_by: Mapped[str | None] = mapped_column(Name(64), default=None)
    pages_expected: Mapped[int | None] = mapped_column(Integer, default=None)
    """None = not known before the last page is read."""
    removing: Mapped[bool] = mapped_column(default=False, server_default=false())


class PageRow(Table):
    __tablename__ = "pages"

    case_id: Mapped[str] = mapped_column(ForeignKey("cases.id"), primary_key=True)
    sha256: Mapped[str] = mapped_column(Name(64), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    """Page as JSON, deflated."""


class PageStateRow(Table):
    """How far each page is; apart from its body, so that progress is shown without touching page texts."""

    __tablename__ = "page_states"
    __table_args__ = (ForeignKeyConstraint(["case_id", "sha256"], ["files.case_id", "files.sha256"]),)

    case_id: Mapped[str] = mapped_column(Name(26), primary_key=True)
    sha256: Mapped[str] = mapped_column(Name(64), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    state: Mapped[str] = mapped_column(Name(8))
    kind: Mapped[str | None] = mapped_column(Name(16), default=None)
    problems: Mapped[str] = mapped_column(Words, default="", server_default=text("''"))
    """Codes of the page's problems, joined by spaces."""
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class EventRow(Table):
    """What happened in a case, numbered without gaps: a listener goes on from the number it saw last."""

    __tablename__ = "events"

    case_id: Mapped[str] = mapped_column(ForeignKey("cases.id"), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(Name(32))
    run_id: Mapped[str | None] = mapped_column(Name(26), default=None)
    body: Mapped[str] = mapped_column(Words)
    """JSON of ids, numbers and states; never text of a document."""
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)
