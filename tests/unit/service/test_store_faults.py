"""A database that is damaged, emptied or locked is said so, with what to do; never an empty list of cases."""

import os
import sqlite3
from pathlib import Path

import pytest

from cases.records import DataClass
from evidence.errors import StoreUnavailable
from service.settings import Settings
from service.store_faults import fault_of
from service.wiring import open_store


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A home with one case and one kept file, all of it in lastro.db itself."""
    settings = Settings(home=tmp_path / "home", index={"embedder": "hashing"})
    case = open_store(settings).create("Kept", data_class=DataClass.SYNTHETIC)
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    case.vault.put(tmp_path / "a.txt", sha256="2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881")
    connection = sqlite3.connect(settings.root / "lastro.db")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    for beside in settings.root.glob("lastro.db-*"):
        beside.unlink()
    return settings


@pytest.mark.parametrize("damage", ["cut off", "emptied", "overwritten"])
def test_a_damaged_database_is_named_and_what_to_do_is_said(settings: Settings, damage: str) -> None:
    path = settings.root / "lastro.db"
    whole = path.read_bytes()
    path.write_bytes({"cut off": whole[:5000], "emptied": b"", "overwritten": os.urandom(len(whole))}[damage])
    with pytest.raises(StoreUnavailable) as refused:
        open_store(settings).list()
    assert "is damaged" in str(refused.value)
    assert "backup" in str(refused.value) and str(settings.root / "files") in str(refused.value)
    assert str(refused.value).count("damaged (") == 1


def test_a_home_without_any_case_may_begin_with_an_empty_database(tmp_path: Path) -> None:
    (tmp_path / "lastro.db").touch()
    assert open_store(Settings(home=tmp_path)).list() == ()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("database is locked", "another Lastro process"),
        ("database or disk is full", "free some space"),
        ("attempt to write a readonly database", "may not be written"),
        ("unable to open database file", "LASTRO_HOME"),
        ("disk I/O error", "failing"),
        ("database disk image is malformed", "is damaged"),
        ("connection refused", "see that it runs"),
    ],
)
def test_each_fault_has_its_own_words(tmp_path: Path, said: str, words: str) -> None:
    fault = fault_of(sqlite3.OperationalError(said), tmp_path)
    assert words in str(fault) and said in str(fault)
    assert fault.exit_code == 4


def test_a_home_that_is_no_folder_is_named_as_the_setting_that_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for place in (tmp_path / "file", tmp_path / "file" / "home"):
        with pytest.raises(StoreUnavailable, match=r"LASTRO_HOME is .* \(it is no folder\); set it to a folder"):
            open_store(Settings(home=place)).list()
