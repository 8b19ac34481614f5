"""Search in a process of its own: it loads the embedder and holds indexes open, and takes nothing from those who read pages.

In the process that answers, every search would hold up every other answer for as long as it computes.
"""

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from evidence.errors import IndexUnavailable, LastroError
from evidence.passages import Hit
from service.settings import Settings

if TYPE_CHECKING:
    from service.searching import CaseSearcher

log = structlog.get_logger(__name__)

ROOT = Path(__file__).resolve().parent.parent
_PATIENCE = 60.0
"""Of one search; the first loads what it needs."""
_REST_SECONDS = 0.2
_NICENESS = 2
Question = tuple[str, str, int]
"""Case, query, most hits; None in its place: load what every search needs."""


class SearchProcess:
    """A Searcher. The process is started when it is first needed, and again when it was lost."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._one_at_a_time = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._is_closed = False

    def hits(self, case: str, query: str, *, k: int) -> Sequence[Hit]:
        with self._one_at_a_time:
            return self._asked((case, query, k))

    def warm(self) -> None:
        """In a thread of its own: the first search then waits no longer than others."""

        def load() -> None:
            with contextlib.suppress(LastroError), self._one_at_a_time:  # the search itself says what is wrong
                self._asked(None)

        threading.Thread(target=load, name="warm search", daemon=True).start()

    def close(self) -> None:
        self._is_closed = True
        self._stop()

    def _asked(self, question: Question | None) -> Sequence[Hit]:
        pipe = self._open_pipe()
        try:
            pipe.send(question)
            if not pipe.poll(_PATIENCE):
                raise TimeoutError
            answer = pipe.recv()
        except (OSError, EOFError, TimeoutError, pickle.UnpicklingError) as error:
            self._stop()
            log.warning("search process lost", fault=type(error).__name__)
            raise IndexUnavailable("the search did not come to its end; try again") from None
        if isinstance(answer, LastroError):
            raise answer
        hits: Sequence[Hit] = answer
        return hits

    def _open_pipe(self) -> Connection:
        if self._is_closed:
            raise IndexUnavailable("the service is being stopped; try again in a moment")
        if self._pipe is None or self._process is None or self._process.poll() is not None:
            self._stop()
            self._start()
        assert self._pipe is not None
        return self._pipe

    def _start(self) -> None:
        ours, theirs = Pipe()
        with contextlib.closing(theirs):
            descriptor = theirs.fileno()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "service.search_process", str(descriptor)],
                pass_fds=(descriptor,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # logs go to stderr
                env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
                process_group=0,  # Ctrl-C is for the service, which closes the pipe
            )
        self._pipe = ours
        ours.send(self._settings)

    def _stop(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
        if process is not None:
            process.kill()
            process.wait()


def main(descriptor: int) -> None:
    """Until the service is gone."""
    pipe = Connection(descriptor)
    settings: Settings = pipe.recv()
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from service import logs
    from service.searching import CaseSearcher
    from service.wiring import open_store

    logs.set_up(settings.log_level, as_json=settings.log_json)
    store = open_store(settings)
    searcher = CaseSearcher(settings, store, keeps=True)
    try:
        while True:
            if pipe.poll(_REST_SECONDS):
                pipe.send(_answer(searcher, pipe.recv()))
            searcher.rest()
    except (EOFError, OSError):
        return
    finally:
        searcher.close()
        store.close()


def _answer(searcher: "CaseSearcher", question: Question | None) -> Sequence[Hit] | LastroError:
    try:
        if question is None:
            searcher.warm()
            return ()
        case, query, k = question
        return tuple(searcher.hits(case, query, k=k))
    except LastroError as error:
        is_plain = type(error).__init__ is LastroError.__init__  # others do not come out of a pickle as they went in
        return error if is_plain else IndexUnavailable(str(error))
    except Exception as error:  # noqa: BLE001  # the process's border: whatever it was, the next search is another's
        log.warning("search failed", fault=type(error).__name__)
        return IndexUnavailable("the search failed by a fault of ours; see the log")


if __name__ == "__main__":
    main(int(sys.argv[1]))
