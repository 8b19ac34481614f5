"""Analysts at work: who reads what, how long they look at it, and what their browsers ask for meanwhile.

A process of its own: it is given a Plan as a line of JSON, works until its standard input is closed, and then writes
what it measured. Each analyst signs in, opens the case and the run, listens to events as the pages do, and then goes on in steps
with a pause between them: the next field with its source, a neighbouring page, a search, a call of the API, and now and then a
decision.
"""

import asyncio
import contextlib
import dataclasses
import json
import random
import re
import sys
import threading
from dataclasses import dataclass
from html import unescape

from benchmarks.load.browser import Browser, opened
from benchmarks.load.figures import Sample
from benchmarks.load.papers import WORDS

PASSWORD = "a long sentence for the load"
FIRST_PICTURE, PICTURE = "page image, first time", "page image, warm"
_SOURCE = re.compile(
    r'data-source="\d+" data-sha256="(?P<sha256>\w+)" data-page="(?P<page>\d+)" '
    r'data-mark="(?P<mark>[\d-]+)" data-also="(?P<also>[^"]*)"'
)
_FIELD = re.compile(r'data-field="([^"]+)"')
_FINDING = re.compile(r'data-finding="([^"]+)" data-version="(\d+)"')
_THROTTLE = 0.7
"""Seconds between two refreshes of the list, and at most so many before the first: as in live.js."""


@dataclass(frozen=True)
class Plan:
    port: int
    case: str
    run: str
    logins: tuple[str, ...]
    files: tuple[tuple[str, int], ...]
    """sha256 and pages of each file."""
    warm: tuple[tuple[str, int], ...]
    """Pages whose picture was asked for before."""
    pause: tuple[float, float]
    """Seconds between two steps: at least, at most."""
    fields: int
    seed: int
    watchers: int = 0
    """How many of them have the case's page open instead of the run's."""


@dataclass(frozen=True)
class Place:
    sha256: str
    page: int
    mark: str = ""
    also: str = ""


class Analyst:
    def __init__(self, plan: Plan, login: str, *, seen: set[tuple[str, int]], browser: Browser) -> None:
        self._plan, self._login, self._browser = plan, login, browser
        self._seen = seen
        self._rng = random.Random(f"{plan.seed} {login}")
        self._fields: list[str] = []
        self._at = 0
        self._place: Place | None = None
        self._version = 0
        self._is_stale = asyncio.Event()
        self._case, self._run = f"/cases/{plan.case}", f"/cases/{plan.case}/runs/{plan.run}"
        self._pages = dict(plan.files)

    async def work(self) -> None:
        await asyncio.sleep(self._rng.uniform(0, self._plan.pause[1]))
        await self._browser.sign_in(self._login, PASSWORD)
        await self._browser.get("cases (page)", "/cases")
        await self._pause()
        page = await self._browser.get("case (page)", self._case)
        await self._pause()
        await self._open_run()
        self._at = self._rng.randrange(max(1, len(self._fields)))  # not all at the same one
        await self._next_field()
        after = re.search(r'data-event="(\d+)"', page.text)
        async with asyncio.TaskGroup() as together:
            together.create_task(self._listen(after[1] if after else "0"))
            together.create_task(self._refresh("findings list (part)", f"{self._run}/list"))
            together.create_task(self._go_on())

    async def watch(self) -> None:
        """The case's page, left open: its lists follow the events."""
        await asyncio.sleep(self._rng.uniform(0, self._plan.pause[1]))
        await self._browser.sign_in(self._login, PASSWORD)
        page = await self._browser.get("case (page)", self._case)
        after = re.search(r'data-event="(\d+)"', page.text)
        async with asyncio.TaskGroup() as together:
            together.create_task(self._listen(after[1] if after else "0"))
            together.create_task(self._refresh("case files (part)", f"{self._case}/files"))
            together.create_task(self._look_in())

    async def _look_in(self) -> None:
        while True:
            await self._pause()
            await self._search()

    async def _go_on(self) -> None:
        steps = (
            (self._next_field, 42),
            (self._turn_page, 30),
            (self._search, 6),
            (self._call_api, 14),
            (self._open_run, 3),
            (self._decide, 3),
            (self._cite, 2),
            (self._open_case, 2),
        )
        while True:
            await self._pause()
            [step] = self._rng.choices([one for one, _ in steps], [weight for _, weight in steps])
            await step()

    async def _pause(self) -> None:
        await asyncio.sleep(self._rng.uniform(*self._plan.pause))

    # what the pages' scripts ask for

    async def _open_run(self) -> None:
        page = await self._browser.get("run (page)", self._run)
        self._fields = list(dict.fromkeys(_FIELD.findall(page.text))) or self._fields
        await self._show_finding(page.text)

    async def _open_case(self) -> None:
        await self._browser.get("case (page)", self._case)

    async def _next_field(self) -> None:
        if not self._fields:
            return await self._open_run()
        self._at = (self._at + 1) % len(self._fields)
        part = await self._browser.get("finding (part)", f"{self._run}/fields/{self._fields[self._at]}", part=True)
        return await self._show_finding(part.text)

    async def _show_finding(self, html: str) -> None:
        found, source = _FINDING.search(html), _SOURCE.search(html)
        if found is not None and found[1] in self._fields:
            self._at, self._version = self._fields.index(found[1]), int(found[2])
        if source is not None:
            given = {name: unescape(value) for name, value in source.groupdict().items()}
            await self._show(Place(given["sha256"], int(given["page"]), given["mark"], given["also"]))

    async def _turn_page(self) -> None:
        if self._place is None or self._rng.random() < 0.15:
            sha256 = self._rng.choice(list(self._pages))
            await self._show(Place(sha256, self._rng.randint(1, self._pages[sha256])))
            return
        near = self._place.page + self._rng.choice((-1, 1, 1))
        await self._show(Place(self._place.sha256, min(max(1, near), self._pages.get(self._place.sha256, 1))))

    async def _show(self, place: Place) -> None:
        self._place = place
        query = f"?mark={place.mark}&also={place.also}" if place.mark else ""
        base = f"/files/{place.sha256}/pages/{place.page}"
        await self._browser.get("page (part)", f"{self._case}{base}/view{query}", part=True)
        at = (place.sha256, place.page)
        kind = PICTURE if at in self._seen else FIRST_PICTURE
        await self._browser.get(kind, f"/api/v1{self._case}{base}/image?dpi=110")
        self._seen.add(at)
        if self._rng.random() < 0.25:
            await self._browser.get("words (API)", f"/api/v1{self._case}{base}/words")

    async def _search(self) -> None:
        words = " ".join(self._rng.sample(WORDS[self._rng.choice(tuple(WORDS))], 2))
        if self._rng.random() < 0.3:
            await self._browser.post("search (API)", f"/api/v1{self._case}/search", {"query": words, "k": 10})
            return
        await self._browser.get("search (part)", f"{self._case}/search?q={_quoted(words)}", part=True)

    async def _call_api(self) -> None:
        api = f"/api/v1{self._run}/findings"
        what = self._rng.randrange(4)
        if what == 0:
            await self._browser.get("findings (API)", api)
        elif what == 1 and self._fields:
            await self._browser.get("finding (API)", f"{api}/{self._rng.choice(self._fields)}")
        elif what == 2 and self._fields:
            await self._browser.get("history (API)", f"{api}/{self._rng.choice(self._fields)}/history")
        elif self._place is not None:
            await self._browser.get("page (API)", self._api_page(self._place))

    def _api_page(self, place: Place) -> str:
        return f"/api/v1{self._case}/files/{place.sha256}/pages/{place.page}"

    async def _cite(self) -> None:
        """Evidence out of a selection on the page."""
        if self._place is None:
            return
        page = await self._browser.get("page (API)", self._api_page(self._place))
        if page.status != 200 or len(page.json()["text"]) < 60:
            return
        start = self._rng.randrange(len(page.json()["text"]) - 50)
        place = {"sha256": self._place.sha256, "page": self._place.page, "start": start, "end": start + 40}
        await self._browser.post("evidence (API)", f"/api/v1{self._case}/evidence", place)

    async def _decide(self) -> None:
        """Of two people on one finding one is told that it stands otherwise by now: 409 is a right answer here."""
        if not self._fields:
            return
        path = f"/api/v1{self._run}/findings/{self._fields[self._at]}"
        if self._rng.random() < 0.5:
            await self._browser.post("comment", f"{path}/comment", {"on": self._version, "text": "looked at it"})
        else:
            kind = "approve" if self._rng.random() < 0.7 else "undo"
            await self._browser.post("decision", f"{path}/{kind}", {"on": self._version}, fine=(409,))
        await self._browser.get("findings list (part)", f"{self._run}/list", part=True)
        await self._browser.get("finding (part)", f"{self._run}/fields/{self._fields[self._at]}", part=True)

    # what happens by itself

    async def _listen(self, after: str) -> None:
        path = f"/api/v1{self._case}/events?after={after}"
        while True:
            with contextlib.suppress(OSError, EOFError):
                async for kind, body in self._browser.listen(path):
                    if kind != "pages" and body.get("run") not in (None, self._plan.run):
                        continue
                    self._is_stale.set()
            await asyncio.sleep(2)

    async def _refresh(self, kind: str, path: str) -> None:
        while True:
            await self._is_stale.wait()
            await asyncio.sleep(self._rng.uniform(0, _THROTTLE))
            self._is_stale.clear()
            await self._browser.get(kind, path, part=True)
            await asyncio.sleep(_THROTTLE)


def _quoted(words: str) -> str:
    from urllib.parse import quote

    return quote(words)


async def work(plan: Plan, over: threading.Event) -> list[Sample]:
    samples: list[Sample] = []
    seen = set(plan.warm)
    async with contextlib.AsyncExitStack() as stack:
        browsers = [await stack.enter_async_context(opened(plan.port, samples)) for _ in plan.logins]
        people = [
            Analyst(plan, login, seen=seen, browser=browser)
            for login, browser in zip(plan.logins, browsers, strict=True)
        ]
        tasks = [
            asyncio.create_task(one.watch() if number < plan.watchers else one.work())
            for number, one in enumerate(people)
        ]
        while not over.is_set() and not any(task.done() for task in tasks):
            await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in ended:
        if isinstance(outcome, BaseException) and not isinstance(outcome, asyncio.CancelledError):
            raise outcome
    return samples


def main() -> int:
    given = json.loads(sys.stdin.readline())
    plan = Plan(
        **{
            **given,
            "logins": tuple(given["logins"]),
            "files": tuple(map(tuple, given["files"])),
            "warm": tuple(map(tuple, given["warm"])),
            "pause": tuple(given["pause"]),
        }
    )
    over = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
    samples = asyncio.run(work(plan, over))
    json.dump([dataclasses.astuple(sample) for sample in samples], sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
