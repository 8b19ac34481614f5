"""Browser sessions: begun anew at every sign-in, kept as a hash, ended by time, by the user, or with the user."""

from datetime import datetime, timedelta

from sqlalchemy import delete, select, update

from cases.database import Database, rows_changed
from cases.ids import hash_of_secret, new_secret
from cases.people import User, user_of
from cases.schema import SessionRow, UserRow, now
from evidence.errors import NotSignedIn
from evidence.frozen import Frozen

LONGEST = timedelta(hours=12)
"""A session ends then, used or not."""
IDLE = timedelta(hours=2)
_SEEN_EVERY = timedelta(minutes=1)  # a page of many requests writes once
_ENDED = "you are not signed in, or your session has ended; sign in"


class NewSession(Frozen):
    secret: str
    """For the cookie; it is not kept anywhere else."""
    csrf: str
    expires_at: datetime


class LiveSession(Frozen):
    user: User
    csrf: str
    """What a form or header must bring along."""
    begun_at: datetime
    expires_at: datetime


class Sessions:
    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, user: str) -> NewSession:
        """After a sign-in; never with a secret that the browser brought along."""
        secret, csrf, expires_at = new_secret(), new_secret(), now() + LONGEST
        with self._database.write() as session:
            session.connection().execute(delete(SessionRow).where(SessionRow.expires_at < now()))
            session.add(
                SessionRow(
                    secret=hash_of_secret(secret),
                    user_id=user,
                    csrf=csrf,
                    created_at=now(),
                    seen_at=now(),
                    expires_at=expires_at,
                )
            )
        return NewSession(secret=secret, csrf=csrf, expires_at=expires_at)

    def get(self, secret: str) -> LiveSession:
        """Raises NotSignedIn."""
        with self._database.read() as session:
            found = session.execute(
                select(SessionRow, UserRow)
                .join(UserRow, UserRow.id == SessionRow.user_id)
                .where(SessionRow.secret == hash_of_secret(secret))
            ).one_or_none()
            if found is None:
                raise NotSignedIn(_ENDED)
            row, person = found.tuple()
            time = now()
            if person.disabled or row.expires_at <= time or row.seen_at + IDLE <= time:
                raise NotSignedIn(_ENDED)
            is_seen = time - row.seen_at < _SEEN_EVERY
            live = LiveSession(user=user_of(person), csrf=row.csrf, begun_at=row.created_at, expires_at=row.expires_at)
        if not is_seen:
            with self._database.write() as session:
                session.connection().execute(
                    update(SessionRow).where(SessionRow.secret == hash_of_secret(secret)).values(seen_at=now())
                )
        return live

    def end(self, secret: str) -> None:
        with self._database.write() as session:
            session.connection().execute(delete(SessionRow).where(SessionRow.secret == hash_of_secret(secret)))

    def end_all(self, user: str) -> int:
        """Everywhere; returns how many there were."""
        with self._database.write() as session:
            return rows_changed(session, delete(SessionRow).where(SessionRow.user_id == user))
