"""The states of a run and the steps between them."""

from sqlalchemy.orm import Session

from cases.audit import record_in
from cases.events import EventKind, note_in
from cases.records import RunState
from cases.schema import RunRow, now
from evidence.errors import WrongState

STEPS: dict[RunState, frozenset[RunState]] = {
    RunState.QUEUED: frozenset({RunState.RUNNING, RunState.CANCELLED, RunState.FAILED}),
    RunState.RUNNING: frozenset(
        {
            RunState.QUEUED,  # its worker was lost
            RunState.PAUSED,
            RunState.FINISHING,
            RunState.FAILED,
            RunState.CANCELLED,
        }
    ),
    RunState.PAUSED: frozenset(
        {
            RunState.QUEUED,  # fields were asked again
            RunState.RUNNING,
            RunState.FINISHING,
            RunState.FAILED,
            RunState.CANCELLED,
        }
    ),
    RunState.FINISHING: frozenset({RunState.DONE, RunState.FAILED, RunState.PAUSED}),
    RunState.DONE: frozenset({RunState.PAUSED, RunState.RUNNING}),  # opened again: for review, to try what failed
    RunState.FAILED: frozenset({RunState.QUEUED, RunState.RUNNING, RunState.PAUSED, RunState.CANCELLED}),
    RunState.CANCELLED: frozenset(),
}
ENDED = frozenset({RunState.DONE, RunState.FAILED, RunState.CANCELLED})
UNFINISHED = frozenset({RunState.QUEUED, RunState.RUNNING, RunState.FINISHING})
"""A worker has something to do: taken up again after a restart. (A paused run waits for people.)"""
REVIEWABLE = frozenset({RunState.RUNNING, RunState.PAUSED})
"""People may decide on findings as they come."""


def check_step(run: str, now: RunState, to: RunState) -> None:
    """Raises WrongState."""
    if to not in STEPS[now]:
        possible = ", ".join(sorted(STEPS[now])) or "nothing: begin a new run"
        raise WrongState(f"run {run} is {now} and cannot become {to}; it can become {possible}")


def set_state(
    session: Session, row: RunRow, to: RunState, *, by: str, reason: str | None = None, action: str | None = None
) -> None:
    """Of a locked run; told to listeners and to the audit. ``action``: what the audit calls it, ``run.`` and the state unless
    given."""
    found, row.state = row.state, to.value
    row.reason, row.changed_at = reason, now()
    row.finished_at = now() if to in ENDED else None
    detail = {"from": found, "to": to.value}
    note_in(session, row.case_id, EventKind.RUN, run=row.id, body=detail)
    record_in(
        session, actor=by, action=action or f"run.{to.value}", subject=f"run {row.id}", case=row.case_id, detail=detail
    )
