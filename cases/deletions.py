"""Removal in two phases: marked first, so that nobody sees it and nothing is added; then removed, counted again and receipted.

Whatever interrupts the second phase, it is taken up again and comes to the same end. What there was is counted before anything
goes and what is left is counted afterwards: a receipt never says what somebody remembers to have done.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from cases.audit import record_in
from cases.database import Database
from cases.events import EventKind, lock_case, note_in
from cases.findings import finding_of
from cases.ids import new_id
from cases.records import Deletion, DeletionReceipt
from cases.schema import (
    CaseRow,
    DeletionRow,
    EventRow,
    FileRow,
    FindingRow,
    ForumRow,
    JobRow,
    MemberRow,
    PageRow,
    PageStateRow,
    ReviewRow,
    RunRow,
    Table,
    TokenCaseRow,
    now,
)
from cases.vault import FileVault, vault_of
from evidence.errors import NotKept
from evidence.findings import Finding, SearchProof, Status
from evidence.ports import Remains, RemovalScope

WITHDRAWN = "it rested on a file that was removed from the case"


class Deletions:
    def __init__(self, database: Database, home: Path) -> None:
        self._database = database
        self._home = home

    def begin_case(self, case: str, *, by: str) -> Deletion:
        """Mark a case. From here on it is there for nobody. Marking it again gives the removal that was begun."""
        with self._database.write() as session:
            row = session.scalars(select(CaseRow).where(CaseRow.id == case).with_for_update()).one_or_none()
            if row is None:
                raise NotKept(f"no case {case!r}; it may have been removed already")
            begun = self._begun(session, case, None)
            if begun is not None:
                return _deletion(begun)
            if not row.removing:
                note_in(session, case, EventKind.REMOVAL)
            _cancel_jobs(session, case)
            session.connection().execute(update(CaseRow).where(CaseRow.id == case).values(removing=True))
            return self._mark(session, case, None, by=by)

    def begin_file(self, case: str, sha256: str, *, by: str) -> Deletion:
        """Mark one file of a case. Findings that cite it are withdrawn: a quote is text of the file."""
        with self._database.write() as session:
            lock_case(session, case)
            found = select(FileRow).where(FileRow.case_id == case, FileRow.sha256 == sha256)
            row = session.scalars(found.with_for_update()).one_or_none()
            if row is None:
                raise NotKept(f"no document {sha256!r} in this case; was it removed already?")
            begun = self._begun(session, case, sha256)
            if begun is not None:
                return _deletion(begun)
            row.removing = True
            note_in(session, case, EventKind.REMOVAL, body={"file": sha256, "state": "removing"})
            return self._mark(session, case, sha256, by=by)

    def unfinished(self) -> tuple[Deletion, ...]:
        """Begun and not proved yet: to be finished now, or by whoever is at it."""
        with self._database.read() as session:
            rows = select(DeletionRow).where(DeletionRow.state != "done").order_by(DeletionRow.begun_at, DeletionRow.id)
            return tuple(_deletion(row) for row in session.scalars(rows))

    def receipts(self, *, by: str | None = None, limit: int = 100) -> tuple[DeletionReceipt, ...]:
        """Newest first; they stay when their case is gone. ``by``: only of what this user removed."""
        with self._database.read() as session:
            rows = select(DeletionRow).order_by(DeletionRow.begun_at.desc(), DeletionRow.id.desc()).limit(limit)
            rows = rows if by is None else rows.where(DeletionRow.by == by)
            return tuple(_receipt(row) for row in session.scalars(rows))

    def receipt(self, deletion: str) -> DeletionReceipt:
        """As far as the removal is. Raises NotKept."""
        with self._database.read() as session:
            row = session.get(DeletionRow, deletion)
            if row is None:
                raise NotKept(f"no removal {deletion!r}")
            return _receipt(row)

    def finish(self, deletion: str, *, remains: Sequence[Remains] = ()) -> DeletionReceipt:
        """Remove, count again, keep the receipt. ``remains``: what is kept outside of the store. May be called any number of
        times, by several processes too; where the receipt is not proved, something is left and the removal stays unfinished."""
        with self._database.read() as session:
            row = session.get(DeletionRow, deletion)
            if row is None:
                raise NotKept(f"no removal {deletion!r}")
            if row.state == "done":
                return _receipt(row)
            scope = _scope(session, row)
        self._note_found(deletion, self._count(scope, remains))
        for kept in remains:
            kept.remove(scope)
        vault = FileVault(vault_of(self._home, scope.case))
        if scope.document is None:
            vault.remove_all()
        else:
            vault.remove(scope.document)
        with self._database.write() as session:
            if scope.document is None:
                _remove_case_rows(session, scope.case)
            else:
                _remove_file_rows(session, scope.case, scope.document)
        self._database.forget_deleted()
        return self._close(deletion, self._count(scope, remains))

    def sweep(self) -> int:
        """Files that reached the vault while their case was being removed: gone too. Returns how many. Call it at a start."""
        root, count = self._home / "files", 0
        for folder in sorted(root.iterdir()) if root.exists() else ():
            with self._database.read() as session:
                is_there = session.get(CaseRow, folder.name) is not None
                was_removed = select(DeletionRow.id).where(
                    DeletionRow.case_id == folder.name, DeletionRow.sha256.is_(None), DeletionRow.state == "done"
                )
                is_stray = not is_there and session.scalar(was_removed.limit(1)) is not None
            if is_stray:
                count += FileVault(folder).remove_all()
        return count

    def _begun(self, session: Session, case: str, sha256: str | None) -> DeletionRow | None:
        of = DeletionRow.sha256.is_(None) if sha256 is None else DeletionRow.sha256 == sha256
        return session.scalars(
            select(DeletionRow).where(DeletionRow.case_id == case, of, DeletionRow.state != "done").limit(1)
        ).one_or_none()

    def _mark(self, session: Session, case: str, sha256: str | None, *, by: str) -> Deletion:
        row = DeletionRow(
            id=new_id(),
            case_id=case,
            sha256=sha256,
            runs=json.dumps(_runs_of(session, case)),
            state="marked",
            by=by,
            begun_at=now(),
            found="{}",
            left_over="{}",
        )
        session.add(row)
        self._record(session, row, action="removal.begin", detail={})
        return _deletion(row)

    def _note_found(self, deletion: str, counts: dict[str, int]) -> None:
        """Once, before anything goes; a later attempt finds less and must not say so."""
        with self._database.write() as session:
            row = session.get_one(DeletionRow, deletion, with_for_update=True)
            if row.state == "marked":
                row.found, row.state = json.dumps(counts), "removing"

    def _close(self, deletion: str, left: dict[str, int]) -> DeletionReceipt:
        with self._database.write() as session:
            row = session.get_one(DeletionRow, deletion, with_for_update=True)
            if row.state != "done":
                row.left_over = json.dumps(left)
                if not any(left.values()):
                    row.state, row.finished_at = "done", now()
                    if row.sha256 is not None:
                        self._tell_removed(session, row)
                receipt = _receipt(row)
                action = "removal.done" if receipt.proved else "removal.incomplete"
                self._record(session, row, action=action, detail={"removed": receipt.removed, "left": receipt.left})
            session.flush()
            return _receipt(row)

    def _tell_removed(self, session: Session, row: DeletionRow) -> None:
        """To whoever listens to the case; where the case itself is being removed by now, nobody does."""
        is_there = select(CaseRow.id).where(CaseRow.id == row.case_id, CaseRow.removing.is_(False))
        if session.scalar(is_there.with_for_update(key_share=True)) is not None:
            note_in(session, row.case_id, EventKind.REMOVAL, body={"file": row.sha256, "state": "removed"})

    def _record(self, session: Session, row: DeletionRow, *, action: str, detail: dict[str, Any]) -> None:
        record_in(session, actor=row.by, action=action, subject=_what(row), case=row.case_id, detail=detail)

    def _count(self, scope: RemovalScope, remains: Sequence[Remains]) -> dict[str, int]:
        with self._database.read() as session:
            counts = {
                table.__tablename__: session.scalar(select(func.count()).select_from(table).where(condition)) or 0
                for table, condition in _tables_of(scope)
            }
        counts["stored_files"] = FileVault(vault_of(self._home, scope.case)).count(scope.document)
        for kept in remains:
            counts |= kept.count(scope)
        return counts


def _tables_of(scope: RemovalScope) -> tuple[tuple[type[Table], ColumnElement[bool]], ...]:
    """In the order in which rows may go."""
    case, runs = scope.case, select(RunRow.id).where(RunRow.case_id == scope.case)
    if scope.document is not None:
        cites = FindingRow.body.contains(scope.document, autoescape=True)
        return (
            (FindingRow, FindingRow.run_id.in_(runs) & cites),
            (PageStateRow, (PageStateRow.case_id == case) & (PageStateRow.sha256 == scope.document)),
            (PageRow, (PageRow.case_id == case) & (PageRow.sha256 == scope.document)),
            (FileRow, (FileRow.case_id == case) & (FileRow.sha256 == scope.document)),
        )
    return (
        (FindingRow, FindingRow.run_id.in_(runs)),
        (ReviewRow, ReviewRow.run_id.in_(runs)),
        (RunRow, RunRow.case_id == case),
        (PageStateRow, PageStateRow.case_id == case),
        (PageRow, PageRow.case_id == case),
        (FileRow, FileRow.case_id == case),
        (ForumRow, ForumRow.case_id == case),
        (MemberRow, MemberRow.case_id == case),
        (TokenCaseRow, TokenCaseRow.case_id == case),
        (JobRow, JobRow.case_id == case),
        (EventRow, EventRow.case_id == case),
        (CaseRow, CaseRow.id == case),
    )


def _remove_case_rows(session: Session, case: str) -> None:
    session.scalars(
        select(RunRow.id).where(RunRow.case_id == case).with_for_update()
    ).all()  # writers are let out first
    session.scalars(select(CaseRow.id).where(CaseRow.id == case).with_for_update()).all()
    for table, condition in _tables_of(RemovalScope(case=case)):
        session.connection().execute(delete(table).where(condition))


def _remove_file_rows(session: Session, case: str, sha256: str) -> None:
    session.scalars(select(RunRow.id).where(RunRow.case_id == case).with_for_update(key_share=True)).all()
    session.scalars(select(CaseRow.id).where(CaseRow.id == case).with_for_update(key_share=True)).all()
    for table, condition in _tables_of(RemovalScope(case=case, document=sha256)):
        if table is FindingRow:
            for row in session.scalars(select(FindingRow).where(condition)):
                row.body, row.withdrawn = _without_text(finding_of(row)).model_dump_json(), True
            session.flush()
        else:
            session.connection().execute(delete(table).where(condition))


def _without_text(finding: Finding) -> Finding:
    """Only that there was a finding. It counts as proposed: nobody decided on what stands there now."""
    search = finding.search
    return Finding(
        field=finding.field,
        status=Status.FAILED,
        reason=WITHDRAWN,
        search=SearchProof(
            pages_read=search.pages_read,
            pages_total=search.pages_total,
            pages_unreadable=search.pages_unreadable,
        ),
        producer=finding.producer,
    )


def _cancel_jobs(session: Session, case: str) -> None:
    session.connection().execute(
        update(JobRow)
        .where(JobRow.case_id == case, JobRow.state == "queued")
        .values(state="cancelled", finished_at=now(), cancel_asked=True)
    )
    session.connection().execute(
        update(JobRow).where(JobRow.case_id == case, JobRow.state == "running").values(cancel_asked=True)
    )


def _runs_of(session: Session, case: str) -> list[str]:
    return list(session.scalars(select(RunRow.id).where(RunRow.case_id == case).order_by(RunRow.id)))


def _scope(session: Session, row: DeletionRow) -> RemovalScope:
    runs = dict.fromkeys([*json.loads(row.runs), *_runs_of(session, row.case_id)])
    return RemovalScope(case=row.case_id, document=row.sha256, runs=tuple(runs))


def _deletion(row: DeletionRow) -> Deletion:
    return Deletion(
        id=row.id,
        case=row.case_id,
        document=row.sha256,
        runs=tuple(json.loads(row.runs)),
        by=row.by,
        begun_at=row.begun_at,
    )


def _what(row: DeletionRow) -> str:
    return f"case {row.case_id}" if row.sha256 is None else f"file {row.sha256} of case {row.case_id}"


def _receipt(row: DeletionRow) -> DeletionReceipt:
    found: dict[str, int] = json.loads(row.found)
    left: dict[str, int] = json.loads(row.left_over)
    return DeletionReceipt(
        what=_what(row),
        case=row.case_id,
        document=row.sha256,
        removed={name: count - left.get(name, 0) for name, count in found.items() if count - left.get(name, 0)},
        left=left,
        id=row.id,
        by=row.by,
        begun_at=row.begun_at,
        finished_at=row.finished_at,
    )
