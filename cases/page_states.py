"""How far each page of a file is."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from cases.database import Database
from cases.records import FileRecord, PageProgress, PageState
from cases.schema import FileRow, PageStateRow, now
from evidence.pages import Document, Page


def state_of(page: Page) -> dict[str, Any]:
    """Columns of PageStateRow."""
    is_lost = any(problem.severity == "error" for problem in page.problems)
    if is_lost and not page.text:
        state = PageProgress.FAILED
    else:
        to_look_at = any(problem.severity != "note" for problem in page.problems)
        state = PageProgress.PROBLEM if to_look_at else PageProgress.READ
    return {
        "sha256": page.document,
        "number": page.number,
        "state": state.value,
        "kind": page.kind.value,
        "problems": " ".join(dict.fromkeys(problem.code for problem in page.problems)),
        "at": now(),
    }


def announce_pages(session: Session, database: Database, *, case: str, sha256: str, count: int) -> None:
    """Those that are read already stay as they are."""
    rows = [
        {"case_id": case, "sha256": sha256, "number": number, "state": PageProgress.WAITING.value, "at": now()}
        for number in range(1, count + 1)
    ]
    database.insert_new(session, PageStateRow, rows)


def page_states(session: Session, case: str, sha256: str) -> tuple[PageState, ...]:
    # columns, not rows of the mapping: a case of a thousand pages is looked at often, and those cost three times as much
    rows = session.execute(
        select(PageStateRow.number, PageStateRow.state, PageStateRow.kind, PageStateRow.problems, PageStateRow.at)
        .where(PageStateRow.case_id == case, PageStateRow.sha256 == sha256)
        .order_by(PageStateRow.number)
    ).tuples()
    return tuple(
        PageState(number=number, state=PageProgress(state), kind=kind, problems=tuple(problems.split()), at=at)
        for number, state, kind, problems, at in rows
    )


def file_records(session: Session, case: str) -> tuple[FileRecord, ...]:
    tally: dict[str, dict[PageProgress, int]] = {}
    counted = session.execute(
        select(PageStateRow.sha256, PageStateRow.state, func.count())
        .where(PageStateRow.case_id == case)
        .group_by(PageStateRow.sha256, PageStateRow.state)
    )
    for sha256, state, count in counted:
        tally.setdefault(sha256, {})[PageProgress(state)] = count
    rows = session.scalars(
        select(FileRow).where(FileRow.case_id == case, FileRow.removing.is_(False)).order_by(FileRow.position)
    )
    return tuple(_record(row, tally.get(row.sha256, {})) for row in rows)


def _record(row: FileRow, pages: dict[PageProgress, int]) -> FileRecord:
    document = Document.model_validate_json(row.document)
    return FileRecord(
        sha256=row.sha256,
        name=row.name,
        media_type=document.media_type,
        size=document.size,
        state=row.state,
        pages_expected=row.pages_expected,
        pages=pages,
        added_at=row.added_at,
        added_by=row.added_by,
    )
