"""Users: who they are, what they may do, their passwords and lockouts."""

import secrets
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from cases.access import Actor, Role
from cases.audit import record_in
from cases.database import Database
from cases.ids import new_id
from cases.schema import SessionRow, UserRow, now
from evidence.errors import InputRefused, NotKept, NotSignedIn, WrongState
from evidence.frozen import Frozen

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MIN_PASSWORD, MAX_PASSWORD = 12, 1024
TRIES = 5
"""Wrong passwords before a login is locked; each further one locks it twice as long."""
_FIRST_LOCK, _LONGEST_LOCK = timedelta(minutes=1), timedelta(hours=1)
_REFUSED = "login or password is wrong"
_ONE_TIME = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"  # none that is taken for another


class User(Frozen):
    id: str
    login: str
    name: str
    role: Role
    disabled: bool
    must_change: bool
    """The password was given by someone else and opens nothing but its own change."""
    has_password: bool
    locked_until: datetime | None
    created_at: datetime
    created_by: str
    seen_at: datetime | None

    @property
    def actor(self) -> Actor:
        return Actor(id=self.id, user=self.id, name=self.name, role=self.role)


class People:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, login: str, *, name: str, role: Role, by: str, password: str | None = None, must_change: bool = False
    ) -> User:
        """``password`` None = signs in with an identity provider, or (a service) with tokens only."""
        if password is not None and role is Role.SERVICE:
            raise InputRefused(f"{login!r} is a service and has no password; issue a token for it")
        hashed = None if password is None else _hashed(password)
        try:
            with self._database.write() as session:
                row = _new_row(_login(login), name=name, role=role, by=by, password=hashed)
                row.must_change = must_change
                session.add(row)
                session.flush()
                _note(session, by, "user.add", row, {"role": role.value})
                return user_of(row)
        except IntegrityError:
            raise InputRefused(f"there is a user {login!r} already; choose another login") from None

    def first_admin(self, *, login: str = "admin") -> tuple[User, str] | None:
        """An admin with a one-time password where there are no users yet, else None. Of several callers one gets it."""
        password = one_time_password()
        hashed = _hashed(password)
        try:
            with self._database.write() as session:
                if session.scalar(select(func.count()).select_from(UserRow)):
                    return None
                row = _new_row(login, name="Administrator", role=Role.ADMIN, by="system", password=hashed)
                row.must_change = True
                session.add(row)
                session.flush()
                _note(session, "system", "user.add", row, {"role": row.role})
                return user_of(row), password
        except IntegrityError:
            return None

    def all(self) -> tuple[User, ...]:
        with self._database.read() as session:
            return tuple(user_of(row) for row in session.scalars(select(UserRow).order_by(UserRow.login)))

    def get(self, user: str) -> User:
        with self._database.read() as session:
            return user_of(_row(session, user))

    def by_login(self, login: str) -> User:
        with self._database.read() as session:
            row = session.scalars(select(UserRow).where(UserRow.login == _login(login))).one_or_none()
            if row is None:
                raise NotKept(f"no user {login!r}; `lastro user list` shows who there is")
            return user_of(row)

    def sign_in(self, login: str, password: str) -> User:
        """Raises NotSignedIn, with ``retry_after`` while locked. It takes the same time whether the login is known or not."""
        with self._database.read() as session:
            row = session.scalars(select(UserRow).where(UserRow.login == login.strip().casefold())).one_or_none()
            known = None if row is None or row.password is None else (row.id, row.password, row.locked_until)
        if known is None:
            _matches(_decoy(), password)
            raise NotSignedIn(_REFUSED)
        user, hashed, locked_until = known
        if locked_until is not None and (wait := (locked_until - now()).total_seconds()) > 0:
            raise NotSignedIn("too many wrong passwords; wait and try again", retry_after=wait)
        is_right = _matches(hashed, password)
        with self._database.write() as session:
            row = _row(session, user, lock=True)
            if not is_right:
                self._count_failure(session, row)
            elif not row.disabled:
                row.failed, row.locked_until, row.seen_at = 0, None, now()
                if row.password == hashed and _hasher().check_needs_rehash(hashed):
                    row.password = _hashed(password)
            outcome = user_of(row)
        if not is_right or outcome.disabled:
            raise NotSignedIn(_REFUSED)
        return outcome

    def sign_in_as(self, subject: str, *, login: str, name: str, role: Role) -> User:
        """Someone whom an identity provider vouches for; ``subject`` is its issuer and their id there. Made when new; name and
        role follow the provider. A login that a local user has is never taken over."""
        if len(subject) > 400:
            raise NotSignedIn("the identity provider's name for this person is too long")
        with self._database.write() as session:
            row = session.scalars(
                select(UserRow).where(UserRow.subject == subject).with_for_update(key_share=True)
            ).one_or_none()
            if row is None:
                if session.scalar(select(UserRow.id).where(UserRow.login == _login(login))):
                    raise NotSignedIn(f"the login {login!r} is a local user's; an admin must rename one of them")
                row = _new_row(_login(login), name=name, role=role, by="identity provider", password=None)
                row.subject = subject
                session.add(row)
                session.flush()
                _note(session, row.id, "user.add", row, {"role": role.value})
            elif row.disabled:
                raise NotSignedIn("this user is disabled; ask an admin")
            elif row.role != role:
                _note(session, row.id, "user.role", row, {"from": row.role, "to": role.value})
            row.name, row.role, row.seen_at = name, role.value, now()
            return user_of(row)

    def change_password(self, user: str, old: str, new: str) -> None:
        """By its owner; every session ends, the caller begins a new one. Raises NotSignedIn for a wrong old one."""
        with self._database.read() as session:
            login = _row(session, user).login
        self.sign_in(login, old)  # counted and locked like any other try
        if old == new:
            raise InputRefused("the new password is the old one; choose another")
        self._set_password(user, new, by=user, must_change=False)

    def give_password(self, user: str, password: str, *, by: str) -> None:
        """By an admin; it opens nothing but its own change. Ends the user's sessions and lockout."""
        self._set_password(user, password, by=by, must_change=True)

    def set_role(self, user: str, role: Role, *, by: str) -> None:
        with self._database.write() as session:
            if role is not Role.ADMIN:
                _keep_an_admin(session, user)
            row = _row(session, user, lock=True)
            _note(session, by, "user.role", row, {"from": row.role, "to": role.value})
            row.role = role.value

    def set_disabled(self, user: str, *, disabled: bool, by: str) -> None:
        """A disabled user's sessions end and tokens are refused at once."""
        with self._database.write() as session:
            if disabled:
                _keep_an_admin(session, user)
            row = _row(session, user, lock=True)
            row.disabled = disabled
            if disabled:
                _end_sessions(session, user)
            _note(session, by, "user.disable" if disabled else "user.enable", row, {})

    def unlock(self, user: str, *, by: str) -> None:
        with self._database.write() as session:
            row = _row(session, user, lock=True)
            row.failed, row.locked_until = 0, None
            _note(session, by, "user.unlock", row, {})

    def _set_password(self, user: str, password: str, *, by: str, must_change: bool) -> None:
        hashed = _hashed(password)
        with self._database.write() as session:
            row = _row(session, user, lock=True)
            if row.role == Role.SERVICE:
                raise InputRefused(f"{row.login!r} is a service and has no password; issue a token for it")
            row.password, row.must_change, row.failed, row.locked_until = hashed, must_change, 0, None
            _end_sessions(session, user)
            _note(session, by, "user.password", row, {"must_change": must_change})

    def _count_failure(self, session: Session, row: UserRow) -> None:
        row.failed += 1
        if row.failed >= TRIES:
            lock = min(_FIRST_LOCK * 2 ** min(row.failed - TRIES, 10), _LONGEST_LOCK)
            row.locked_until = now() + lock
            _note(session, row.id, "user.lock", row, {"failed": row.failed, "seconds": int(lock.total_seconds())})


def one_time_password() -> str:
    return "".join(secrets.choice(_ONE_TIME) for _ in range(20))


def _new_row(login: str, *, name: str, role: Role, by: str, password: str | None) -> UserRow:
    return UserRow(
        id=new_id(),
        login=login,
        name=name,
        role=role.value,
        password=password,
        must_change=False,
        disabled=False,
        failed=0,
        created_at=now(),
        created_by=by,
    )


def _login(given: str) -> str:
    login = given.strip().casefold()
    if not login or len(login) > 120 or not login.isprintable() or " " in login:
        raise InputRefused(f"{given!r} is no login; give up to 120 characters without spaces")
    return login


def _row(session: Session, user: str, *, lock: bool = False) -> UserRow:
    asked = select(UserRow).where(UserRow.id == user)
    row = session.scalars(asked.with_for_update(key_share=True) if lock else asked).one_or_none()
    if row is None:
        raise NotKept(f"no user {user!r}")
    return row


def _keep_an_admin(session: Session, leaving: str) -> None:
    """Locks them all in one order: of two admins who remove each other at once, one stays."""
    admins = session.scalars(
        select(UserRow.id)
        .where(UserRow.role == Role.ADMIN.value, UserRow.disabled.is_(False))
        .order_by(UserRow.id)
        .with_for_update(key_share=True)
    ).all()
    if list(admins) == [leaving]:
        raise WrongState("this is the only admin left; make another one first")


def _end_sessions(session: Session, user: str) -> None:
    session.connection().execute(delete(SessionRow).where(SessionRow.user_id == user))


def _note(session: Session, by: str, action: str, row: UserRow, detail: dict[str, object]) -> None:
    record_in(session, actor=by, action=action, subject=f"user {row.id}", detail={"login": row.login} | detail)


def user_of(row: UserRow) -> User:
    return User(
        id=row.id,
        login=row.login,
        name=row.name,
        role=Role(row.role),
        disabled=row.disabled,
        must_change=row.must_change,
        has_password=row.password is not None,
        locked_until=row.locked_until,
        created_at=row.created_at,
        created_by=row.created_by,
        seen_at=row.seen_at,
    )


@cache
def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher

    return PasswordHasher()  # argon2id with the costs of RFC 9106's second choice


@cache
def _decoy() -> str:
    """What an unknown login's password is held against, so that the answer takes as long."""
    return _hasher().hash(secrets.token_urlsafe(16))


def _hashed(password: str) -> str:
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise InputRefused(f"a password has {MIN_PASSWORD} to {MAX_PASSWORD} characters; choose a longer one")
    return _hasher().hash(_bytes(password))


def _matches(hashed: str, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    if len(password) > MAX_PASSWORD:
        return False
    try:
        return _hasher().verify(hashed, _bytes(password))
    except (VerificationError, InvalidHashError):
        return False


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
