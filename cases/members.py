"""The people of one case, before whom it is pending, and whether it is still worked on."""

import re
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from cases.access import Actor, reaches
from cases.audit import record_in
from cases.database import Database, rows_changed
from cases.events import EventKind, lock_case, note_in
from cases.records import CaseRole, CaseStatus, DataClass, ForumEntry, Member, SaidSubject
from cases.schema import CaseRow, ForumRow, MemberRow, UserRow, now
from evidence.errors import InputRefused, NotAllowed, NotKept, WrongState

_UNSHOWABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")
_LONGEST_NAME = 300
_LONGEST_NUMBER = 64


def shown_title(title: str) -> str:
    """Titles come from people and from names of files: without control characters, turned text and broken letters."""
    shown = _shown(title)
    if not shown:
        raise InputRefused("a case needs a title; give one with --title")
    return shown


def said_subject(*, name: str | None, number: str | None) -> SaidSubject:
    """What is blank is not said. Raises InputRefused for what cannot stand in a paper: a name without a letter, a number
    without a digit."""
    shown_name, shown_number = ((_shown(given) or None) if given is not None else None for given in (name, number))
    if shown_name is not None and (len(shown_name) > _LONGEST_NAME or not re.search(r"[^\W\d_]", shown_name)):
        raise InputRefused(f"{shown_name[:80]!r} is no name; give it as the papers write it, such as 'ООО «X»'")
    if shown_number is not None and (len(shown_number) > _LONGEST_NUMBER or not re.search(r"\d", shown_number)):
        raise InputRefused(f"{shown_number[:80]!r} is no number; give a tax or personal number, such as 301234567")
    return SaidSubject(name=shown_name, number=shown_number)


def _shown(given: str) -> str:
    return _UNSHOWABLE.sub(" ", re.sub("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", given)).strip()


class CasePeople:
    """Bound to one case when opened."""

    def __init__(self, database: Database, case: str) -> None:
        self._database = database
        self._case = case

    def members(self) -> tuple[Member, ...]:
        with self._database.read() as session:
            rows = session.execute(
                select(MemberRow, UserRow)
                .join(UserRow, UserRow.id == MemberRow.user_id)
                .where(MemberRow.case_id == self._case)
                .order_by(MemberRow.added_at, MemberRow.user_id)
            ).tuples()
            return tuple(
                Member(
                    case=self._case,
                    user=user.id,
                    login=user.login,
                    name=user.name,
                    role=CaseRole(member.role),
                    added_by=member.added_by,
                    added_at=member.added_at,
                )
                for member, user in rows
            )

    def role_of(self, user: str) -> CaseRole | None:
        """None = no member: for them the case does not exist."""
        with self._database.read() as session:
            row = session.get(MemberRow, (self._case, user))
            return None if row is None else CaseRole(row.role)

    def must_reach(self, actor: Actor, needed: CaseRole) -> None:
        """Raises NotKept for someone who may not know of the case, NotAllowed for a member whose role is too small."""
        held = self.role_of(actor.user)
        if held is None or (actor.cases is not None and self._case not in actor.cases):
            raise NotKept(f"no case {self._case!r}; it may not exist, or you are no member of it")
        if not reaches(held, needed):
            raise NotAllowed(f"this takes the role {needed} on the case, and {actor.name!r} is {held} of it")

    def add(self, user: str, role: CaseRole, *, by: str) -> None:
        """Add a member, or give them another role."""
        with self._database.write() as session:
            lock_case(session, self._case)
            if session.get(UserRow, user) is None:
                raise NotKept(f"no user {user!r}; make them first")
            row = session.get(MemberRow, (self._case, user))
            if row is None:
                session.add(MemberRow(case_id=self._case, user_id=user, role=role.value, added_by=by))
            else:
                if row.role == CaseRole.OWNER and role is not CaseRole.OWNER:
                    self._keep_an_owner(session, user)
                row.role = role.value
            self._note(session, by, "case.member", {"user": user, "role": role.value})

    def remove(self, user: str, *, by: str) -> None:
        with self._database.write() as session:
            lock_case(session, self._case)
            row = session.get(MemberRow, (self._case, user))
            if row is None:
                raise NotKept(f"user {user!r} is no member of this case")
            if row.role == CaseRole.OWNER:
                self._keep_an_owner(session, user)
            rows_changed(session, delete(MemberRow).where(MemberRow.case_id == self._case, MemberRow.user_id == user))
            self._note(session, by, "case.member", {"user": user, "role": None})

    def forums(self) -> tuple[ForumEntry, ...]:
        """Oldest first; the last stands."""
        with self._database.read() as session:
            rows = session.scalars(select(ForumRow).where(ForumRow.case_id == self._case).order_by(ForumRow.number))
            return tuple(
                ForumEntry(number=row.number, forum=row.forum, since=row.since, by=row.by, at=row.at, note=row.note)
                for row in rows
            )

    def move_to(self, forum: str, *, by: str, since: datetime | None = None, note: str | None = None) -> None:
        """The case is pending before ``forum`` from now, or ``since``; what was written before stays."""
        if not forum.strip():
            raise InputRefused("name the forum, such as uscis or federal_court")
        with self._database.write() as session:
            lock_case(session, self._case)
            newest = session.scalar(select(func.max(ForumRow.number)).where(ForumRow.case_id == self._case)) or 0
            session.add(
                ForumRow(
                    case_id=self._case,
                    number=newest + 1,
                    forum=forum.strip(),
                    since=since or now(),
                    by=by,
                    at=now(),
                    note=note,
                )
            )
            self._note(session, by, "case.forum", {"number": newest + 1})

    def subject(self) -> SaidSubject:
        """As it is said now, whenever the case was opened."""
        with self._database.read() as session:
            row = session.get(CaseRow, self._case)
            return SaidSubject() if row is None else SaidSubject(name=row.subject, number=row.subject_number)

    def set_subject(self, subject: SaidSubject, *, by: str) -> None:
        """Runs and questions from now on go by it; what was found before stays. Empty = the papers decide again."""
        said = said_subject(name=subject.name, number=subject.number)
        with self._database.write() as session:
            row = lock_case(session, self._case)
            row.subject, row.subject_number = said.name, said.number
            given = [key for key, value in (("name", said.name), ("number", said.number)) if value is not None]
            self._note(session, by, "case.subject", {"given": given})  # who it is stands in neither event nor audit

    def set_status(self, status: CaseStatus, *, by: str) -> None:
        with self._database.write() as session:
            lock_case(session, self._case).status = status.value
            self._note(session, by, "case.status", {"status": status.value})

    def rename(self, title: str, *, by: str) -> None:
        shown = shown_title(title)
        with self._database.write() as session:
            lock_case(session, self._case).title = shown
            self._note(session, by, "case.rename", {})  # titles name people: neither event nor audit holds them

    def set_data_class(self, data_class: DataClass, *, by: str) -> None:
        """Whether the case's text may leave the private network."""
        with self._database.write() as session:
            row = lock_case(session, self._case)
            self._note(session, by, "case.data_class", {"from": row.data_class, "to": data_class.value})
            row.data_class = data_class.value

    def _keep_an_owner(self, session: Session, leaving: str) -> None:
        others = session.scalar(
            select(func.count()).where(
                MemberRow.case_id == self._case, MemberRow.role == CaseRole.OWNER.value, MemberRow.user_id != leaving
            )
        )
        if not others:
            raise WrongState("this is the case's only owner; make someone else an owner first")

    def _note(self, session: Session, by: str, action: str, detail: dict[str, object]) -> None:
        note_in(session, self._case, EventKind.CASE, body={"action": action} | detail)
        record_in(session, actor=by, action=action, subject=f"case {self._case}", case=self._case, detail=detail)
