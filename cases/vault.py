"""Files by their content: written once, never changed, found by sha256. Display names are never paths.

Beside an encrypted file may lie a copy without its encryption, which is what page images are drawn of.
"""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from evidence.errors import InputRefused, NotKept

_CHUNK = 1 << 20
_UNLOCKED = ".unlocked"


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def vault_of(home: Path, case_id: str) -> Path:
    return home / "files" / case_id


class FileVault:
    """One case's files under ``root``."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, path: Path, *, sha256: str) -> Path:
        """Copy a file in; a crash leaves either the whole file or none."""
        target = self._place(sha256)
        if target.exists():
            return target
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".incoming-")
        try:
            with os.fdopen(handle, "wb") as out, path.open("rb") as source:
                shutil.copyfileobj(source, out, _CHUNK)
                out.flush()
                os.fsync(out.fileno())
            copied = Path(name)
            if sha256_of(copied) != sha256:
                raise InputRefused(f"{path.name!r} changed while it was copied; give it again when nobody writes to it")
            copied.replace(target)
        finally:
            Path(name).unlink(missing_ok=True)
        return target

    def path_of(self, sha256: str) -> Path:
        path = self._place(sha256)
        if not path.exists():
            raise NotKept(f"file {sha256[:12]}… is gone from {self._root}; give the file again to read it anew")
        return path

    def place_unlocked(self, sha256: str) -> Path:
        """Where a copy without encryption lies, or is to be put."""
        return self._place(sha256).with_suffix(_UNLOCKED)

    def shown(self, sha256: str) -> Path:
        """What can be drawn without a password: the copy, else the file itself."""
        unlocked = self.place_unlocked(sha256)
        return unlocked if unlocked.exists() else self.path_of(sha256)

    def remove(self, sha256: str) -> bool:
        path = self._place(sha256)
        existed = path.exists()
        path.unlink(missing_ok=True)
        self.place_unlocked(sha256).unlink(missing_ok=True)
        return existed

    def remove_all(self) -> int:
        count = self.count()
        while self._root.exists():
            try:
                shutil.rmtree(self._root)
            except FileNotFoundError:
                continue  # somebody else is removing it too
        return count

    def count(self, sha256: str | None = None) -> int:
        """Files that are there, half-written ones too; or whether the one is."""
        if sha256 is not None:
            return int(self._place(sha256).exists()) + int(self.place_unlocked(sha256).exists())
        return sum(len(names) for _, _, names in os.walk(self._root, onerror=_unless_gone))

    def _place(self, sha256: str) -> Path:
        if len(sha256) != 64 or not set(sha256) <= set("0123456789abcdef"):
            raise NotKept(f"{sha256!r} is no sha256")
        return self._root / sha256[:2] / sha256


def _unless_gone(error: OSError) -> None:
    """A folder that cannot be looked into is not an empty one."""
    if not isinstance(error, FileNotFoundError):
        raise error
