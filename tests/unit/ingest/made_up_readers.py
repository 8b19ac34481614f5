"""Readers that misbehave in known ways; importable by a worker process."""

import ctypes
import os
import resource
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from evidence.pages import Page, PageKind


def page(number: int, text: str = "text") -> Page:
    return Page(document="d", number=number, kind=PageKind.FLOW, text=text)


def three_pages(*, pause: float = 0.0) -> Iterator[Page]:
    for number in (1, 2, 3):
        time.sleep(pause)
        yield page(number)


def own_process() -> Iterator[Page]:
    yield page(1, str(os.getpid()))


def core_limit() -> Iterator[Page]:
    yield page(1, str(resource.getrlimit(resource.RLIMIT_CORE)))


def hangs_after_one() -> Iterator[Page]:
    yield page(1)
    while True:
        time.sleep(1)


def crashes_after_one() -> Iterator[Page]:
    yield page(1)
    ctypes.string_at(0)


def exits_after_one() -> Iterator[Page]:
    yield page(1)
    os._exit(7)


def eats_memory() -> Iterator[Page]:
    kept = []
    while True:
        kept.append(bytearray(2**24))
        yield page(len(kept))


def raises() -> Iterator[Page]:
    raise ValueError("no such thing")
    yield


def recurses() -> Iterator[Page]:
    yield from recurses()


def loops_natively() -> Iterator[Page]:
    yield page(1, str(sum(1 for _ in iter(int, 1))))


def given(made: Page) -> Iterator[Page]:
    yield made


def _pdf_pages(path: Path, numbers: Sequence[int], **named: object) -> Iterator[Page]:
    from ingest.pdf.paging import _pages

    return _pages(path, numbers, **named)  # type: ignore[arg-type]


def hang_on_page_three(path: Path, numbers: Sequence[int], **named: object) -> Iterator[Page]:
    for number in numbers:
        if number == 3:
            time.sleep(60)
        yield from _pdf_pages(path, [number], **named)


def crash_on_page_three(path: Path, numbers: Sequence[int], **named: object) -> Iterator[Page]:
    for number in numbers:
        if number == 3:
            os.abort()
        yield from _pdf_pages(path, [number], **named)


def crash_the_first_time(path: Path, numbers: Sequence[int], **named: object) -> Iterator[Page]:
    mark = Path(os.environ["LASTRO_TEST_MARK"])
    for number in numbers:
        if number == 3 and not mark.exists():
            mark.touch()
            os.abort()
        yield from _pdf_pages(path, [number], **named)


def crash_after_two(path: Path, **named: object) -> Iterator[Page]:
    yield page(1)
    yield page(2)
    os.abort()
