"""Slow work waits for its turn outside of the threads that answer everything else."""

from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter
from fastapi import Request

from service.settings import ServeSettings

P = ParamSpec("P")
T = TypeVar("T")


class Turns:
    """One queue for each kind of slow work: fifty people who ask for pictures do not keep the fifty-first from a page's text."""

    def __init__(self, serve: ServeSettings) -> None:
        self.drawing = CapacityLimiter(2 * serve.drawing_processes)
        """Twice the processes, for those who wait for a picture that another draws."""
        self.searching = CapacityLimiter(2)
        self.writing = CapacityLimiter(2)
        """Reports and their verification."""


def turns_of(request: Request) -> Turns:
    turns: Turns = request.app.state.turns
    return turns


async def in_turn(limiter: CapacityLimiter, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """In a thread, when it is its turn."""
    work: Callable[[], Any] = partial(call, *args, **kwargs)
    result: T = await anyio.to_thread.run_sync(work, limiter=limiter)
    return result
