"""One process owns a case's vector store at a time.

milvus-lite's own refusal hides its reason in a log line, and names nobody; this lock is taken first and says who holds
it. It is an flock: the system lets go of it when the process ends, however it ends.

Who only reads holds it on loan: whoever comes to write leaves a mark beside it and waits, and the reader, who looks for
the mark now and then, lets go.
"""

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from evidence.errors import CaseBusy

_ON_LOAN = "on loan to "
_LOAN_SECONDS = 15.0
"""How long a writer waits for a reader, and a reader keeps back for a writer who left a mark and did not come."""
_LOOK_SECONDS = 0.05


class OwnerLock:
    def __init__(self, path: Path, *, on_loan: bool = False) -> None:
        """``on_loan``: for whoever looks at ``is_wanted`` and lets go."""
        self._path, self._is_on_loan = path, on_loan
        self._mark = path.with_suffix(".wanted")
        self._held: IO[str] | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits for a lock that is on loan."""
        try:
            return time.time() - self._mark.stat().st_mtime < _LOAN_SECONDS
        except FileNotFoundError:
            return False

    def acquire(self) -> None:
        """Waits for a reader to let go. Raises CaseBusy, naming the process that holds it where that is known."""
        if self._held is not None:
            return
        if self._is_on_loan:
            if self.is_wanted:
                raise CaseBusy(f"another Lastro process waits for this index ({str(self._path)!r}); let it work")
            self._acquire()
            return
        until = time.monotonic() + _LOAN_SECONDS
        while True:
            try:
                self._acquire()
                break
            except _OnLoan as error:
                if time.monotonic() > until:
                    raise CaseBusy(str(error)) from None
                with suppress(FileNotFoundError):  # the whole index was deleted meanwhile
                    self._mark.touch()
                time.sleep(_LOOK_SECONDS)
        self._mark.unlink(missing_ok=True)

    def _acquire(self) -> None:
        file = self._opened()
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            written = file.read().strip()
            file.close()
            owner = written.removeprefix(_ON_LOAN)
            who = f"process {owner}" if owner.isdigit() else "an unnamed process"
            # without a name: it is just being taken or let go
            kind = _OnLoan if not owner or written.startswith(_ON_LOAN) else CaseBusy
            raise kind(
                f"another Lastro process owns this index ({who} holds {str(self._path)!r}); "
                "wait for it, stop it, or send the work to it"
            ) from None
        if not self._is_on_disk(file):  # the last owner deleted the index between our open and our lock
            file.close()
            self._acquire()
            return
        file.truncate(0)
        file.write(f"{_ON_LOAN if self._is_on_loan else ''}{os.getpid()}")
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


class _OnLoan(CaseBusy):
    """A reader holds it, and lets go when asked."""
