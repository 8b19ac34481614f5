"""One trial, from an empty home to its figures."""

import contextlib
import dataclasses
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.analysts import Plan
from benchmarks.load.background import Background, wait
from benchmarks.load.costs import Cost, costs_of
from benchmarks.load.figures import Row, Sample, rows_of
from benchmarks.load.machine import Growth, Shares, Watch, growth_of, load_average
from benchmarks.load.papers import write_papers, write_template
from benchmarks.load.service import ROOT, Accounts, Manager, environment, make_accounts, served

_KEPT = "kept.json"
_CLIENTS = 2
"""Processes that the analysts' browsers are spread over."""
_WARM_PAGES = 240
"""Pages whose picture is drawn before: those that findings cite are among them after a while."""
_READING, _FILLING = 1800.0, 1800.0
_TURN = 120.0
"""Seconds between two rounds of work in the background during the soak."""


@dataclass(frozen=True)
class Asked:
    seconds: float
    minutes: float
    analysts: int
    pages: int
    scans: int
    pause: tuple[float, float]
    embedder: str = "hashing"
    dsn: str | None = None
    profile: Path | None = None
    fields: int = 60
    """That the template asks for, each an amount, and their sum besides."""
    times: int = 30
    """That each kind of request is asked to learn its cost."""


@dataclass(frozen=True)
class Part:
    name: str
    seconds: float
    rows: list[Row]
    shares: Shares
    load: str
    """Load average of the machine at its end."""
    runs: int = 0
    files: int = 0
    """That were worked off in the background meanwhile."""

    @property
    def errors(self) -> int:
        return sum(row.errors for row in self.rows)

    @property
    def requests(self) -> int:
        return sum(row.count for row in self.rows)


@dataclass(frozen=True)
class Trial:
    asked: Asked
    reading: float
    filling: float
    """Seconds it took to read the case and to fill the run, before anybody looked."""
    statuses: dict[str, int]
    costs: list[Cost]
    parts: list[Part]
    growth: Growth | None
    faults: list[str]
    """Of the work in the background."""


def measure(asked: Asked, folder: Path) -> Trial:
    given = environment(folder / "home", folder / "templates", embedder=asked.embedder, dsn=asked.dsn)
    template = write_template(folder / "templates", items=asked.fields)
    kept = _Kept.of(folder)
    accounts = kept.accounts if kept else make_accounts(folder / "home", analysts=asked.analysts, dsn=asked.dsn)
    under = ("-m", "cProfile", "-o", str(asked.profile.absolute())) if asked.profile is not None else ()
    with served(given, log=folder / "service.log", under=under) as (port, server):
        with contextlib.closing(Manager(port)) as manager:
            if kept is None:
                kept = _filled(manager, asked, accounts, template=template, folder=folder)
            say(f"{asked.pages} pages read in {kept.reading:.0f} s, filled in {kept.filling:.0f} s: {kept.statuses}")
            files = tuple((str(file["sha256"]), int(file["pages_expected"])) for file in manager.files(accounts.case))
            plan = Plan(
                port=port,
                case=accounts.case,
                run=kept.run,
                logins=accounts.logins[: asked.analysts],
                files=files,
                warm=_warmed(manager, accounts.case, files),
                pause=asked.pause,
                fields=asked.fields,
                seed=3,
            )
        say("what an answer costs …")
        costs = costs_of(plan, server, times=asked.times)
        with _clients(plan) as clients, Watch(server, clients=clients.pids) as watch:
            stage = _Stage(asked, port, accounts, template=template, folder=folder)
            stage.play()
            samples = clients.end()
    parts = [
        Part(
            name=act.name,
            seconds=act.end - act.start,
            rows=rows_of(sample for sample in samples if act.start <= sample.at <= act.end),
            shares=watch.shares(act.start, act.end),
            load=act.load,
            runs=act.runs,
            files=act.files,
        )
        for act in stage.acts
    ]
    soaks = [act for act in stage.acts if act.name == "soak"]
    growth = growth_of(watch.between(soaks[0].start, soaks[0].end)) if soaks else None
    return Trial(asked, kept.reading, kept.filling, kept.statuses, costs, parts, growth, stage.faults)


def say(line: str) -> None:
    print(line, flush=True)


@dataclass(frozen=True)
class _Act:
    name: str
    start: float
    end: float
    load: str
    runs: int = 0
    files: int = 0


class _Stage:
    """The parts of the trial, one after the other, while the analysts are at work."""

    def __init__(self, asked: Asked, port: int, accounts: Accounts, *, template: str, folder: Path) -> None:
        self._asked, self._port, self._accounts = asked, port, accounts
        self._template, self._folder = template, folder
        self.acts: list[_Act] = []
        self.faults: list[str] = []

    def play(self) -> None:
        if not self._asked.seconds and not self._asked.minutes:
            return
        time.sleep(4 * self._asked.pause[1] + 3)  # until all are signed in and have their pages open
        if self._asked.seconds:
            say("alone …")
            start, end = wait(self._asked.seconds)
            self.acts.append(_Act("alone", start, end, load_average()))
            self._with_work("background", self._asked.seconds, pages=60, pause=0.0)
        if self._asked.minutes:
            self._with_work("soak", 60 * self._asked.minutes, pages=20, pause=_TURN)

    def _with_work(self, name: str, seconds: float, *, pages: int, pause: float) -> None:
        say(f"{name}, {seconds:g} s …")
        working = Background(
            self._port,
            self._accounts,
            template=self._template,
            folder=self._folder / name,
            pages=pages,
            pause=pause,
        )
        with working:
            start, end = wait(seconds)
            self.acts.append(_Act(name, start, end, load_average(), working.runs, working.files))
        self.faults += working.faults


@dataclass(frozen=True)
class _Kept:
    """Of a home that was filled before."""

    accounts: Accounts
    run: str
    reading: float
    filling: float
    statuses: dict[str, int]

    @classmethod
    def of(cls, folder: Path) -> "_Kept | None":
        path = folder / _KEPT
        if not path.exists():
            return None
        given = json.loads(path.read_text(encoding="utf-8"))
        accounts = Accounts(**{**given.pop("accounts"), "logins": tuple(given.pop("logins"))})
        return cls(accounts=accounts, **given)

    def write(self, folder: Path) -> None:
        given = dataclasses.asdict(self)
        given["logins"] = given["accounts"].pop("logins")
        (folder / _KEPT).write_text(json.dumps(given), encoding="utf-8")


def _filled(manager: Manager, asked: Asked, accounts: Accounts, *, template: str, folder: Path) -> _Kept:
    """The case read and filled, through the API."""
    papers = write_papers(folder / "papers", pages=asked.pages, scans=asked.scans, items=asked.fields)
    reading = _timed(lambda: manager.wait_for_job(accounts.case, manager.give(accounts.case, papers), seconds=_READING))
    run = manager.begin_run(accounts.case, template)
    filling = _timed(lambda: manager.wait_for_run(accounts.case, run, seconds=_FILLING))
    kept = _Kept(accounts, run, reading, filling, manager.statuses(accounts.case, run))
    kept.write(folder)
    return kept


def _timed(work: Callable[[], None]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def _warmed(manager: Manager, case: str, files: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """Pages spread over all files."""
    every = [(sha256, page) for sha256, pages in files for page in range(1, pages + 1)]
    chosen = every[:: max(1, math.ceil(len(every) / _WARM_PAGES))]
    for sha256, page in chosen:
        manager.draw(case, sha256, page)
    return tuple(chosen)


class _Clients:
    def __init__(self, processes: "list[subprocess.Popen[str]]") -> None:
        self._processes = processes
        self.pids = [process.pid for process in processes]

    def end(self) -> list[Sample]:
        """What all of them measured."""
        samples: list[Sample] = []
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.close()
        for process in self._processes:
            assert process.stdout is not None
            written = process.stdout.read()
            if process.wait(60):
                raise RuntimeError("the clients failed; what they said stands above")
            samples += [Sample(*one) for one in json.loads(written)]
        return samples


@contextlib.contextmanager
def _clients(plan: Plan) -> Iterator[_Clients]:
    processes = []
    try:
        for number in range(_CLIENTS):
            mine = dataclasses.replace(plan, logins=plan.logins[number::_CLIENTS], watchers=1)
            process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.load.analysts"],
                cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            assert process.stdin is not None
            process.stdin.write(json.dumps(dataclasses.asdict(mine)) + "\n")
            process.stdin.flush()
            processes.append(process)
        yield _Clients(processes)
    finally:
        for process in processes:
            process.kill()
            process.wait()
