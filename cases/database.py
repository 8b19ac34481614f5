"""The database: opened once, brought up to date, read and written in short transactions."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import CursorResult, Engine, Executable, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session

from cases.schema import Table
from cases.upgrading import bring_up_to_date
from evidence.errors import InputRefused, StoreUnavailable

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

_BUSY_MILLISECONDS = 30_000
_WRITES = "lastro_writes"


class Database:
    """SQLite or PostgreSQL behind one face. Every transaction is short; none is open while a document is read.

    Rows are locked in one order everywhere: run, case, file, audit head. A database that fails meanwhile raises SQLAlchemy's
    errors, which the borders put into words.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._writing = engine.execution_options(**{_WRITES: True})

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def read(self) -> Iterator[Session]:
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Committed on leaving, rolled back on an error. On SQLite one writer at a time, the others wait their turn."""
        with Session(self._writing) as session, session.begin():
            yield session

    def upsert(self, session: Session, table: type[Table], rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert rows, or replace all given columns of those that are there by primary key."""
        if not rows:
            return
        insert = self._insert(table)
        keys = [column.name for column in table.__table__.primary_key]
        columns = {name: insert.excluded[name] for name in rows[0] if name not in keys}
        session.connection().execute(insert.on_conflict_do_update(index_elements=keys, set_=columns), list(rows))

    def insert_new(self, session: Session, table: type[Table], rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert rows; those that are there by primary key stay as they are."""
        if rows:
            session.connection().execute(self._insert(table).on_conflict_do_nothing(), list(rows))

    def _insert(self, table: type[Table]) -> "sqlite.Insert | postgresql.Insert":
        if self.is_sqlite:
            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)

    def forget_deleted(self) -> None:
        """SQLite keeps changes in its journal until a checkpoint; after a deletion nothing may be left there."""
        if self.is_sqlite:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self.engine.dispose()


def rows_changed(session: Session, statement: Executable) -> int:
    return cast("CursorResult[Any]", session.connection().execute(statement)).rowcount  # DML gives a CursorResult


def open_database(home: Path, dsn: str | None = None) -> Database:
    """SQLite in ``home`` unless a DSN is given. Made or upgraded on the way. Raises StoreTooNew."""
    where = str(home) if dsn is None else "the DSN"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if dsn is None:
            dsn = f"sqlite:///{home / 'lastro.db'}"
        engine = _engine(dsn)
        try:
            bring_up_to_date(engine, home)
        except BaseException:  # whatever it was, no connection stays open; and it goes on
            engine.dispose()
            raise
    except (ArgumentError, ImportError) as error:
        raise InputRefused(
            f"the database address cannot be used ({error}); give a SQLAlchemy address whose driver is installed"
        ) from None
    except (DBAPIError, OSError) as error:
        raise StoreUnavailable(
            f"the database of {where!r} does not open ({_cause(error)}); is the folder writable, the disk not full and the "
            "server running?"
        ) from None
    return Database(engine)


def _engine(dsn: str) -> Engine:
    for short in ("postgres://", "postgresql://"):
        if dsn.startswith(short):
            dsn = "postgresql+psycopg://" + dsn.removeprefix(short)
    if dsn.startswith("sqlite"):
        engine = create_engine(
            dsn,
            hide_parameters=True,
            pool_size=30,
            max_overflow=30,
            pool_use_lifo=True,  # each keeps pages that it read: a few that are always used, not thirty in turn
        )
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(
        dsn,
        hide_parameters=True,  # values are texts of documents, and errors are logged
        pool_pre_ping=True,  # a connection that idled through a long model call may be dead
        pool_recycle=1800,
        connect_args={"connect_timeout": 10, "application_name": "lastro"},
        pool_size=20,  # kept open: those beyond are made anew each time, which costs more than the question
        max_overflow=5,  # several processes share a server's hundred
    )


def _set_up_sqlite(connection: Any, _record: object) -> None:  # the raw DBAPI connection
    connection.isolation_level = None  # transactions are begun below, so that writers queue instead of failing
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA cache_size=-512")  # KiB: there are up to sixty, and the system keeps the file's pages anyway
    cursor.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten, not just unlinked
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A transaction that reads first and writes later would be refused when another has written in between."""
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _cause(error: DBAPIError | OSError) -> str:
    said = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return said.strip().splitlines()[0] if said.strip() else type(error).__name__
