"""Where the graphs of a run keep their place: a SQLite file or PostgreSQL, one process at a time, no tracing."""

import fcntl
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from evidence.errors import CaseBusy, InputRefused

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from agents.fill.saver import RunSaver

_TRACING = (
    "LANGSMITH_TRACING",
    "LANGSMITH_TRACING_V2",
    "LANGCHAIN_TRACING",
    "LANGCHAIN_TRACING_V2",
    "LANGSMITH_OTEL_ENABLED",
)


def lock_down_langgraph() -> None:
    """Call before the first import of langgraph: strict checkpoints on, tracing to outside services refused and off."""
    for name in _TRACING:
        if os.environ.get(name, "").strip().lower() not in ("", "0", "false", "no", "off"):
            raise InputRefused(
                f"{name} is on: it would send document text to a tracing service. Unset it and start again; "
                "Lastro writes its own trace"
            )
        os.environ[name] = "false"
    os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"


class Checkpoints(Protocol):
    """The checkpoints of one run."""

    def held(self) -> "AbstractAsyncContextManager[BaseCheckpointSaver[Any]]":
        """Open them; nobody else can meanwhile. Raises CaseBusy when another process has them."""
        ...

    async def forget(self) -> None:
        """Remove them: they hold quotes of the case, and the run needs them no more. Call it while they are held by nobody."""
        ...


class FileCheckpoints:
    """In a SQLite file of the run's own."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @asynccontextmanager
    async def held(self) -> "AsyncIterator[BaseCheckpointSaver[Any]]":
        with one_owner(self._path), open_saver(self._path) as saver:
            yield saver

    async def forget(self) -> None:
        with one_owner(self._path):
            forget(self._path)


@contextmanager
def one_owner(path: Path) -> Iterator[None]:
    """Hold the run: a second process that would fill it is refused, a killed one lets go by itself."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(path.name + ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CaseBusy(f"another process is filling this run ({path.name!r}); wait for it or stop it") from None
        yield


@contextmanager
def open_saver(path: Path) -> "Iterator[RunSaver]":
    """The checkpoint file. Every superstep is written before the next begins: a kill -9 costs the node in flight; a power
    cut may cost the last steps, never a finished field, which the FindingLog keeps."""
    from agents.fill.saver import RunSaver

    try:
        saver = RunSaver(path)
    except sqlite3.Error as problem:
        raise InputRefused(
            f"the checkpoint file {path.name!r} cannot be used: {problem}; is the disk full, or the file another's?"
        ) from problem
    try:
        yield saver
    finally:
        saver.conn.close()


def forget(path: Path) -> None:
    """Remove the checkpoints of a run that needs them no more; they hold quotes of the case."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
