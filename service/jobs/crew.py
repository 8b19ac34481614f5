"""Child processes that work, and the watch over them: one that dies is told of and replaced."""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import structlog

from cases.jobs import Job
from service.settings import Settings

log = structlog.get_logger(__name__)

ROOT = Path(__file__).resolve().parent.parent.parent
_AFTER_A_DEATH = 1.0
OnDeath = Callable[[Job], None]
"""Told of the job that a dead process was at."""


class Crew:
    def __init__(self, settings: Settings, *, module: str, names: tuple[str, ...], on_death: OnDeath) -> None:
        """``module``: what the children run, such as ``service.jobs.child``."""
        self._settings, self._module, self._on_death = settings, module, on_death
        self._leaving = threading.Event()
        self._hands = [_Hand(name) for name in names]
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        for hand in self._hands:
            thread = threading.Thread(target=self._watch, args=(hand,), name=f"crew {hand.name}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def wake(self) -> None:
        for hand in self._hands:
            hand.say("wake")

    def stop(self, grace_seconds: float) -> None:
        self._leaving.set()
        for hand in self._hands:
            hand.leave()
        deadline = time.monotonic() + grace_seconds
        for hand in self._hands:
            hand.wait(max(0.0, deadline - time.monotonic()))
        for thread in self._threads:
            thread.join(timeout=5)

    def pids(self) -> tuple[int, ...]:
        """Of the children that live now."""
        return tuple(
            hand.process.pid for hand in self._hands if hand.process is not None and hand.process.poll() is None
        )

    def _watch(self, hand: "_Hand") -> None:
        while not self._leaving.is_set():
            if not hand.start(self._settings, self._module):
                return
            job = hand.listen()
            code = hand.end()
            if self._leaving.is_set():
                return
            log.warning("worker process died", name=hand.name, exit=code, job=None if job is None else job.id)
            if job is not None:
                self._on_death(job)
            self._leaving.wait(_AFTER_A_DEATH)


class _Hand:
    """One child process and the pipe to it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._saying = threading.Lock()
        self._is_leaving = False

    def start(self, settings: Settings, module: str) -> bool:
        """False when it is to leave already."""
        with self._saying:
            if not self._is_leaving:
                self._start(settings, module)
            return not self._is_leaving

    def _start(self, settings: Settings, module: str) -> None:
        ours, theirs = Pipe()
        with contextlib.closing(theirs):
            descriptor = theirs.fileno()
            self.process = subprocess.Popen(
                [sys.executable, "-m", module, str(descriptor)],
                pass_fds=(descriptor,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # logs go to stderr
                env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
                process_group=0,  # Ctrl-C is for the service, which tells its children
            )
        self._pipe = ours
        ours.send((settings, self.name, settings.jobs.niceness))

    def listen(self) -> Job | None:
        """Until the process is gone; the job that it was at then."""
        assert self._pipe is not None  # it was started
        job: Job | None = None
        while True:
            try:
                job = self._pipe.recv()
            except (EOFError, OSError):
                return job

    def say(self, word: str) -> None:
        with self._saying:
            self._send(word)

    def leave(self) -> None:
        with self._saying:
            self._is_leaving = True
            self._send("stop")

    def _send(self, word: str) -> None:
        if self._pipe is not None:
            with contextlib.suppress(OSError):  # it died; ``listen`` hears of it
                self._pipe.send(word)

    def wait(self, seconds: float) -> None:
        """For its end, and end it."""
        if self.process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def end(self) -> int:
        assert self.process is not None and self._pipe is not None  # it was started
        with self._saying:
            self._pipe.close()
            self._pipe = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)  # its end of the pipe is closed
        if self.process.poll() is None:
            self.process.kill()
        return self.process.wait()
