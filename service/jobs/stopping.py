"""How long work hears that it should stop: asked between pages and fields, never in the middle of one."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
_LOOK_SECONDS = 0.2


class Stopped(BaseException):
    """Out of the work, past everything that catches errors on the way. It is none: what is finished is kept."""


class Stopping:
    def __init__(self) -> None:
        self._asked = threading.Event()

    def ask(self) -> None:
        self._asked.set()

    @property
    def is_asked(self) -> bool:
        return self._asked.is_set()

    def check(self) -> None:
        """Raises Stopped."""
        if self.is_asked:
            raise Stopped

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """An event loop of its own. When stopping is asked for, what awaits is cancelled; raises Stopped then."""

        async def watched() -> T:
            task = asyncio.ensure_future(work)
            while not task.done():
                await asyncio.wait({task}, timeout=_LOOK_SECONDS)
                if self.is_asked and not task.done():
                    task.cancel()
                    await asyncio.wait({task})
                    raise Stopped
            return task.result()

        return asyncio.run(watched())
