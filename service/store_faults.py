"""What is wrong with the database, in words for whoever keeps the machine: damaged, locked, full or read-only."""

import errno
from pathlib import Path

from evidence.errors import StoreUnavailable

_DAMAGED = (
    "malformed",
    "not a database",
    "disk image",
    "corrupt",
    "unsupported file format",
    "no such table",
    "no such column",
)
_SAID = {
    "locked": "another Lastro process is writing to it; run the command again when that is done",
    "full": "the disk is full; what was finished is kept: free some space and run the command again",
    "readonly": "it may not be written to; check who owns it and the folder it is in",
    "unable to open": "it may not be opened; check who owns it and the folder it is in, and that LASTRO_HOME is right",
    "disk i/o": "the disk does not read or write it; is the disk full or failing?",
}


def refuse_emptied(root: Path) -> None:
    """SQLite takes a file of 0 bytes for a new database: every case would seem never to have been there.

    Raises StoreUnavailable where the database is empty and files of cases are kept beside it.
    """
    kept = root / "lastro.db"
    if kept.exists() and not kept.stat().st_size and any((root / "files").glob("*/*")):
        raise damaged(root, "it is empty (0 bytes), and files of cases are kept beside it")


def fault_of(error: Exception, root: Path) -> StoreUnavailable:
    """``error``: of SQLAlchemy, of sqlite3, the store's own, or of the system where the folder cannot be made."""
    if isinstance(error, OSError):
        return _home_fault(error, root)
    said = str(getattr(error, "orig", None) or error)
    if any(word in said.lower() for word in _DAMAGED):
        return damaged(root, said)
    for word, meaning in _SAID.items():
        if word in said.lower():
            return StoreUnavailable(f"the database of {str(root)!r} ({said}): {meaning}")
    return StoreUnavailable(
        f"the database of {str(root)!r} does not answer ({said}); see that it runs and may be written to"
    )


def _home_fault(error: OSError, root: Path) -> StoreUnavailable:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreUnavailable(
            f"the disk of LASTRO_HOME is full ({str(root)!r}); what was finished is kept: free some space and run it again"
        )
    why = "it is no folder" if isinstance(error, FileExistsError | NotADirectoryError) else error.strerror or str(error)
    return StoreUnavailable(
        f"LASTRO_HOME is {str(root)!r}, which cannot be used ({why}); set it to a folder that may be made and written"
    )


def damaged(root: Path, said: str) -> StoreUnavailable:
    return StoreUnavailable(
        f"the database {str(root / 'lastro.db')!r} is damaged ({said}). Put back the last backup of LASTRO_HOME. Without one, "
        f"move lastro.db and its -wal and -shm files away and read the files again: copies of all that were read lie under "
        f"{str(root / 'files')!r}, one folder for each case"
    )
