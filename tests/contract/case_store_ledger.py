"""What the audit, deletions, jobs and skills must do on every database."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from cases.access import Role
from cases.case_files import CaseFiles
from cases.jobs import Job, JobState
from cases.records import CaseRole, RunState
from cases.skills import SkillState
from cases.store import CaseStore
from cases.vault import vault_of
from evidence.errors import CaseBusy, IndexUnavailable, InputRefused, LastroError, NotKept, WrongState
from evidence.findings import Status
from evidence.ports import RemovalScope
from tests.contract.case_store import at_once
from tests.contract.case_store_samples import (
    CANARY,
    absent,
    document,
    found,
    new_run,
    page,
    read_in,
    sha_of,
    statement,
)


class AuditContract:
    def test_every_entry_carries_the_one_before(self, store: CaseStore) -> None:
        new_run(read_in(store), "inn").reviews.approve("inn", on=1, by="ann")
        store.audit.record(actor="ann", action="report.download", subject="run x", detail={"bytes": 12})
        verdict = store.audit.verify()
        assert (verdict.holds, verdict.entries, verdict.head) == (True, 3, store.audit.head())
        newest = store.audit.entries(limit=1)[0]
        assert (newest.actor, newest.action, newest.detail) == ("ann", "report.download", {"bytes": 12})
        assert [entry.action for entry in store.audit.entries(before=newest.number)] == [
            "review.approve",
            "case.create",
        ]
        assert [entry.action for entry in store.audit.entries(actor="ann", case=store.list()[0].id)] == [
            "review.approve"
        ]

    def test_an_empty_audit_holds(self, store: CaseStore) -> None:
        assert store.audit.verify().holds

    def test_entries_of_many_writers_make_one_chain(
        self, store: CaseStore, open_again: Callable[[], CaseStore]
    ) -> None:
        stores = [store, open_again(), open_again(), open_again()]

        def record_ten(held: CaseStore, who: int) -> None:
            for at in range(10):
                held.audit.record(actor=f"p{who}", action="test", subject=str(at))

        results = at_once([lambda held=held, who=who: record_ten(held, who) for who, held in enumerate(stores)])
        assert results == [None] * 4
        verdict = store.audit.verify()
        assert (verdict.holds, verdict.entries) == (True, 40)

    def test_the_database_itself_refuses_changes(self, store: CaseStore) -> None:
        store.create("A")
        for statement_ in ("UPDATE audit SET actor = 'x'", "DELETE FROM audit", "UPDATE audit SET number = number + 1"):
            with pytest.raises(DBAPIError, match="append-only"), store.database.write() as session:
                session.execute(text(statement_))
        if not store.database.is_sqlite:
            with pytest.raises(DBAPIError, match="append-only"), store.database.write() as session:
                session.execute(text("TRUNCATE audit"))
        assert store.audit.verify().holds

    @pytest.mark.parametrize(
        ("damage", "broken_at", "reason"),
        [
            ("UPDATE audit SET actor = 'mallory' WHERE number = 3", 3, "changed"),
            ("UPDATE audit SET detail = '{}' WHERE number = 2", 2, "changed"),
            ("UPDATE audit SET at = '2020-01-01T00:00:00+00:00' WHERE number = 1", 1, "changed"),
            ("DELETE FROM audit WHERE number = 3", 3, "missing"),
            ("DELETE FROM audit WHERE number = 1", 1, "missing"),
            ("DELETE FROM audit WHERE number = 5", 5, "end at 4"),
            ("DELETE FROM audit", 1, "end at 0"),
            ("UPDATE audit SET previous = hash WHERE number = 4", 4, "before it"),
        ],
    )
    def test_verify_names_the_first_entry_that_does_not_hold(
        self, store: CaseStore, damage: str, broken_at: int, reason: str
    ) -> None:
        for at in range(5):
            store.audit.record(actor="ann", action="test", subject=str(at), detail={"at": at})
        without_guard(store, damage)
        verdict = store.audit.verify()
        assert verdict.broken_at == broken_at
        assert reason in (verdict.reason or "")

    def test_an_anchor_shows_what_a_rewritten_chain_hides(self, store: CaseStore) -> None:
        for at in range(3):
            store.audit.record(actor="ann", action="test", subject=str(at))
        anchor = store.audit.head()
        without_guard(store, "DELETE FROM audit", "UPDATE audit_head SET number = 0, hash = '" + "0" * 64 + "'")
        store.audit.record(actor="mallory", action="test", subject="0")
        assert store.audit.verify().holds
        assert store.audit.verify(anchor=anchor).broken_at == 2
        for at in range(4):
            store.audit.record(actor="mallory", action="test", subject=str(at))
        assert store.audit.verify(anchor=anchor).broken_at == 3


def without_guard(store: CaseStore, *statements: str) -> None:
    """What somebody does who owns the database."""
    if store.database.is_sqlite:
        drop = ("DROP TRIGGER audit_no_update", "DROP TRIGGER audit_no_delete")
    else:
        drop = ("DROP TRIGGER audit_no_change ON audit",)
    with store.database.write() as session:
        for line in (*drop, *statements):
            session.execute(text(line))


class Outside:
    """Vectors and checkpoints of a case, as a folder of files; breaks down where it is told to."""

    def __init__(self, root: Path, *, breaks_at: str | None = None) -> None:
        self.root = root
        self.breaks_at = breaks_at

    def put(self, case: str, name: str) -> None:
        (self.root / case).mkdir(parents=True, exist_ok=True)
        (self.root / case / name).write_text("x")

    def count(self, scope: RemovalScope) -> Mapping[str, int]:
        self._break("count")
        return {"passages": len(self._files(scope))}

    def remove(self, scope: RemovalScope) -> None:
        self._break("remove")
        for file in self._files(scope):
            file.unlink()
            self._break("half")

    def _files(self, scope: RemovalScope) -> list[Path]:
        return sorted((self.root / scope.case).glob(f"{scope.document or ''}*"))

    def _break(self, at: str) -> None:
        if self.breaks_at == at:
            raise IndexUnavailable("the index is down")
        if self.breaks_at == f"kill {at}":
            os._exit(9)


class DeletionContract:
    @pytest.fixture
    def outside(self, tmp_path: Path) -> Outside:
        return Outside(tmp_path / "outside")

    @pytest.fixture
    def case(self, store: CaseStore, outside: Outside, tmp_path: Path) -> CaseFiles:
        ann = store.people.add("ann", name="Ann", role=Role.ANALYST, by="system").actor
        case = store.create("Case", by=ann)
        for name in ("a.pdf", "b.pdf"):
            given = tmp_path / name
            given.write_text(name)
            case.vault.put(given, sha256=sha_of(name))
            case.begin_file(document(name), reader="r1")
            case.keep_pages([page(1, name=name), page(2, name=name)])
            case.finish_file(document(name))
            for at in range(3):
                outside.put(case.id, f"{sha_of(name)}-{at}")
        run = new_run(case, "inn")
        run.keep(found("ogrn", name="b.pdf"))
        run.keep(absent("kpp"))
        run.reviews.approve("inn", on=1, by="ann")
        run.reviews.edit("inn", on=2, by="ann", statement=statement())
        case.people.move_to("uscis", by="ann")
        store.tokens.issue("t", user=ann.user, role=Role.ANALYST, by=ann.id, cases=frozenset({case.id}))
        store.jobs.put("fill", case=case.id)
        return case

    def test_a_case_goes_with_everything_and_the_receipt_proves_it(
        self, store: CaseStore, case: CaseFiles, outside: Outside, tmp_path: Path
    ) -> None:
        other = read_in(store, "Other")
        begun = store.deletions.begin_case(case.id, by="ann")
        receipt = store.deletions.finish(begun.id, remains=[outside])
        assert receipt.proved
        assert receipt.finished_at is not None
        assert receipt.by == "ann"
        assert {name: count for name, count in receipt.removed.items() if name != "events"} == {
            "findings": 5, "reviews": 2, "runs": 1, "page_states": 4, "pages": 4, "files": 2, "forums": 1, "members": 1,
            "token_cases": 1, "jobs": 1, "cases": 1, "stored_files": 2, "passages": 6,
        }  # fmt: skip
        assert set(receipt.left.values()) == {0}
        with store.database.read() as session:
            tables = (row for row in ("cases", "files", "pages", "page_states", "runs", "findings", "events", "jobs"))
            said = "".join(str(session.execute(text(f"SELECT * FROM {table}")).all()) for table in tables)
        assert case.id not in said
        assert other.page(sha_of("a.pdf"), 1) == page(1)
        assert store.deletions.receipts()[0] == receipt
        assert store.deletions.finish(begun.id, remains=[outside]) == receipt
        assert not vault_of(tmp_path / "home", case.id).exists()
        removals = [entry.action for entry in store.audit.entries(case=case.id) if "removal" in entry.action]
        assert removals == ["removal.done", "removal.begin"]
        assert store.audit.verify().holds

    def test_nothing_of_a_removed_case_stays_in_the_files_of_the_home(
        self, store: CaseStore, case: CaseFiles, tmp_path: Path
    ) -> None:
        if not store.database.is_sqlite:
            pytest.skip("a server keeps its files to itself; VACUUM and its journal are its keeper's")
        run = new_run(case)
        run.keep(absent("x").model_copy(update={"reason": CANARY}))
        store.create("unrelated")
        assert _holds(tmp_path / "home", CANARY)
        assert store.remove(case.id).proved
        assert not _holds(tmp_path / "home", CANARY)

    def test_a_marked_case_is_there_for_nobody(self, store: CaseStore, case: CaseFiles) -> None:
        run = case.runs()[0].id
        held = case.run(run)
        store.deletions.begin_case(case.id, by="ann")
        assert store.list() == ()
        for refused in (
            lambda: store.open(case.id),
            lambda: case.new_run(template="t@1", template_sha256="0", model="m"),
            lambda: case.begin_file(document("c.pdf"), reader="r1"),
            lambda: case.keep_pages([page(3)]),
            lambda: held.keep(absent("new")),
            lambda: held.reviews.approve("kpp", on=1, by="ann"),
            lambda: store.jobs.put("fill", case=case.id),
            lambda: case.people.move_to("x", by="ann"),
        ):
            with pytest.raises(NotKept):
                refused()
        assert store.runs() == ()
        assert [job.state for job in store.jobs.of_case(case.id)] == [JobState.CANCELLED]

    @pytest.mark.parametrize("breaks_at", ["count", "remove", "half"])
    def test_an_interrupted_removal_is_listed_and_finished_later(
        self, store: CaseStore, case: CaseFiles, outside: Outside, breaks_at: str, open_again: Callable[[], CaseStore]
    ) -> None:
        begun = store.deletions.begin_case(case.id, by="ann")
        outside.breaks_at = breaks_at
        with pytest.raises(IndexUnavailable):
            store.deletions.finish(begun.id, remains=[outside])
        again = open_again()
        assert again.unfinished_deletions() == (begun,)
        assert again.deletions.begin_case(case.id, by="bo") == begun
        outside.breaks_at = None
        receipt = again.deletions.finish(begun.id, remains=[outside])
        assert receipt.proved
        assert receipt.removed["passages"] == 6  # those that went before it broke down too
        assert receipt.removed["pages"] == 4
        assert again.unfinished_deletions() == ()

    @pytest.mark.parametrize("breaks_at", ["kill count", "kill remove", "kill half"])
    def test_a_process_killed_while_it_removes_leaves_work_that_is_finished(
        self, store: CaseStore, case: CaseFiles, outside: Outside, breaks_at: str, dsn: str | None, tmp_path: Path
    ) -> None:
        begun = store.deletions.begin_case(case.id, by="ann")
        program = (
            "import sys; from pathlib import Path; from cases.store import CaseStore\n"
            "from tests.contract.case_store_ledger import Outside\n"
            "home, dsn, root, at, deletion = sys.argv[1:]\n"
            "store = CaseStore(Path(home), dsn=dsn or None)\n"
            "store.deletions.finish(deletion, remains=[Outside(Path(root), breaks_at=at)])\n"
        )
        arguments = (str(tmp_path / "home"), dsn or "", str(outside.root), breaks_at, begun.id)
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments], cwd=Path(__file__).parents[2], check=False, timeout=120
        )
        assert done.returncode == 9
        assert store.unfinished_deletions() == (begun,)
        assert store.deletions.finish(begun.id, remains=[outside]).removed["passages"] == 6

    def test_two_who_finish_the_same_removal_come_to_one_end(
        self, store: CaseStore, case: CaseFiles, outside: Outside, open_again: Callable[[], CaseStore]
    ) -> None:
        begun = store.deletions.begin_case(case.id, by="ann")
        stores = [store, open_again(), open_again()]
        results = at_once([lambda held=held: held.deletions.finish(begun.id) for held in stores])
        assert all(getattr(result, "proved", False) for result in results), results
        assert [e.action for e in store.audit.entries(case=case.id)].count("removal.done") == 1

    def test_what_is_left_is_said_and_the_removal_stays_open(
        self, store: CaseStore, case: CaseFiles, outside: Outside
    ) -> None:
        class Stubborn(Outside):
            def remove(self, scope: RemovalScope) -> None:
                return

        begun = store.deletions.begin_case(case.id, by="ann")
        receipt = store.deletions.finish(begun.id, remains=[Stubborn(outside.root)])
        assert not receipt.proved
        assert receipt.left["passages"] == 6
        assert store.unfinished_deletions() == (begun,)
        assert store.deletions.finish(begun.id, remains=[outside]).proved

    def test_one_file_goes_with_its_pages_vectors_and_the_findings_that_cite_it(
        self, store: CaseStore, case: CaseFiles, outside: Outside, tmp_path: Path
    ) -> None:
        begun = store.deletions.begin_file(case.id, sha_of("a.pdf"), by="ann")
        assert begun.runs == (case.runs()[0].id,)
        assert [held.name for held in case.documents()] == ["b.pdf"]
        with pytest.raises(NotKept):
            case.page(sha_of("a.pdf"), 1)
        with pytest.raises(CaseBusy):
            case.begin_file(document("a.pdf"), reader="r1")
        receipt = store.deletions.finish(begun.id, remains=[outside])
        assert receipt.proved
        assert receipt.removed == {
            "findings": 2, "page_states": 2, "pages": 2, "files": 1, "stored_files": 1, "passages": 3,
        }  # fmt: skip
        run = case.run(case.runs()[0].id)
        first, second, third = run.reviews.history("inn").versions
        assert first.withdrawn and second.withdrawn
        assert (first.finding.status, first.finding.citations, first.finding.values) == (Status.FAILED, (), ())
        assert third.statement == statement()
        assert run.reviews.one("ogrn").version.finding == found("ogrn", name="b.pdf")
        assert case.page(sha_of("b.pdf"), 1) == page(1, name="b.pdf")
        with pytest.raises(NotKept):
            store.deletions.begin_file(case.id, sha_of("a.pdf"), by="ann")
        assert case.begin_file(document("a.pdf"), reader="r1")  # given again, it is a new file

    def test_a_file_that_came_in_during_the_removal_is_swept_up(
        self, store: CaseStore, case: CaseFiles, tmp_path: Path
    ) -> None:
        other = read_in(store, "Other")
        given = tmp_path / "c.pdf"
        given.write_text("c.pdf")
        other.vault.put(given, sha256=sha_of("c.pdf"))
        assert store.remove(case.id).proved
        case.vault.put(given, sha256=sha_of("c.pdf"))
        assert store.deletions.sweep() == 1
        assert not vault_of(tmp_path / "home", case.id).exists()
        assert other.vault.path_of(sha_of("c.pdf")).exists()

    def test_everything_at_once_ends_in_order(
        self, store: CaseStore, case: CaseFiles, open_again: Callable[[], CaseStore]
    ) -> None:
        """No deadlock, no error but those that say what happened, whoever meets whom."""
        run = case.run(case.runs()[0].id)
        bo = store.people.add("bo", name="Bo", role=Role.ANALYST, by="system").id
        other = open_again()

        def again_and_again(*acts: Callable[[int], object]) -> list[BaseException]:
            odd: list[BaseException] = []
            for at in range(12):
                for act in acts:
                    try:
                        act(at)
                    except LastroError:
                        continue
                    except Exception as error:  # noqa: BLE001  - the test looks at it
                        odd.append(error)
            return odd

        same = other.open(case.id)
        remove_file = lambda at: other.deletions.finish(other.deletions.begin_file(case.id, sha_of("a.pdf"), by="x").id)  # noqa: E731
        results = at_once(
            [
                lambda: again_and_again(
                    lambda at: case.begin_file(document(), reader=f"r{at}"),
                    lambda at: case.expect_pages(sha_of("a.pdf"), 2),
                    lambda at: case.keep_pages([page(1), page(2)]),
                    lambda at: case.finish_file(document()),
                ),
                lambda: again_and_again(
                    lambda at: same.begin_file(document(), reader=f"s{at}"), lambda at: same.keep_pages([page(2)])
                ),
                lambda: again_and_again(remove_file),
                lambda: again_and_again(lambda at: run.keep(found("inn", note=str(at))), lambda at: run.kept()),
                lambda: again_and_again(
                    lambda at: run.reviews.reject("inn", on=run.reviews.one("inn").version.version, by="x", reason="r"),
                    lambda at: run.reviews.undo("inn", on=run.reviews.one("inn").version.version, by="x"),
                ),
                lambda: again_and_again(
                    lambda at: case.people.add(bo, CaseRole.READER, by="x"), lambda at: case.people.remove(bo, by="x")
                ),
                lambda: again_and_again(
                    lambda at: run.advance(RunState.PAUSED), lambda at: run.advance(RunState.RUNNING)
                ),
                lambda: again_and_again(
                    lambda at: other.jobs.put("x", case=case.id, lock=case.id),
                    lambda at: other.jobs.finish(other.jobs.claim("w") or pytest.fail()),
                ),
            ]
        )
        assert results == [[]] * 8, results
        events = case.events(limit=10_000)
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert store.audit.verify().holds
        assert store.remove(case.id).proved

    def test_a_case_is_removed_while_one_of_its_files_is(self, store: CaseStore, case: CaseFiles) -> None:
        file = store.deletions.begin_file(case.id, sha_of("a.pdf"), by="ann")
        whole = store.deletions.begin_case(case.id, by="ann")
        assert store.deletions.finish(whole.id).proved
        assert store.deletions.finish(file.id).proved
        assert store.unfinished_deletions() == ()


def _holds(folder: Path, words: str) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file() and words.encode() in path.read_bytes()]


class JobsContract:
    def test_jobs_are_done_in_the_order_in_which_they_came(self, store: CaseStore) -> None:
        case = store.create("A")
        first = store.jobs.put("read", case=case.id, payload={"file": "x"}, by="ann")
        second = store.jobs.put("fill", case=case.id)
        claimed = store.jobs.claim("w1")
        assert claimed is not None
        assert (claimed.id, claimed.payload, claimed.attempt, claimed.state) == (first.id, {"file": "x"}, 1, "running")
        assert (store.jobs.claim("w2") or pytest.fail()).id == second.id
        assert store.jobs.claim("w3") is None
        store.jobs.finish(claimed)
        assert store.jobs.get(first.id).state is JobState.DONE
        assert store.jobs.put("x") and store.jobs.claim("w", kinds=["y"]) is None

    def test_one_job_at_a_time_holds_a_lock(self, store: CaseStore) -> None:
        for _ in range(2):
            store.jobs.put("read", lock="case 1")
        free = store.jobs.put("read", lock="case 2")
        first = store.jobs.claim("w1") or pytest.fail()
        assert (store.jobs.claim("w2") or pytest.fail()).id == free.id
        assert store.jobs.claim("w3") is None
        store.jobs.finish(first)
        assert (store.jobs.claim("w3") or pytest.fail()).lock == "case 1"

    def test_a_job_that_a_queue_gave_is_taken_by_its_name(self, store: CaseStore) -> None:
        first, second = (store.jobs.put("read", lock="case 1", max_attempts=2) for _ in range(2))
        assert [job.id for job in store.jobs.due()] == [first.id, second.id]
        taken = store.jobs.take(second.id, "w1") or pytest.fail()
        assert (taken.id, taken.worker, taken.attempt) == (second.id, "w1", 1)
        assert [job.id for job in store.jobs.due()] == [first.id]
        assert store.jobs.take(first.id, "w2") is None  # its lock is held; it is offered again
        again = store.jobs.take(second.id, "w2") or pytest.fail()  # the queue gave w1 up for dead
        with pytest.raises(WrongState, match="taken from this worker"):
            store.jobs.beat(taken)
        assert store.jobs.take(second.id, "w3") is None
        lost = store.jobs.get(second.id)
        assert (lost.state, lost.error) == (JobState.FAILED, "its worker was lost 2 times")
        with pytest.raises(WrongState):
            store.jobs.finish(again)

    def test_a_job_that_ended_or_waits_for_its_time_is_not_taken(self, store: CaseStore) -> None:
        job = store.jobs.put("read")
        store.jobs.fail(store.jobs.take(job.id, "w") or pytest.fail(), "busy", again_in=timedelta(hours=1))
        assert store.jobs.take(job.id, "w") is None and store.jobs.due() == ()
        store.jobs.cancel(job.id)
        assert store.jobs.take(job.id, "w") is None
        asked = store.jobs.put("read")
        store.jobs.take(asked.id, "w")
        store.jobs.cancel(asked.id)
        assert store.jobs.take(asked.id, "other") is None
        assert store.jobs.get(asked.id).state is JobState.CANCELLED

    def test_many_workers_never_share_a_job_or_a_lock(
        self, store: CaseStore, open_again: Callable[[], CaseStore]
    ) -> None:
        for at in range(24):
            store.jobs.put("read", lock=f"case {at % 3}")
        stores = [store, open_again(), open_again(), open_again()]
        taken: list[str] = []
        held: set[str] = set()

        def work(own: CaseStore, name: str) -> None:
            while True:
                job = own.jobs.claim(name)
                if job is None:
                    if len(taken) >= 24:
                        return
                    continue
                assert job.lock is not None
                assert job.lock not in held
                held.add(job.lock)
                taken.append(job.id)
                held.discard(job.lock)
                own.jobs.finish(job)

        results = at_once([lambda own=own, at=at: work(own, f"w{at}") for at, own in enumerate(stores)])
        assert results == [None] * 4
        assert len(taken) == len(set(taken)) == 24

    def test_a_worker_that_dies_loses_its_job_to_another(self, store: CaseStore) -> None:
        store.jobs.put("read", lock="case 1", max_attempts=2)
        lost = store.jobs.claim("w1") or pytest.fail()
        assert store.jobs.give_up_stalled(silent_for=timedelta(minutes=1)) == ()
        (again,) = store.jobs.give_up_stalled(silent_for=timedelta(seconds=-1))
        assert again.state is JobState.QUEUED
        taken = store.jobs.claim("w2") or pytest.fail()
        assert taken.attempt == 2
        for late in (store.jobs.finish, store.jobs.beat, store.jobs.cancelled, lambda job: store.jobs.fail(job, "x")):
            with pytest.raises(WrongState):  # the first was only slow: it must not end what the second does
                late(lost)
        store.jobs.give_up_stalled(silent_for=timedelta(seconds=-1))
        over = store.jobs.get(taken.id)
        assert (over.state, over.error) == (JobState.FAILED, "its worker was lost 2 times")

    def test_a_failed_job_is_tried_again_as_often_as_it_may(self, store: CaseStore) -> None:
        store.jobs.put("read", max_attempts=2)
        soon = timedelta(seconds=-1)
        assert store.jobs.fail(store.jobs.claim("w") or pytest.fail(), "down", again_in=soon) is JobState.QUEUED
        assert store.jobs.fail(store.jobs.claim("w") or pytest.fail(), "down", again_in=soon) is JobState.FAILED
        store.jobs.put("read")
        later = store.jobs.claim("w") or pytest.fail()
        store.jobs.fail(later, "down", again_in=timedelta(hours=1))
        assert store.jobs.claim("w") is None
        assert store.jobs.get(later.id).error == "down"

    def test_cancelling_reaches_waiting_and_running_jobs(self, store: CaseStore) -> None:
        waiting, running = store.jobs.put("a"), store.jobs.put("b")
        assert store.jobs.cancel(waiting.id) is JobState.CANCELLED
        job = store.jobs.claim("w") or pytest.fail()
        assert job.id == running.id
        assert store.jobs.beat(job)
        assert store.jobs.cancel(job.id) is JobState.RUNNING
        assert not store.jobs.beat(job)
        store.jobs.cancelled(job)
        assert store.jobs.get(job.id).state is JobState.CANCELLED
        assert store.jobs.cancel(job.id) is JobState.CANCELLED

    def test_a_restarted_worker_takes_up_its_own_without_losing_a_try(self, store: CaseStore) -> None:
        store.jobs.put("a", max_attempts=1)
        before: Job = store.jobs.claim("w") or pytest.fail()
        assert store.jobs.release("w") == 1
        again = store.jobs.claim("w") or pytest.fail()
        with pytest.raises(WrongState):
            store.jobs.finish(before)
        store.jobs.finish(again)


class SkillsContract:
    @pytest.fixture
    def _two(self, store: CaseStore) -> Iterator[None]:
        store.skills.add("card", "passport", "1.0", body="a: 1", by="ann")
        store.skills.add("card", "passport", "1.1", body="a: 2", by="ann")
        yield

    def test_a_draft_becomes_live_by_a_named_person(self, store: CaseStore, _two: None) -> None:
        assert store.skills.live("card", "passport") is None
        live = store.skills.promote("card", "passport", "1.0", by="bo", note="gate passed", over=None)
        assert (live.state, live.promoted_by, live.note) == (SkillState.LIVE, "bo", "gate passed")
        assert live.sha256 == hashlib.sha256(b"a: 1").hexdigest()
        store.skills.promote("card", "passport", "1.1", by="cem", note="better", over="1.0")
        assert [(s.version, s.state) for s in store.skills.list("card", "passport")] == [
            ("1.0", SkillState.RETIRED),
            ("1.1", SkillState.LIVE),
        ]
        store.skills.promote("card", "passport", "1.0", by="bo", note="back", over="1.1")
        assert (store.skills.live("card", "passport") or pytest.fail()).version == "1.0"
        assert store.skills.retire("card", "passport", "1.0", by="bo").state is SkillState.RETIRED
        assert store.skills.live("card", "passport") is None
        assert [e.action for e in store.audit.entries()].count("skill.promote") == 3

    def test_a_promotion_over_another_than_was_seen_is_refused(self, store: CaseStore, _two: None) -> None:
        store.skills.promote("card", "passport", "1.0", by="bo", note="n", over=None)
        with pytest.raises(WrongState, match=r"1\.0, by bo"):
            store.skills.promote("card", "passport", "1.1", by="cem", note="n", over=None)
        for by, note in (("", "n"), ("bo", " ")):
            with pytest.raises(InputRefused):
                store.skills.promote("card", "passport", "1.1", by=by, note=note, over="1.0")

    def test_of_two_promotions_at_the_same_moment_one_is_refused(self, store: CaseStore, _two: None) -> None:
        results = at_once(
            [
                lambda v=version: store.skills.promote("card", "passport", v, by=v, note="n", over=None)
                for version in ("1.0", "1.1")
            ]
        )
        assert [type(result) for result in results].count(WrongState) == 1, results
        assert [s.state for s in store.skills.list("card")].count(SkillState.LIVE) == 1

    def test_the_content_of_a_version_never_changes(self, store: CaseStore, _two: None) -> None:
        assert store.skills.add("card", "passport", "1.0", body="a: 1", by="bo").created_by == "ann"
        with pytest.raises(InputRefused):
            store.skills.add("card", "passport", "1.0", body="a: 3", by="bo")
        assert store.skills.body("card", "passport", "1.0") == "a: 1"
        with store.database.write() as session:
            session.execute(text("UPDATE skills SET body = 'a: 9' WHERE version = '1.0'"))
        with pytest.raises(InputRefused, match="not what was promoted"):
            store.skills.body("card", "passport", "1.0")
        with pytest.raises(NotKept):
            store.skills.body("card", "passport", "7")
