"""SQLite and PostgreSQL behind the same contract."""

import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, inspect, text

from cases.database import open_database
from cases.store import CaseStore
from evidence.errors import StoreUnavailable
from tests.contract.case_store import CasesContract
from tests.contract.case_store_ledger import AuditContract, DeletionContract, JobsContract, SkillsContract
from tests.contract.case_store_odd_words import OddWordsContract
from tests.contract.case_store_people import PeopleContract
from tests.contract.case_store_review import ReviewContract
from tests.contract.case_store_upgrade import UpgradeContract


class StoreContract(
    CasesContract,
    ReviewContract,
    PeopleContract,
    AuditContract,
    DeletionContract,
    JobsContract,
    SkillsContract,
    UpgradeContract,
    OddWordsContract,
):
    """``dsn`` is of an empty or absent database, None = SQLite under the home; the rest follows."""

    @pytest.fixture
    def open_again(self, tmp_path: Path, dsn: str | None) -> Iterator[Callable[[], CaseStore]]:
        opened: list[CaseStore] = []

        def open_it() -> CaseStore:
            opened.append(CaseStore(tmp_path / "home", dsn=dsn))
            return opened[-1]

        yield open_it
        for store in opened:
            store.close()

    @pytest.fixture
    def store(self, open_again: Callable[[], CaseStore]) -> CaseStore:
        return open_again()


class TestSqliteStore(StoreContract):
    @pytest.fixture
    def dsn(self) -> None:
        return None

    @pytest.fixture
    def empty_dsn(self, tmp_path: Path) -> str:
        (tmp_path / "home").mkdir(exist_ok=True)
        return f"sqlite:///{tmp_path / 'home' / 'old.db'}"

    def test_a_damaged_first_layout_is_refused_and_left_alone(
        self, first: Engine, empty_dsn: str, tmp_path: Path
    ) -> None:
        with first.begin() as connection:
            connection.execute(text("UPDATE findings SET run_id = 'gone'"))  # keys are not enforced here
        with pytest.raises(StoreUnavailable, match="findings"):
            CaseStore(tmp_path / "home", dsn=empty_dsn)
        assert "alembic_version" not in inspect(first).get_table_names()
        first.dispose()


def _on_server(statement: str) -> None:
    engine = create_engine(os.environ["LASTRO_TEST_POSTGRES"], isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


def _new_database(template: str | None = None) -> tuple[str, str]:
    name = f"lastro_test_{uuid.uuid4().hex[:16]}"
    _on_server(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
    return name, os.environ["LASTRO_TEST_POSTGRES"].rsplit("/", 1)[0] + f"/{name}"


@pytest.mark.needs_postgres
class TestPostgresStore(StoreContract):
    @pytest.fixture(scope="class")
    def template(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
        """Upgraded once; each test has a copy of its own."""
        name, dsn = _new_database()
        open_database(tmp_path_factory.mktemp("template"), dsn).close()
        yield name
        _on_server(f"DROP DATABASE {name} WITH (FORCE)")

    @pytest.fixture
    def dsn(self, template: str) -> Iterator[str]:
        name, dsn = _new_database(template)
        yield dsn
        _on_server(f"DROP DATABASE {name} WITH (FORCE)")

    def test_connections_that_died_are_replaced(self, store: CaseStore) -> None:
        case = store.create("A")
        ours = store.database.engine.url.database
        _on_server(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{ours}'")
        assert store.open("A").id == case.id

    @pytest.fixture
    def empty_dsn(self) -> Iterator[str]:
        name, dsn = _new_database()
        yield dsn
        _on_server(f"DROP DATABASE {name} WITH (FORCE)")
