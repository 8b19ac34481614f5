"""What the processes take of the machine: memory of the service's tree and time on the processors, looked at every second."""

import contextlib
import os
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

import psutil

_MB = 1024 * 1024


@dataclass(frozen=True)
class Look:
    at: float
    server_mb: float
    """Resident memory of the process that answers."""
    tree_mb: float
    """Of it and all its children; pages that they share count for each."""
    service: float
    """Seconds of processor time so far: of the process that answers."""
    children: float
    clients: float
    machine: float
    """Of everybody on this machine, idle time left out."""


@dataclass(frozen=True)
class Shares:
    """Of one processor: 1.0 = one core is busy all the time."""

    service: float
    children: float
    clients: float
    others: float
    """Whoever else works on this machine; a clean measurement has next to nothing here."""


class Watch:
    """Until it is left. Children that come and go between two looks are not seen."""

    def __init__(self, server: int, *, clients: Iterable[int], every: float = 1.0) -> None:
        self._server = psutil.Process(server)
        self._clients = [psutil.Process(client) for client in clients]
        self._every = every
        self._spent: dict[int, float] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self.looks: list[Look] = []

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def between(self, start: float, end: float) -> list[Look]:
        return [look for look in self.looks if start <= look.at <= end]

    def shares(self, start: float, end: float) -> Shares:
        held = self.between(start, end)
        if len(held) < 2:
            return Shares(0, 0, 0, 0)
        first, last = held[0], held[-1]
        wall = last.at - first.at
        service, children = last.service - first.service, last.children - first.children
        clients = last.clients - first.clients
        others = max(0.0, last.machine - first.machine - service - children - clients)
        return Shares(service / wall, children / wall, clients / wall, others / wall)

    def _run(self) -> None:
        while not self._over.wait(self._every):
            with contextlib.suppress(psutil.NoSuchProcess):
                self.looks.append(self._look())

    def _look(self) -> Look:
        server = self._server.memory_info().rss / _MB
        tree = server
        for child in self._server.children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                tree += child.memory_info().rss / _MB
                self._spent[child.pid] = _seconds(child)
        clients = 0.0
        for client in self._clients:
            with contextlib.suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                clients += _seconds(client)
        times = psutil.cpu_times()
        return Look(
            at=time.monotonic(),
            server_mb=server,
            tree_mb=tree,
            service=_seconds(self._server),
            children=sum(self._spent.values()),
            clients=clients,
            machine=times.user + times.nice + times.system,
        )


@dataclass(frozen=True)
class Growth:
    """Of memory over a soak: the median of its first fifth against that of its last."""

    server: tuple[float, float]
    tree: tuple[float, float]
    tenths: tuple[float, ...] = ()
    """Of the process that answers, the median of each tenth: growth that ends looks otherwise than growth that goes on."""

    @property
    def ratio(self) -> float:
        return self.server[1] / self.server[0] if self.server[0] else 0.0


def growth_of(looks: list[Look]) -> Growth:
    if not looks:
        return Growth((0, 0), (0, 0))
    some = max(1, len(looks) // 5)
    first, last, tenth = looks[:some], looks[-some:], max(1, -(-len(looks) // 10))
    return Growth(
        server=(median(look.server_mb for look in first), median(look.server_mb for look in last)),
        tree=(median(look.tree_mb for look in first), median(look.tree_mb for look in last)),
        tenths=tuple(median(look.server_mb for look in looks[at : at + tenth]) for at in range(0, len(looks), tenth)),
    )


def load_average() -> str:
    return " ".join(f"{one:.1f}" for one in os.getloadavg())


def _seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
