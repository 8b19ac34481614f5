import sqlite3
from pathlib import Path

import pytest

from service import doctor
from service.doctor import Check
from service.settings import Settings


def check(settings: Settings, name: str) -> Check:
    wanted = {"ocr": doctor._ocr_engine, "database": doctor._database}
    return wanted[name](settings)


def test_the_text_recognition_is_opened_and_asked(tmp_path: Path) -> None:
    missing = Settings(home=tmp_path, read={"tessdata": tmp_path})
    found = check(missing, "ocr")
    assert found.state == "wrong" and found.mend
    assert str(tmp_path) in found.message


def test_an_engine_whose_models_are_not_here_is_wrong_before_the_first_scan(tmp_path: Path) -> None:
    found = check(Settings(home=tmp_path, read={"ocr_engine": "paddle"}), "ocr")
    assert found.state == "wrong" and found.message.startswith("paddle: ")


def test_recognition_that_is_switched_off_is_a_note(tmp_path: Path) -> None:
    assert check(Settings(home=tmp_path, read={"ocr": "never"}), "ocr").state == "note"


def test_the_sandbox_is_tried_and_its_absence_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.tools.sandbox.why_absent", lambda: "bwrap is not installed")
    found = doctor._bubblewrap()
    assert found.state == "note" and "bwrap is not installed: agents go without bash.run" in found.message


def test_a_home_without_a_database_is_new_and_fine(tmp_path: Path) -> None:
    assert check(Settings(home=tmp_path), "database").state == "ok"
    assert not (tmp_path / "lastro.db").exists()


def test_damage_inside_the_database_is_found(tmp_path: Path) -> None:
    from service.wiring import open_store

    settings = Settings(home=tmp_path)
    store = open_store(settings)
    for number in range(50):
        store.create(f"Case {number}")
    assert check(settings, "database").state == "ok"
    connection = sqlite3.connect(tmp_path / "lastro.db")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    for beside in tmp_path.glob("lastro.db-*"):
        beside.unlink()
    content = bytearray((tmp_path / "lastro.db").read_bytes())
    for start in range(8192, len(content), 4096):
        content[start : start + 2000] = b"\xff" * 2000
    (tmp_path / "lastro.db").write_bytes(content)
    found = check(settings, "database")
    assert found.state == "wrong" and "is damaged" in found.message


def test_cases_left_by_killed_runs_are_named_with_what_to_do(tmp_path: Path) -> None:
    from service.temporary import temporary_title
    from service.wiring import open_store

    settings = Settings(home=tmp_path)
    store = open_store(settings)
    store.create("Kept")
    assert not list(doctor._temporary_cases(settings))
    left = store.create(temporary_title("files"))
    (found,) = doctor._temporary_cases(settings)
    assert found.state == "note" and left.id in found.message and "lastro case rm" in (found.mend or "")


def test_the_case_of_a_killed_run_is_named_with_the_run_to_go_on_with(tmp_path: Path) -> None:
    from service import temporary
    from service.wiring import open_store

    settings = Settings(home=tmp_path)
    case = open_store(settings).create(temporary.temporary_title("files"))
    temporary.hold(settings, case.id).release()
    (found,) = doctor._temporary_cases(settings)
    assert found.state == "note" and case.id in found.message and "the next `lastro fill`" in (found.mend or "")
    run = case.new_run(template="t@1", template_sha256="0" * 64, model="labels")
    (found,) = doctor._temporary_cases(settings)
    assert f"lastro fill --case {case.id} --run {run.id}" in (found.mend or "")
