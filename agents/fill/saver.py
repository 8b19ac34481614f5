"""LangGraph's SQLite checkpoints, written in the event loop's own thread. Import only after ``lock_down_langgraph``.

The library's async saver hands every statement to another thread: with sixteen fields that costs ten times the write
itself, which takes some 50 microseconds and never waits for the disk (WAL, synchronous=NORMAL).
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import WRITES_IDX_MAP, ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.sqlite import SqliteSaver

from agents.fill.codec import CheckpointCodec

_PRAGMAS = ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=5000")
"""Exclusive: one process owns a run, and the lock need not be taken for every write."""


class RunSaver(SqliteSaver):
    """One run's; used by one event loop at a time."""

    def __init__(self, path: Path) -> None:
        """Raises sqlite3.Error when the file cannot be opened or is no database."""
        connection = sqlite3.connect(path, check_same_thread=False)
        codec = CheckpointCodec()
        try:
            for pragma in _PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            super().__init__(connection, serde=codec)
            self.jsonplus_serde = codec  # its own would be made with the process's defaults
            self.setup()
        except BaseException:  # closed, and raised again
            connection.close()
            raise

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self.get_tuple(config)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return self.put(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Only what LangGraph itself must remember (errors, interrupts). A node's own writes are in the checkpoint that
        follows at once; every superstep of ours is one node, so they would never be read."""
        kept = [write for write in writes if write[0] in WRITES_IDX_MAP]
        if kept:
            self.put_writes(config, kept, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        self.delete_thread(thread_id)
