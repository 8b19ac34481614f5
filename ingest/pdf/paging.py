"""The pages of one PDF, read in parallel and given in order; a bad page costs itself.

Runs in the parent, so it imports no PDF library: the functions that workers run import theirs when called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from evidence.frozen import Frozen
from evidence.pages import Page, Problem
from ingest.options import ReadOptions
from ingest.workers import WorkerFailed

if TYPE_CHECKING:
    from ingest.pipeline import Reading

CHUNK = 4
"""Pages per job: few enough that OCR pages spread over the workers, many enough that jobs cost nothing."""


NEEDS = ("ingest.pdf.reader",)


class PdfFacts(Frozen):
    """What a PDF says about itself before any page is read."""

    page_count: int
    problems: tuple[Problem, ...] = ()


def read_in_parallel(reading: Reading, *, after: int = 0) -> Iterator[Page]:
    """The pages that follow page ``after``."""
    try:
        facts = next(
            reading.pool.stream_of(PdfFacts, _facts, reading.source.path, options=reading.options, needs=NEEDS)
        )
    except WorkerFailed as failure:
        yield reading.failed(1, failure)
        return
    for problem in facts.problems:
        reading.report(problem)
    count = min(facts.page_count, reading.options.max_pages)
    if count < facts.page_count:
        reading.report(reading.too_many(count, facts.page_count))
    reading.expected = count
    chunks = [range(first, min(first + CHUNK, count + 1)) for first in range(after + 1, count + 1, CHUNK)]
    for pages in reading.pool.in_order(lambda numbers: _chunk(reading, numbers), chunks):
        yield from pages


def _chunk(reading: Reading, numbers: Sequence[int]) -> list[Page]:
    """The pages of one job. The page at which a worker fails is tried once more alone, then given up."""
    pages: list[Page] = []
    while len(pages) < len(numbers):
        try:
            for page in _stream(reading, numbers[len(pages) :]):
                pages.append(page)
        except WorkerFailed:
            number = numbers[len(pages)]
            try:
                for page in _stream(reading, [number]):
                    pages.append(page)
            except WorkerFailed as failure:
                pages.append(reading.failed(number, failure, whole=False))
    return pages


def _stream(reading: Reading, numbers: Sequence[int]) -> Iterator[Page]:
    path, document = reading.source.path, reading.source.sha256
    return reading.pool.stream(_pages, path, list(numbers), document=document, options=reading.options, needs=NEEDS)


def _facts(path: Path, *, options: ReadOptions) -> Iterator[PdfFacts]:
    from ingest.pdf.facts import facts_of

    yield facts_of(path, options=options)


def _pages(path: Path, numbers: Sequence[int], *, document: str, options: ReadOptions) -> Iterator[Page]:
    from ingest.pdf.reader import read_pages

    return read_pages(path, numbers, document=document, options=options)
