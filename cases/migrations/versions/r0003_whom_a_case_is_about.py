"""Whom a case is about, where somebody said it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("cases") as cases:
        cases.add_column(sa.Column("subject", sa.Text, nullable=True))
        cases.add_column(sa.Column("subject_number", sa.Text, nullable=True))
