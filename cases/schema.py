"""The tables. SQLite by default, PostgreSQL by DSN; nothing here is particular to either."""

from datetime import UTC, datetime

from sqlalchemy import DateTime, ForeignKey, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


def now() -> datetime:
    return datetime.now(UTC)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class CaseRow(Base):
    __tablename__ = "cases"

    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    data_class: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    removing: Mapped[bool] = mapped_column(default=False)
    """Set first when a case is removed, so that an interrupted removal is finished later."""


class FileRow(Base):
    __tablename__ = "files"
    __table_args__ = (UniqueConstraint("case_id", "position"),)

    case_id: Mapped[str] = mapped_column(ForeignKey("cases.id"), primary_key=True)
    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    position: Mapped[int]
    """Order in which the files were given; documents are listed by it."""
    name: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(8))
    """``reading`` until every page is kept, then ``read``."""
    document: Mapped[str] = mapped_column(Text)
    """Document as JSON."""
    reader: Mapped[str] = mapped_column(String(64))
    """Hash of the reading options: a file read otherwise is read again."""


class PageRow(Base):
    __tablename__ = "pages"

    case_id: Mapped[str] = mapped_column(ForeignKey("cases.id"), primary_key=True)
    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    """Page as JSON, deflated."""


class RunRow(Base):
    __tablename__ = "runs"

    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    case_id: Mapped[str] = mapped_column(ForeignKey("cases.id"), index=True)
    template: Mapped[str] = mapped_column(Text)
    """``id@version``."""
    template_sha256: Mapped[str] = mapped_column(String(64))
    model: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(8))
    """``running``, ``done``, ``failed``."""
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    finished_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), default=None)


class FindingRow(Base):
    __tablename__ = "findings"

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    field: Mapped[str] = mapped_column(String(200), primary_key=True)
    body: Mapped[str] = mapped_column(Text)
    """Finding as JSON."""
    kept_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
