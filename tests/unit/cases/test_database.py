from pathlib import Path

import pytest

from cases.database import open_database
from cases.store import CaseStore
from evidence.errors import InputRefused, StoreUnavailable


def test_an_address_that_is_none_is_refused(tmp_path: Path) -> None:
    for dsn in ("nonsense", "oracle://nowhere/x"):
        with pytest.raises(InputRefused, match="cannot be used"):
            open_database(tmp_path, dsn)


def test_a_server_that_is_not_there_is_said_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable) as refused:
        open_database(tmp_path, "postgresql://lastro:s3cret-word@127.0.0.1:9/x")
    assert "s3cret-word" not in str(refused.value)


def test_sqlite_keeps_to_its_settings_on_every_connection(tmp_path: Path) -> None:
    database = open_database(tmp_path)
    with database.engine.connect() as one, database.engine.connect() as two:
        for connection in (one, two):
            values = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "foreign_keys", "busy_timeout", "secure_delete")
            }
            assert values == {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 30_000, "secure_delete": 1}


def test_errors_hold_no_values(tmp_path: Path) -> None:
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError

    store = CaseStore(tmp_path)
    with pytest.raises(DBAPIError) as raised, store.database.read() as session:
        session.execute(text("SELECT * FROM nowhere WHERE x = :x"), {"x": "text of a document"})
    assert "text of a document" not in str(raised.value)
