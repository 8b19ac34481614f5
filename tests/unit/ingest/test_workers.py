import os
import threading
import time
from collections.abc import Iterator

import pytest

from evidence.pages import Page, PageKind
from ingest.options import ReadOptions
from ingest.workers import WorkerFailed, WorkerPool
from tests.unit.ingest import made_up_readers as readers


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(ReadOptions(workers=2, page_seconds=2, page_memory_mb=300)) as opened:
        yield opened


def failure(pool: WorkerPool, function: object) -> tuple[list[Page], str]:
    pages: list[Page] = []
    with pytest.raises(WorkerFailed) as caught:
        for page in pool.stream(function):  # type: ignore[arg-type]
            pages.append(page)
    return pages, caught.value.reason


def test_gives_the_pages_in_order(pool: WorkerPool) -> None:
    assert [page.number for page in pool.stream(readers.three_pages)] == [1, 2, 3]


def test_runs_in_another_process_and_keeps_it(pool: WorkerPool) -> None:
    first, second = (next(iter(list(pool.stream(readers.own_process)))).text for _ in range(2))
    assert first == second != str(os.getpid())


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (readers.hangs_after_one, "timeout"),
        (readers.crashes_after_one, "crashed"),
        (readers.exits_after_one, "crashed"),
    ],
)
def test_a_dead_worker_costs_its_own_job_only(pool: WorkerPool, function: object, reason: str) -> None:
    pages, said = failure(pool, function)
    assert (len(pages), said) == (1, reason)
    assert len(list(pool.stream(readers.three_pages))) == 3


def test_memory_is_limited_per_worker(pool: WorkerPool) -> None:
    pages, said = failure(pool, readers.eats_memory)
    assert said == "out_of_memory"
    assert len(pages) < 30


def test_a_process_that_reads_writes_no_core_file(pool: WorkerPool) -> None:
    assert [page.text for page in pool.stream(readers.core_limit)] == ["(0, 0)"]


def test_an_exception_is_a_reason_and_the_process_goes_on(pool: WorkerPool) -> None:
    before = next(pool.stream(readers.own_process)).text
    list(pool.stream(readers.three_pages))
    assert failure(pool, readers.raises)[1] == "unreadable"
    assert failure(pool, readers.recurses)[1] == "unreadable"
    assert before  # the first stream was closed after one page: its process is gone by design


def test_two_streams_read_in_turns_do_not_block(pool: WorkerPool) -> None:
    one = WorkerPool(ReadOptions(workers=1, page_seconds=5))
    with one:
        both = zip(one.stream(readers.three_pages), one.stream(readers.three_pages), strict=True)
        assert [(a.number, b.number) for a, b in both] == [(1, 1), (2, 2), (3, 3)]


def test_a_worker_is_replaced_after_its_share_of_pages() -> None:
    with WorkerPool(ReadOptions(workers=1, recycle_pages=2)) as pool:
        seen = ["".join(page.text for page in pool.stream(readers.own_process)) for _ in range(3)]
    assert seen[0] == seen[1] != seen[2]


def test_results_come_in_the_order_of_the_items(pool: WorkerPool) -> None:
    def slow_first(number: int) -> int:
        time.sleep(0.2 if number == 0 else 0)
        return number

    assert list(pool.in_order(slow_first, range(10))) == list(range(10))


def test_a_slow_consumer_holds_the_work_back(pool: WorkerPool) -> None:
    begun: list[int] = []

    def note(number: int) -> int:
        begun.append(number)
        return number

    results = pool.in_order(note, range(1000))
    next(results)
    time.sleep(0.2)
    assert len(begun) <= 7
    results.close()  # type: ignore[attr-defined]


def test_a_closed_pool_says_so(pool: WorkerPool) -> None:
    pool.close()
    assert failure(pool, readers.three_pages)[1] == "unreadable"


def test_closing_from_another_thread_ends_a_stream(pool: WorkerPool) -> None:
    threading.Timer(0.5, pool.close).start()
    _, said = failure(pool, readers.hangs_after_one)
    assert said in ("crashed", "out_of_memory", "timeout")


def test_what_a_worker_sends_is_checked() -> None:
    with WorkerPool(ReadOptions(workers=1)) as pool, pytest.raises(WorkerFailed, match="damaged Problem"):
        from evidence.pages import Problem

        list(pool.stream_of(Problem, readers.three_pages))


def test_pages_come_back_equal(pool: WorkerPool) -> None:
    page = Page(document="d", number=1, kind=PageKind.FLOW, text="ўқғҳ \t№ «»\n")
    assert next(iter(pool.stream(readers.given, page))) == page
