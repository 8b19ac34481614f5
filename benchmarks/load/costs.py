"""What one answer costs the process that serves: its own processor time, asked for by one client, one after the other.

Unlike times to answer it says the same on a busy machine.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.load.analysts import PASSWORD, Place, Plan
from benchmarks.load.browser import Answer, opened

_NANO = 1e9


@dataclass(frozen=True)
class Cost:
    kind: str
    milliseconds: float
    """Of processor time, the median of three rounds."""
    wall: float
    """Milliseconds until the last byte, the median of all."""
    kilobytes: float


def costs_of(plan: Plan, server: int, *, times: int) -> list[Cost]:
    return asyncio.run(_costs(plan, server, times))


async def _costs(plan: Plan, server: int, times: int) -> list[Cost]:
    case, run = f"/cases/{plan.case}", f"/cases/{plan.case}/runs/{plan.run}"
    places = [Place(sha256, page) for sha256, page in plan.warm]
    costs = []
    async with opened(plan.port, []) as browser:
        await browser.sign_in(plan.logins[0], PASSWORD)

        def page(number: int) -> str:
            place = places[number % len(places)]
            return f"/files/{place.sha256}/pages/{place.page}"

        def item(number: int) -> str:
            return f"item_{1 + number % plan.fields}"

        asked: dict[str, Callable[[int], Awaitable[Answer]]] = {
            "who is signed in (API)": lambda _: browser.get("", "/api/v1/session"),
            "case (page)": lambda _: browser.get("", case),
            "case files (part)": lambda _: browser.get("", f"{case}/files", part=True),
            "run (page)": lambda _: browser.get("", run),
            "findings list (part)": lambda _: browser.get("", f"{run}/list", part=True),
            "finding (part)": lambda number: browser.get("", f"{run}/fields/{item(number)}", part=True),
            "page (part)": lambda number: browser.get("", f"{case}{page(number)}/view", part=True),
            "page image, warm": lambda number: browser.get("", f"/api/v1{case}{page(number)}/image?dpi=110"),
            "page (API)": lambda number: browser.get("", f"/api/v1{case}{page(number)}"),
            "words (API)": lambda number: browser.get("", f"/api/v1{case}{page(number)}/words"),
            "findings (API)": lambda _: browser.get("", f"/api/v1{run}/findings"),
            "finding (API)": lambda number: browser.get("", f"/api/v1{run}/findings/{item(number)}"),
            "search (part)": lambda number: browser.get("", f"{case}/search?q=amount%20{number}", part=True),
        }
        for kind, ask in asked.items():
            await ask(0)
            rounds, size, walls = [], 0, []
            for _ in range(3):
                before = spent(server)
                for number in range(times):
                    began = time.perf_counter()
                    size += len((await ask(number)).body)
                    walls.append(1000 * (time.perf_counter() - began))
                rounds.append(1000 * (spent(server) - before) / times)
            costs.append(Cost(kind, sorted(rounds)[1], median(walls), size / 3 / times / 1024))
    return costs


def spent(process: int) -> float:
    """Seconds that the threads of a process were on a processor; Linux counts them to the nanosecond."""
    total = 0
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            total += int((task / "schedstat").read_text().split()[0])
        except OSError:
            continue  # a thread that ended
    return total / _NANO
