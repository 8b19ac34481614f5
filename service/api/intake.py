"""Files out of a multipart body, straight to disk: hashed as they come, never whole in memory, named by us."""

import errno
import hashlib
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import BinaryIO

from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from evidence.errors import InputRefused, LastroError, StoreUnavailable
from evidence.frozen import Frozen
from service.api.details import in_language
from service.api.refusals import BodyTooLarge, BrokenUpload, WrongMediaType
from service.spool import Upload, safe_name

_BUFFER = 1 << 20
_SMALL_PARTS = 64 * 1024
"""Bytes of all parts that are no files."""
_HEADER = 8 * 1024


class TakenFile(Frozen):
    name: str
    """As it is shown."""
    sha256: str
    size: int
    path: Path


class RefusedFile(Frozen):
    name: str
    code: str
    reason: str
    """What was wrong, and what to do."""


class Intake:
    """One body being read. Feed it with ``take``; what came of it is in ``taken`` and ``refused``."""

    def __init__(self, upload: Upload, *, content_type: str, most_files: int, file_bytes: int) -> None:
        self.taken: list[TakenFile] = []
        self.refused: list[RefusedFile] = []
        self.fields: dict[str, str] = {}
        self._upload = upload
        self._most_files = most_files
        self._file_bytes = file_bytes
        self._part: _Part | None = None
        self._header = (bytearray(), bytearray())
        self._headers: dict[bytes, bytes] = {}
        self._small = 0
        self._is_whole = False
        self._parser = MultipartParser(_boundary(content_type), self._callbacks())  # type: ignore[arg-type]  # a TypedDict

    async def take(self, chunks: AsyncIterator[bytes]) -> None:
        """Raises BrokenUpload, BodyTooLarge, SlowClient; whatever it was, nothing is left open."""
        waiting = bytearray()
        try:
            async for chunk in chunks:
                waiting += chunk
                if len(waiting) >= _BUFFER:
                    await run_in_threadpool(self._feed, bytes(waiting))
                    waiting.clear()
            await run_in_threadpool(self._end, bytes(waiting))
        except ClientDisconnect:
            raise BrokenUpload("the connection ended in the middle of the upload; send it again") from None
        except MultipartParseError:
            raise BrokenUpload("the body is no multipart form, or a damaged one; send it again") from None
        finally:
            if self._part is not None:
                self._part.close()

    def _end(self, rest: bytes) -> None:
        self._feed(rest)
        self._parser.finalize()
        if not self._is_whole:
            raise BrokenUpload("the body ends before the form does; send it again")

    def _feed(self, data: bytes) -> None:
        try:
            self._parser.write(data)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreUnavailable("the server's disk is full; nothing of this upload was kept") from None
            raise

    # the parser's calls, in the thread that feeds it

    def _callbacks(self) -> Mapping[str, object]:
        return {
            "on_part_begin": self._begin_part,
            "on_header_field": lambda data, start, end: self._add_header(0, data[start:end]),
            "on_header_value": lambda data, start, end: self._add_header(1, data[start:end]),
            "on_header_end": self._keep_header,
            "on_headers_finished": self._open_part,
            "on_part_data": lambda data, start, end: self._add_data(data[start:end]),
            "on_part_end": self._close_part,
            "on_end": self._note_end,
        }

    def _begin_part(self) -> None:
        self._headers = {}

    def _add_header(self, side: int, data: bytes) -> None:
        self._header[side].extend(data)
        if len(self._header[side]) > _HEADER:
            raise BrokenUpload("a part of the upload has a header that is far too long")

    def _keep_header(self) -> None:
        name, value = self._header
        self._headers[bytes(name).lower()] = bytes(value)
        name.clear()
        value.clear()

    def _open_part(self) -> None:
        kind, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        if kind != b"form-data" or b"name" not in options:
            raise BrokenUpload("a part of the upload has no name; send a multipart form")
        file_name = options.get(b"filename")
        if file_name is None:
            self._part = _Value(options[b"name"].decode("utf-8", "replace")[:100])
            return
        if len(self.taken) + len(self.refused) >= self._most_files:
            raise BodyTooLarge(f"an upload holds at most {self._most_files} files; send the others in another one")
        self._part = _File(self._upload, file_name.decode("utf-8", "replace"), limit=self._file_bytes)

    def _add_data(self, data: bytes) -> None:
        if isinstance(self._part, _Value):
            self._small += len(data)
            if self._small > _SMALL_PARTS:
                raise BodyTooLarge("the form's own fields are too large; files need a file name")
        if self._part is not None:
            self._part.add(data)

    def _close_part(self) -> None:
        part, self._part = self._part, None
        if isinstance(part, _Value):
            self.fields[part.name] = part.data.decode("utf-8", "replace")
        elif isinstance(part, _File):
            part.close()
            outcome = part.outcome()
            if isinstance(outcome, TakenFile):
                self.taken.append(outcome)
            else:
                self.refused.append(outcome)

    def _note_end(self) -> None:
        self._is_whole = True


class _Value:
    def __init__(self, name: str) -> None:
        self.name = name
        self.data = bytearray()

    def add(self, data: bytes) -> None:
        self.data.extend(data)

    def close(self) -> None:
        pass


class _File:
    def __init__(self, upload: Upload, raw_name: str, *, limit: int) -> None:
        self._limit = limit
        self._path = upload.place(raw_name)
        self._name = safe_name(raw_name)
        self._digest = hashlib.sha256()
        self._size = 0
        self._out: BinaryIO | None = self._path.open("xb", buffering=_BUFFER)

    def add(self, data: bytes) -> None:
        self._size += len(data)
        if self._out is None:
            return
        if self._size > self._limit:
            self.close()
            self._path.unlink()
            return
        self._digest.update(data)
        self._out.write(data)

    def close(self) -> None:
        if self._out is not None:
            self._out.close()
            self._out = None

    def outcome(self) -> TakenFile | RefusedFile:
        if self._size > self._limit:
            return RefusedFile(
                name=self._name,
                code="too_large",
                reason=f"it is larger than {self._limit:,} bytes; split it, or ask the administrator for a higher limit",
            )
        if self._size == 0:
            self._path.unlink()
            return RefusedFile(
                name=self._name, code="empty", reason="it is empty; was it still being copied when it was chosen?"
            )
        return TakenFile(name=self._name, sha256=self._digest.hexdigest(), size=self._size, path=self._path)


_Part = _Value | _File


def _boundary(content_type: str) -> bytes:
    kind, options = parse_options_header(content_type)
    if kind != b"multipart/form-data":
        raise WrongMediaType("files are sent as multipart/form-data")
    boundary = options.get(b"boundary", b"")
    if not 0 < len(boundary) <= 200:
        raise BrokenUpload("the header Content-Type names no boundary of the multipart form")
    return boundary


def refused_in(intake: Intake, language: str) -> list[RefusedFile]:
    return [file.model_copy(update={"reason": in_language(file.reason, language)}) for file in intake.refused]


def must_hold_files(intake: Intake, *, language: str) -> None:
    """Raises InputRefused, BodyTooLarge when nothing of the upload can be used."""
    if intake.taken:
        return
    if not intake.refused:
        raise InputRefused("the upload holds no files; send parts with file names")
    said = "; ".join(f"{file.name!r}: {file.reason}" for file in refused_in(intake, language)[:5])
    kind: type[LastroError] = BodyTooLarge if all(f.code == "too_large" for f in intake.refused) else InputRefused
    raise kind(said)
