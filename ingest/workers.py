"""Processes that read files: one page that hangs, crashes or eats memory costs that page and nothing else.

A worker is a plain Python process (``ingest.child``), not a fork: it imports only what it needs, holds none of the
parent's files and threads, and is thrown away when it misbehaves.
"""

import contextlib
import json
import os
import pickle
import socket
import struct
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from pydantic import BaseModel, ValidationError

from evidence.errors import LastroError
from evidence.pages import Page
from ingest.child import DONE, FAILED, ITEM, READY
from ingest.options import ReadOptions

A = TypeVar("A")
R = TypeVar("R")
T = TypeVar("T", bound=BaseModel)
Generator = Callable[..., Iterable[BaseModel]]
"""A generator function that can be imported by its name. It is pickled by reference and called in the child."""

LARGEST_MESSAGE = 512 * 2**20
START_SECONDS = 60.0
ROOT = Path(__file__).resolve().parent.parent
ONE_THREAD = {"OMP_THREAD_LIMIT": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class WorkerFailed(LastroError):
    """A function in a worker did not come to its end. ``reason`` is a Problem code."""

    code = "worker_failed"

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Worker:
    """One child process and the pipe to it. Used by one thread at a time."""

    def __init__(self, options: ReadOptions) -> None:
        ours, theirs = Pipe()
        with contextlib.closing(theirs):
            descriptor = theirs.fileno()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "ingest.child", str(descriptor)],
                pass_fds=(descriptor,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,  # parsers print what they choke on, and that is document text
                env={**os.environ, **ONE_THREAD, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
            )
        self.connection: Connection = ours
        self.seconds = options.page_seconds
        self.pages = 0
        self.resident_mb = 0
        self._limit_reads(max(START_SECONDS, options.page_seconds))
        setup = {
            "path": [str(ROOT), *sys.path],
            "memory_mb": options.page_memory_mb,
            "seconds": options.page_seconds,
        }
        try:
            self.connection.send_bytes(pickle.dumps(setup))
            self._expect_ready()
        except BaseException:  # whatever stopped the start: no half-started process is left
            self.kill()
            raise

    def run(
        self,
        function: Generator,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        *,
        yields: type[T],
        needs: Sequence[str] = (),
    ) -> Iterator[T]:
        """What the function yields, one by one. Raises WorkerFailed; the worker is then dead or ready for another."""
        call = pickle.dumps((function, args, kwargs))
        try:
            self.connection.send_bytes(pickle.dumps((tuple(needs), call)))
        except OSError:
            raise self._death() from None
        self._expect_ready()
        while True:
            message = self._receive(self.seconds)
            kind, body = message[:1], message[1:]
            if kind == ITEM:
                self.pages += 1
                yield self._validated(body, yields)
            elif kind == DONE:
                self.resident_mb = int(json.loads(body)["resident_mb"])
                return
            else:
                raise self._said(kind, body)

    def _expect_ready(self) -> None:
        """It has imported what it needs: time and memory count from here."""
        message = self._receive(START_SECONDS)
        if message[:1] != READY:
            raise self._said(message[:1], message[1:])

    def _said(self, kind: bytes, body: bytes) -> WorkerFailed:
        if kind != FAILED:
            self.kill()
            return WorkerFailed("unreadable", "a reading process sent something that is no answer")
        said = json.loads(body)
        if said["code"] == "out_of_memory":
            self.kill()
        return WorkerFailed(str(said["code"]), str(said["message"]))

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """At once; safe to call twice and from another thread."""
        with contextlib.suppress(OSError):
            self.process.kill()
        self.process.wait()
        self.connection.close()

    def _receive(self, seconds: float) -> bytes:
        try:
            if not self.connection.poll(seconds):
                self.kill()
                raise WorkerFailed("timeout", f"it took longer than {seconds:g} seconds")
            return self.connection.recv_bytes(LARGEST_MESSAGE)
        except BlockingIOError:
            self.kill()
            raise WorkerFailed("timeout", "its answer stopped half-way") from None
        except (EOFError, OSError):
            raise self._death() from None

    def _death(self) -> WorkerFailed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=2)
        status = self.process.poll()
        self.kill()
        if status == -9:
            return WorkerFailed("out_of_memory", "the system stopped the reading process, most likely for memory")
        return WorkerFailed("crashed", f"the reading process ended with status {status}")

    def _validated(self, body: bytes, yields: type[T]) -> T:
        try:
            return yields.model_validate_json(body)
        except ValidationError as error:
            self.kill()
            raise WorkerFailed("unreadable", f"a reading process sent a damaged {yields.__name__}: {error}") from None

    def _limit_reads(self, seconds: float) -> None:
        """A peer that stops in the middle of a message must not block the reading thread for ever."""
        whole = int(seconds)
        timeval = struct.pack("@ll", whole, int((seconds - whole) * 1e6))
        with socket.socket(fileno=os.dup(self.connection.fileno())) as peer:
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, timeval)


class WorkerPool:
    """Worker processes that are kept and given out. Thread-safe.

    ``in_order`` runs at most ``options.workers`` of them. A stream that the caller opened itself holds its process
    until it is exhausted or closed, and takes one more rather than wait: two streams that one thread reads in turns
    can therefore not block each other.
    """

    def __init__(self, options: ReadOptions) -> None:
        self.options = options
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._lock = threading.Lock()
        self._threads: ThreadPoolExecutor | None = None
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def stream(self, function: Generator, *args: Any, **kwargs: Any) -> Iterator[Page]:
        """Run a generator function in a worker and yield its Pages. Raises WorkerFailed where it breaks off."""
        return self.stream_of(Page, function, *args, **kwargs)

    def stream_of(
        self, yields: type[T], function: Generator, *args: Any, needs: Sequence[str] = (), **kwargs: Any
    ) -> Iterator[T]:
        """As ``stream``, for another frozen model than Page. ``needs`` names modules that are imported beforehand,
        outside the limits of time and memory."""
        worker = self._take()
        reusable = False
        try:
            yield from worker.run(function, args, kwargs, yields=yields, needs=needs)
            reusable = True
        except WorkerFailed:
            reusable = worker.alive
            raise
        finally:
            self._give(worker, reusable=reusable)  # not reusable: closed in the middle of something

    def in_order(self, call: Callable[[A], R], items: Iterable[A]) -> Iterator[R]:
        """``call`` each item in a thread, ``workers`` at a time; results in the items' order.

        At most three results per worker wait to be fetched, so a slow consumer never fills the memory.
        """
        waiting: deque[Future[R]] = deque()
        threads = self._executor()
        source = iter(items)
        try:
            while True:
                while len(waiting) < 3 * self.options.workers:
                    for item in source:
                        waiting.append(threads.submit(call, item))
                        break
                    else:
                        break
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()

    def close(self) -> None:
        """Stop every process. Streams that are still open raise WorkerFailed when they are read on."""
        with self._lock:
            self._closed = True
            workers, self._all, self._idle = self._all, set(), []
            threads, self._threads = self._threads, None
        for worker in workers:
            worker.kill()
        if threads is not None:
            threads.shutdown(cancel_futures=True)

    def _executor(self) -> ThreadPoolExecutor:
        with self._lock:
            if self._closed:
                raise WorkerFailed("unreadable", "the worker pool is closed; open another one")
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self.options.workers, thread_name_prefix="ingest")
            return self._threads

    def _take(self) -> Worker:
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.alive:
                    return worker
                self._all.discard(worker)
        worker = Worker(self.options)
        with self._lock:
            closed = self._closed
            if not closed:
                self._all.add(worker)
        if closed:
            worker.kill()
            raise WorkerFailed("unreadable", "the worker pool is closed; open another one")
        return worker

    def _give(self, worker: Worker, *, reusable: bool) -> None:
        """Keep the worker for the next job, unless it is spent."""
        spent = worker.pages >= self.options.recycle_pages or worker.resident_mb > self.options.page_memory_mb
        with self._lock:
            if reusable and not spent and not self._closed and worker.alive:
                self._idle.append(worker)
                return
            self._all.discard(worker)
        worker.kill()
