"""A password on its way to the process that reads the file: in two halves, neither of which says anything alone.

One half is a file in the spool, the other, random, goes with the job. The file is removed when the job has ended, however it
ended; what stays in the job's row is noise. Both are as long for every password.
"""

import base64
import binascii
import os
from pathlib import Path

from evidence.errors import InputRefused

LONGEST = 1024
"""Bytes of a password in UTF-8."""
_SIZE = 2 + LONGEST
NAME = "sealed"
"""Of the file; uploads are named by us too, and never so."""


def seal(password: str, folder: Path) -> tuple[Path, str]:
    """The file, and the other half. ``folder`` is the caller's own."""
    plain = password.encode("utf-8", "surrogatepass")
    if not 0 < len(plain) <= LONGEST:
        raise InputRefused(f"a password has 1 to {LONGEST} bytes")
    padded = len(plain).to_bytes(2, "big") + plain + bytes(LONGEST - len(plain))
    key = os.urandom(_SIZE)
    path = folder / NAME
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(_mixed(padded, key))
        file.flush()
        os.fsync(file.fileno())
    return path, base64.b64encode(key).decode()


def unseal(path: Path, key: str) -> str | None:
    """None = it is gone, or the halves do not belong together."""
    try:
        held, other = path.read_bytes(), base64.b64decode(key, validate=True)
    except (FileNotFoundError, binascii.Error):
        return None
    if len(held) != _SIZE or len(other) != _SIZE:
        return None
    padded = _mixed(held, other)
    length = int.from_bytes(padded[:2], "big")
    try:
        return padded[2 : 2 + length].decode("utf-8", "surrogatepass") if 0 < length <= LONGEST else None
    except UnicodeDecodeError:
        return None


def _mixed(one: bytes, other: bytes) -> bytes:
    return bytes(left ^ right for left, right in zip(one, other, strict=True))
