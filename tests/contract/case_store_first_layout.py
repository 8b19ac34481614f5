"""The layout that Lastro 0.1 made with ``create_all``, before revisions were written down; frozen here for the upgrade tests."""

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

FIRST = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
CASES = Table(
    "cases",
    FIRST,
    Column("id", String(26), primary_key=True),
    Column("title", Text, nullable=False),
    Column("data_class", String(16), nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("removing", Boolean, nullable=False),
)
FILES = Table(
    "files",
    FIRST,
    Column("case_id", String(26), ForeignKey("cases.id"), primary_key=True),
    Column("sha256", String(64), primary_key=True),
    Column("position", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("state", String(8), nullable=False),
    Column("document", Text, nullable=False),
    Column("reader", String(64), nullable=False),
    UniqueConstraint("case_id", "position"),
)
PAGES = Table(
    "pages",
    FIRST,
    Column("case_id", String(26), ForeignKey("cases.id"), primary_key=True),
    Column("sha256", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
RUNS = Table(
    "runs",
    FIRST,
    Column("id", String(26), primary_key=True),
    Column("case_id", String(26), ForeignKey("cases.id"), index=True, nullable=False),
    Column("template", Text, nullable=False),
    Column("template_sha256", String(64), nullable=False),
    Column("model", Text, nullable=False),
    Column("state", String(8), nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("finished_at", DateTime(timezone=True), nullable=True),
)
FINDINGS = Table(
    "findings",
    FIRST,
    Column("run_id", String(26), ForeignKey("runs.id"), primary_key=True),
    Column("field", String(200), primary_key=True),
    Column("body", Text, nullable=False),
    Column("kept_at", DateTime(timezone=True), nullable=False),
)
