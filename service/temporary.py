"""Cases that last as long as one run: what ``lastro fill`` reads without --case and --title.

The process that made one holds a lock on its mark, a file under LASTRO_HOME, until it is done. A mark that nobody holds is a
process that was killed: its case is removed by the next such run, unless a run in it can be gone on with.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cases.records import CaseRecord, RunRecord, RunState
from cases.store import CaseFiles
from evidence.errors import CaseBusy
from index.stores.ownership import OwnerLock
from service.settings import Settings
from service.wiring import open_store, remove_case

_BEGINNING = "temporary: "
_ENDED = (RunState.DONE, RunState.CANCELLED)


class LeftCase(NamedTuple):
    """A temporary case whose process is gone."""

    case: CaseRecord
    run: RunRecord | None
    """The last one that can be gone on with; None = nothing but what was read."""


def temporary_title(first_file: str) -> str:
    return f"{_BEGINNING}{first_file}"


def is_temporary(title: str) -> bool:
    return title.startswith(_BEGINNING)


def hold(settings: Settings, case: str) -> OwnerLock:
    """Keep it: the case is this process's as long as it is held, and nobody's when the process ends, however it ends."""
    lock = OwnerLock(_mark(settings, case))
    lock.acquire()
    return lock


def unmark(settings: Settings, case: str) -> None:
    """It is removed, or a person goes on with it by its id: from now on no other run cleans it away."""
    _mark(settings, case).unlink(missing_ok=True)


def left_cases(settings: Settings) -> tuple[LeftCase, ...]:
    """Those of this machine; a case whose mark lies elsewhere may be in another machine's hands."""
    store = open_store(settings)
    found = []
    for record in store.list():
        if is_temporary(record.title) and _is_abandoned(settings, record.id):
            found.append(LeftCase(record, open_run(store.open(record.id))))
    return tuple(found)


def remove_left(settings: Settings) -> Iterator[LeftCase]:
    """Removes what nothing can be gone on with; yields what is kept for somebody to decide."""
    for left in left_cases(settings):
        if left.run is not None:
            yield left
            continue
        try:
            remove_case(settings, open_store(settings).open(left.case.id))
        except CaseBusy:  # somebody reads into it by its id
            continue
        unmark(settings, left.case.id)
    _sweep(settings)


def _sweep(settings: Settings) -> None:
    """Marks whose case is gone: a full disk lets a case be removed and its mark not, or a mark be made and no case."""
    kept = {record.id for record in open_store(settings).list()}
    for mark in (settings.root / "temporary").glob("*.lock"):
        if mark.stem not in kept and _is_abandoned(settings, mark.stem):
            mark.unlink(missing_ok=True)


def open_run(case: CaseFiles) -> RunRecord | None:
    """The last run that has not come to its end."""
    return next((run for run in reversed(case.runs()) if run.state not in _ENDED), None)


def _mark(settings: Settings, case: str) -> Path:
    return settings.root / "temporary" / f"{case}.lock"


def _is_abandoned(settings: Settings, case: str) -> bool:
    if not _mark(settings, case).exists():
        return False
    lock = OwnerLock(_mark(settings, case))
    try:
        lock.acquire()
    except CaseBusy:
        return False
    lock.release()
    return True
