"""One process owns a case's vector store at a time.

milvus-lite's own refusal hides its reason in a log line, and names nobody; this lock is taken first and says who holds
it. It is an flock: the system lets go of it when the process ends, however it ends.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from evidence.errors import CaseBusy


class OwnerLock:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: IO[str] | None = None

    def acquire(self) -> None:
        """Raises CaseBusy, naming the process that holds it where that is known."""
        if self._held is not None:
            return
        file = self._opened()
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            owner = file.read().strip()
            file.close()
            who = f"process {owner}" if owner.isdigit() else "an unnamed process"
            raise CaseBusy(
                f"another Lastro process owns this index ({who} holds {str(self._path)!r}); "
                "wait for it, stop it, or send the work to it"
            ) from None
        if not self._is_on_disk(file):  # the last owner deleted the index between our open and our lock
            file.close()
            self.acquire()
            return
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        self._held = file

    def _opened(self) -> IO[str]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        return self._path.open("a+", encoding="ascii")

    def _is_on_disk(self, file: IO[str]) -> bool:
        try:
            return os.path.samestat(self._path.stat(), os.fstat(file.fileno()))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        if self._held is None:
            return
        with suppress(OSError):
            self._held.truncate(0)
        self._held.close()
        self._held = None
