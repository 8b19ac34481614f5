"""What the store must do on every database: cases, files, pages, runs, events. Backends inherit it in test_case_store.py."""

import itertools
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from cases.access import Role
from cases.records import CaseRole, CaseStatus, DataClass, PageProgress, RunState, SaidSubject
from cases.run_states import STEPS
from cases.store import CaseStore
from evidence.errors import InputRefused, NotAllowed, NotKept, WrongState
from tests.contract.case_store_samples import CANARY, absent, document, found, new_run, page, read_in, sha_of


class CasesContract:
    def test_what_was_kept_is_there_for_the_next_process(
        self, store: CaseStore, open_again: Callable[[], CaseStore]
    ) -> None:
        case = read_in(store)
        run = new_run(case, "inn")
        again = open_again().open(case.id)
        assert again.page(sha_of("a.pdf"), 2) == page(2)
        assert [held.number for held in again.pages(sha_of("a.pdf"))] == [1, 2]
        assert again.documents() == (document(),)
        assert again.run(run.id).kept() == (found("inn"),)
        assert again.record == store.open("Case").record

    def test_every_time_is_utc_and_aware(self, store: CaseStore) -> None:
        before = datetime.now(UTC)
        case = read_in(store)
        run = new_run(case, "inn")
        run.finish()
        times = [case.record.created_at, run.record.finished_at, case.events()[0].at, store.audit.entries()[0].at]
        times += [state.at for state in case.page_states(sha_of("a.pdf"))]
        for time in times:
            assert time is not None
            assert time.utcoffset() == timedelta(0)
            assert before <= time <= datetime.now(UTC)

    def test_ids_are_not_neighbours(self, store: CaseStore) -> None:
        ids = [store.create("A").id for _ in range(20)]
        randoms = sorted(int.from_bytes(one[10:].encode(), "big") for one in ids)
        assert len(set(ids)) == 20
        assert min(b - a for a, b in itertools.pairwise(randoms)) > 2**32

    def test_a_title_holds_nothing_that_cannot_be_shown(self, store: CaseStore) -> None:
        for given, kept in (
            ("a\x00b\n", "a b"),
            ("\u202eabc", "abc"),
            ("a\u00a0б’", "a\u00a0б’"),
            ("a\udcff", "a\ufffd"),
        ):
            assert store.create(given).record.title == kept
        for title in ("  ", "\x00", "\u202e"):
            with pytest.raises(InputRefused):
                store.create(title)

    def test_text_comes_back_as_it_was_whatever_its_script(self, store: CaseStore) -> None:
        text = "oʻzbekcha Ғ «цитата» 𝒜 ’ \t ação"
        case = store.create(text.replace("\t", " "))
        case.begin_file(document("имя файла’.pdf"), reader="r")
        case.keep_pages([page(1, name="имя файла’.pdf", text=text)])
        assert case.page(sha_of("имя файла’.pdf"), 1).text == text
        assert case.unfinished() == ("имя файла’.pdf",)

    def test_a_case_is_pending_somewhere_and_its_history_stays(self, store: CaseStore) -> None:
        case = store.create("A")
        assert case.record.forum is None
        since = datetime(2026, 3, 1, tzinfo=UTC)
        case.people.move_to("uscis", by="u1", since=since, note="filed")
        case.people.move_to("federal_court", by="u2")
        assert [(entry.forum, entry.by) for entry in case.people.forums()] == [("uscis", "u1"), ("federal_court", "u2")]
        assert case.people.forums()[0].since == since
        assert store.open(case.id).record.forum == "federal_court"
        case.people.set_status(CaseStatus.CLOSED, by="u1")
        case.people.rename("B", by="u1")
        case.people.set_data_class(DataClass.SYNTHETIC, by="u1")
        record = store.list()[0]
        assert (record.status, record.title, record.data_class) == (CaseStatus.CLOSED, "B", DataClass.SYNTHETIC)
        assert store.audit.entries(limit=1)[0].detail == {"from": "confidential", "to": "synthetic"}

    def test_whom_a_case_is_about_is_said_and_unsaid(self, store: CaseStore) -> None:
        assert (store.create("A").record.subject, store.create("B").record.subject_number) == (None, None)
        case = store.create("C", subject=SaidSubject(name=" ООО «Икс»\n", number="301 234 567"))
        assert (case.record.subject, case.record.subject_number) == ("ООО «Икс»", "301 234 567")
        case.people.set_subject(SaidSubject(name="ООО «Игрек»"), by="u1")
        assert case.people.subject() == SaidSubject(name="ООО «Игрек»")  # also where the case was opened before
        assert [record.subject for record in store.list()] == [None, None, "ООО «Игрек»"]
        case.people.set_subject(SaidSubject(name=" ", number=""), by="u1")
        assert store.open(case.id).people.subject() == SaidSubject()
        said = store.audit.entries(case=case.id)
        assert [one.detail["given"] for one in said if one.action == "case.subject"] == [[], ["name"]]
        assert "Игрек" not in repr((said, case.events()))
        for wrong in (SaidSubject(name="«»"), SaidSubject(name="x" * 301), SaidSubject(number="ИНН")):
            with pytest.raises(InputRefused):
                case.people.set_subject(wrong, by="u1")
            with pytest.raises(InputRefused):
                store.create("D", subject=wrong)

    def test_a_person_sees_only_the_cases_they_are_a_member_of(self, store: CaseStore) -> None:
        ann = store.people.add("ann", name="Ann", role=Role.ANALYST, by="system").actor
        bo = store.people.add("bo", name="Bo", role=Role.ADMIN, by="system").actor
        mine = store.create("Mine", data_class=DataClass.SYNTHETIC, by=ann)
        other = store.create("Other", by=bo)
        assert [record.id for record in store.list(to=ann)] == [mine.id]
        assert len(store.list()) == 2
        for asked in (other.id, "Other", "Mine"):  # by id only: titles of others' cases cannot be tried out
            with pytest.raises(NotKept):
                store.open(asked, to=ann)
        with pytest.raises(NotKept):
            other.people.must_reach(ann, CaseRole.READER)
        other.people.add(ann.user, CaseRole.READER, by=bo.id)
        assert store.open(other.id, to=ann).id == other.id
        with pytest.raises(NotAllowed):
            other.people.must_reach(ann, CaseRole.ANALYST)
        assert [(m.login, m.role) for m in other.people.members()] == [
            ("bo", CaseRole.OWNER),
            ("ann", CaseRole.READER),
        ]
        other.people.remove(ann.user, by=bo.id)
        with pytest.raises(NotKept):
            store.open(other.id, to=ann)

    def test_nothing_of_one_case_is_reached_through_another(self, store: CaseStore) -> None:
        bo = store.people.add("bo", name=CANARY, role=Role.ANALYST, by="system").actor
        theirs = store.create("Theirs", by=bo)
        theirs.begin_file(document("secret.pdf"), reader="r")
        theirs.keep_pages([page(1, name="secret.pdf", text=CANARY)])
        theirs.finish_file(document("secret.pdf"))
        run = new_run(theirs, "inn")
        run.reviews.comment("inn", on=1, by=bo.id, text=CANARY)
        theirs.people.move_to(CANARY, by=bo.id)
        mine = read_in(store, "Mine", names=("other.pdf",))
        own = new_run(mine, "kpp")
        sha256 = sha_of("secret.pdf")
        said = [
            mine.documents(), list(mine.pages(sha256)), mine.files(), mine.unfinished(), mine.events(limit=1000),
            mine.runs(), mine.people.members(), mine.people.forums(), own.kept(), own.reviews.standing(),
            own.reviews.history("inn"), own.reviews.decisions(), store.jobs.of_case(mine.id), mine.record,
        ]  # fmt: skip
        assert CANARY not in str(said).replace(str(page(1, name="other.pdf")), "")
        assert theirs.id not in str(said)
        for refused in (
            lambda: mine.document(sha256),
            lambda: mine.page(sha256, 1),
            lambda: mine.page_states(sha256),
            lambda: mine.run(run.id),
            lambda: mine.finish_file(document("secret.pdf")),
            lambda: mine.keep_pages([page(1, name="secret.pdf")]),
            lambda: mine.remove_file(sha256),
            lambda: own.reviews.one("inn"),
            lambda: own.reviews.approve("inn", on=1, by="x"),
            lambda: mine.vault.path_of(sha256),
        ):
            with pytest.raises(NotKept):
                refused()

    def test_a_case_keeps_an_owner(self, store: CaseStore) -> None:
        ann = store.people.add("ann", name="Ann", role=Role.ANALYST, by="system").actor
        case = store.create("A", by=ann)
        with pytest.raises(WrongState):
            case.people.remove(ann.user, by=ann.id)
        with pytest.raises(WrongState):
            case.people.add(ann.user, CaseRole.READER, by=ann.id)

    def test_each_page_says_how_far_it_is(self, store: CaseStore) -> None:
        case = store.create("A")
        case.begin_file(document(pages=0), reader="r1", by="u1")
        case.expect_pages(sha_of("a.pdf"), 4)
        case.keep_pages([page(1), page(2, lost=True)])
        states = [(state.number, state.state) for state in case.page_states(sha_of("a.pdf"))]
        waiting = PageProgress.WAITING
        assert states == [(1, PageProgress.READ), (2, PageProgress.FAILED), (3, waiting), (4, waiting)]
        assert case.page_states(sha_of("a.pdf"))[1].problems == ("page_unread",)
        (file,) = case.files()
        assert (file.state, file.pages_expected, file.added_by) == ("reading", 4, "u1")
        assert file.pages == {PageProgress.READ: 1, PageProgress.FAILED: 1, PageProgress.WAITING: 2}
        case.expect_pages(sha_of("a.pdf"), 4)  # said twice: what is read stays read
        case.keep_pages([page(1), page(3)])
        case.finish_file(document(pages=3))
        assert [state.number for state in case.page_states(sha_of("a.pdf"))] == [1, 2, 3]

    def test_files_given_at_the_same_moment_are_each_announced_once(self, store: CaseStore) -> None:
        case = store.create("A")
        given = [document(name) for name in ("a.pdf", "b.pdf", "a.pdf", "c.pdf")]
        assert at_once([lambda one=one: case.begin_file(one, reader="r1") for one in given]) == [True] * 4
        assert sorted(case.unfinished()) == ["a.pdf", "b.pdf", "c.pdf"]

    def test_events_are_numbered_without_gaps_and_a_listener_goes_on(self, store: CaseStore) -> None:
        case = read_in(store)
        first = case.events(limit=2)
        run = new_run(case, "inn")
        run.reviews.approve("inn", on=1, by="u1")
        rest = case.events(after=first[-1].number)
        assert [event.number for event in (*first, *rest)] == list(range(1, len(first) + len(rest) + 1))
        assert [event.kind for event in (*first, *rest)] == ["file", "pages", "file", "run", "finding", "review"]
        assert case.events(after=rest[-1].number) == ()

    def test_events_of_many_writers_come_in_the_order_of_their_numbers(self, store: CaseStore) -> None:
        case = store.create("A")
        runs = [new_run(case) for _ in range(4)]
        seen: list[int] = []
        stop = threading.Event()

        def listen() -> None:
            while True:
                is_last = stop.is_set()
                seen.extend(event.number for event in case.events(after=seen[-1] if seen else 0))
                if is_last:
                    return

        listener = threading.Thread(target=listen)
        listener.start()
        at_once([lambda run=run: [run.keep(found(f"f{i}")) for i in range(10)] for run in runs])
        stop.set()
        listener.join()
        assert seen == list(range(1, 4 + 4 * 10 + 1))

    def test_a_run_goes_only_where_it_can(self, store: CaseStore) -> None:
        case = store.create("A")
        for begin in RunState:
            for to in RunState:
                run = case.new_run(template="t@1", template_sha256="0", model="labels", state=begin)
                if to in STEPS[begin]:
                    assert run.advance(to, by="u1").state is to
                else:
                    with pytest.raises(WrongState):
                        run.advance(to, by="u1")
                    assert run.record.state is begin

    def test_two_who_take_a_run_on_are_told_apart(self, store: CaseStore) -> None:
        run = store.create("A").new_run(template="t@1", template_sha256="0", model="labels", state=RunState.QUEUED)
        run.advance(RunState.RUNNING, expected=RunState.QUEUED)
        with pytest.raises(WrongState):
            run.advance(RunState.FAILED, expected=RunState.QUEUED)

    def test_runs_to_be_taken_up_after_a_restart_are_listed(
        self, store: CaseStore, open_again: Callable[[], CaseStore]
    ) -> None:
        case = store.create("A")
        runs = {
            state: case.new_run(
                template="t@1", template_sha256="0", model="m", state=state, by="u1", options={"language": "pt"}
            ).id
            for state in RunState
        }
        listed = open_again().runs()
        assert {run.id for run in listed} == {runs[s] for s in (RunState.QUEUED, RunState.RUNNING, RunState.FINISHING)}
        assert listed[0].options == {"language": "pt"}
        assert listed[0].created_by == "u1"

    def test_a_stopped_run_is_gone_on_with(self, store: CaseStore) -> None:
        run = new_run(store.create("A"), "inn")
        run.finish("stopped")
        assert (run.record.state, run.record.reason) == (RunState.FAILED, "stopped before its end")
        run.keep(found("kpp"))
        assert run.record.state is RunState.RUNNING
        run.finish()
        assert run.record.state is RunState.DONE
        assert run.record.reason is None

    def test_nothing_is_added_to_a_cancelled_run(self, store: CaseStore) -> None:
        run = new_run(store.create("A"), "inn")
        run.advance(RunState.CANCELLED, by="u1", reason="wrong template")
        with pytest.raises(WrongState):
            run.keep(found("kpp"))
        run.finish("stopped")  # the worker's end, after the person's
        assert run.record.state is RunState.CANCELLED

    def test_a_step_repeated_after_a_crash_adds_nothing(self, store: CaseStore) -> None:
        run = new_run(store.create("A"), "inn")
        run.keep(found("inn"))
        assert [version.version for version in run.reviews.history("inn").versions] == [1]
        run.keep(found("inn", note="more"))
        assert [version.version for version in run.reviews.history("inn").versions] == [1, 2]
        assert run.kept() == (found("inn", note="more"),)

    def test_fields_of_one_run_are_kept_by_many_threads(self, store: CaseStore) -> None:
        run = new_run(store.create("A"))
        at_once([lambda i=i: run.keep(absent(f"f{i}")) for i in range(16)])
        assert {finding.field for finding in run.kept()} == {f"f{i}" for i in range(16)}


def at_once(calls: list[Callable[[], object]]) -> list[object]:
    """Results or exceptions, of all at the same time."""
    barrier = threading.Barrier(len(calls))
    results: list[object] = [None] * len(calls)

    def work(at: int) -> None:
        barrier.wait()
        try:
            results[at] = calls[at]()
        except Exception as error:  # noqa: BLE001  - the test looks at it
            results[at] = error

    threads = [threading.Thread(target=work, args=(at,)) for at in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
