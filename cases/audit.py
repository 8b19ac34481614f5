"""Who did what and when: entries are only ever added, each carries the hash of the one before.

A chain shows every change inside of it. Entries cut off at its end show against the head that is kept beside it, or against an
anchor noted elsewhere (a printed head, a log line): somebody who may write to the database can mend both the chain and its head.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from cases.database import Database
from cases.schema import AuditHeadRow, AuditRow, now, storable
from evidence.frozen import Frozen

NO_ENTRY = "0" * 64
TOKEN = "token"
"""Key of an entry's detail: id of the token through which the actor, a user, acted."""
acting_through: ContextVar[str | None] = ContextVar("acting_through", default=None)
"""Set where a request comes in: id of its token. What is decided through a token is its user's decision, and says so here."""
_BATCH = 1000


class AuditEntry(Frozen):
    number: int
    at: datetime
    actor: str
    """Id of a user, or ``token:`` and a token's; ``system`` and ``command line`` are nobody's."""
    action: str
    """Such as ``review.approve``."""
    subject: str
    """What it was done to, as ``run 01J… field inn``."""
    case: str | None
    detail: dict[str, Any]  # JSON of ids, numbers and states
    previous: str
    hash: str

    @property
    def token(self) -> str | None:
        """Id of the token that acted, or through which its user did."""
        kind, _, token = self.actor.partition(":")
        if kind == TOKEN and token:
            return token
        held = self.detail.get(TOKEN)
        return held if isinstance(held, str) and not self.subject.startswith(f"{TOKEN} ") else None


class AuditAnchor(Frozen):
    """The newest entry at some time, to be noted outside of the database."""

    number: int
    hash: str


class AuditVerdict(Frozen):
    entries: int
    """How many hold, from the first on."""
    broken_at: int | None = None
    """Number of the first entry that does not hold or is missing."""
    reason: str | None = None
    head: AuditAnchor

    @property
    def holds(self) -> bool:
        return self.broken_at is None


def record_in(
    session: Session,
    *,
    actor: str,
    action: str,
    subject: str,
    case: str | None = None,
    detail: Mapping[str, Any] | None = None,  # JSON of ids, numbers and states; never text of a document
) -> int:
    """Add an entry to the caller's transaction, as its last step: the head stays locked until it ends."""
    said = dict(detail or {})
    token = acting_through.get()
    if token is not None and not actor.startswith(f"{TOKEN}:"):
        said[TOKEN] = token
    head = session.scalars(select(AuditHeadRow).where(AuditHeadRow.id == 1).with_for_update()).one()
    row = AuditRow(
        number=head.number + 1,
        at=now().astimezone(UTC).isoformat(),
        actor=storable(actor),  # hashed as it will be read again
        action=action,
        subject=storable(subject),
        case_id=case,
        detail=storable(_json(said)),
        previous=head.hash,
    )
    row.hash = _hash_of(row)
    session.add(row)
    head.number, head.hash = row.number, row.hash
    session.flush()
    return row.number


class Audit:
    def __init__(self, database: Database) -> None:
        self._database = database

    def record(
        self,
        *,
        actor: str,
        action: str,
        subject: str,
        case: str | None = None,
        detail: Mapping[str, Any] | None = None,  # as above
    ) -> int:
        """An entry of its own, for what changes nothing in the store: a download, a refused login. Returns its number."""
        with self._database.write() as session:
            return record_in(session, actor=actor, action=action, subject=subject, case=case, detail=detail)

    def entries(
        self, *, case: str | None = None, actor: str | None = None, before: int | None = None, limit: int = 100
    ) -> tuple[AuditEntry, ...]:
        """Newest first; ``before`` is the number to go on from."""
        asked = select(AuditRow).order_by(AuditRow.number.desc()).limit(limit)
        if case is not None:
            asked = asked.where(AuditRow.case_id == case)
        if actor is not None:
            asked = asked.where(AuditRow.actor == actor)
        if before is not None:
            asked = asked.where(AuditRow.number < min(max(before, 0), 2**62))
        with self._database.read() as session:
            return tuple(_entry(row) for row in session.scalars(asked))

    def entry(self, number: int) -> AuditEntry | None:
        """As it stands, whether it holds or not; None = it is missing, or cannot be read any more."""
        with self._database.read() as session:
            row = session.get(AuditRow, number)
            try:
                return None if row is None else _entry(row)
            except ValueError:  # its JSON or its time was changed into something that is none
                return None

    def head(self) -> AuditAnchor:
        with self._database.read() as session:
            return _head(session)

    def verify(self, *, anchor: AuditAnchor | None = None) -> AuditVerdict:
        """Compute every hash again. ``anchor``: a head noted earlier, which must still be there."""
        with self._database.read() as session:
            if not self._database.is_sqlite:  # one view of the table, however many entries are added meanwhile
                session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            head = _head(session)
            number, previous = 0, NO_ENTRY
            for row in _in_order(session):
                reason = _fault_of(row, number=number + 1, previous=previous, anchor=anchor)
                if reason is not None:
                    return AuditVerdict(entries=number, broken_at=number + 1, reason=reason, head=head)
                number, previous = row.number, row.hash
        reason = _fault_of_end(number, previous, head=head, anchor=anchor)
        return AuditVerdict(entries=number, broken_at=number + 1 if reason else None, reason=reason, head=head)


def _fault_of(row: AuditRow, *, number: int, previous: str, anchor: AuditAnchor | None) -> str | None:
    if row.number != number:
        return f"entry {number} is missing; entry {row.number} follows"
    if row.previous != previous:
        return "it does not carry the hash of the entry before it"
    if row.hash != _hash_of(row):
        return "its content was changed after it was written"
    if anchor is not None and row.number == anchor.number and row.hash != anchor.hash:
        return "it is another entry than the one noted as the anchor"
    return None


def _fault_of_end(number: int, last: str, *, head: AuditAnchor, anchor: AuditAnchor | None) -> str | None:
    if number == head.number and last != head.hash:
        return "the head that is kept beside the entries has another hash than the newest of them"
    if number != head.number:
        return f"the entries end at {number}, and {head.number} were written"
    if anchor is not None and anchor.number > number:
        return f"the entries end at {number}, and the anchor names entry {anchor.number}"
    return None


def _in_order(session: Session) -> Iterator[AuditRow]:
    number: int | None = None
    while True:
        asked = select(AuditRow).order_by(AuditRow.number).limit(_BATCH)
        rows = session.scalars(asked if number is None else asked.where(AuditRow.number > number)).all()
        if not rows:
            return
        yield from rows
        number = rows[-1].number
        session.expunge_all()


def _hash_of(row: AuditRow) -> str:
    said = [row.number, row.at, row.actor, row.action, row.subject, row.case_id, row.detail, row.previous]
    return hashlib.sha256(_json(said).encode()).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _head(session: Session) -> AuditAnchor:
    row = session.get_one(AuditHeadRow, 1)
    return AuditAnchor(number=row.number, hash=row.hash)


def _entry(row: AuditRow) -> AuditEntry:
    return AuditEntry(
        number=row.number,
        at=datetime.fromisoformat(row.at),
        actor=row.actor,
        action=row.action,
        subject=row.subject,
        case=row.case_id,
        detail=json.loads(row.detail),
        previous=row.previous,
        hash=row.hash,
    )
