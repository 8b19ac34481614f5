"""What goes on beside the readers: files are read and a template is run, one after the other, until it is over."""

import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from benchmarks.load.papers import write_papers
from benchmarks.load.service import Accounts, Manager

_WAIT = 900.0


class Background:
    """Runs of the template over the readers' own case, with a few pages read after each, and files read into another case."""

    def __init__(
        self, port: int, accounts: Accounts, *, template: str, folder: Path, pages: int, pause: float = 0.0
    ) -> None:
        """``pages``: of each file that is read. ``pause``: seconds between two rounds."""
        self._port, self._accounts, self._template = port, accounts, template
        self._folder, self._pages, self._pause = folder, pages, pause
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._rounds, args=(one,), daemon=True) for one in (self._run, self._read)
        ]
        self.runs = self.files = 0
        """Ended so far."""
        self.faults: list[str] = []

    def __enter__(self) -> "Background":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(_WAIT)

    def _rounds(self, once: Callable[[Manager, int], None]) -> None:
        manager = Manager(self._port, over=self._over)
        with contextlib.closing(manager):
            number = 0
            while not self._over.is_set():
                number += 1
                try:
                    once(manager, number)
                except (RuntimeError, OSError, httpx.HTTPError) as error:
                    self.faults.append(str(error))
                    return
                self._over.wait(self._pause)

    def _run(self, manager: Manager, number: int) -> None:
        case = self._accounts.case
        run = manager.begin_run(case, self._template)
        manager.wait_for_run(case, run, seconds=_WAIT)
        if self._over.is_set():
            return
        self.runs += 1
        few = write_papers(
            self._folder / "few", pages=4, scans=0, items=0, seed=10_000 + number, prefix=f"letter {number}"
        )
        manager.wait_for_job(case, manager.give(case, few), seconds=_WAIT)

    def _read(self, manager: Manager, number: int) -> None:
        case = self._accounts.other
        papers = write_papers(
            self._folder / "more", pages=self._pages, scans=0, items=0, seed=20_000 + number, prefix=f"annex {number}"
        )
        manager.wait_for_job(case, manager.give(case, papers), seconds=_WAIT)
        self.files += 0 if self._over.is_set() else len(papers)


def wait(seconds: float) -> tuple[float, float]:
    """On the machine's monotonic clock: from, to."""
    began = time.monotonic()
    time.sleep(seconds)
    return began, time.monotonic()
