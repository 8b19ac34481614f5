"""What long work is to whoever asks for it. Two backends: child processes of this one, and Procrastinate on PostgreSQL.

Both keep each job in the case store, where pages and people see it: queued, running, done, failed and why.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Protocol


class JobKind(StrEnum):
    READ_FILES = "read_files"
    READ_AGAIN = "read_again"
    """A file, with the password that it lacked."""
    FILL_RUN = "fill_run"
    ASK_AGAIN = "ask_again"
    FINISH_REVIEW = "finish_review"
    REMOVE_FILE = "remove_file"
    REMOVE_CASE = "remove_case"


class JobRunner(Protocol):
    """Safe to use from many threads."""

    def start(self) -> None:
        """Take up what an earlier process left, and work from now on. Raises CaseBusy when another service works on this home."""
        ...

    def stop(self, grace_seconds: float) -> None:
        """Take nothing new up, let what runs stop at its next page or field, and give it back to be gone on with. What has not
        stopped after ``grace_seconds`` is ended; it loses the page or field in flight and no more."""
        ...

    def put(
        self,
        kind: JobKind,
        *,
        case: str,
        payload: Mapping[str, Any],  # JSON of ids and paths; no text of documents
        by: str,
        key: str | None = None,
    ) -> str:
        """Durable on return; its id. One job of a case runs at a time. ``key``: while a job of the same kind, case and key waits
        or runs, that one's id is given and nothing is added. Raises NotKept for a case that is not there."""
        ...

    def cancel(self, job: str) -> None:
        """One that waits is cancelled at once, one that runs at its next page or field. Raises NotKept."""
        ...
