"""Cases, their files and pages, runs and findings, kept under one home folder."""

import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import Engine, create_engine, delete, event, func, select
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session
from ulid import ULID

from cases.records import CaseRecord, DataClass, DeletionReceipt, RunRecord
from cases.schema import Base, CaseRow, FileRow, FindingRow, PageRow, RunRow, now
from cases.vault import FileVault
from evidence.errors import InputRefused, NotKept, StoreUnavailable
from evidence.findings import Finding
from evidence.pages import Document, Page


def open_engine(home: Path, dsn: str | None = None) -> Engine:
    """SQLite in ``home`` unless a DSN is given. The tables are made when they are not there."""
    if dsn is None:
        home.mkdir(parents=True, exist_ok=True)
        dsn = f"sqlite:///{home / 'lastro.db'}"
    try:
        engine = create_engine(dsn)
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _set_up_sqlite)
        Base.metadata.create_all(engine)
    except (ArgumentError, ImportError) as error:
        raise InputRefused(
            f"the database address cannot be used ({error}); give a SQLAlchemy address whose driver is installed"
        ) from None
    except DBAPIError as error:
        raise StoreUnavailable(
            f"the database of {str(home)!r} does not open ({error.orig}); is the folder writable, the disk not full and the "
            "server running?"
        ) from None
    return engine


def _set_up_sqlite(connection, _record) -> None:  # type: ignore[no-untyped-def]  # SQLAlchemy hands in the raw DBAPI connection
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=30000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


class CaseStore:
    def __init__(self, home: Path, *, dsn: str | None = None) -> None:
        self.home = home
        self._engine = open_engine(home, dsn)

    def create(self, title: str, *, data_class: DataClass = DataClass.CONFIDENTIAL) -> "CaseFiles":
        if not title.strip():
            raise InputRefused("a case needs a title; give one with --title")
        case_id = str(ULID())
        with Session(self._engine) as session, session.begin():
            session.add(CaseRow(id=case_id, title=title.strip(), data_class=data_class.value))
        return self.open(case_id)

    def list(self) -> tuple[CaseRecord, ...]:
        with Session(self._engine) as session:
            rows = session.scalars(select(CaseRow).where(CaseRow.removing.is_(False)).order_by(CaseRow.created_at))
            return tuple(_case_record(session, row) for row in rows)

    def open(self, case: str) -> "CaseFiles":
        """By id, or by title where only one case has it."""
        with Session(self._engine) as session:
            found = session.scalars(
                select(CaseRow).where((CaseRow.id == case) | (CaseRow.title == case), CaseRow.removing.is_(False))
            ).all()
            if not found:
                raise NotKept(f"no case {case!r}; `lastro case list` shows what there is")
            if len(found) > 1:
                ids = ", ".join(row.id for row in found)
                raise InputRefused(f"{len(found)} cases are titled {case!r}; name one by its id: {ids}")
            return CaseFiles(self._engine, home=self.home, record=_case_record(session, found[0]))

    def remove(self, case_id: str) -> DeletionReceipt:
        """Remove everything the store holds of a case. Vectors and checkpoints are removed by whoever opened them."""
        with Session(self._engine) as session, session.begin():
            row = session.get(CaseRow, case_id)
            if row is None:
                raise NotKept(f"no case {case_id!r}; it may have been removed already")
            row.removing = True
        removed: dict[str, int] = {"stored_files": FileVault(vault_of(self.home, case_id)).remove_all()}
        with Session(self._engine) as session, session.begin():
            runs = select(RunRow.id).where(RunRow.case_id == case_id)
            for name, statement in (
                ("findings", delete(FindingRow).where(FindingRow.run_id.in_(runs))),
                ("runs", delete(RunRow).where(RunRow.case_id == case_id)),
                ("pages", delete(PageRow).where(PageRow.case_id == case_id)),
                ("files", delete(FileRow).where(FileRow.case_id == case_id)),
                ("cases", delete(CaseRow).where(CaseRow.id == case_id)),
            ):
                removed[name] = session.connection().execute(statement).rowcount
        return DeletionReceipt(what=f"case {case_id}", removed=removed, left=self._left_of(case_id))

    def unfinished_removals(self) -> tuple[str, ...]:
        """Cases whose removal was interrupted; remove them again."""
        with Session(self._engine) as session:
            return tuple(session.scalars(select(CaseRow.id).where(CaseRow.removing.is_(True))))

    def _left_of(self, case_id: str) -> dict[str, int]:
        with Session(self._engine) as session:
            left = {
                table.__tablename__: session.scalar(
                    select(func.count()).select_from(table).where(table.case_id == case_id)
                )
                or 0
                for table in (FileRow, PageRow, RunRow)
            }
        root = vault_of(self.home, case_id)
        left["stored_files"] = sum(1 for path in root.rglob("*") if path.is_file()) if root.exists() else 0
        return left


def vault_of(home: Path, case_id: str) -> Path:
    return home / "files" / case_id


def _case_record(session: Session, row: CaseRow) -> CaseRecord:
    return CaseRecord(
        id=row.id,
        title=row.title,
        data_class=DataClass(row.data_class),
        created_at=row.created_at,
        files=session.scalar(select(func.count()).select_from(FileRow).where(FileRow.case_id == row.id)) or 0,
        runs=session.scalar(select(func.count()).select_from(RunRow).where(RunRow.case_id == row.id)) or 0,
    )


class CaseFiles:
    """One case, bound when opened: a PageSource, and where its files, pages and runs are kept."""

    def __init__(self, engine: Engine, *, home: Path, record: CaseRecord) -> None:
        self._engine = engine
        self.record = record
        self.vault = FileVault(vault_of(home, record.id))

    @property
    def id(self) -> str:
        return self.record.id

    # PageSource

    def documents(self) -> Sequence[Document]:
        with Session(self._engine) as session:
            rows = session.scalars(
                select(FileRow.document)
                .where(FileRow.case_id == self.id, FileRow.state == "read")
                .order_by(FileRow.position)
            )
            return tuple(Document.model_validate_json(row) for row in rows)

    def document(self, sha256: str) -> Document:
        with Session(self._engine) as session:
            row = session.get(FileRow, (self.id, sha256))
            if row is None or row.state != "read":
                raise NotKept(f"no document {sha256!r} in this case; was it removed?")
            return Document.model_validate_json(row.document)

    def unfinished(self) -> tuple[str, ...]:
        """Names of files whose reading was interrupted: not documents yet, and not to be taken for absent."""
        with Session(self._engine) as session:
            rows = select(FileRow.name).where(FileRow.case_id == self.id, FileRow.state != "read")
            return tuple(session.scalars(rows.order_by(FileRow.position)))

    def page(self, sha256: str, number: int) -> Page:
        with Session(self._engine) as session:
            row = session.get(PageRow, (self.id, sha256, number))
            if row is None:
                raise NotKept(f"{self.document(sha256).name!r} has no page {number}")
            return _unpack(row.body)

    def pages(self, sha256: str) -> Iterator[Page]:
        number = 0
        while True:  # in batches of its own session each, so that a slow caller holds no lock
            with Session(self._engine) as session:
                rows = session.execute(
                    select(PageRow.number, PageRow.body)
                    .where(PageRow.case_id == self.id, PageRow.sha256 == sha256, PageRow.number > number)
                    .order_by(PageRow.number)
                    .limit(64)
                ).all()
            if not rows:
                return
            for number, body in rows:  # noqa: B007  # the last number is where the next batch begins
                yield _unpack(body)

    # writing

    def begin_file(self, document: Document, *, reader: str, anew: bool = False) -> bool:
        """Announce a file. False when it is already read with the same options and not asked ``anew``."""
        with Session(self._engine) as session, session.begin():
            row = session.get(FileRow, (self.id, document.sha256))
            if row is not None and row.state == "read" and row.reader == reader and not anew:
                return False
            session.connection().execute(
                delete(PageRow).where(PageRow.case_id == self.id, PageRow.sha256 == document.sha256)
            )
            if row is None:
                position = session.scalar(select(func.max(FileRow.position)).where(FileRow.case_id == self.id))
                row = FileRow(case_id=self.id, sha256=document.sha256, position=(position or 0) + 1, name="", state="")
                session.add(row)
            row.name, row.state, row.reader = document.name, "reading", reader
            row.document = document.model_dump_json()
        return True

    def keep_pages(self, pages: Sequence[Page]) -> None:
        with Session(self._engine) as session, session.begin():
            for page in pages:
                session.merge(PageRow(case_id=self.id, sha256=page.document, number=page.number, body=_pack(page)))

    def finish_file(self, document: Document) -> None:
        with Session(self._engine) as session, session.begin():
            row = session.get_one(FileRow, (self.id, document.sha256))
            row.document, row.state = document.model_dump_json(), "read"

    def remove_file(self, sha256: str) -> DeletionReceipt:
        with Session(self._engine) as session, session.begin():
            pages = session.connection().execute(
                delete(PageRow).where(PageRow.case_id == self.id, PageRow.sha256 == sha256)
            )
            files = session.connection().execute(
                delete(FileRow).where(FileRow.case_id == self.id, FileRow.sha256 == sha256)
            )
            if not files.rowcount:
                raise NotKept(f"no document {sha256!r} in this case; was it removed already?")
        stored = self.vault.remove(sha256)
        with Session(self._engine) as session:
            left = session.scalar(
                select(func.count()).select_from(PageRow).where(PageRow.case_id == self.id, PageRow.sha256 == sha256)
            )
        return DeletionReceipt(
            what=f"file {sha256} of case {self.id}",
            removed={"pages": pages.rowcount, "files": files.rowcount, "stored_files": int(stored)},
            left={"pages": left or 0},
        )

    # runs

    def new_run(self, *, template: str, template_sha256: str, model: str) -> "RunFindings":
        run_id = str(ULID())
        with Session(self._engine) as session, session.begin():
            session.add(
                RunRow(
                    id=run_id,
                    case_id=self.id,
                    template=template,
                    template_sha256=template_sha256,
                    model=model,
                    state="running",
                )
            )
        return RunFindings(self._engine, run_id)

    def runs(self) -> tuple[RunRecord, ...]:
        with Session(self._engine) as session:
            rows = session.scalars(select(RunRow).where(RunRow.case_id == self.id).order_by(RunRow.created_at))
            return tuple(_run_record(row) for row in rows)

    def run(self, run_id: str) -> "RunFindings":
        with Session(self._engine) as session:
            row = session.get(RunRow, run_id)
            if row is None or row.case_id != self.id:
                raise NotKept(f"no run {run_id!r} in this case; `lastro case show` lists its runs")
        return RunFindings(self._engine, run_id)


class RunFindings:
    """One run's FindingLog. Each finding is committed before ``keep`` returns."""

    def __init__(self, engine: Engine, run_id: str) -> None:
        self._engine = engine
        self.id = run_id

    def keep(self, finding: Finding) -> None:
        with Session(self._engine) as session, session.begin():
            session.merge(
                FindingRow(run_id=self.id, field=finding.field, body=finding.model_dump_json(), kept_at=now())
            )

    def kept(self) -> Sequence[Finding]:
        with Session(self._engine) as session:
            rows = session.scalars(select(FindingRow).where(FindingRow.run_id == self.id).order_by(FindingRow.kept_at))
            return tuple(Finding.model_validate_json(row.body) for row in rows)

    def finish(self, state: str = "done") -> None:
        with Session(self._engine) as session, session.begin():
            row = session.get_one(RunRow, self.id)
            row.state, row.finished_at = state, now()

    @property
    def record(self) -> RunRecord:
        with Session(self._engine) as session:
            return _run_record(session.get_one(RunRow, self.id))


def _run_record(row: RunRow) -> RunRecord:
    return RunRecord(
        id=row.id,
        case=row.case_id,
        template=row.template,
        template_sha256=row.template_sha256,
        model=row.model,
        state=row.state,
        created_at=row.created_at,
        finished_at=row.finished_at,
    )


def _pack(page: Page) -> bytes:
    return zlib.compress(page.model_dump_json(exclude_defaults=True).encode("utf-8", "surrogatepass"), 3)


def _unpack(body: bytes) -> Page:
    return Page.model_validate_json(zlib.decompress(body))
