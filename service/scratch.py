"""Folders for what is unpacked and thrown away: one for each piece of work, under the system's temporary place.

Who works in one holds a lock on its mark; the system lets go of it when the process ends, however it ends. A marked folder whose
mark nobody holds is what a killed process left behind, with confidential text in it: the next process that needs a folder of its
own removes it.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

_PREFIX = "lastro-"
_MARK = "held.lock"


@contextmanager
def scratch() -> Iterator[Path]:
    """An empty folder that is gone afterwards."""
    _sweep_once()
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as folder:
        draft = Path(folder, f".{_MARK}")
        with draft.open("w") as mark:
            fcntl.flock(mark, fcntl.LOCK_EX)
            draft.rename(Path(folder, _MARK))  # held from the moment that it is there
            held = Path(folder, "held")
            held.mkdir()
            yield held


def sweep() -> int:
    """Removes what killed processes of this user left; returns how many folders. Folders without a mark are not ours to judge."""
    removed = 0
    for mark in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_MARK}"):
        if _is_left(mark):
            shutil.rmtree(mark.parent, ignore_errors=True)
            removed += 1
    return removed


@cache
def _sweep_once() -> None:
    sweep()


def _is_left(mark: Path) -> bool:
    try:
        if mark.parent.is_symlink() or mark.parent.stat().st_uid != os.getuid():
            return False
        with mark.open("r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    except OSError:  # somebody's, or just removed
        return False
