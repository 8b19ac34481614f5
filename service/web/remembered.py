"""What fifty people who look at one run would otherwise have made for them fifty times over."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")
_FORGOTTEN = 60.0


class Remembered(Generic[V]):
    """Values that were asked for lately; of many who ask at once for one that is not there, one makes it. Thread-safe."""

    def __init__(self, most: int, *, seconds: float = 5.0) -> None:
        """``seconds``: no older value is given, whatever its stamp says."""
        self._most, self._seconds = most, seconds
        self._held: OrderedDict[Hashable, _Slot[V]] = OrderedDict()
        self._guard = threading.Lock()

    def of(self, key: Hashable, stamp: int, make: Callable[[], V]) -> V:
        """``stamp`` grows with whatever the value depends on; an older value is replaced, a newer one is given."""
        slot = self._slot(key)
        with slot.lock:
            if slot.made is None or slot.made[0] < stamp or time.monotonic() - slot.since > self._seconds:
                slot.since, slot.made = time.monotonic(), (stamp, make())
            return slot.made[1]

    def _slot(self, key: Hashable) -> "_Slot[V]":
        with self._guard:
            slot = self._held.setdefault(key, _Slot())
            slot.used = time.monotonic()
            self._held.move_to_end(key)
            while len(self._held) > self._most or next(iter(self._held.values())).used < slot.used - _FORGOTTEN:
                self._held.popitem(last=False)
            return slot


class _Slot(Generic[V]):
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.used = self.since = 0.0
        self.made: tuple[int, V] | None = None
