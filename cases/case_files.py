"""One case, bound when opened: its files and pages, its runs, its people."""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from cases.access import COMMAND_LINE
from cases.database import Database
from cases.deletions import Deletions
from cases.events import Event, EventKind, events_after, lock_case, note_in
from cases.findings import run_record
from cases.ids import new_id
from cases.members import CasePeople
from cases.page_states import announce_pages, file_records, page_states, state_of
from cases.records import CaseRecord, DeletionReceipt, FileRecord, PageState, RunRecord, RunState
from cases.runs import RunFindings
from cases.schema import CaseRow, FileRow, PageRow, PageStateRow, RunRow, now
from cases.vault import FileVault, vault_of
from evidence.errors import CaseBusy, NotKept
from evidence.pages import Document, Page


class CaseFiles:
    """A PageSource, and where the case's files, pages and runs are kept."""

    def __init__(self, database: Database, *, home: Path, record: CaseRecord) -> None:
        self._database = database
        self._home = home
        self.record = record
        """As it was when opened."""
        self.vault = FileVault(vault_of(home, record.id))
        self.people = CasePeople(database, record.id)

    @property
    def id(self) -> str:
        return self.record.id

    # PageSource

    def documents(self) -> Sequence[Document]:
        with self._database.read() as session:
            rows = session.scalars(
                select(FileRow.document)
                .where(FileRow.case_id == self.id, FileRow.state == "read", FileRow.removing.is_(False))
                .order_by(FileRow.position)
            )
            return tuple(Document.model_validate_json(row) for row in rows)

    def document(self, sha256: str) -> Document:
        with self._database.read() as session:
            row = self._file(session, sha256)
            if row is None or row.state != "read":
                raise NotKept(f"no document {sha256!r} in this case; was it removed?")
            return Document.model_validate_json(row.document)

    def announced(self, sha256: str) -> Document:
        """As far as it is known: also of a file that is being read, or whose reading was interrupted."""
        with self._database.read() as session:
            row = self._file(session, sha256)
            if row is None:
                raise NotKept(f"no file {sha256!r} in this case; was it removed?")
            return Document.model_validate_json(row.document)

    def page(self, sha256: str, number: int) -> Page:
        with self._database.read() as session:
            row = session.get(PageRow, (self.id, sha256, number)) if 0 < number < 2**31 else None
            if row is None or self._file(session, sha256) is None:
                raise NotKept(f"{self.document(sha256).name!r} has no page {number}")
            return _unpack(row.body)

    def pages(self, sha256: str) -> Iterator[Page]:
        number = 0
        while True:  # in batches of its own session each, so that a slow caller holds no lock
            with self._database.read() as session:
                rows = session.execute(
                    select(PageRow.number, PageRow.body)
                    .join(FileRow, (FileRow.case_id == PageRow.case_id) & (FileRow.sha256 == PageRow.sha256))
                    .where(
                        PageRow.case_id == self.id,
                        PageRow.sha256 == sha256,
                        PageRow.number > number,
                        FileRow.removing.is_(False),
                    )
                    .order_by(PageRow.number)
                    .limit(64)
                ).all()
            if not rows:
                return
            for number, body in rows:  # noqa: B007  # the last number is where the next batch begins
                yield _unpack(body)

    # how far the files are

    def unfinished(self) -> tuple[str, ...]:
        """Names of files whose reading was interrupted: not documents yet, and not to be taken for absent."""
        with self._database.read() as session:
            rows = select(FileRow.name).where(
                FileRow.case_id == self.id, FileRow.state != "read", FileRow.removing.is_(False)
            )
            return tuple(session.scalars(rows.order_by(FileRow.position)))

    def files(self) -> tuple[FileRecord, ...]:
        """Read or not, in the order given, with how far their pages are."""
        with self._database.read() as session:
            return file_records(session, self.id)

    def page_states(self, sha256: str) -> tuple[PageState, ...]:
        with self._database.read() as session:
            if self._file(session, sha256) is None:
                raise NotKept(f"no file {sha256!r} in this case; was it removed?")
            return page_states(session, self.id, sha256)

    def events(self, *, after: int = 0, limit: int = 200) -> tuple[Event, ...]:
        """What happened since event ``after``, oldest first; for a listener that comes back."""
        return events_after(self._database, self.id, number=after, limit=limit)

    def newest_event(self) -> int:
        """Number of the last one; 0 = none yet. Who listens from there hears what happens from now on."""
        with self._database.read() as session:
            return session.scalar(select(CaseRow.last_event).where(CaseRow.id == self.id)) or 0

    # writing

    def begin_file(
        self, document: Document, *, reader: str, anew: bool = False, go_on: bool = False, by: str | None = None
    ) -> bool:
        """Announce a file. False when it is already read with the same options and not asked ``anew``. ``go_on``: the pages
        that an interrupted reading with the same options left are kept; otherwise they are forgotten."""
        with self._database.write() as session:
            lock_case(session, self.id)  # positions are given one at a time, and one file is announced once
            row = session.get(FileRow, (self.id, document.sha256), with_for_update=True)
            if row is not None and row.removing:
                raise CaseBusy(f"{document.name!r} is being removed from this case; give it again when that is done")
            if row is not None and row.state == "read" and row.reader == reader and not anew:
                return False
            was_begun = row is not None and row.state == "reading" and row.reader == reader
            if not (go_on and was_begun and not anew):
                self._forget_pages(session, document.sha256)
            self._tell_file(session, document.sha256, "reading")
            if row is None:
                position = session.scalar(select(func.max(FileRow.position)).where(FileRow.case_id == self.id))
                row = FileRow(case_id=self.id, sha256=document.sha256, position=(position or 0) + 1, name="", state="")
                row.added_by = by
                session.add(row)
            row.name, row.state, row.reader = document.name, "reading", reader
            row.document, row.pages_expected = document.model_dump_json(), document.page_count or None
        return True

    def kept_pages(self, sha256: str) -> Iterator[Page]:
        """Of a file whose reading was interrupted: its pages from the first on, as far as none is missing."""
        for number, page in enumerate(self.pages(sha256), 1):
            if page.number != number:
                return
            yield page

    def expect_pages(self, sha256: str, count: int) -> None:
        """How many pages the file has, as soon as its reader knows: progress then shows those that wait."""
        with self._database.write() as session:
            lock_case(session, self.id)
            row = self._file(session, sha256)
            if row is None:
                raise NotKept(f"no file {sha256!r} in this case; announce it with begin_file")
            row.pages_expected = count
            announce_pages(session, self._database, case=self.id, sha256=sha256, count=count)
            note_in(session, self.id, EventKind.PAGES, body={"file": sha256, "expected": count})

    def keep_pages(self, pages: Sequence[Page]) -> None:
        """Of announced files. Raises NotKept when one was removed meanwhile: its reading may stop."""
        if not pages:
            return
        documents = dict.fromkeys(page.document for page in pages)
        with self._database.write() as session:
            lock_case(session, self.id)
            for sha256 in documents:
                if self._file(session, sha256) is None:
                    raise NotKept(f"no file {sha256!r} in this case; was it removed while it was read?")
            of = {"case_id": self.id}
            self._database.upsert(
                session,
                PageRow,
                [{**of, "sha256": page.document, "number": page.number, "body": _pack(page)} for page in pages],
            )
            self._database.upsert(session, PageStateRow, [{**of, **state_of(page)} for page in pages])
            for sha256 in documents:
                numbers = [page.number for page in pages if page.document == sha256]
                note_in(session, self.id, EventKind.PAGES, body={"file": sha256, "read": numbers})

    def finish_file(self, document: Document) -> None:
        with self._database.write() as session:
            lock_case(session, self.id)
            row = self._file(session, document.sha256)
            if row is None:
                raise NotKept(f"no file {document.name!r} in this case; was it removed while it was read?")
            row.document, row.state, row.pages_expected = document.model_dump_json(), "read", document.page_count
            session.connection().execute(  # announced, and not there after all
                delete(PageStateRow).where(
                    PageStateRow.case_id == self.id,
                    PageStateRow.sha256 == document.sha256,
                    PageStateRow.state == "waiting",
                )
            )
            self._tell_file(session, document.sha256, "read")

    def remove_file(self, sha256: str) -> DeletionReceipt:
        """All that the store holds of a file. Where its vectors go too, use ``CaseStore.deletions`` with their Remains."""
        deletions = Deletions(self._database, self._home)
        return deletions.finish(deletions.begin_file(self.id, sha256, by=COMMAND_LINE).id)

    # runs

    def new_run(
        self,
        *,
        template: str,
        template_sha256: str,
        model: str,
        by: str | None = None,
        state: RunState = RunState.RUNNING,
        options: Mapping[str, Any] | None = None,  # JSON, for whoever goes on with the run
        fields: int | None = None,
    ) -> RunFindings:
        run = new_id()
        with self._database.write() as session:
            session.add(
                RunRow(
                    id=run,
                    case_id=self.id,
                    template=template,
                    template_sha256=template_sha256,
                    model=model,
                    state=state.value,
                    created_by=by,
                    options=json.dumps(dict(options or {})),
                    fields=fields,
                    changed_at=now(),
                )
            )
            note_in(session, self.id, EventKind.RUN, run=run, body={"from": None, "to": state.value})
        return RunFindings(self._database, case=self.id, run=run)

    def runs(self) -> tuple[RunRecord, ...]:
        with self._database.read() as session:
            rows = session.scalars(
                select(RunRow).where(RunRow.case_id == self.id).order_by(RunRow.created_at, RunRow.id)
            )
            return tuple(run_record(row) for row in rows)

    def run(self, run_id: str) -> RunFindings:
        with self._database.read() as session:
            row = session.get(RunRow, run_id)
            if row is None or row.case_id != self.id:
                raise NotKept(f"no run {run_id!r} in this case; `lastro case show` lists its runs")
        return RunFindings(self._database, case=self.id, run=run_id)

    def _file(self, session: Session, sha256: str) -> FileRow | None:
        row = session.get(FileRow, (self.id, sha256))
        return None if row is None or row.removing else row

    def _forget_pages(self, session: Session, sha256: str) -> None:
        for table in (PageRow, PageStateRow):
            session.connection().execute(delete(table).where(table.case_id == self.id, table.sha256 == sha256))

    def _tell_file(self, session: Session, sha256: str, state: str) -> None:
        note_in(session, self.id, EventKind.FILE, body={"file": sha256, "state": state})


def _pack(page: Page) -> bytes:
    return zlib.compress(page.model_dump_json(exclude_defaults=True).encode("utf-8", "surrogatepass"), 3)


def _unpack(body: bytes) -> Page:
    return Page.model_validate_json(zlib.decompress(body))
