"""The database follows the code: made when absent, upgraded when older, refused when newer."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from evidence.errors import StoreTooNew, StoreUnavailable

MIGRATIONS = Path(__file__).parent / "migrations"
REVISIONS = ("0001", "0002", "0003")
"""Oldest first; the last is what this code works with. Kept here so that opening does not load Alembic."""
_LOCK = 7_314_159_265
"""Of PostgreSQL's advisory locks: held while the database is upgraded."""


def revision_of(connection: Connection) -> str | None:
    """None = empty. A database from before revisions were written down counts as the first."""
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables:
        found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return found
    return REVISIONS[0] if "cases" in tables else None


def bring_up_to_date(engine: Engine, home: Path) -> None:
    """Safe to call from many processes at once: one upgrades, the others wait and find it done. All or nothing."""
    with engine.connect() as connection:
        if _is_current(connection):
            return
    with _alone(engine, home), engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            _upgrade_sqlite(connection)
        else:
            with connection.begin():
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
                _upgrade(connection)


def _is_current(connection: Connection) -> bool:
    found = revision_of(connection)
    if found is not None and found not in REVISIONS:
        raise StoreTooNew(
            f"the database is of revision {found!r}, and this Lastro knows up to {REVISIONS[-1]!r}; "
            "start the later Lastro that made it, or give another home"
        )
    return found == REVISIONS[-1]


@contextmanager
def _alone(engine: Engine, home: Path) -> Iterator[None]:
    """SQLite's own locks do not cover the switch of journal modes, so one file stands for all of it."""
    if engine.dialect.name != "sqlite":
        yield
        return
    with (home / "lastro.db.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _upgrade_sqlite(connection: Connection) -> None:
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute("PRAGMA journal_mode=WAL")  # kept in the file
    driver.execute("PRAGMA foreign_keys=OFF")  # a table is changed by writing it anew; keys are checked before the end
    try:
        with connection.begin():
            _upgrade(connection)
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if broken:
                tables = ", ".join(sorted({row[0] for row in broken}))
                raise StoreUnavailable(
                    f"the database is damaged: rows of {tables} belong to nothing. Nothing was changed; put back the last "
                    "backup of LASTRO_HOME, or read the files again into a new home"
                )
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def _upgrade(connection: Connection) -> None:
    if _is_current(connection):
        return
    from alembic import command
    from alembic.config import Config

    found = revision_of(connection)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if found == REVISIONS[0] and "alembic_version" not in inspect(connection).get_table_names():
        command.stamp(config, REVISIONS[0])
    command.upgrade(config, "head")
