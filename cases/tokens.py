"""API tokens: a program acts for a user with them, in a role and on cases that are at most the user's own."""

from datetime import datetime, timedelta

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from cases.access import Actor, Role
from cases.audit import record_in
from cases.database import Database
from cases.ids import hash_of_secret, new_id, new_secret
from cases.schema import CaseRow, MemberRow, TokenCaseRow, TokenRow, UserRow, now
from evidence.errors import InputRefused, NotKept, NotSignedIn
from evidence.frozen import Frozen

PREFIX = "lastro_"
"""So that scanners of leaked secrets know one."""
_USED_EVERY = timedelta(minutes=1)
_REFUSED = "the token is unknown, has expired or was revoked; issue another"
_MAY_BE = {
    Role.ADMIN: frozenset(Role),
    Role.REVIEWER: frozenset({Role.REVIEWER, Role.ANALYST, Role.SERVICE}),
    Role.ANALYST: frozenset({Role.ANALYST, Role.SERVICE}),
    Role.SERVICE: frozenset({Role.SERVICE}),
}


class Token(Frozen):
    id: str
    name: str
    user: str
    role: Role
    cases: frozenset[str] | None
    """None = every case its user is a member of, later ones too."""
    created_by: str
    created_at: datetime
    expires_at: datetime | None
    used_at: datetime | None
    """To the minute."""
    revoked_at: datetime | None


class NewToken(Frozen):
    secret: str
    """Shown once; it is not kept."""
    token: Token


class Tokens:
    def __init__(self, database: Database) -> None:
        self._database = database

    def issue(
        self,
        name: str,
        *,
        user: str,
        role: Role,
        by: str,
        cases: frozenset[str] | None = None,
        expires_at: datetime | None = None,
    ) -> NewToken:
        """Raises InputRefused for a role beyond the user's and for cases that they are no member of."""
        if not name.strip():
            raise InputRefused("a token needs a name, such as the program that uses it")
        secret = PREFIX + new_secret()
        with self._database.write() as session:
            person = session.get(UserRow, user)
            if person is None or person.disabled:
                raise NotKept(f"no user {user!r} who may have tokens")
            if role not in _MAY_BE[Role(person.role)]:
                raise InputRefused(f"{person.login!r} is {person.role}; a token of theirs cannot be {role}")
            _must_be_member(session, user, cases)
            row = TokenRow(
                id=new_id(),
                name=name.strip(),
                secret=hash_of_secret(secret),
                user_id=user,
                role=role.value,
                all_cases=cases is None,
                created_by=by,
                created_at=now(),
                expires_at=expires_at,
            )
            session.add(row)
            session.flush()
            session.add_all(TokenCaseRow(token_id=row.id, case_id=case) for case in sorted(cases or ()))
            detail = {"user": user, "role": role.value, "cases": None if cases is None else sorted(cases)}
            record_in(session, actor=by, action="token.issue", subject=f"token {row.id}", detail=detail)
            return NewToken(secret=secret, token=_token(session, row))

    def check(self, secret: str) -> Actor:
        """Raises NotSignedIn."""
        with self._database.read() as session:
            found = session.execute(
                select(TokenRow, UserRow)
                .join(UserRow, UserRow.id == TokenRow.user_id)
                .where(TokenRow.secret == hash_of_secret(secret))
            ).one_or_none()
            if found is None:
                raise NotSignedIn(_REFUSED)
            row, person = found.tuple()
            time = now()
            is_over = row.expires_at is not None and row.expires_at <= time
            # the user may have become less than the token since it was issued
            is_beyond = Role(row.role) not in _MAY_BE[Role(person.role)]
            if is_over or is_beyond or row.revoked_at is not None or person.disabled:
                raise NotSignedIn(_REFUSED)
            is_noted = row.used_at is not None and time - row.used_at < _USED_EVERY
            actor = Actor(
                id=f"token:{row.id}",
                user=person.id,
                name=f"{person.name} ({row.name})",
                role=Role(row.role),
                cases=_cases_of(session, row),
            )
        if not is_noted:
            with self._database.write() as session:
                token = actor.id.removeprefix("token:")
                session.connection().execute(update(TokenRow).where(TokenRow.id == token).values(used_at=now()))
        return actor

    def list(self, *, user: str | None = None) -> tuple[Token, ...]:
        asked = select(TokenRow).order_by(TokenRow.created_at, TokenRow.id)
        with self._database.read() as session:
            rows = session.scalars(asked if user is None else asked.where(TokenRow.user_id == user)).all()
            return tuple(_token(session, row) for row in rows)

    def revoke(self, token: str, *, by: str) -> None:
        with self._database.write() as session:
            row = session.get(TokenRow, token)
            if row is None:
                raise NotKept(f"no token {token!r}")
            if row.revoked_at is None:
                row.revoked_at = now()
                record_in(session, actor=by, action="token.revoke", subject=f"token {token}", detail={})


def _must_be_member(session: Session, user: str, cases: frozenset[str] | None) -> None:
    if cases is None:
        return
    held = session.scalar(
        select(func.count())
        .select_from(MemberRow)
        .join(CaseRow, CaseRow.id == MemberRow.case_id)
        .where(MemberRow.user_id == user, MemberRow.case_id.in_(sorted(cases)), CaseRow.removing.is_(False))
    )
    if held != len(cases):
        raise InputRefused("a token is confined to cases that its user is a member of; name those")


def _cases_of(session: Session, row: TokenRow) -> frozenset[str] | None:
    if row.all_cases:
        return None
    return frozenset(session.scalars(select(TokenCaseRow.case_id).where(TokenCaseRow.token_id == row.id)))


def _token(session: Session, row: TokenRow) -> Token:
    return Token(
        id=row.id,
        name=row.name,
        user=row.user_id,
        role=Role(row.role),
        cases=_cases_of(session, row),
        created_by=row.created_by,
        created_at=row.created_at,
        expires_at=row.expires_at,
        used_at=row.used_at,
        revoked_at=row.revoked_at,
    )
