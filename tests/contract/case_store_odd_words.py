"""Whatever people paste or a program sends is kept as far as it can be, or refused in words; never a fault of the database."""

from collections.abc import Callable

import pytest

from cases.access import Role
from cases.store import CaseStore
from evidence.errors import LastroError
from tests.contract.case_store_samples import new_run, read_in, sha_of, statement

ODD = ("\x00", "a\x00b", "\ud800x", "\U0001f9fe", "'; DROP TABLE audit; --", "%_\\", "x" * 5000, "\u202eabc", " ")
HUGE = (-1, 0, 2**31, 2**63, 10**30)


class OddWordsContract:
    @pytest.mark.parametrize("odd", ODD, ids=[f"odd{at}" for at in range(len(ODD))])
    def test_odd_words_are_kept_or_refused(self, store: CaseStore, odd: str) -> None:
        ann = store.people.add("ann", name=odd, role=Role.ADMIN, by=odd[:60])
        case = read_in(store)
        run = new_run(case, "inn")
        calls: list[Callable[[], object]] = [
            lambda: store.create(odd),
            lambda: store.open(odd),
            lambda: store.open(odd, to=ann.actor),
            lambda: case.people.rename(odd, by=ann.id),
            lambda: case.people.move_to(odd, by=ann.id, note=odd),
            lambda: case.people.role_of(odd),
            lambda: case.document(odd),
            lambda: case.page(odd, 1),
            lambda: case.run(odd),
            lambda: run.reviews.comment("inn", on=1, by=ann.id, text=odd),
            lambda: run.reviews.approve("inn", on=1, by=ann.id, note=odd),
            lambda: run.reviews.approve(odd[:150], on=1, by=ann.id),
            lambda: run.reviews.edit("inn", on=2, by=ann.id, statement=statement("1", basis=odd)),
            lambda: run.reviews.edit(odd[:150], on=0, by=ann.id, statement=statement()),
            lambda: run.reviews.history(odd),
            lambda: store.people.sign_in(odd, odd),
            lambda: store.people.add(odd, name=odd, role=Role.ANALYST, by="x"),
            lambda: store.people.add("bo", name="x", role=Role.ANALYST, by="x", password=odd),
            lambda: store.people.sign_in_as(odd, login="cem", name=odd, role=Role.ANALYST),
            lambda: store.people.get(odd),
            lambda: store.sessions.get(odd),
            lambda: store.tokens.check(odd),
            lambda: store.tokens.issue(odd, user=ann.id, role=Role.ADMIN, by=ann.id),
            lambda: store.skills.add("card", "x", "1", body=odd, by=ann.id),
            lambda: store.skills.body("card", "x", "1"),
            lambda: store.skills.add(odd, odd, odd, body="x", by=ann.id),
            lambda: store.jobs.put("x", case=odd),
            lambda: store.jobs.put("x", payload={"words": odd}),
            lambda: store.audit.record(actor="x", action="x", subject=odd[:300], detail={"words": odd}),
            lambda: store.deletions.begin_file(case.id, odd, by="x"),
            lambda: store.deletions.begin_case(odd, by="x"),
        ]
        refused = 0
        for call in calls:
            try:
                call()
            except LastroError as error:
                assert str(error)
                refused += 1
        assert refused < len(calls)
        assert store.audit.verify().holds

    @pytest.mark.parametrize("huge", HUGE)
    def test_odd_numbers_are_refused_in_words(self, store: CaseStore, huge: int) -> None:
        case = read_in(store)
        run = new_run(case, "inn")
        for call in (
            lambda: case.page(sha_of("a.pdf"), huge),
            lambda: run.reviews.approve("inn", on=huge, by="x"),
            lambda: run.reviews.approve("none", on=huge, by="x"),
        ):
            with pytest.raises(LastroError):
                call()
        for call in (
            lambda: case.events(after=huge),
            lambda: store.audit.entries(before=huge),
            lambda: run.reviews.comment("inn", on=huge, by="x", text="t"),
        ):
            try:
                call()
            except LastroError:
                continue
