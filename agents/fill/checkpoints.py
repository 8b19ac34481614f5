"""Where the graphs of a run keep their place: one SQLite file per run, read back strictly.

LangGraph's default serializer imports and calls what a checkpoint row names. Here nothing in a row names code: our
state types are stored as JSON under a fixed name and validated when read; everything else goes through LangGraph's
serializer with no type allowed beyond its safe built-ins.
"""

import fcntl
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from agents.fill.state import Judgement, Progress
from agents.steps import Answer, NotFound, ToolCall
from evidence.errors import CaseBusy, InputRefused, NotKept
from evidence.findings import Finding
from evidence.frozen import Frozen

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

KEPT_TYPES: Mapping[str, type[Frozen]] = {
    "progress": Progress,
    "tool_call": ToolCall,
    "answer": Answer,
    "not_found": NotFound,
    "judgement": Judgement,
    "finding": Finding,
}
"""Name in the checkpoint -> type. The whole allow-list; a moved class keeps its name here."""

_NAMES = {kept: name for name, kept in KEPT_TYPES.items()}
_TAG = "lastro.kept"
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


class CheckpointCodec:
    """LangGraph's SerializerProtocol. Values of KEPT_TYPES may stand anywhere inside dicts, lists and tuples."""

    def __init__(self) -> None:
        from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

        # None = only the safe built-ins (dates, decimals, LangGraph's own control types)
        self.plain = JsonPlusSerializer(allowed_msgpack_modules=None, allowed_json_modules=None)

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        return self.plain.dumps_typed(_put_away(obj))

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        return _take_out(self.plain.loads_typed(data))


def _put_away(value: Any) -> Any:
    kept = _NAMES.get(type(value))
    if kept is not None:
        return {_TAG: kept, "json": value.model_dump_json()}
    if isinstance(value, Frozen):
        raise TypeError(f"{type(value).__name__} is not in KEPT_TYPES; state may hold only those")
    if type(value) is dict:
        return {key: _put_away(held) for key, held in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_put_away(held) for held in value)
    return value


def _take_out(value: Any) -> Any:
    if type(value) is dict:
        if _TAG in value:
            return _revive(value)
        return {key: _take_out(held) for key, held in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_take_out(held) for held in value)
    return value


def _revive(tagged: dict[str, Any]) -> Frozen:
    kept = KEPT_TYPES.get(tagged[_TAG]) if isinstance(tagged[_TAG], str) else None
    if kept is None:
        raise NotKept(f"the checkpoint holds an unknown kind of value, {tagged[_TAG]!r}; start the run anew")
    try:
        return kept.model_validate_json(tagged["json"])
    except (ValidationError, KeyError, TypeError) as problem:
        raise NotKept(
            f"the checkpoint holds a {tagged[_TAG]!r} that this version cannot read; start the run anew"
        ) from problem


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


@asynccontextmanager
async def open_saver(path: Path) -> "AsyncIterator[AsyncSqliteSaver]":
    """The checkpoint file, in WAL mode. Every superstep is on disk before the next begins (kill -9 safe; a power cut
    may cost the last steps, never a finished field, which the FindingLog keeps)."""
    import aiosqlite
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    codec = CheckpointCodec()
    try:
        connection = await aiosqlite.connect(path)
    except sqlite3.Error as problem:
        raise InputRefused(
            f"the checkpoint file {path.name!r} cannot be opened: {problem}; is the disk full?"
        ) from problem
    try:
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=30000"):
            await connection.execute(f"PRAGMA {pragma}")
        saver = AsyncSqliteSaver(connection, serde=codec)
        saver.jsonplus_serde = codec.plain  # its own would be made with the process's defaults
        await saver.setup()
        yield saver
    finally:
        await connection.close()
