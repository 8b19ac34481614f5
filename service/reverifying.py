"""A report held against the files again: read anew, with no model, no database and no case."""

import re
from collections.abc import Sequence
from pathlib import Path

from evidence.errors import InputRefused
from evidence.memory import MemoryPages
from evidence.pages import Document, Page, Problem
from ingest.expand import OnSkip, expand
from ingest.options import ReadOptions
from ingest.pipeline import read
from ingest.workers import WorkerPool
from render.embed import extract_trace
from render.outcome import VerifyOutcome
from render.reverify import reverify
from render.trace import Trace, read_trace
from service.references import JoinedPages, cited_references
from service.scratch import scratch
from service.settings import Settings

_SHA256 = re.compile(r"[0-9a-f]{64}")


def verify_report(
    settings: Settings, report: Path, files: Sequence[Path], *, passwords: dict[str, str], head: str | None = None
) -> VerifyOutcome:
    """``report`` is a DOCX with its trace inside, or a trace.json. Raises InputRefused when it is neither, and for a ``head``
    (as it was noted elsewhere) that is no sha256."""
    noted = None if head is None else _noted(head)
    if report.is_dir():
        raise InputRefused(
            f"{str(report)!r} is a folder; give the report that `lastro fill` wrote, and the folder of its files with --files"
        )
    is_docx = report.read_bytes()[:2] == b"PK"
    trace = extract_trace(report) if is_docx else read_trace(report.read_bytes(), name=report.name)
    options = settings.read.model_copy(update={"passwords": passwords})
    skipped: list[str] = []

    def skip(_name: str, problem: Problem) -> None:
        if problem.severity != "note":
            skipped.append(problem.message)

    cited = read_cited(trace, files, options=options, on_skip=skip)
    source = JoinedPages(cited, *cited_references(settings, trace))
    outcome = reverify(trace, source=source, docx=report if is_docx else None, noted_head=noted)
    return outcome.model_copy(update={"files": (*outcome.files, *skipped)})


def _noted(head: str) -> str:
    """As it is printed in a report, with ``sha256`` before it or without."""
    plain = head.casefold().replace("sha256", "").strip(" :\t")
    if not _SHA256.fullmatch(plain):
        raise InputRefused(
            f"{head!r} is no head of a chain: give the 64 digits and letters that stand behind sha256 at the end of the report"
        )
    return plain


def read_cited(
    trace: Trace, files: Sequence[Path], *, options: ReadOptions, on_skip: OnSkip | None = None
) -> MemoryPages:
    """Pages of the files that the trace knows by content or by name; others are not read, only listed."""
    hashes = {file.sha256 for file in trace.files}
    names = {file.name for file in trace.files}
    documents: list[Document] = []
    pages: list[Page] = []
    with scratch() as unpacked, WorkerPool(options) as pool:
        for path in files:
            for source in expand(path, into=unpacked, options=options, on_skip=on_skip):
                if source.sha256 in {document.sha256 for document in documents}:
                    continue
                if source.sha256 in hashes or source.name in names:
                    reading = read(source, options=options, pool=pool)
                    pages.extend(reading.pages())
                    documents.append(reading.document())
                else:
                    documents.append(
                        Document(
                            sha256=source.sha256,
                            name=source.name,
                            media_type=source.media_type,
                            page_count=0,
                            size=source.size,
                        )
                    )
    return MemoryPages(documents, pages)
