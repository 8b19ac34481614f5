"""What the review must do on every database: nothing overwritten, nobody overruled unseen."""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases.records import FindingVersion, RunState, VersionKind
from cases.runs import RunFindings
from cases.store import CaseStore
from evidence.errors import InputRefused, NotKept, StaleFinding, WrongState
from evidence.findings import ReviewState, Status
from evidence.reviews import ReviewAction
from tests.contract.case_store import at_once
from tests.contract.case_store_samples import CANARY, found, new_run, statement

STEP = st.tuples(
    st.sampled_from(["ann", "bo"]),
    st.sampled_from(["look", "approve", "reject", "edit", "state", "ask", "comment", "undo", "machine"]),
)


class ReviewContract:
    @pytest.fixture
    def run(self, store: CaseStore) -> RunFindings:
        return new_run(store.create("A"), "inn", "kpp")

    def test_each_action_makes_a_version_and_keeps_the_one_before(self, run: RunFindings) -> None:
        reviews = run.reviews
        assert reviews.approve("inn", on=1, by="ann", note="seen").finding.review is ReviewState.APPROVED
        assert reviews.reject("inn", on=2, by="bo", reason="another company").finding.review is ReviewState.REJECTED
        edited = reviews.edit("inn", on=3, by="ann", finding=found(note="chosen"), note="page 2")
        assert (edited.version, edited.finding.review, edited.by) == (4, ReviewState.EDITED, "ann")
        history = reviews.history("inn")
        assert [v.kind for v in history.versions] == ["machine", "approve", "reject", "edit"]
        assert history.versions[0].finding == found("inn")
        assert [(r.action, r.by, r.on_version, r.made_version, r.note) for r in history.reviews] == [
            (ReviewAction.APPROVE, "ann", 1, 2, "seen"),
            (ReviewAction.REJECT, "bo", 2, 3, "another company"),
            (ReviewAction.EDIT, "ann", 3, 4, "page 2"),
        ]
        decision = reviews.decisions()["inn"]
        assert (decision.action, decision.by, decision.note, decision.at) == ("edit", "ann", "page 2", edited.at)
        assert "kpp" not in reviews.decisions()
        assert {one.version.field: one.version.version for one in reviews.standing()} == {"inn": 4, "kpp": 1}
        assert run.kept()[0] == edited.finding

    def test_a_stale_action_says_who_changed_what_and_writes_nothing(self, run: RunFindings) -> None:
        made = run.reviews.reject("inn", on=1, by="bo", reason="no")
        before = run.reviews.history("inn")
        for act in (
            lambda: run.reviews.approve("inn", on=1, by="ann"),
            lambda: run.reviews.edit("inn", on=1, by="ann", statement=statement()),
            lambda: run.reviews.undo("inn", on=1, by="ann"),
            lambda: run.reviews.ask_again("inn", on=1, by="ann", hint="look at page 3"),
            lambda: run.reviews.reject("inn", on=7, by="ann", reason="no"),
        ):
            with pytest.raises(StaleFinding) as stale:
                act()
            seen = (stale.value.field, stale.value.standing, stale.value.by, stale.value.action, stale.value.at)
            assert seen == ("inn", 2, "bo", "reject", made.at)
        assert run.reviews.history("inn") == before

    def test_undo_goes_back_one_step_at_a_time(self, run: RunFindings) -> None:
        reviews = run.reviews
        reviews.approve("inn", on=1, by="ann")
        reviews.edit("inn", on=2, by="bo", statement=statement())
        back = reviews.undo("inn", on=3, by="ann")
        assert (back.finding.review, back.statement, back.restores) == (ReviewState.APPROVED, None, 2)
        assert reviews.decisions()["inn"].by == "ann"
        again = reviews.undo("inn", on=4, by="ann")
        assert (again.finding, again.restores) == (found("inn"), 1)
        assert reviews.decisions() == {}
        with pytest.raises(WrongState, match="nothing to undo"):
            reviews.undo("inn", on=5, by="ann")

    def test_an_own_statement_stands_beside_a_finding_without_value(self, run: RunFindings) -> None:
        made = run.reviews.edit("inn", on=1, by="ann", statement=statement())
        assert made.statement == statement()
        assert (made.finding.status, made.finding.values) == (Status.NOT_FOUND, ())
        approved = run.reviews.approve("inn", on=2, by="bo")
        assert approved.statement == statement()
        assert run.reviews.decisions()["inn"].statement == statement()

    def test_a_field_that_only_the_analyst_fills_is_stated_on_nothing(self, run: RunFindings) -> None:
        made = run.reviews.edit("opinion", on=0, by="ann", statement=statement("fine"))
        assert made.version == 1
        with pytest.raises(StaleFinding):
            run.reviews.edit("opinion", on=0, by="bo", statement=statement("bad"))
        with pytest.raises(NotKept):
            run.reviews.approve("unknown", on=0, by="bo")
        with pytest.raises(NotKept):
            run.reviews.approve("unknown", on=1, by="bo")

    def test_an_edit_is_one_of_two_kinds_and_of_its_own_field(self, run: RunFindings) -> None:
        for wrong in ({}, {"finding": found(), "statement": statement()}, {"finding": found("kpp")}):
            with pytest.raises(InputRefused):
                run.reviews.edit("inn", on=1, by="ann", **wrong)
        for empty in (
            lambda: run.reviews.reject("inn", on=1, by="ann", reason=" "),
            lambda: run.reviews.ask_again("inn", on=1, by="ann", hint=""),
            lambda: run.reviews.comment("inn", on=1, by="ann", text=""),
        ):
            with pytest.raises(InputRefused):
                empty()

    def test_what_is_asked_again_waits_for_the_machine(self, run: RunFindings) -> None:
        asked = run.reviews.ask_again("inn", on=1, by="ann", hint="the tax card, not the charter")
        assert asked.is_asked_again
        assert run.reviews.asked_again() == {"inn": "the tax card, not the charter"}
        assert [finding.field for finding in run.kept()] == ["kpp"]
        run.advance(RunState.PAUSED)
        with pytest.raises(WrongState, match="inn"):
            run.reviews.close(by="ann")
        run.keep(found("inn"))  # the same answer is an answer
        assert run.reviews.asked_again() == {}
        assert run.reviews.one("inn").version.version == 3
        run.reviews.close(by="ann")
        assert run.record.state is RunState.FINISHING

    def test_what_a_person_decided_meanwhile_stands_over_a_late_answer(self, run: RunFindings) -> None:
        run.reviews.ask_again("inn", on=1, by="ann", hint="h")
        run.reviews.edit("inn", on=2, by="bo", statement=statement())
        run.keep(found("inn", note="late"))
        run.keep(found("inn", note="late"))
        standing = run.reviews.one("inn").version
        assert (standing.version, standing.by) == (3, "bo")
        late = run.reviews.history("inn").versions[-1]
        assert (late.version, late.standing, late.finding) == (4, False, found("inn", note="late"))
        assert run.reviews.approve("inn", on=3, by="ann").version == 5
        back = run.reviews.undo("inn", on=5, by="ann")
        assert back.statement == statement()
        assert run.reviews.undo("inn", on=6, by="ann").finding == found("inn")  # before the asking, not the asking

    def test_comments_decide_nothing(self, run: RunFindings) -> None:
        run.reviews.approve("inn", on=1, by="ann")
        run.reviews.comment("inn", on=1, by="bo", text="  are you sure?  ")
        run.advance(RunState.CANCELLED)
        note = run.reviews.comment("inn", on=2, by="ann", text="yes")
        assert (note.made_version, note.note, note.action) == (None, "yes", ReviewAction.COMMENT)
        assert run.reviews.one("inn").comments == 2
        assert run.reviews.one("inn").version.version == 2
        with pytest.raises(NotKept):
            run.reviews.comment("inn", on=9, by="bo", text="x")

    def test_decisions_are_made_while_the_run_is_open_to_them(self, run: RunFindings) -> None:
        run.advance(RunState.PAUSED)
        run.reviews.approve("inn", on=1, by="ann")
        run.reviews.close(by="ann")
        for state in (RunState.FINISHING, RunState.DONE):
            assert run.record.state is state
            with pytest.raises(WrongState):
                run.reviews.approve("kpp", on=1, by="ann")
            if state is RunState.FINISHING:
                with pytest.raises(WrongState):
                    run.keep(found("kpp", note="x"))
                run.advance(RunState.DONE)
        run.advance(RunState.PAUSED, by="ann", reason="opened again")
        run.reviews.approve("kpp", on=1, by="ann")

    def test_reviews_are_bound_to_their_run(self, store: CaseStore, run: RunFindings) -> None:
        other = new_run(store.create("B"), "only_here")
        with pytest.raises(NotKept):
            run.reviews.approve("only_here", on=1, by="ann")
        assert run.reviews.history("only_here").versions == ()
        assert other.reviews.one("only_here").version.version == 1

    def test_of_many_at_the_same_moment_one_decides(self, run: RunFindings) -> None:
        people = [f"p{i}" for i in range(8)]
        results = at_once(
            [
                (lambda who=who: run.reviews.approve("inn", on=1, by=who))
                if at % 2
                else (lambda who=who: run.reviews.edit("inn", on=1, by=who, statement=statement(who)))
                for at, who in enumerate(people)
            ]
        )
        (winner,) = [result for result in results if isinstance(result, FindingVersion)]
        losers = [result for result in results if not isinstance(result, FindingVersion)]
        assert all(isinstance(error, StaleFinding) and error.by == winner.by for error in losers), losers
        assert len(run.reviews.history("inn").versions) == 2
        assert len(run.reviews.history("inn").reviews) == 1

    def test_people_who_look_again_after_each_refusal_all_get_through(self, store: CaseStore, run: RunFindings) -> None:
        def decide_ten_times(who: str) -> int:
            refused = 0
            for at in range(10):
                while True:
                    on = run.reviews.one("inn").version.version
                    try:
                        run.reviews.edit("inn", on=on, by=who, statement=statement(f"{who} {at}"))
                        break
                    except StaleFinding:
                        refused += 1
            return refused

        results = at_once([lambda who=who: decide_ten_times(who) for who in ("ann", "bo", "cem", "dina")])
        assert all(isinstance(result, int) for result in results), results
        versions = run.reviews.history("inn").versions
        assert [version.version for version in versions] == list(range(1, 42))
        said = [version.statement.values[0].text for version in versions[1:]]
        assert sorted(said) == sorted(f"{who} {at}" for who in ("ann", "bo", "cem", "dina") for at in range(10))
        assert store.audit.verify().holds

    def test_a_reviewer_killed_in_mid_decision_loses_nothing_that_was_confirmed(
        self, store: CaseStore, run: RunFindings, dsn: str | None, tmp_path: Path
    ) -> None:
        program = (
            "import sys; from pathlib import Path; from cases.store import CaseStore\n"
            "from tests.contract.case_store_samples import statement\n"
            "home, dsn, run = sys.argv[1:]\n"
            "reviews = CaseStore(Path(home), dsn=dsn or None).open('A').run(run).reviews\n"
            "on = 1\n"
            "while True:\n"
            "    on = reviews.edit('inn', on=on, by='ann', statement=statement(str(on))).version\n"
            "    print(on, flush=True)\n"
        )
        working = subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "home"), dsn or "", run.id],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert working.stdout is not None
        confirmed = [int(working.stdout.readline()) for _ in range(15)]
        working.kill()
        confirmed += [int(line) for line in working.stdout if line.endswith("\n")]
        working.wait()
        history = run.reviews.history("inn")
        assert [version.version for version in history.versions] == list(range(1, len(history.versions) + 1))
        assert confirmed[-1] <= len(history.versions) <= confirmed[-1] + 1
        assert [review.made_version for review in history.reviews] == [v.version for v in history.versions[1:]]
        assert store.audit.verify().holds
        events = store.open("A").events(limit=10_000)
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert run.reviews.approve("inn", on=len(history.versions), by="bo").by == "bo"

    def test_no_text_of_a_document_is_in_audit_or_events(self, store: CaseStore, run: RunFindings) -> None:
        run.reviews.edit("inn", on=1, by="ann", statement=statement(CANARY, basis=CANARY), note=CANARY)
        run.reviews.reject("inn", on=2, by="ann", reason=CANARY)
        case = store.open("A")
        said = [entry.model_dump_json() for entry in store.audit.entries()]
        said += [event.model_dump_json() for event in case.events()]
        assert not [line for line in said if CANARY in line]

    def test_no_interleaving_of_two_reviewers_loses_anything(self, store: CaseStore) -> None:
        case = store.create("A")

        @settings(max_examples=60, deadline=None)
        @given(steps=st.lists(STEP, max_size=14))
        def any_interleaving(steps: list[tuple[str, str]]) -> None:
            told = _Told(new_run(case, "inn"))
            for who, act in steps:
                told.step(who, act)
            told.must_agree()

        any_interleaving()


@dataclass
class _Told:
    """The plainest account of what should stand, kept beside the store."""

    run: RunFindings
    content: tuple[object, ...] = (Status.FOUND, ReviewState.PROPOSED, None, None)
    """Status, review state, reason, statement of what stands."""
    standing: int = 1
    versions: list[tuple[str, str | None]] = field(default_factory=lambda: [("machine", None)])
    back: list[tuple[object, ...]] = field(default_factory=list)
    is_asked: bool = False
    seen: dict[str, int] = field(default_factory=lambda: {"ann": 1, "bo": 1})
    notes: int = 0
    said: int = 0

    def step(self, who: str, act: str) -> None:
        if act == "look":
            self.seen[who] = self.run.reviews.one("inn").version.version
            assert self.seen[who] == self.standing
        elif act == "machine":
            self._machine()
        elif act == "comment":
            self.run.reviews.comment("inn", on=self.seen[who], by=who, text="t")
            self.notes += 1
        elif self.seen[who] != self.standing:
            with pytest.raises(StaleFinding) as stale:
                self._act(who, act)
            assert (stale.value.standing, stale.value.by) == (self.standing, self.versions[self.standing - 1][1])
        elif act == "undo" and not self.back:
            with pytest.raises(WrongState):
                self._act(who, act)
        else:
            made = self._act(who, act)
            self._expect(who, act)
            self.seen[who] = made.version
            assert made.version == self.standing == len(self.versions)

    def _act(self, who: str, act: str) -> FindingVersion:
        on, reviews = self.seen[who], self.run.reviews
        if act == "approve":
            return reviews.approve("inn", on=on, by=who)
        if act == "reject":
            return reviews.reject("inn", on=on, by=who, reason="r")
        if act == "ask":
            return reviews.ask_again("inn", on=on, by=who, hint="h")
        if act == "undo":
            return reviews.undo("inn", on=on, by=who)
        self.said += 1
        text = f"{who} {self.said}"
        if act == "edit":
            return reviews.edit("inn", on=on, by=who, finding=found(note=text))
        return reviews.edit("inn", on=on, by=who, statement=statement(text))

    def _expect(self, who: str, act: str) -> None:
        status, _, reason, stated = self.content
        if act == "undo":
            self.content = self.back.pop()
        else:
            if not self.is_asked:
                self.back.append(self.content)
            self.content = {
                "approve": (status, ReviewState.APPROVED, reason, stated),
                "reject": (status, ReviewState.REJECTED, reason, None),
                "ask": (status, ReviewState.PROPOSED, reason, None),
                "edit": (Status.FOUND, ReviewState.EDITED, f"{who} {self.said}", None),
                "state": (Status.NOT_FOUND, ReviewState.EDITED, "stated by the analyst", f"{who} {self.said}"),
            }[act]
        self.is_asked = act == "ask"
        kind = {"ask": "ask_again", "state": "edit"}.get(act, act)
        self.versions.append((kind, who))
        self.standing = len(self.versions)

    def _machine(self) -> None:
        self.said += 1
        self.run.keep(found(note=f"machine {self.said}"))
        self.versions.append(("machine", None))
        if self.content[1] is ReviewState.PROPOSED:
            self.content = (Status.FOUND, ReviewState.PROPOSED, f"machine {self.said}", None)
            self.back, self.is_asked, self.standing = [], False, len(self.versions)

    def must_agree(self) -> None:
        history = self.run.reviews.history("inn")
        assert [(v.kind.value, v.by) for v in history.versions] == self.versions
        assert [v.version for v in history.versions] == list(range(1, len(self.versions) + 1))
        by_people = [v for v in history.versions if v.kind is not VersionKind.MACHINE]
        assert [r.made_version for r in history.reviews if r.made_version] == [v.version for v in by_people]
        assert len(history.reviews) == len(by_people) + self.notes
        stands = self.run.reviews.one("inn").version
        stated = stands.statement.values[0].text if stands.statement else None
        assert stands.version == self.standing
        assert (stands.finding.status, stands.finding.review, stands.finding.reason, stated) == self.content
