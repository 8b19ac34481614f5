"""Folders, archives, e-mails and PDFs with attachments become single files, each with a name, a hash and a type."""

import hashlib
import os
import stat
import unicodedata
import uuid
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from evidence.errors import InputRefused, PasswordNeeded, TooLarge
from evidence.pages import Problem
from ingest.archive import Allowance, Archive, entry_name
from ingest.display_names import NameRegister, display_name, is_junk, is_office_lock
from ingest.embedded import EmbeddedFile, may_embed, save_embedded
from ingest.media import MAIL, PDF, ZIP
from ingest.message import attachments_of, parse_message
from ingest.options import ReadOptions
from ingest.sniff import sniff
from ingest.source import SourceFile
from ingest.workers import WorkerFailed, WorkerPool

_OFFICE_LOCK = "was left out: Office's lock file, which stays where a document was open; the document lies beside it"
_SMALL_PICTURE = 16 * 1024
"""Bytes; a smaller picture inside a message's text is a logo."""
_LARGEST_MESSAGE = 256 * 2**20
"""Bytes; a message is taken apart in memory."""

OnSkip = Callable[[str, Problem], None]
"""Called with the name of what was left out, and why."""


def expand(path: Path, *, into: Path, options: ReadOptions, on_skip: OnSkip | None = None) -> Iterator[SourceFile]:
    """Every file at or under ``path``, containers opened. Unpacked files are written to ``into`` under their hashes.

    An archive that could not be opened whole is given too, after its members. Raises InputRefused where ``path`` is not there,
    TooLarge where a folder holds more than ``max_entries`` files.
    """
    into.mkdir(parents=True, exist_ok=True)
    with _Expansion(into, options, on_skip or (lambda _name, _problem: None)) as expansion:
        if path.is_dir():
            yield from expansion.folder(path)
        elif path.is_file() and is_office_lock(path.name):
            expansion.leave_out_lock(path.name)
        elif path.is_file():
            yield from expansion.file(_Found(path, path.name, path.name))
        else:
            raise InputRefused(f"{str(path)!r} is not there, or is neither a file nor a folder; check the path")


def expand_again(
    source: SourceFile, *, into: Path, options: ReadOptions, on_skip: OnSkip | None = None
) -> Iterator[SourceFile]:
    """As ``expand``, of a file that is kept under another name than its own: with a password that was missing before."""
    into.mkdir(parents=True, exist_ok=True)
    with _Expansion(into, options, on_skip or (lambda _name, _problem: None)) as expansion:
        found = _Found(source.path, source.name, source.name, source.container, depth=int(source.container is not None))
        yield from expansion.file(found)


class _Found(NamedTuple):
    """A file on disk, not yet looked into."""

    path: Path
    name: str
    stated: str
    """What its folder or container calls it; may differ from the display name."""
    container: str | None = None
    depth: int = 0
    allowance: Allowance | None = None


class _Expansion:
    def __init__(self, into: Path, options: ReadOptions, on_skip: OnSkip) -> None:
        self._into = into
        self._options = options
        self._on_skip = on_skip
        self._names = NameRegister()
        self._pool: WorkerPool | None = None

    def __enter__(self) -> "_Expansion":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.close()

    def folder(self, root: Path) -> Iterator[SourceFile]:
        for path in self._walk(root):
            stated = str(path.relative_to(root)).replace(os.sep, "/")
            try:
                yield from self.file(_Found(path, display_name(stated), stated))
            except OSError as error:
                self._skip(stated, "unreadable", f"cannot be opened ({error.strerror}); check its permissions", "error")

    def file(self, found: _Found) -> Iterator[SourceFile]:
        """One file and everything in it."""
        sniffed = sniff(found.path, name=found.stated, options=self._options)
        problems: list[Problem] = []
        name = self._names.take(found.name)
        if sniffed.note is not None:
            problems.append(Problem(code="wrong_extension", message=sniffed.note, severity="note"))
        if name != found.name or display_name(found.stated) != unicodedata.normalize("NFC", found.stated):
            problems.append(_renamed(found.stated, name))
        source = SourceFile.of(
            found.path, media_type=sniffed.media_type, name=name, container=found.container, problems=tuple(problems)
        )
        if sniffed.media_type == ZIP:
            yield from self._archive(source, found)
        elif sniffed.media_type == MAIL:
            yield from self._mail(source, found)
        elif sniffed.media_type == PDF:
            yield from self._pdf(source, found)
        else:
            yield source

    def _walk(self, root: Path) -> Iterator[Path]:
        """Files in order of their names; links are not followed."""
        found: list[Path] = []
        for folder, folders, names in os.walk(root, followlinks=False, onerror=self._unreadable_folder):
            folders.sort()
            for name in folders:  # os.walk doesn't go into these
                path = Path(folder, name)
                if path.is_symlink():
                    self._skip(str(path.relative_to(root)), "skipped", _linked(path))
            for name in sorted(names):
                path = Path(folder, name)
                stated = str(path.relative_to(root))
                if is_office_lock(stated):
                    self.leave_out_lock(stated)
                elif is_junk(stated):
                    self._skip(stated, "skipped", "was left out: the system's own file, not a document", "note")
                elif path.is_symlink():
                    self._skip(stated, "skipped", _linked(path))
                elif not stat.S_ISREG(path.lstat().st_mode):
                    self._skip(stated, "skipped", "is a device or pipe, not a file; add the document itself")
                else:
                    found.append(path)
                if len(found) > self._options.max_entries:
                    raise TooLarge(
                        f"{str(root)!r} holds more than {self._options.max_entries} files; add the folder in parts"
                    )
        yield from found

    def _unreadable_folder(self, error: OSError) -> None:
        self._skip(
            str(error.filename), "unreadable", f"cannot be opened ({error.strerror}); check its permissions", "error"
        )

    def _archive(self, source: SourceFile, found: _Found) -> Iterator[SourceFile]:
        problems = list(source.problems)
        if self._too_deep(found, problems):
            yield source.model_copy(update={"problems": tuple(problems)})
            return
        allowance = found.allowance or Allowance(self._options)
        try:
            with Archive(found.path, name=source.name, options=self._options, allowance=allowance) as archive:
                for info in archive.entries():
                    stated = entry_name(info)
                    if is_junk(stated):
                        if is_office_lock(stated):
                            self.leave_out_lock(f"{source.name}/{display_name(stated)}")
                        continue
                    if stat.S_ISLNK(info.external_attr >> 16):
                        problems.append(_left_out(stated, "is a link and was not followed"))
                        continue
                    try:
                        path = self._stored(archive.chunks(info, shown=stated))
                    except PasswordNeeded:
                        raise
                    except TooLarge as refused:
                        problems.append(_problem(refused))
                        if allowance.bytes < 0:
                            break
                        continue
                    except InputRefused as refused:
                        problems.append(_problem(refused))
                        continue
                    yield from self.file(self._member(path, stated, source=source, found=found, allowance=allowance))
        except InputRefused as refused:
            problems.append(_problem(refused))
        if any(problem.severity != "note" for problem in problems):
            yield source.model_copy(update={"problems": tuple(problems)})

    def _mail(self, source: SourceFile, found: _Found) -> Iterator[SourceFile]:
        problems = list(source.problems)
        members: list[tuple[Path, str]] = []
        allowance = found.allowance or Allowance(self._options)
        if source.size > _LARGEST_MESSAGE:
            problems.append(
                Problem(code="too_large", message="its attachments were not looked for; save them and add each")
            )
        elif not self._too_deep(found, problems):
            try:
                for attachment in attachments_of(parse_message(found.path)):
                    if attachment.inline and len(attachment.data) < _SMALL_PICTURE:
                        continue
                    allowance.take_entries(1, name=source.name)
                    allowance.take_bytes(len(attachment.data), name=source.name)
                    members.append((self._stored([attachment.data]), attachment.name))
            except TooLarge as refused:
                problems.append(_problem(refused))
            except RecursionError:
                message = "its parts contain one another without end; only its text was read"
                problems.append(Problem(code="unreadable", message=message, severity="error"))
        yield source.model_copy(update={"problems": tuple(problems)})
        for path, stated in members:
            yield from self.file(self._member(path, stated, source=source, found=found, allowance=allowance))

    def _pdf(self, source: SourceFile, found: _Found) -> Iterator[SourceFile]:
        if not may_embed(found.path) or source.size > self._options.max_bytes:
            yield source
            return
        problems = list(source.problems)
        allowance = found.allowance or Allowance(self._options)
        members: list[EmbeddedFile] = []
        if not self._too_deep(found, problems):
            try:
                for member in self._worker().stream_of(
                    EmbeddedFile, save_embedded, found.path, into=self._into, options=self._options
                ):
                    allowance.take_entries(1, name=source.name)
                    allowance.take_bytes(member.size, name=source.name)
                    members.append(member)
            except TooLarge as refused:
                problems.append(_problem(refused))
            except WorkerFailed as failure:
                problems.append(
                    Problem(code="attachments", message=f"files embedded in it could not be looked for: {failure}")
                )
        yield source.model_copy(update={"problems": tuple(problems)})
        for member in members:
            if member.path is not None and member.size:
                yield from self.file(
                    self._member(member.path, member.name, source=source, found=found, allowance=allowance)
                )

    def _member(self, path: Path, stated: str, *, source: SourceFile, found: _Found, allowance: Allowance) -> _Found:  # fmt: skip
        inside = display_name(stated)
        return _Found(path, f"{source.name}/{inside}", stated, source.sha256, found.depth + 1, allowance)

    def _too_deep(self, found: _Found, problems: list[Problem]) -> bool:
        if found.depth < self._options.max_depth:
            return False
        problems.append(
            Problem(
                code="too_large",
                message=f"it lies {found.depth} containers deep, and no deeper one is opened; unpack it and add the files",
                severity="error",
            )
        )
        return True

    def _stored(self, chunks: Iterable[bytes]) -> Path:
        """Written whole or not at all."""
        draft = self._into / f".{uuid.uuid4().hex}"
        digest = hashlib.sha256()
        try:
            with draft.open("xb") as file:
                for chunk in chunks:
                    digest.update(chunk)
                    file.write(chunk)
            path = self._into / digest.hexdigest()
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
        return path

    def _worker(self) -> WorkerPool:
        if self._pool is None:
            self._pool = WorkerPool(self._options.model_copy(update={"workers": 1}))
        return self._pool

    def leave_out_lock(self, name: str) -> None:
        self._skip(name, "office_lock", _OFFICE_LOCK, "note")

    def _skip(self, name: str, code: str, message: str, severity: str = "warning") -> None:
        problem = Problem.model_validate({"code": code, "message": f"{name!r} {message}", "severity": severity})
        self._on_skip(name, problem)


def _renamed(stated: str, name: str) -> Problem:
    return Problem(code="name_changed", message=f"it is called {stated[:300]!r} and shown as {name!r}", severity="note")


def _linked(path: Path) -> str:
    """Why a link is left out: what it points at may lie anywhere, and be anyone's."""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):  # nothing there, or links that lead to one another
        return "is a link that leads nowhere; add the document itself"
    if target.is_dir():
        return "is a link to a folder and was not followed, so nothing in it was read; add that folder itself"
    return "is a link and was not followed; add the file itself"


def _left_out(name: str, why: str) -> Problem:
    return Problem(code="skipped", message=f"{name!r} {why}")


def _problem(refused: InputRefused) -> Problem:
    code = "unreadable" if refused.code == "input_refused" else refused.code
    code = refused.problem if isinstance(refused, PasswordNeeded) else code
    return Problem(code=code, message=str(refused), severity="error")
