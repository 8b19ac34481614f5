"""ZIP files that may lie: entries are counted, and their bytes are counted while they are inflated.

Nothing is believed that the archive says about itself. Limits come from ReadOptions and raise TooLarge.
"""

import io
import itertools
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from evidence.errors import InputRefused, PasswordNeeded, TooLarge
from ingest.options import ReadOptions

RATIO_FREE = 16 * 2**20
"""Bytes an entry may inflate to before its ratio matters: small files of blanks compress without end."""
_CHUNK = 256 * 1024
_ENCRYPTED = 0x1
_UTF8 = 0x800
_AES = 99
_UNICODE_PATH = 0x7075


class Allowance:
    """What one container, with everything nested in it, may still take. Shared by nested archives."""

    def __init__(self, options: ReadOptions) -> None:
        self.entries = options.max_entries
        self.bytes = options.max_bytes
        self._options = options

    def take_entries(self, count: int, *, name: str) -> None:
        self.entries -= count
        if self.entries < 0:
            raise TooLarge(
                f"{name!r} holds more than {self._options.max_entries} entries; unpack it and add the files that matter"
            )

    def take_bytes(self, count: int, *, name: str) -> None:
        self.bytes -= count
        if self.bytes < 0:
            raise TooLarge(
                f"{name!r} inflates to more than {self._options.max_bytes // 2**20} MB; unpack it and add the files "
                "that matter"
            )


class Archive:
    """A ZIP opened for bounded reading. A context manager."""

    def __init__(
        self, source: Path | IO[bytes], *, name: str, options: ReadOptions, allowance: Allowance | None = None
    ) -> None:
        """Raises InputRefused where this is no ZIP, TooLarge where it has too many entries."""
        self.name = name
        self._options = options
        self._allowance = allowance or Allowance(options)
        try:
            self._zip = zipfile.ZipFile(source)
        except (zipfile.BadZipFile, zipfile.LargeZipFile, ValueError, OSError, NotImplementedError) as error:
            raise InputRefused(f"{name!r} is a damaged ZIP ({error}); ask for it again, whole") from None
        try:
            self._allowance.take_entries(len(self._zip.infolist()), name=name)
        except TooLarge:
            self._zip.close()
            raise
        self._packed = _size_of(source)
        self._taken = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def entries(self) -> tuple[zipfile.ZipInfo, ...]:
        """Files only, in the archive's order."""
        return tuple(info for info in self._zip.infolist() if not info.is_dir())

    def chunks(self, info: zipfile.ZipInfo, *, shown: str | None = None) -> Iterator[bytes]:
        """The entry's bytes as they inflate. Raises TooLarge, PasswordNeeded, InputRefused (damaged)."""
        shown = shown or info.filename
        taken = 0
        try:
            with self._open(info, shown) as stream:
                while chunk := stream.read(_CHUNK):
                    taken += len(chunk)
                    self._taken += len(chunk)
                    self._allowance.take_bytes(len(chunk), name=self.name)
                    # the stated packed size may lie, the archive's own cannot; entries may share their packed bytes
                    if self._is_bomb(taken, min(info.compress_size, self._packed)) or self._is_bomb(
                        self._taken, self._packed
                    ):
                        raise TooLarge(
                            f"{shown!r} in {self.name!r} inflates more than {self._options.max_ratio:g} times, as a "
                            "zip bomb does; it was not read"
                        )
                    yield chunk
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
            raise InputRefused(f"{shown!r} in {self.name!r} is damaged ({error}); ask for it again, whole") from None

    def _is_bomb(self, inflated: int, packed: int) -> bool:
        return inflated > RATIO_FREE and inflated > self._options.max_ratio * max(packed, 1)

    def read(self, info: zipfile.ZipInfo) -> bytes:
        return b"".join(self.chunks(info))

    def head(self, info: zipfile.ZipInfo, count: int) -> bytes:
        """The first bytes, without counting them."""
        try:
            with self._zip.open(info) as stream:
                return stream.read(count)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, NotImplementedError):
            return b""

    def stream(self, info: zipfile.ZipInfo) -> IO[bytes]:
        """The entry as a file that is read once, front to back, under the same limits."""
        return io.BufferedReader(_Inflating(self.chunks(info)), _CHUNK)

    def _open(self, info: zipfile.ZipInfo, shown: str) -> IO[bytes]:
        if not info.flag_bits & _ENCRYPTED:
            try:
                return self._zip.open(info)
            except NotImplementedError as error:
                raise InputRefused(
                    f"{shown!r} in {self.name!r} is packed in a way that is not read here ({error}); unpack it and add "
                    "the file itself"
                ) from None
        if info.compress_type == _AES:
            raise InputRefused(
                f"{shown!r} in {self.name!r} is encrypted with AES, which is not read here; unpack it and add the file "
                "itself"
            )
        given = passwords_for(self.name, self._options)
        for password in given:
            try:
                return self._zip.open(info, pwd=password.encode())
            except RuntimeError:  # zipfile's word for a wrong password
                continue
        raise PasswordNeeded(self.name, was_given=bool(given))


def _size_of(source: Path | IO[bytes]) -> int:
    if isinstance(source, Path):
        return source.stat().st_size
    at = source.tell()
    size = source.seek(0, io.SEEK_END)
    source.seek(at)
    return size


def passwords_for(name: str, options: ReadOptions) -> tuple[str, ...]:
    """The file's own password first, then every other one given: people rarely know which file is which."""
    own = [word for key, word in options.passwords.items() if key in (name, Path(name).name)]
    return tuple(dict.fromkeys([*own, *options.passwords.values()]))


class _Inflating(io.RawIOBase):
    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]  # typeshed's WriteableBuffer
        if not self._rest:
            self._rest = next(self._chunks, b"")
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


def entry_name(info: zipfile.ZipInfo) -> str:
    """The entry's name in letters. ZIP names without the UTF-8 flag are in the DOS code page of whoever packed them."""
    if info.flag_bits & _UTF8:
        return info.filename
    if (unicode_path := _unicode_path(info.extra)) is not None:
        return unicode_path
    try:
        raw = info.orig_filename.encode("cp437")
    except UnicodeEncodeError:
        return info.filename
    if raw.isascii():
        return info.filename
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    readings = []
    for codec in ("cp866", "cp850", "cp1251", "cp437"):
        try:
            readings.append(raw.decode(codec))
        except UnicodeDecodeError:
            continue
    return min(readings, key=_strangeness)  # the first of equals


def _unicode_path(extra: bytes) -> str | None:
    """Info-ZIP's own field for a name in UTF-8."""
    at = 0
    while at + 4 <= len(extra):
        tag, size = int.from_bytes(extra[at : at + 2], "little"), int.from_bytes(extra[at + 2 : at + 4], "little")
        if tag == _UNICODE_PATH and size > 5:
            try:
                return extra[at + 9 : at + 4 + size].decode("utf-8")
            except UnicodeDecodeError:
                return None
        at += 4 + size
    return None


def _strangeness(name: str) -> int:
    """How unlikely it is that a person wrote this: symbols, scripts mixed in a word, capitals after small letters."""
    strange = 0
    for word in name.replace("_", " ").replace(".", " ").split():
        letters = [c for c in word if c.isalpha()]
        strange += 3 * sum(1 for c in word if not c.isalnum() and ord(c) > 127 and c not in "№«»–—")
        cyrillic = sum(1 for c in letters if "\u0400" <= c <= "\u04ff")
        if 0 < cyrillic < len(letters):
            strange += 4
        strange += sum(1 for a, b in itertools.pairwise(letters) if a.islower() and b.isupper())
    return strange
