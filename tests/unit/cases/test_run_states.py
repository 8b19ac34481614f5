import pytest

from cases.records import RunState
from cases.run_states import ENDED, STEPS, UNFINISHED, check_step
from evidence.errors import WrongState


def test_every_state_has_its_steps_and_is_reached() -> None:
    assert set(STEPS) == set(RunState)
    assert {to for steps in STEPS.values() for to in steps} == set(RunState)


def test_every_unfinished_run_can_end() -> None:
    for state in UNFINISHED | {RunState.PAUSED}:
        seen, todo = {state}, [state]
        while todo:
            for to in STEPS[todo.pop()] - seen:
                seen.add(to)
                todo.append(to)
        assert seen >= ENDED - {RunState.CANCELLED}


def test_a_refusal_says_what_is_possible() -> None:
    with pytest.raises(WrongState, match="is finishing and cannot become running; it can become done, failed, paused"):
        check_step("r", RunState.FINISHING, RunState.RUNNING)
    with pytest.raises(WrongState, match="begin a new run"):
        check_step("r", RunState.CANCELLED, RunState.RUNNING)
