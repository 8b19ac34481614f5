"""Cases, files, pages, runs and findings, as the command line alone kept them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cases",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("data_class", sa.String(16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removing", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cases"),
    )
    op.create_table(
        "files",
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("reader", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("case_id", "sha256", name="pk_files"),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name="fk_files_case_id_cases"),
        sa.UniqueConstraint("case_id", "position", name="uq_files_case_id"),
    )
    op.create_table(
        "pages",
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("case_id", "sha256", "number", name="pk_pages"),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name="fk_pages_case_id_cases"),
    )
    _runs()


def _runs() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.Column("template", sa.Text, nullable=False),
        sa.Column("template_sha256", sa.String(64), nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name="fk_runs_case_id_cases"),
    )
    op.create_index("ix_runs_case_id", "runs", ["case_id"])
    op.create_table(
        "findings",
        sa.Column("run_id", sa.String(26), nullable=False),
        sa.Column("field", sa.String(200), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "field", name="pk_findings"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name="fk_findings_run_id_runs"),
    )
