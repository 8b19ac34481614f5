"""What jobs do to a run: take it to its review, ask fields again, write the report of what people decided.

Each is safe to do again: a worker that died left finished fields in the store, and a report is written whole or not at all.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cases.records import RunState
from cases.run_states import ENDED
from cases.runs import RunFindings
from cases.store import CaseFiles, CaseStore
from evidence.errors import InputRefused
from evidence.fields import ReportTemplate
from evidence.findings import Finding
from service.jobs.stopping import Stopping
from service.run_places import REPORT, TRACE, kept_template, run_place
from service.settings import Settings
from service.wiring import OpenIndex

if TYPE_CHECKING:
    from agents.fill.assemble_state import Reviewed


def fill_run(
    settings: Settings,
    store: CaseStore,
    payload: Mapping[str, Any],  # case, run
    stopping: Stopping,
) -> None:
    """Until the run waits for people. Does nothing for a run that does already and of which nothing was asked again."""
    from service.filling import open_read

    case, run = _run_of(store, payload)
    state = run.record.state
    if state in ENDED or state is RunState.FINISHING:
        return
    if state is RunState.PAUSED and not run.reviews.asked_again():
        return
    template = kept_template(settings, case, run)
    with open_read(settings, case) as index:
        if state is not RunState.RUNNING:
            run.advance(RunState.RUNNING)
        while True:
            stopping.run(_to_review(settings, case, template, run=run, index=index))
            if not run.reviews.asked_again():
                break
    run.advance(RunState.PAUSED, expected=RunState.RUNNING)


def finish_review(
    settings: Settings,
    store: CaseStore,
    payload: Mapping[str, Any],  # case, run, by, at
    stopping: Stopping,
) -> None:
    """Of a run that is ``finishing``: resume its graph, which writes the report, and the run is done."""
    from agents.fill.assemble import RunDesk, write_reviewed
    from agents.fill.assemble_state import Reviewed
    from service.wiring import open_checkpoints

    case, run = _run_of(store, payload)
    if run.record.state is not RunState.FINISHING:
        return
    template = kept_template(settings, case, run)
    reviewed = Reviewed(
        by=str(payload["by"]),
        at=datetime.fromisoformat(str(payload["at"])),
        versions={one.version.field: one.version.version for one in run.reviews.standing()},
    )
    writing = _Writing(settings, store, case, template, run)
    desk = RunDesk(fill=writing.fill, write=writing.write)
    checkpoints = open_checkpoints(settings, run.id, of_review=True)
    stopping.run(write_reviewed(desk, reviewed, run_id=run.id, checkpoints=checkpoints))
    run.advance(RunState.DONE, by=reviewed.by, expected=RunState.FINISHING)


async def _to_review(
    settings: Settings, case: CaseFiles, template: ReportTemplate, *, run: RunFindings, index: OpenIndex
) -> None:
    from agents.fill.assemble import RunDesk, take_to_review
    from service.wiring import open_checkpoints

    filling = _Filling(settings, case, template, run=run, index=index)
    desk = RunDesk(fill=filling.fill, write=filling.write)
    await take_to_review(desk, run_id=run.id, checkpoints=open_checkpoints(settings, run.id, of_review=True))


def _run_of(store: CaseStore, payload: Mapping[str, Any]) -> tuple[CaseFiles, RunFindings]:
    case = store.open(str(payload["case"]))
    return case, case.run(str(payload["run"]))


class _Filling:
    def __init__(
        self, settings: Settings, case: CaseFiles, template: ReportTemplate, *, run: RunFindings, index: OpenIndex
    ) -> None:
        self._settings, self._case, self._template = settings, case, template
        self._run, self._index = run, index

    async def fill(self) -> tuple[Finding, ...]:
        from service.filling import work_out

        hints = self._run.reviews.asked_again()
        findings, _ = await work_out(
            self._settings, self._case, self._template, run=self._run, index=self._index, hints=hints
        )
        return findings

    def write(self, reviewed: "Reviewed") -> str:
        raise InputRefused("a run is written after its review is closed; close it first")


class _Writing:
    """Writes, and fills nothing: what people reviewed is what the report is of."""

    def __init__(
        self, settings: Settings, store: CaseStore, case: CaseFiles, template: ReportTemplate, run: RunFindings
    ) -> None:
        self._settings, self._store, self._case, self._template, self._run = settings, store, case, template, run

    async def fill(self) -> tuple[Finding, ...]:
        return tuple(self._run.kept())

    def write(self, reviewed: "Reviewed") -> str:
        from service.filling import write_whole
        from service.reviewed import render_reviewed

        place = run_place(self._settings.root, self._case.id, self._run.id)
        result = render_reviewed(
            self._settings, self._store, self._case, self._template, run=self._run, out=place / REPORT, closed=reviewed
        )
        write_whole(place / TRACE, result.trace.json_text())
        return result.sha256


def spool_of(payload: Mapping[str, Any]) -> list[Path]:  # paths
    return [Path(str(path)) for path in payload["paths"]]
