"""What happens in a case, numbered without gaps in the order of its commits: a listener that names the last number it saw misses
nothing and hears nothing twice. Events hold ids, numbers and states, never text of a document."""

import json
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from cases.database import Database
from cases.schema import CaseRow, EventRow
from evidence.errors import NotKept
from evidence.frozen import Frozen

KEPT = 5000
"""Events of one case; older ones are forgotten."""


class EventKind(StrEnum):
    CASE = "case"
    FILE = "file"
    PAGES = "pages"
    RUN = "run"
    FINDING = "finding"
    REVIEW = "review"
    REMOVAL = "removal"


class Event(Frozen):
    case: str
    number: int
    """From 1; where the next one's is not one more, older events were forgotten: load everything anew."""
    kind: EventKind
    run: str | None
    body: dict[str, Any]  # JSON of ids, numbers and states
    at: datetime


def lock_case(session: Session, case: str) -> CaseRow:
    """The case's row, held until the transaction ends. Raises NotKept for a case that is being removed."""
    row = session.scalars(
        select(CaseRow).where(CaseRow.id == case, CaseRow.removing.is_(False)).with_for_update(key_share=True)
    ).one_or_none()
    if row is None:
        raise NotKept(f"no case {case!r}; it was removed, or is being removed")
    return row


def note_in(
    session: Session, case: str, kind: EventKind, *, run: str | None = None, body: dict[str, Any] | None = None
) -> int:
    """Add an event to the caller's transaction. The case's row is locked until it ends. Raises NotKept for a case that is being
    removed: nothing may be added to it any more."""
    number = session.scalar(
        update(CaseRow)
        .where(CaseRow.id == case, CaseRow.removing.is_(False))
        .values(last_event=CaseRow.last_event + 1)
        .returning(CaseRow.last_event)
        .execution_options(synchronize_session=False)
    )
    if number is None:
        raise NotKept(f"no case {case!r}; it was removed, or is being removed")
    session.add(EventRow(case_id=case, number=number, kind=kind.value, run_id=run, body=json.dumps(body or {})))
    if number % 500 == 0:
        session.connection().execute(delete(EventRow).where(EventRow.case_id == case, EventRow.number <= number - KEPT))
    return number


def events_after(database: Database, case: str, *, number: int = 0, limit: int = 200) -> tuple[Event, ...]:
    number = min(max(number, 0), 2**62)
    with database.read() as session:
        rows = session.scalars(
            select(EventRow)
            .where(EventRow.case_id == case, EventRow.number > number)
            .order_by(EventRow.number)
            .limit(limit)
        )
        return tuple(
            Event(
                case=row.case_id,
                number=row.number,
                kind=EventKind(row.kind),
                run=row.run_id,
                body=json.loads(row.body),
                at=row.at,
            )
            for row in rows
        )
