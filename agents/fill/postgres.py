"""Checkpoints of a run in PostgreSQL, read back as strictly as those in files. Import psycopg only where it is needed.

The tables are LangGraph's (``checkpoints``, ``checkpoint_blobs``, ``checkpoint_writes``); thread ids are the run's id for the
run as a whole and ``run/field`` for its fields, so what belongs to a run is found by its id alone.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from evidence.errors import CaseBusy, StoreUnavailable

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from psycopg import AsyncConnection

_TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
_TABLES_LOCK = 7_316_500_001
"""Advisory: whoever makes LangGraph's tables."""
_TRIES, _BETWEEN_TRIES = 5, 0.2
_MADE: set[str] = set()
"""Where they were made by this process."""


class PostgresCheckpoints:
    """Of one run: its fields', or (``of_review``) its own, while it waits for people."""

    def __init__(self, dsn: str, run: str, *, of_review: bool = False) -> None:
        self._dsn, self._run, self._of_review = plain_dsn(dsn), run, of_review

    @asynccontextmanager
    async def held(self) -> "AsyncIterator[BaseCheckpointSaver[Any]]":
        import psycopg

        try:
            owner = await psycopg.AsyncConnection.connect(self._dsn, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            raise StoreUnavailable("the database of the checkpoints does not answer; is it running?") from error
        async with owner, self._owned(owner):
            if self._dsn not in _MADE:
                await _make_tables(owner)
                _MADE.add(self._dsn)
            async with _pool(self._dsn) as pool:
                yield _saver(pool)

    async def forget(self) -> None:
        import psycopg

        connect = psycopg.AsyncConnection.connect
        async with await connect(self._dsn, autocommit=True) as connection, self._owned(connection):
            of = "thread_id = %s" if self._of_review else "starts_with(thread_id, %s || '/')"
            for table in _TABLES:
                await connection.execute(f"DELETE FROM {table} WHERE {of}", (self._run,))  # noqa: S608  # the names above

    @asynccontextmanager
    async def _owned(self, connection: "AsyncConnection[Any]") -> AsyncIterator[None]:
        """The connection holds the run; of a killed process the server hears, mostly within a moment."""
        name = f"{self._run}{' review' if self._of_review else ''}"
        key = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
        for number in range(_TRIES):
            row = await (await connection.execute("SELECT pg_try_advisory_lock(%s)", (key,))).fetchone()
            if row is not None and row[0]:
                break
            if number == _TRIES - 1:
                raise CaseBusy(f"another process works on run {self._run}; wait for it or stop it")
            await asyncio.sleep(_BETWEEN_TRIES)
        try:
            yield
        finally:
            if not connection.closed:  # the server would hear of the closing only later
                await connection.execute("SELECT pg_advisory_unlock(%s)", (key,))


def count_checkpoints(dsn: str, runs: Sequence[str]) -> int:
    """Rows of these runs, their fields' too."""
    return sum(_each_table(dsn, runs, "SELECT count(*) FROM {table} WHERE split_part(thread_id, '/', 1) = ANY(%s)"))


def remove_checkpoints(dsn: str, runs: Sequence[str]) -> None:
    list(_each_table(dsn, runs, "DELETE FROM {table} WHERE split_part(thread_id, '/', 1) = ANY(%s)"))


def plain_dsn(dsn: str) -> str:
    """As libpq reads it: SQLAlchemy names a driver in it."""
    kind, colon, rest = dsn.partition("://")
    return f"{kind.partition('+')[0]}{colon}{rest}"


def is_postgres(dsn: str | None) -> bool:
    return dsn is not None and dsn.startswith(("postgres:", "postgresql:", "postgresql+psycopg:"))


def _each_table(dsn: str, runs: Sequence[str], statement: str) -> list[int]:
    import psycopg

    counts = []
    with psycopg.connect(plain_dsn(dsn), autocommit=True, connect_timeout=10) as connection:
        for table in _TABLES:
            there = connection.execute("SELECT to_regclass(%s)", (table,)).fetchone()
            if there is None or there[0] is None:
                continue
            done = connection.execute(statement.format(table=table), (list(runs),))  # the names above
            row = done.fetchone() if done.description is not None else None
            counts.append(int(row[0]) if row is not None else 0)
    return counts


async def _make_tables(owner: "AsyncConnection[Any]") -> None:
    """One process at a time. The lock is tried, never waited for: an index that is built without locking its table waits for
    every statement that runs, also for one that waits for the lock."""
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from psycopg.rows import dict_row

    while True:
        row = await (await owner.execute("SELECT pg_try_advisory_lock(%s)", (_TABLES_LOCK,))).fetchone()
        if row is not None and row[0]:
            break
        await asyncio.sleep(0.1)
    try:
        made = owner.row_factory
        owner.row_factory = dict_row
        try:
            await AsyncPostgresSaver(owner).setup()
        finally:
            owner.row_factory = made
    finally:
        await owner.execute("SELECT pg_advisory_unlock(%s)", (_TABLES_LOCK,))


def _pool(dsn: str) -> Any:  # AsyncConnectionPool of dict rows
    from psycopg.rows import dict_row
    from psycopg_pool import AsyncConnectionPool

    return AsyncConnectionPool(
        dsn,
        min_size=1,
        max_size=4,
        open=False,
        check=AsyncConnectionPool.check_connection,  # one that died while a model thought is replaced
        kwargs={"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row},
    )


def _saver(pool: Any) -> "BaseCheckpointSaver[Any]":
    from langgraph.checkpoint.base import WRITES_IDX_MAP
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

    from agents.fill.codec import CheckpointCodec

    class PostgresSaver(AsyncPostgresSaver):
        async def aput_writes(
            self, config: "RunnableConfig", writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
        ) -> None:
            """Only what LangGraph itself must remember, as in ``saver.py``."""
            kept = [write for write in writes if write[0] in WRITES_IDX_MAP]
            if kept:
                await super().aput_writes(config, kept, task_id, task_path)

    return PostgresSaver(pool, serde=CheckpointCodec())
