import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from evidence.errors import CaseBusy
from index.stores import ownership
from index.stores.ownership import OwnerLock


def test_the_holder_is_named(tmp_path: Path) -> None:
    lock = OwnerLock(tmp_path / "deep" / "owner.lock")
    lock.acquire()
    with pytest.raises(CaseBusy, match=f"process {os.getpid()}"):
        OwnerLock(tmp_path / "deep" / "owner.lock").acquire()
    lock.release()
    OwnerLock(tmp_path / "deep" / "owner.lock").acquire()


def test_taking_and_letting_go_twice_is_no_error(tmp_path: Path) -> None:
    lock = OwnerLock(tmp_path / "owner.lock")
    lock.acquire()
    lock.acquire()
    lock.release()
    lock.release()


def test_a_stale_file_of_a_dead_process_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / "owner.lock").write_text("999999")
    OwnerLock(tmp_path / "owner.lock").acquire()


def test_the_lock_goes_with_the_process(tmp_path: Path) -> None:
    code = (
        "import sys, os; from pathlib import Path; from index.stores.ownership import OwnerLock;"
        "OwnerLock(Path(sys.argv[1])).acquire(); os._exit(9)"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "owner.lock")], check=False, cwd=Path(__file__).parents[4]
    )
    OwnerLock(tmp_path / "owner.lock").acquire()


def test_a_lock_whose_folder_was_deleted_meanwhile_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "index"
    lock = OwnerLock(folder / "owner.lock")
    opened = OwnerLock._opened

    def opened_then_deleted(self: OwnerLock):
        file = opened(self)
        monkeypatch.setattr(OwnerLock, "_opened", opened)
        shutil.rmtree(folder)
        return file

    monkeypatch.setattr(OwnerLock, "_opened", opened_then_deleted)
    lock.acquire()
    assert (folder / "owner.lock").is_file()
    with pytest.raises(CaseBusy):
        OwnerLock(folder / "owner.lock").acquire()


def test_a_loan_is_given_back_to_whoever_comes_to_write(tmp_path: Path) -> None:
    reader = OwnerLock(tmp_path / "owner.lock", on_loan=True)
    reader.acquire()
    assert not reader.is_wanted

    def let_go() -> None:
        while not reader.is_wanted:
            time.sleep(0.01)
        with pytest.raises(CaseBusy, match="waits for this index"):
            OwnerLock(tmp_path / "owner.lock", on_loan=True).acquire()
        reader.release()

    letting = threading.Thread(target=let_go)
    letting.start()
    writer = OwnerLock(tmp_path / "owner.lock")
    writer.acquire()
    letting.join()
    assert not writer.is_wanted
    with pytest.raises(CaseBusy, match=f"process {os.getpid()}"):
        reader.acquire()


def test_a_reader_that_does_not_let_go_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "_LOAN_SECONDS", 0.2)
    reader = OwnerLock(tmp_path / "owner.lock", on_loan=True)
    reader.acquire()
    with pytest.raises(CaseBusy, match=f"process {os.getpid()}"):
        OwnerLock(tmp_path / "owner.lock").acquire()
    time.sleep(0.25)
    assert not reader.is_wanted, "who left a mark and did not come is forgotten"
