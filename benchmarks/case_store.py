"""The store under fifty analysts who decide every few seconds, beside a run that writes: pages and findings read, decisions made.

    python -m benchmarks.case_store [--dsn postgresql://…] [--people 50] [--pages 1000]

SQLite in a home of its own unless a DSN of an empty database is given. Exits 1 when the slowest twentieth of the reads takes
longer than 100 ms, or of the decisions longer than 300 ms.
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from cases.case_files import CaseFiles
from cases.runs import RunFindings
from cases.store import CaseStore
from evidence.findings import Finding, Producer, Status
from evidence.pages import Document, Page, PageKind

SHA = "a" * 64
TEXT = "Стороны договорились о нижеследующем; rent of 1,250,000 soums a month is paid by the fifth day. " * 30
READ_TARGET, DECIDE_TARGET = 0.100, 0.300


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dsn")
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--pages", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lastro-store-") as place:
        opened = time.perf_counter()
        store = CaseStore(Path(place), dsn=options.dsn)
        print(f"database made in {time.perf_counter() - opened:.2f} s")
        case, run = filled(store, pages=options.pages, people=options.people)
        reads, decisions = worked_on(case, run, pages=options.pages, people=options.people)
        began = time.perf_counter()
        verdict = store.audit.verify()
        print(f"audit of {verdict.entries} entries verified in {1000 * (time.perf_counter() - began):.0f} ms")
        began = time.perf_counter()
        assert store.remove(case.id).proved
        print(f"case removed and proved gone in {time.perf_counter() - began:.2f} s")
        store.close()
    return 0 if reads <= READ_TARGET and decisions <= DECIDE_TARGET else 1


def filled(store: CaseStore, *, pages: int, people: int) -> tuple[CaseFiles, RunFindings]:
    case = store.create("benchmark")
    document = Document(sha256=SHA, name="a.pdf", media_type="application/pdf", page_count=pages)
    case.begin_file(document, reader="r")
    began = time.perf_counter()
    for first in range(1, pages + 1, 32):
        numbers = range(first, min(first + 32, pages + 1))
        case.keep_pages([Page(document=SHA, number=n, kind=PageKind.TEXT, text=TEXT) for n in numbers])
    case.finish_file(document)
    print(f"{pages} pages kept: {pages / (time.perf_counter() - began):.0f} a second")
    run = case.new_run(template="t@1", template_sha256="0", model="labels")
    for person in range(people):
        run.keep(finding(f"f{person}"))
    return case, run


def finding(field: str, reason: str = "no such label") -> Finding:
    producer = Producer(agent="agent.report.fill", model="labels", template="t@1")
    return Finding(field=field, status=Status.NOT_FOUND, reason=reason, producer=producer)


def worked_on(case: CaseFiles, run: RunFindings, *, pages: int, people: int) -> tuple[float, float]:
    """95th percentiles in seconds, of reads and of decisions."""
    reads: list[float] = []
    decisions: list[float] = []
    is_over = threading.Event()

    def write() -> None:
        at = 0
        while not is_over.wait(0.05):
            at += 1
            run.keep(finding("background", str(at)))

    def analyst(person: int) -> None:
        dice, field = random.Random(person), f"f{person}"
        for _ in range(5):
            time.sleep(dice.uniform(1, 5))
            timed(reads, lambda: case.page(SHA, dice.randrange(pages) + 1))
            timed(reads, lambda: run.reviews.standing())
            version = run.reviews.one(field).version.version
            timed(decisions, lambda on=version: run.reviews.approve(field, on=on, by=f"p{person}"))

    writer = threading.Thread(target=write)
    threads = [threading.Thread(target=analyst, args=(person,)) for person in range(people)]
    for thread in (writer, *threads):
        thread.start()
    for thread in threads:
        thread.join()
    is_over.set()
    writer.join()
    worst = at_95(reads), at_95(decisions)
    print(f"{people} people: {len(reads)} reads, p50 {1000 * middle(reads):.1f} ms, p95 {1000 * worst[0]:.1f} ms")
    print(f"{len(decisions)} decisions, p50 {1000 * middle(decisions):.1f} ms, p95 {1000 * worst[1]:.1f} ms")
    return worst


def timed(times: list[float], call: Callable[[], object]) -> None:
    began = time.perf_counter()
    call()
    times.append(time.perf_counter() - began)


def middle(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]


def at_95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


if __name__ == "__main__":
    sys.exit(main())
