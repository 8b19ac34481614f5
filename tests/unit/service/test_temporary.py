from pathlib import Path

import pytest

from service import temporary
from service.settings import Settings
from service.wiring import open_store


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path)


def made(settings: Settings, *, begun: bool = False, killed: bool = True) -> str:
    """A temporary case as `lastro fill` makes it, and the end that its process came to."""
    case = open_store(settings).create(temporary.temporary_title("papers"))
    lock = temporary.hold(settings, case.id)
    if begun:
        case.new_run(template="t@1", template_sha256="0" * 64, model="labels")
    if killed:
        lock.release()  # as the system does when the process is gone
    else:
        _alive.append(lock)
    return case.id


_alive: list[object] = []


def titles(settings: Settings) -> list[str]:
    return [record.id for record in open_store(settings).list()]


def test_a_case_of_a_killed_process_that_had_only_read_is_removed_by_the_next(settings: Settings) -> None:
    made(settings)
    assert not list(temporary.remove_left(settings))
    assert titles(settings) == []
    assert not list((settings.root / "temporary").iterdir())


def test_a_case_with_a_run_to_go_on_with_is_kept_and_named(settings: Settings) -> None:
    case = made(settings, begun=True)
    (left,) = temporary.remove_left(settings)
    assert left.case.id == case and left.run is not None
    assert titles(settings) == [case]
    temporary.unmark(settings, case)  # a person goes on with it
    assert not list(temporary.remove_left(settings)) and titles(settings) == [case]


def test_a_run_that_came_to_its_end_does_not_keep_the_case(settings: Settings) -> None:
    case = made(settings, begun=True)
    held = open_store(settings).open(case)
    held.run(held.runs()[0].id).finish()
    assert not list(temporary.remove_left(settings))
    assert titles(settings) == []


def test_the_case_of_a_process_that_lives_is_left_alone(settings: Settings) -> None:
    case = made(settings, killed=False)
    assert not list(temporary.remove_left(settings))
    assert titles(settings) == [case]


def test_cases_of_other_machines_and_kept_ones_are_left_alone(settings: Settings) -> None:
    store = open_store(settings)
    elsewhere = store.create(temporary.temporary_title("papers"))  # its mark lies in another LASTRO_HOME
    kept = store.create("Acme")
    assert not list(temporary.remove_left(settings))
    assert titles(settings) == [elsewhere.id, kept.id]


def test_a_mark_whose_case_is_gone_is_removed_by_the_next(settings: Settings) -> None:
    temporary.hold(settings, "gone").release()  # a full disk: no case was made, or it could be removed and its mark not
    held = temporary.hold(settings, "alive")
    assert not list(temporary.remove_left(settings))
    assert [path.stem for path in (settings.root / "temporary").iterdir()] == ["alive"]
    held.release()
