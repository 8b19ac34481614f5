"""bytes -> Pages: the story of reading one file.

``read`` names the file's reader, runs it in worker processes, and turns whatever goes wrong there into Problems.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from evidence.errors import InputRefused, LastroError, PasswordNeeded
from evidence.pages import Document, Page, PageKind, Problem
from ingest.media import PDF, XLSX
from ingest.options import ReadOptions
from ingest.readers import read_any
from ingest.source import SourceFile
from ingest.workers import WorkerFailed, WorkerPool

WORTH_ANOTHER_TRY = frozenset({"timeout", "crashed", "out_of_memory"})


def read(source: SourceFile, *, options: ReadOptions, pool: WorkerPool) -> "Reading":
    """Nothing is read yet: iterate ``Reading.pages()``, then ask for ``Reading.document()``."""
    return Reading(source, options=options, pool=pool)


class Reading:
    """One file on its way through the workers."""

    def __init__(self, source: SourceFile, *, options: ReadOptions, pool: WorkerPool) -> None:
        self.source = source
        self.options = _with_password(source, options)
        self.pool = pool
        self._problems = list(source.problems)
        self._count = 0
        self._done = False
        self.expected: int | None = None
        """How many pages there will be, where that is known before they are read."""

    def pages(self, *, kept: Iterable[Page] = ()) -> Iterator[Page]:
        """In order, one at a time; never raises for what a file does. Every file gives at least one page. ``kept``: the first
        pages, where an earlier reading with the same options was interrupted; they are not read and not given again."""
        self._count, self._problems, self._done = 0, list(self.source.problems), False
        for page in kept:
            self._count = page.number
            if not page.text and len(page.problems) == 1 and page.problems[0].severity == "error":
                self.report(page.problems[0])  # as ``_unread`` did
        for page in self._read(after=self._count):
            self._count += 1
            yield page
        if not self._count:
            self._count = 1
            yield self._unread(1, "unreadable", f"{self.source.name!r} holds nothing that can be read")
        self._done = True

    def document(self) -> Document:
        """Raises LastroError before the pages were consumed: their number is not known until then."""
        if not self._done:
            raise LastroError(f"the pages of {self.source.name!r} were not read to the end; consume pages() first")
        return Document(
            sha256=self.source.sha256,
            name=self.source.name,
            media_type=self.source.media_type,
            page_count=self._count,
            size=self.source.size,
            container=self.source.container,
            problems=tuple(self._problems),
        )

    def report(self, problem: Problem) -> None:
        """Something that concerns the whole document."""
        if problem not in self._problems:
            self._problems.append(problem)

    def _read(self, *, after: int) -> Iterator[Page]:
        name, limit = self.source.name, self.options.max_bytes
        if self.source.size > limit:
            message = f"{name!r} is larger than {limit} bytes, the limit; split it or raise LASTRO_READ__MAX_BYTES"
            yield self._unread(1, "too_large", message)
        elif self.source.size == 0:
            yield self._unread(1, "unreadable", f"{name!r} is empty (0 bytes); ask for the file again")
        elif self.source.media_type == PDF:
            from ingest.pdf.paging import read_in_parallel

            yield from read_in_parallel(self, after=after)
        else:
            yield from self._flow(after)

    def _flow(self, given: int) -> Iterator[Page]:
        """A reader without random access. Where its worker dies it is run once more and goes on from there."""
        for last_try in (False, True):
            try:
                for page in self._stream(given):
                    if given == self.options.max_pages:
                        self.report(self.too_many(given, None))
                        return
                    given += 1
                    yield page
            except WorkerFailed as failure:
                if failure.reason in WORTH_ANOTHER_TRY and not last_try:
                    continue
                yield self.failed(given + 1, failure)
            return

    def _stream(self, skip: int) -> Iterator[Page]:
        stream = self.pool.stream(
            read_any,
            self.source.path,
            media_type=self.source.media_type,
            document=self.source.sha256,
            options=self.options,
            needs=("ingest.image",) if self.source.media_type.startswith("image/") else (),
        )
        return islice(stream, skip, None)

    def failed(self, number: int, failure: WorkerFailed, *, whole: bool = True) -> Page:
        """The page in place of what could not be read; ``whole``: nothing after it is read either."""
        name = self.source.name
        if failure.reason == "password_needed":
            locked = PasswordNeeded(name, was_given=bool(self.options.passwords))
            return self._unread(number, locked.problem, str(locked))
        where = repr(name)
        if not whole:
            where = f"page {number} of {name!r}"
        elif number > 1:
            where = f"page {number} of {name!r} and what follows it"
        code = "unreadable" if failure.reason == InputRefused.code else failure.reason
        return self._unread(number, code, f"{where} could not be read: {failure}", whole=whole)

    def too_many(self, read: int, there: int | None) -> Problem:
        mend, name = "raise LASTRO_READ__MAX_PAGES or split the file", self.source.name
        message = f"only the first {read} pages of {name!r} were read; {mend}"
        if there:
            message = f"only the first {read} of {there} pages of {name!r} were read; {mend}"
        return Problem(code="truncated", message=message, severity="error")

    def _unread(self, number: int, code: str, message: str, *, whole: bool = True) -> Page:
        problem = Problem(code=code, message=message, severity="error", page=None if whole else number)
        self.report(problem)
        kind = PageKind.FLOW
        if self.source.media_type == PDF:
            kind = PageKind.TEXT
        elif self.source.media_type.startswith("image/"):
            kind = PageKind.IMAGE
        elif self.source.media_type == XLSX:
            kind = PageKind.SHEET
        return Page(document=self.source.sha256, number=number, kind=kind, text="", problems=(problem,))


def _with_password(source: SourceFile, options: ReadOptions) -> ReadOptions:
    """Readers know the path only, people the name: the file's password is found under both."""
    password = options.passwords.get(source.name, options.passwords.get(source.path.name))
    if password is None:
        return options.model_copy(update={"passwords": {}})
    return options.model_copy(update={"passwords": {source.path.name: password}})
