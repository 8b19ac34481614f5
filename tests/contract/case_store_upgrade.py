"""The database follows the code, on every database: made, upgraded from the first layout, refused when newer."""

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, inspect, text

from cases.case_files import _pack
from cases.records import CaseStatus, PageProgress, RunState, SaidSubject
from cases.schema import Table
from cases.store import CaseStore
from cases.upgrading import MIGRATIONS, REVISIONS
from evidence.errors import StoreTooNew, StoreUnavailable
from tests.contract.case_store_first_layout import CASES, FILES, FINDINGS, FIRST, PAGES, RUNS
from tests.contract.case_store_samples import document, found, page, sha_of

ID = "01J0000000000000000"
LONG_AGO = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


class UpgradeContract:
    @pytest.fixture
    def first(self, empty_dsn: str) -> Engine:
        """A database as Lastro 0.1 left it, with a case in it."""
        engine = create_engine(empty_dsn)
        FIRST.create_all(engine)
        with engine.begin() as connection:
            connection.execute(CASES.insert(), [_case("AAA"), _case("BBB") | {"removing": True}])
            connection.execute(FILES.insert(), [_file("a.pdf", "read"), _file("b.pdf", "reading")])
            connection.execute(
                PAGES.insert(),
                [
                    {"case_id": ID + "AAA", "sha256": sha_of("a.pdf"), "number": n, "body": _pack(page(n))}
                    for n in (1, 2)
                ],
            )
            connection.execute(RUNS.insert(), [_run(state) for state in ("running", "done", "failed", "stopped")])
            kept = {"run_id": ID + "done", "kept_at": LONG_AGO}
            connection.execute(
                FINDINGS.insert(), [{**kept, "field": f, "body": found(f).model_dump_json()} for f in ("inn", "kpp")]
            )
        return engine

    def test_what_the_first_layout_held_is_all_there(self, first: Engine, empty_dsn: str, tmp_path: Path) -> None:
        first.dispose()
        store = CaseStore(tmp_path / "home", dsn=empty_dsn)
        (record,) = store.list()
        assert (record.title, record.created_at, record.files, record.runs) == ("Case AAA", LONG_AGO, 2, 4)
        case = store.open(record.id)
        assert case.documents() == (document("a.pdf"),)
        assert case.unfinished() == ("b.pdf",)
        assert tuple(case.pages(sha_of("a.pdf"))) == (page(1), page(2))
        assert [state.state for state in case.page_states(sha_of("a.pdf"))] == [PageProgress.READ] * 2
        states = {run.id: (run.state, run.reason) for run in case.runs()}
        assert states == {
            ID + "running": (RunState.RUNNING, None),
            ID + "done": (RunState.DONE, None),
            ID + "failed": (RunState.FAILED, None),
            ID + "stopped": (RunState.FAILED, "stopped before its end"),
        }
        run = case.run(ID + "done")
        assert {finding.field for finding in run.kept()} == {"inn", "kpp"}
        assert run.reviews.one("inn").version.version == 1
        assert not case.begin_file(document("a.pdf"), reader="r1")
        run.advance(RunState.PAUSED)
        assert run.reviews.approve("inn", on=1, by="ann").version == 2
        (left,) = store.unfinished_deletions()
        assert left.case == ID + "BBB"
        assert store.deletions.finish(left.id).proved
        store.close()

    def test_what_the_revision_before_held_is_all_there(self, empty_dsn: str, tmp_path: Path) -> None:
        _made_at(empty_dsn, "0002")
        store = CaseStore(tmp_path / "home", dsn=empty_dsn)
        (record,) = store.list()
        assert (record.title, record.created_at, record.status) == ("Case AAA", LONG_AGO, CaseStatus.CLOSED)
        assert (record.subject, record.subject_number) == (None, None)
        case = store.open(record.id)
        assert case.newest_event() == 7
        case.people.set_subject(SaidSubject(name="ООО «Икс»"), by="ann")
        assert store.open(record.id).record.subject == "ООО «Икс»"
        assert _differences(store.database.engine) == []
        store.close()

    def test_an_upgraded_and_a_new_database_agree_with_the_models(
        self, first: Engine, empty_dsn: str, tmp_path: Path, store: CaseStore
    ) -> None:
        first.dispose()
        upgraded = CaseStore(tmp_path / "home", dsn=empty_dsn)
        for held in (store, upgraded):
            assert _differences(held.database.engine) == []
        upgraded.close()

    def test_the_newest_revision_is_the_one_the_code_names(self, store: CaseStore) -> None:
        from alembic.config import Config
        from alembic.script import ScriptDirectory

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        scripts = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
        assert tuple(reversed(scripts)) == REVISIONS
        with store.database.read() as session:
            assert session.scalar(text("SELECT version_num FROM alembic_version")) == REVISIONS[-1]

    def test_a_database_of_a_later_lastro_is_refused_and_left_alone(
        self, store: CaseStore, open_again: Callable[[], CaseStore]
    ) -> None:
        with store.database.write() as session:
            session.execute(text("UPDATE alembic_version SET version_num = '0999'"))
        with pytest.raises(StoreTooNew, match="0999"):
            open_again()
        with store.database.read() as session:
            assert session.scalar(text("SELECT version_num FROM alembic_version")) == "0999"

    def test_an_upgrade_that_fails_changes_nothing(
        self, first: Engine, empty_dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from alembic.operations import Operations

        def full(*_: object, **__: object) -> None:
            raise OSError(28, "No space left on device")

        before = _layout(first)
        with monkeypatch.context() as broken:
            broken.setattr(Operations, "bulk_insert", full)  # near the end
            with pytest.raises(StoreUnavailable, match="No space left"):
                CaseStore(tmp_path / "home", dsn=empty_dsn)
        assert _layout(first) == before
        first.dispose()
        store = CaseStore(tmp_path / "home", dsn=empty_dsn)
        assert len(store.list()) == 1
        store.close()

    def test_many_processes_may_open_an_old_database_at_once(
        self, first: Engine, empty_dsn: str, tmp_path: Path
    ) -> None:
        first.dispose()
        program = (
            "import sys; from pathlib import Path; from cases.store import CaseStore\n"
            "store = CaseStore(Path(sys.argv[1]), dsn=sys.argv[2])\n"
            "store.audit.record(actor='p', action='open', subject='s'); print(len(store.list()))\n"
        )
        started = [
            subprocess.Popen(
                [sys.executable, "-c", program, str(tmp_path / "home"), empty_dsn],
                cwd=Path(__file__).parents[2],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(4)
        ]
        said = [process.communicate(timeout=120) for process in started]
        assert [out.strip() for out, _ in said] == ["1"] * 4, said
        store = CaseStore(tmp_path / "home", dsn=empty_dsn)
        assert (store.audit.verify().holds, store.audit.head().number) == (True, 4)
        store.close()


def _made_at(dsn: str, revision: str) -> None:
    """A database as the Lastro of that revision left it, with a case in it."""
    from alembic import command
    from alembic.config import Config

    engine = create_engine(dsn)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.execute(CASES.insert(), [_case("AAA")])
        connection.execute(text("UPDATE cases SET status = 'closed', last_event = 7"))
    engine.dispose()


def _case(end: str) -> dict[str, Any]:
    return {
        "id": ID + end,
        "title": f"Case {end}",
        "data_class": "confidential",
        "created_at": LONG_AGO,
        "removing": False,
    }


def _file(name: str, state: str) -> dict[str, Any]:
    return {
        "case_id": ID + "AAA",
        "sha256": sha_of(name),
        "position": ord(name[0]),
        "name": name,
        "state": state,
        "document": document(name).model_dump_json(),
        "reader": "r1",
    }


def _run(state: str) -> dict[str, Any]:
    return {
        "id": ID + state,
        "case_id": ID + "AAA",
        "template": "t@1",
        "template_sha256": "0",
        "model": "labels",
        "state": state,
        "created_at": LONG_AGO,
        "finished_at": None if state == "running" else LONG_AGO,
    }


def _differences(engine: Engine) -> list[Any]:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), Table.metadata))


def _layout(engine: Engine) -> dict[str, list[str]]:
    found = inspect(engine)
    return {name: [str(column["name"]) for column in found.get_columns(name)] for name in found.get_table_names()}
