"""Where uploads wait to be read: ``spool/<case>/<upload>/<place in it>/<display name>``.

The folders are named by us. The last part is a display name made safe, because readers name a file after it; it is one
component of a path and cannot lead anywhere.
"""

import contextlib
import os
import re
import shutil
import time
from collections.abc import Collection
from pathlib import Path

from cases.ids import new_id
from evidence.errors import InputRefused
from evidence.ports import RemovalScope
from ingest.display_names import display_name
from service.sealed import NAME

_LONGEST_NAME = 180
"""Bytes: file systems take 255, and readers add endings."""
_ABANDONED_SECONDS = 7 * 24 * 3600
_ID = re.compile(r"[0-9A-Z]{26}")


def safe_name(raw: str) -> str:
    """One component of a path that shows what the browser called the file."""
    name = display_name(raw).replace("/", "_").lstrip(". ").rstrip(". ") or "unnamed"
    stem, dot, suffix = name.rpartition(".")
    if not dot or not stem or len(suffix) > 10:
        stem, suffix = name, ""
    ending = f".{suffix}" if suffix else ""
    kept = stem.encode("utf-8", "ignore")[: _LONGEST_NAME - len(ending.encode())].decode("utf-8", "ignore")
    return f"{kept}{ending}"


class Upload:
    """One upload's own folder. Nothing of it is seen by anyone until it is handed to a reading job."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0

    def place(self, raw_name: str) -> Path:
        """A new file's path. Two files of one name get a folder each."""
        self._count += 1
        folder = self.folder / f"{self._count:05d}"
        folder.mkdir(mode=0o700)
        path = folder / safe_name(raw_name)
        if path.parent.resolve() != folder.resolve() or path.name in (
            ".",
            "..",
        ):  # the name has been made safe; proved here
            raise InputRefused(f"a file cannot be called {path.name!r}; rename it")
        return path

    def discard(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


class Spool:
    def __init__(self, home: Path) -> None:
        self._root = home / "spool"

    def begin(self, case: str) -> Upload:
        folder = self._folder(case) / new_id()
        folder.mkdir(parents=True, mode=0o700)
        return Upload(folder)

    def release(self, path: Path) -> None:
        """One file, or all that lies in a folder, of the spool was read; other places are not touched."""
        inside = path.resolve()
        if not inside.is_relative_to(self._root.resolve()) or inside == self._root.resolve():
            return
        if inside.is_dir():
            shutil.rmtree(inside, ignore_errors=True)
        else:
            inside.unlink(missing_ok=True)
        for parent in inside.parents:
            if parent == self._root.resolve():
                break
            with contextlib.suppress(OSError):  # others are in it still
                parent.rmdir()

    def sweep(self) -> int:
        """Uploads that nobody asked for in a week: their job failed for good. Returns how many files went."""
        gone = 0
        for upload in self._root.glob("*/*"):
            with contextlib.suppress(OSError):
                if time.time() - upload.stat().st_mtime > _ABANDONED_SECONDS:
                    gone += _files_in(upload)
                    shutil.rmtree(upload, ignore_errors=True)
        return gone

    def sweep_sealed(self, live: Collection[str]) -> int:
        """Passwords of jobs that are no more. ``live``: the paths of those that are. Returns how many went."""
        gone = [path for path in self._root.glob(f"*/*/{NAME}") if str(path) not in live]
        for path in gone:
            self.release(path)
        return len(gone)

    # Remains: what waits to be read goes with its case

    def count(self, scope: RemovalScope) -> dict[str, int]:
        return {"spooled_files": 0 if scope.document is not None else _files_in(self._folder(scope.case))}

    def remove(self, scope: RemovalScope) -> None:
        if scope.document is None:
            shutil.rmtree(self._folder(scope.case), ignore_errors=True)

    def _folder(self, case: str) -> Path:
        if not _ID.fullmatch(case):
            raise InputRefused(f"{case!r} is no id of a case")
        return self._root / case


def _files_in(folder: Path) -> int:
    return sum(len(names) for _, _, names in os.walk(folder))
