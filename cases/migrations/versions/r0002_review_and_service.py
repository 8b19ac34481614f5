"""People, review, versions of findings, events, jobs, skills, deletions and the audit."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_TIME = sa.DateTime(timezone=True)
_NO_ENTRY = "0" * 64


def upgrade() -> None:
    _cases_and_files()
    _runs_and_findings()
    _people()
    _people_on_cases()
    _progress()
    _reviews()
    _jobs()
    _ledger()
    _audit()
    _guard_audit()


def _cases_and_files() -> None:
    with op.batch_alter_table("cases") as cases:
        cases.add_column(sa.Column("status", sa.String(16), nullable=False, server_default="open"))
        cases.add_column(sa.Column("created_by", sa.String(64), nullable=True))
        cases.add_column(sa.Column("last_event", sa.BigInteger, nullable=False, server_default="0"))
    with op.batch_alter_table("files") as files:
        files.add_column(sa.Column("added_at", _TIME, nullable=True))
        files.add_column(sa.Column("added_by", sa.String(64), nullable=True))
        files.add_column(sa.Column("pages_expected", sa.Integer, nullable=True))
        files.add_column(sa.Column("removing", sa.Boolean, nullable=False, server_default=sa.false()))


def _runs_and_findings() -> None:
    with op.batch_alter_table("runs") as runs:
        runs.alter_column("state", existing_type=sa.String(8), type_=sa.String(16), existing_nullable=False)
        runs.add_column(sa.Column("created_by", sa.String(64), nullable=True))
        runs.add_column(sa.Column("changed_at", _TIME, nullable=True))
        runs.add_column(sa.Column("reason", sa.Text, nullable=True))
        runs.add_column(sa.Column("options", sa.Text, nullable=False, server_default="{}"))
        runs.add_column(sa.Column("fields", sa.Integer, nullable=True))
    op.execute("UPDATE runs SET reason = 'stopped before its end', state = 'failed' WHERE state = 'stopped'")
    with op.batch_alter_table("findings") as findings:
        findings.add_column(sa.Column("version", sa.Integer, nullable=False, server_default="1"))
        findings.add_column(sa.Column("made_by", sa.String(16), nullable=False, server_default="machine"))
        findings.add_column(sa.Column("person", sa.String(64), nullable=True))
        findings.add_column(sa.Column("standing", sa.Boolean, nullable=False, server_default=sa.true()))
        findings.add_column(sa.Column("base", sa.Integer, nullable=True))
        findings.add_column(sa.Column("restores", sa.Integer, nullable=True))
        findings.add_column(sa.Column("statement", sa.Text, nullable=True))
        findings.add_column(sa.Column("withdrawn", sa.Boolean, nullable=False, server_default=sa.false()))
        findings.drop_constraint("pk_findings", type_="primary")
        findings.create_primary_key("pk_findings", ["run_id", "field", "version"])
    with op.batch_alter_table("findings") as findings:
        findings.alter_column("version", existing_type=sa.Integer, existing_nullable=False, server_default=None)


def _people() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("login", sa.String(120), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("password", sa.Text, nullable=True),
        sa.Column("must_change", sa.Boolean, nullable=False),
        sa.Column("subject", sa.String(400), nullable=True),
        sa.Column("disabled", sa.Boolean, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("locked_until", _TIME, nullable=True),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("created_by", sa.String(64), nullable=False),
        sa.Column("seen_at", _TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("login", name="uq_users_login"),
        sa.UniqueConstraint("subject", name="uq_users_subject"),
    )
    op.create_table(
        "sessions",
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("user_id", sa.String(26), nullable=False),
        sa.Column("csrf", sa.String(64), nullable=False),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("seen_at", _TIME, nullable=False),
        sa.Column("expires_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("secret", name="pk_sessions"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_sessions_user_id_users"),
    )
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("user_id", sa.String(26), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("all_cases", sa.Boolean, nullable=False),
        sa.Column("created_by", sa.String(64), nullable=False),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("expires_at", _TIME, nullable=True),
        sa.Column("used_at", _TIME, nullable=True),
        sa.Column("revoked_at", _TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("secret", name="uq_tokens_secret"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_tokens_user_id_users"),
    )
    op.create_index("ix_tokens_user_id", "tokens", ["user_id"])


def _people_on_cases() -> None:
    op.create_table(
        "token_cases",
        sa.Column("token_id", sa.String(26), nullable=False),
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.PrimaryKeyConstraint("token_id", "case_id", name="pk_token_cases"),
        sa.ForeignKeyConstraint(["token_id"], ["tokens.id"], name="fk_token_cases_token_id_tokens"),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name="fk_token_cases_case_id_cases"),
    )
    op.create_index("ix_token_cases_case_id", "token_cases", ["case_id"])
    op.create_table(
        "members",
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.Column("user_id", sa.String(26), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("added_by", sa.String(64), nullable=False),
        sa.Column("added_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("case_id", "user_id", name="pk_members"),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name="fk_members_case_id_cases"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_members_user_id_users"),
    )
    op.create_index("ix_members_user_id", "members", ["user_id"])
    op.create_table(
        "forums",
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("forum", sa.Text, nullable=False),
        sa.Column("since", _TIME, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("note", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("case_id", "number", name="pk_forums"),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name="fk_forums_case_id_cases"),
    )


def _progress() -> None:
    op.create_table(
        "page_states",
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("kind", sa.String(16), nullable=True),
        sa.Column("problems", sa.Text, nullable=False, server_default=sa.text("''")),
        sa.Column("at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("case_id", "sha256", "number", name="pk_page_states"),
        sa.ForeignKeyConstraint(
            ["case_id", "sha256"], ["files.case_id", "files.sha256"], name="fk_page_states_case_id_files"
        ),
    )
    op.execute(
        "INSERT INTO page_states (case_id, sha256, number, state, problems, at) "
        "SELECT pages.case_id, pages.sha256, pages.number, 'read', '', cases.created_at FROM pages "
        "JOIN cases ON cases.id = pages.case_id "
        "JOIN files ON files.case_id = pages.case_id AND files.sha256 = pages.sha256"
    )
    op.create_table(
        "events",
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("run_id", sa.String(26), nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("case_id", "number", name="pk_events"),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name="fk_events_case_id_cases"),
    )


def _reviews() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("run_id", sa.String(26), nullable=False),
        sa.Column("field", sa.String(200), nullable=False),
        sa.Column("on_version", sa.Integer, nullable=False),
        sa.Column("made_version", sa.Integer, nullable=True),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("note", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_reviews"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name="fk_reviews_run_id_runs"),
    )
    op.create_index("ix_reviews_run_id", "reviews", ["run_id", "field"])


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("case_id", sa.String(26), nullable=True),
        sa.Column("run_id", sa.String(26), nullable=True),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("lock", sa.String(64), nullable=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("max_attempts", sa.Integer, nullable=False),
        sa.Column("worker", sa.String(64), nullable=True),
        sa.Column("beat_at", _TIME, nullable=True),
        sa.Column("due_at", _TIME, nullable=False),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("created_by", sa.String(64), nullable=True),
        sa.Column("finished_at", _TIME, nullable=True),
        sa.Column("cancel_asked", sa.Boolean, nullable=False),
        sa.Column("error", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name="fk_jobs_case_id_cases"),
    )
    op.create_index("ix_jobs_case_id", "jobs", ["case_id"])
    op.create_index("ix_jobs_state", "jobs", ["state", "due_at"])
    running = sa.text("state = 'running'")
    op.create_index("uq_jobs_lock", "jobs", ["lock"], unique=True, sqlite_where=running, postgresql_where=running)


def _ledger() -> None:
    op.create_table(
        "skills",
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("created_by", sa.String(64), nullable=False),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("promoted_by", sa.String(64), nullable=True),
        sa.Column("promoted_at", _TIME, nullable=True),
        sa.Column("retired_at", _TIME, nullable=True),
        sa.Column("note", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("kind", "name", "version", name="pk_skills"),
    )
    live = sa.text("state = 'live'")
    op.create_index("uq_skills_live", "skills", ["kind", "name"], unique=True, sqlite_where=live, postgresql_where=live)
    op.create_table(
        "deletions",
        sa.Column("id", sa.String(26), nullable=False),
        sa.Column("case_id", sa.String(26), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=True),
        sa.Column("runs", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("begun_at", _TIME, nullable=False),
        sa.Column("finished_at", _TIME, nullable=True),
        sa.Column("found", sa.Text, nullable=False),
        sa.Column("left_over", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deletions"),
    )
    op.create_index("ix_deletions_case_id", "deletions", ["case_id"])
    op.execute(  # removals that an earlier version left unfinished
        "INSERT INTO deletions (id, case_id, runs, state, by, begun_at, found, left_over) "
        "SELECT id, id, '[]', 'marked', 'command line', created_at, '{}', '{}' FROM cases WHERE removing"
    )


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("number", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(300), nullable=False),
        sa.Column("case_id", sa.String(26), nullable=True),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_audit"),
    )
    op.create_index("ix_audit_actor", "audit", ["actor"])
    op.create_index("ix_audit_case_id", "audit", ["case_id"])
    head = op.create_table(
        "audit_head",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_head"),
    )
    op.bulk_insert(head, [{"id": 1, "number": 0, "hash": _NO_ENTRY}])


def _guard_audit() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER audit_no_{change.lower()} BEFORE {change} ON audit "
                "BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the audit is append-only'; END $$"
    )
    op.execute(
        "CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON audit "
        "FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()"
    )
    op.execute(
        "CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()"
    )
