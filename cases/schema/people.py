"""Tables of users, their sessions and API tokens. Secrets are kept as hashes only."""

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from cases.schema.columns import Name, Table, UtcTime, Words, now


class UserRow(Table):
    """Never deleted, only disabled: decisions name their user for good."""

    __tablename__ = "users"

    id: Mapped[str] = mapped_column(Name(26), primary_key=True)
    login: Mapped[str] = mapped_column(Name(120), unique=True)
    """Lower case."""
    name: Mapped[str] = mapped_column(Words)
    role: Mapped[str] = mapped_column(Name(16))
    password: Mapped[str | None] = mapped_column(Words, default=None)
    """argon2id, with its salt and costs; None = signs in elsewhere or not at all."""
    must_change: Mapped[bool] = mapped_column(default=False)
    """The password was given by someone else."""
    subject: Mapped[str | None] = mapped_column(Name(400), unique=True, default=None)
    """Issuer and subject of an identity provider."""
    disabled: Mapped[bool] = mapped_column(default=False)
    failed: Mapped[int] = mapped_column(default=0)
    """Wrong passwords since the last right one."""
    locked_until: Mapped[datetime | None] = mapped_column(UtcTime, default=None)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    created_by: Mapped[str] = mapped_column(Name(64))
    seen_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)


class SessionRow(Table):
    __tablename__ = "sessions"

    secret: Mapped[str] = mapped_column(Name(64), primary_key=True)
    """SHA-256 of the cookie."""
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"), index=True)
    csrf: Mapped[str] = mapped_column(Name(64))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    seen_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    expires_at: Mapped[datetime] = mapped_column(UtcTime)


class TokenRow(Table):
    __tablename__ = "tokens"

    id: Mapped[str] = mapped_column(Name(26), primary_key=True)
    name: Mapped[str] = mapped_column(Words)
    secret: Mapped[str] = mapped_column(Name(64), unique=True)
    """SHA-256 of the token."""
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"), index=True)
    """Whom it acts for; disabled with them."""
    role: Mapped[str] = mapped_column(Name(16))
    all_cases: Mapped[bool] = mapped_column(default=False)
    """True = every case its user is a member of."""
    created_by: Mapped[str] = mapped_column(Name(64))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    expires_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)
    used_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcTime, default=None)


class TokenCaseRow(Table):
    __tablename__ = "token_cases"

    token_id: Mapped[str] = mapped_column(ForeignKey("tokens.id"), primary_key=True)
    case_id: Mapped[str] = mapped_column(ForeignKey("cases.id"), primary_key=True, index=True)
