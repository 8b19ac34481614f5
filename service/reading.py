"""Files become pages and passages of a case: the one place where ingest, the store and the index meet."""

import hashlib
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Self

from cases.store import CaseFiles
from evidence.frozen import Frozen
from evidence.pages import Document, Page, Problem
from evidence.passages import Passage
from evidence.ports import PassageIndex
from ingest.expand import expand, expand_again
from ingest.media import PDF
from ingest.options import ReadOptions
from ingest.passages import cut_passages
from ingest.pipeline import read
from ingest.source import SourceFile
from ingest.unlocked import Unlocked, save_unlocked
from ingest.workers import WorkerFailed, WorkerPool
from service.locked import lacks_password
from service.scratch import scratch

_PAGES_AT_ONCE = 32
_SECONDS_UNKEPT = 1.0
_BATCHES_AHEAD = 8  # passages waiting to be embedded: a bound on memory, not on speed


class FileProblem(Frozen):
    file: str
    problem: Problem

    @property
    def is_error(self) -> bool:
        """Whether something of the file is unread."""
        return self.problem.severity == "error"


class ReadSummary(Frozen):
    files: int
    pages: int
    passages: int
    unchanged: int
    """Files that were read before with the same options."""
    problems: tuple[FileProblem, ...]


OnPage = Callable[[str, int, int], None]
"""Called with file name, pages read so far, pages in all (0 = not known); a page that could not be read is not read."""


def read_into(
    case: CaseFiles,
    paths: Iterable[Path],
    *,
    options: ReadOptions,
    index: PassageIndex,
    on_page: OnPage,
    by: str | None = None,
) -> ReadSummary:
    """Read every file under ``paths`` into the case and index it. Searchable on return. A reading that was interrupted is gone
    on with after its last kept page. ``by``: id of the user who gave them."""
    with (
        scratch() as unpacked,
        WorkerPool(options) as pool,
        _Indexing(index) as indexing,
    ):
        intake = _Intake(case, options=options, pool=pool, indexing=indexing, on_page=on_page, by=by)
        for path in paths:
            for source in expand(path, into=unpacked, options=options, on_skip=intake.skip):
                intake.take(source)
    return intake.summary()


def read_again(
    case: CaseFiles, sha256: str, *, password: str, options: ReadOptions, index: PassageIndex, on_page: OnPage
) -> ReadSummary:
    """A kept file that lacked its password. An archive's files are read then, and it says that it was opened. Raises NotKept."""
    held = case.announced(sha256)
    source = SourceFile(
        path=case.vault.path_of(sha256),
        name=held.name,
        sha256=sha256,
        size=held.size,
        media_type=held.media_type,
        container=held.container,
    )
    options = options.model_copy(update={"passwords": {held.name: password}})
    met = False
    with (
        scratch() as unpacked,
        WorkerPool(options) as pool,
        _Indexing(index) as indexing,
    ):
        intake = _Intake(case, options=options, pool=pool, indexing=indexing, on_page=on_page, by=None)
        for found in expand_again(source, into=unpacked, options=options, on_skip=intake.skip):
            met = met or found.sha256 == sha256
            intake.take(found)
        if not met:
            intake.close_opened(held)
    return intake.summary()


class _Indexing:
    """Embeds in a thread of its own while the workers read on; at most a few batches wait."""

    def __init__(self, index: PassageIndex) -> None:
        self.index = index
        self.passages = 0
        self._waiting: deque[Future[int]] = deque()
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="index")

    def put(self, passages: list[Passage]) -> None:
        if not passages:
            return
        self.passages += len(passages)
        self._waiting.append(self._executor.submit(self.index.put, passages))
        while len(self._waiting) > _BATCHES_AHEAD:
            self._waiting.popleft().result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._executor.shutdown(cancel_futures=kind is not None)
        if kind is None:
            for future in self._waiting:
                future.result()


class _Intake:
    """One reading of files into a case, and the tally of it."""

    def __init__(
        self,
        case: CaseFiles,
        *,
        options: ReadOptions,
        pool: WorkerPool,
        indexing: _Indexing,
        on_page: OnPage,
        by: str | None,
    ) -> None:
        self._case = case
        self._options = options
        self._pool = pool
        self._indexing = indexing
        self._on_page = on_page
        self._by = by
        self._files = self._pages = self._unchanged = 0
        self._problems: list[FileProblem] = []
        self._names: dict[str, str] = {}
        """sha256 to the name under which a file was first met in this reading."""

    def take(self, source: SourceFile) -> None:
        self._files += 1
        first = self._names.setdefault(source.sha256, source.name)
        if first != source.name:
            self._unchanged += 1
            self._note_twin(source, first)
            return
        announced = Document(
            sha256=source.sha256,
            name=source.name,
            media_type=source.media_type,
            page_count=0,
            size=source.size,
            container=source.container,
            problems=source.problems,
        )
        self._case.vault.put(source.path, sha256=source.sha256)
        anew = source.name in self._options.passwords and self._lacked_password(source.sha256)
        key = reader_key(self._options)
        if self._case.begin_file(announced, reader=key, anew=anew, go_on=True, by=self._by):
            self._read(source)
        else:
            self._unchanged += 1
            held = self._case.document(source.sha256)
            self._index_again(held)
            if held.name != source.name:
                self._note_twin(source, held.name)

    def _note_twin(self, source: SourceFile, first: str) -> None:
        """One content is one document: what stands in it is cited under the name that came first, and the other is told."""
        twin = Problem(
            code="same_file",
            message=f"{first!r} and {source.name!r} are the same file, byte for byte; it was read once, as {first!r}",
        )
        self._note(source.name, (twin,))
        held = self._case.document(source.sha256)
        if twin not in held.problems:
            self._case.finish_file(held.model_copy(update={"problems": (*held.problems, twin)}))

    def skip(self, name: str, problem: Problem) -> None:
        self._note(name, (problem,))

    def summary(self) -> ReadSummary:
        return ReadSummary(
            files=self._files,
            pages=self._pages,
            passages=self._indexing.passages,
            unchanged=self._unchanged,
            problems=tuple(self._problems),
        )

    def _read(self, source: SourceFile) -> None:
        kept = self._take_up(source)
        self._unlock(source)  # before its pages are there to be looked at
        reading = read(source, options=self._options, pool=self._pool)
        done, told = len(kept), False
        readable = sum(map(_is_read, kept))
        for batch in _batches(reading.pages(kept=kept)):
            if not told and reading.expected is not None:
                self._case.expect_pages(source.sha256, reading.expected)
                told = True
            self._case.keep_pages(batch)
            for page in batch:
                self._note(source.name, page.problems)
            self._indexing.put([passage for page in batch for passage in cut_passages(page, name=source.name)])
            done += len(batch)
            readable += sum(map(_is_read, batch))
            self._on_page(source.name, readable, 0)
        document = reading.document()
        self._note(source.name, document.problems)
        self._case.finish_file(document)
        self._pages += done
        self._on_page(source.name, readable, done)

    def _unlock(self, source: SourceFile) -> None:
        """For the pictures of its pages, which are drawn later, when the password is nowhere any more."""
        password = self._options.passwords.get(source.name)
        if password is None or source.media_type != PDF:
            return
        place = self._case.vault.place_unlocked(source.sha256)
        draft = place.with_name(f".incoming-{uuid.uuid4().hex}")
        try:
            for _ in self._pool.stream_of(Unlocked, save_unlocked, source.path, password=password, out=draft):
                draft.replace(place)
        except WorkerFailed:  # a wrong password, which its reading says; or its pictures say that they cannot be drawn
            return
        finally:
            draft.unlink(missing_ok=True)

    def close_opened(self, archive: Document) -> None:
        """An archive whose files could all be taken out with its password."""
        opened = Problem(
            code="opened",
            message=f"{archive.name!r} was opened with its password; its files are listed on their own",
            severity="note",
        )
        document = archive.model_copy(update={"page_count": 0, "problems": (opened,)})
        if self._case.begin_file(document, reader=reader_key(self._options), anew=True):
            self._case.finish_file(document)

    def _take_up(self, source: SourceFile) -> list[Page]:
        """The pages that an interrupted reading left, without their layout; one at a time, as a file may be large. What is in
        the index of them is their beginning, as they were put in order."""
        index = self._indexing.index
        held = passed = index.count(source.sha256)
        kept: list[Page] = []
        for page in self._case.kept_pages(source.sha256):
            passages = cut_passages(page, name=source.name)
            self._indexing.put(list(passages[min(passed, len(passages)) :]))
            passed = max(0, passed - len(passages))
            self._note(source.name, page.problems)
            kept.append(page.model_copy(update={"blocks": (), "words": ()}))
        if not kept and held:
            index.delete(source.sha256)  # passages of an earlier reading
        return kept

    def _lacked_password(self, sha256: str) -> bool:
        held = next((document for document in self._case.documents() if document.sha256 == sha256), None)
        return held is not None and lacks_password(held)

    def _index_again(self, document: Document) -> None:
        """A file read before: put back what an interrupted run or a lost index left out."""
        pages = tuple(self._case.pages(document.sha256))
        for page in pages:
            self._note(document.name, page.problems)
        self._note(document.name, document.problems)
        self._pages += len(pages)
        passages = [passage for page in pages for passage in cut_passages(page, name=document.name)]
        if self._indexing.index.count(document.sha256) < len(passages):
            self._indexing.put(passages)

    def _note(self, name: str, problems: Iterable[Problem]) -> None:
        self._problems.extend(FileProblem(file=name, problem=problem) for problem in problems)


def _is_read(page: Page) -> bool:
    """Whether there is anything of it: a blank page is read, one that failed is not."""
    return bool(page.text) or not any(problem.severity == "error" for problem in page.problems)


def _batches(pages: Iterator[Page]) -> Iterator[tuple[Page, ...]]:
    """As many as are cheap to write at once, and never so many that a crash loses more than a moment's work."""
    batch: list[Page] = []
    begun = time.monotonic()
    for page in pages:
        batch.append(page)
        if len(batch) == _PAGES_AT_ONCE or time.monotonic() - begun > _SECONDS_UNKEPT:
            yield tuple(batch)
            batch, begun = [], time.monotonic()
    if batch:
        yield tuple(batch)


def reader_key(options: ReadOptions) -> str:
    """Hash of what changes the outcome of reading; not of limits on time, or of secrets."""
    shaping = options.model_dump_json(
        include={"ocr", "ocr_engine", "languages", "dpi", "max_pages", "paddle", "dots"}, exclude={"dots": {"api_key"}}
    )
    return hashlib.sha256(shaping.encode()).hexdigest()[:32]


def pages_of(path: Path, *, options: ReadOptions) -> list[Page]:
    """The pages of one file, for a reference collection."""
    with scratch() as unpacked, WorkerPool(options) as pool:
        return [
            page
            for source in expand(path, into=unpacked, options=options)
            for page in read(source, options=options, pool=pool).pages()
        ]
