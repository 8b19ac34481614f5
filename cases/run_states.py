"""The states of a run and the steps between them."""

from cases.records import RunState
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
