"""Cases under one home folder and database, and everything that is kept beside them."""

from pathlib import Path
from typing import cast

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from cases.access import COMMAND_LINE, Actor, visible_to
from cases.audit import Audit, record_in
from cases.case_files import CaseFiles
from cases.database import Database, open_database
from cases.deletions import Deletions
from cases.findings import run_record
from cases.ids import new_id
from cases.jobs import Jobs
from cases.members import said_subject, shown_title
from cases.people import People
from cases.records import CaseRecord, CaseStatus, DataClass, Deletion, DeletionReceipt, RunRecord, RunState, SaidSubject
from cases.run_states import UNFINISHED
from cases.runs import RunFindings
from cases.schema import CaseRow, FileRow, ForumRow, MemberRow, RunRow
from cases.sessions import Sessions
from cases.skills import Skills
from cases.tokens import Tokens
from evidence.errors import InputRefused, NotKept

__all__ = ["CaseFiles", "CaseStore", "RunFindings"]


class CaseStore:
    """Safe to use from many threads and processes."""

    def __init__(self, home: Path, *, dsn: str | None = None) -> None:
        self.home = home
        self.database: Database = open_database(home, dsn)
        self.audit = Audit(self.database)
        self.deletions = Deletions(self.database, home)
        self.people = People(self.database)
        self.sessions = Sessions(self.database)
        self.tokens = Tokens(self.database)
        self.skills = Skills(self.database)
        self.jobs = Jobs(self.database)

    def create(
        self,
        title: str,
        *,
        data_class: DataClass = DataClass.CONFIDENTIAL,
        subject: SaidSubject | None = None,
        by: Actor | None = None,
    ) -> CaseFiles:
        """``by`` becomes the case's owner; None = from the command line. ``subject``: whom the case is about; None = the
        papers decide."""
        shown = shown_title(title)
        said = said_subject(name=subject.name, number=subject.number) if subject is not None else SaidSubject()
        case = new_id()
        with self.database.write() as session:
            session.add(
                CaseRow(
                    id=case,
                    title=shown,
                    data_class=data_class.value,
                    created_by=None if by is None else by.user,
                    subject=said.name,
                    subject_number=said.number,
                )
            )
            session.flush()
            if by is not None:
                session.add(MemberRow(case_id=case, user_id=by.user, role="owner", added_by=by.user))
            record_in(
                session,
                actor=by.id if by is not None else COMMAND_LINE,
                action="case.create",
                subject=f"case {case}",
                case=case,
                detail={"data_class": data_class.value},
            )
        return self.open(case)

    def list(self, *, to: Actor | None = None) -> tuple[CaseRecord, ...]:
        """``to``: only the cases that they may see; None = all, for the command line."""
        with self.database.read() as session:
            asked = _records().where(CaseRow.removing.is_(False)).order_by(CaseRow.created_at, CaseRow.id)
            if to is not None:
                asked = asked.where(visible_to(to))
            return tuple(_record(row) for row in session.execute(asked).tuples())

    def open(self, case: str, *, to: Actor | None = None) -> CaseFiles:
        """By id, or by title where only one case has it. ``to``: who asks; a case that they may not see is not there for them."""
        with self.database.read() as session:
            asked = _records().where(CaseRow.removing.is_(False))
            # over the wire a case is named by its id: by titles, people could find out what others work on
            asked = asked.where(
                CaseRow.id == case if to is not None else (CaseRow.id == case) | (CaseRow.title == case)
            )
            if to is not None:
                asked = asked.where(visible_to(to))
            found = [_record(row) for row in session.execute(asked).tuples()]
            if not found:
                self._say_if_removing(session, case, to)
                raise NotKept(f"no case {case!r}; `lastro case list` shows what there is")
        if len(found) > 1:
            ids = ", ".join(record.id for record in found)
            raise InputRefused(f"{len(found)} cases are titled {case!r}; name one by its id: {ids}")
        return CaseFiles(self.database, home=self.home, record=found[0])

    def remove(self, case: str, *, by: str = COMMAND_LINE) -> DeletionReceipt:
        """All that the store holds of a case. Where vectors and checkpoints go too, use ``deletions`` with their Remains."""
        return self.deletions.finish(self.deletions.begin_case(case, by=by).id)

    def unfinished_deletions(self) -> tuple[Deletion, ...]:
        """Removals that were interrupted; ``deletions.finish`` each of them."""
        return self.deletions.unfinished()

    def runs(self, *, states: frozenset[RunState] = UNFINISHED) -> tuple[RunRecord, ...]:
        """Over all cases, oldest first: what a worker takes up after a restart."""
        with self.database.read() as session:
            rows = session.scalars(
                select(RunRow)
                .join(CaseRow, CaseRow.id == RunRow.case_id)
                .where(RunRow.state.in_([state.value for state in states]), CaseRow.removing.is_(False))
                .order_by(RunRow.created_at, RunRow.id)
            )
            return tuple(run_record(row) for row in rows)

    def close(self) -> None:
        self.database.close()

    def _say_if_removing(self, session: Session, case: str, to: Actor | None) -> None:
        if to is None and session.scalar(
            select(CaseRow.id).where((CaseRow.id == case) | (CaseRow.title == case), CaseRow.removing.is_(True))
        ):
            raise NotKept(
                f"case {case!r} is being removed, and the removal was interrupted; it is finished at the next start"
            )


def _records() -> "Select[CaseRow, int, int, str | None]":
    files = select(func.count()).where(FileRow.case_id == CaseRow.id, FileRow.removing.is_(False)).scalar_subquery()
    runs = select(func.count()).where(RunRow.case_id == CaseRow.id).scalar_subquery()
    forum = (
        select(ForumRow.forum)
        .where(ForumRow.case_id == CaseRow.id)
        .order_by(ForumRow.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    # the count of nothing is 0, never NULL
    return cast("Select[CaseRow, int, int, str | None]", select(CaseRow, files, runs, forum))


def _record(row: tuple[CaseRow, int, int, str | None]) -> CaseRecord:
    case, files, runs, forum = row
    return CaseRecord(
        id=case.id,
        title=case.title,
        data_class=DataClass(case.data_class),
        created_at=case.created_at,
        files=files,
        runs=runs,
        status=CaseStatus(case.status),
        created_by=case.created_by,
        forum=forum,
        subject=case.subject,
        subject_number=case.subject_number,
    )
