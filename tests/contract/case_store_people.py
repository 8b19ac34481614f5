"""What users, sessions and tokens must do on every database."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text, update

from cases import people, sessions, tokens
from cases.access import Role
from cases.people import User
from cases.schema import SessionRow, TokenRow, UserRow
from cases.store import CaseStore
from evidence.errors import InputRefused, NotAllowed, NotKept, NotSignedIn, WrongState
from tests.contract.case_store import at_once

PASSWORD = "correct horse battery"


def _make_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    from argon2 import PasswordHasher

    cheap = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(people, "_hasher", lambda: cheap)
    people._decoy.cache_clear()


def everything(store: CaseStore) -> str:
    """All that the tables of people hold."""
    with store.database.read() as session:
        tables = ("users", "sessions", "tokens", "token_cases", "audit", "audit_head")
        return "\n".join(str(row) for table in tables for row in session.execute(text(f"SELECT * FROM {table}")))


class PeopleContract:
    @pytest.fixture(autouse=True)
    def _cheap(self, monkeypatch: pytest.MonkeyPatch) -> None:
        _make_cheap(monkeypatch)

    @pytest.fixture
    def ann(self, store: CaseStore) -> User:
        return store.people.add("Ann", name="Ann A.", role=Role.ANALYST, by="system", password=PASSWORD)

    def test_a_person_signs_in_with_their_password_and_nothing_else(self, store: CaseStore, ann: User) -> None:
        assert store.people.sign_in(" ANN ", PASSWORD).id == ann.id
        for login, password in (("ann", PASSWORD + "x"), ("ann", ""), ("bo", PASSWORD), ("ann", "x" * 5000)):
            with pytest.raises(NotSignedIn) as refused:
                store.people.sign_in(login, password)
            assert str(refused.value) == "login or password is wrong"
        assert PASSWORD not in everything(store)
        assert "argon2id" in everything(store)

    def test_a_login_is_locked_after_wrong_passwords_and_longer_each_time(self, store: CaseStore, ann: User) -> None:
        for _ in range(people.TRIES):
            with pytest.raises(NotSignedIn):
                store.people.sign_in("ann", "wrong password")
        with pytest.raises(NotSignedIn) as locked:
            store.people.sign_in("ann", PASSWORD)  # the right one too
        assert locked.value.retry_after is not None
        assert 50 < locked.value.retry_after <= 60
        self._turn_clock(store, ann)
        with pytest.raises(NotSignedIn):
            store.people.sign_in("ann", "wrong password")
        with pytest.raises(NotSignedIn) as locked:
            store.people.sign_in("ann", PASSWORD)
        assert locked.value.retry_after is not None
        assert 110 < locked.value.retry_after <= 120
        self._turn_clock(store, ann)
        store.people.sign_in("ann", PASSWORD)
        assert store.people.get(ann.id).locked_until is None
        assert "user.lock" in [entry.action for entry in store.audit.entries()]

    def _turn_clock(self, store: CaseStore, ann: User) -> None:
        with store.database.write() as session:
            past = datetime.now(UTC) - timedelta(seconds=1)
            session.connection().execute(update(UserRow).where(UserRow.id == ann.id).values(locked_until=past))

    def test_wrong_passwords_at_the_same_moment_are_all_counted(self, store: CaseStore, ann: User) -> None:
        at_once([lambda: store.people.sign_in("ann", "wrong password")] * people.TRIES)
        assert store.people.get(ann.id).locked_until is not None

    def test_a_disabled_user_is_out_at_once(self, store: CaseStore, ann: User) -> None:
        session = store.sessions.begin(ann.id)
        token = store.tokens.issue("t", user=ann.id, role=Role.ANALYST, by="system")
        store.people.set_disabled(ann.id, disabled=True, by="system")
        for refused in (
            lambda: store.sessions.get(session.secret),
            lambda: store.tokens.check(token.secret),
            lambda: store.people.sign_in("ann", PASSWORD),
        ):
            with pytest.raises(NotSignedIn):
                refused()
        store.people.set_disabled(ann.id, disabled=False, by="system")
        store.people.sign_in("ann", PASSWORD)

    def test_a_changed_password_ends_every_session(self, store: CaseStore, ann: User) -> None:
        session = store.sessions.begin(ann.id)
        with pytest.raises(NotSignedIn):
            store.people.change_password(ann.id, "not the old one", "another horse battery")
        with pytest.raises(InputRefused):
            store.people.change_password(ann.id, PASSWORD, "short")
        store.people.change_password(ann.id, PASSWORD, "another horse battery")
        with pytest.raises(NotSignedIn):
            store.sessions.get(session.secret)
        store.people.sign_in("ann", "another horse battery")
        store.people.give_password(ann.id, "given horse battery", by="system")
        assert store.people.sign_in("ann", "given horse battery").must_change
        store.people.change_password(ann.id, "given horse battery", "chosen horse battery")
        assert not store.people.get(ann.id).must_change

    def test_the_first_start_makes_one_admin(self, store: CaseStore, open_again: Callable[[], CaseStore]) -> None:
        stores = [store, open_again(), open_again()]
        made = [result for result in at_once([held.people.first_admin for held in stores]) if result is not None]
        ((admin, password),) = made  # type: ignore[misc]
        assert (admin.role, admin.must_change) == (Role.ADMIN, True)
        assert store.people.sign_in("admin", password).id == admin.id
        assert store.people.first_admin() is None

    def test_an_admin_stays(self, store: CaseStore) -> None:
        admin, _ = store.people.first_admin() or pytest.fail()
        with pytest.raises(WrongState):
            store.people.set_disabled(admin.id, disabled=True, by=admin.id)
        with pytest.raises(WrongState):
            store.people.set_role(admin.id, Role.ANALYST, by=admin.id)
        other = store.people.add("bo", name="Bo", role=Role.ADMIN, by=admin.id)
        store.people.set_role(admin.id, Role.ANALYST, by=other.id)
        with pytest.raises(NotAllowed):
            store.people.get(admin.id).actor.must_be(Role.ADMIN)

    def test_of_two_admins_who_disable_each_other_at_once_one_stays(self, store: CaseStore) -> None:
        one = store.people.add("one", name="One", role=Role.ADMIN, by="system")
        two = store.people.add("two", name="Two", role=Role.ADMIN, by="system")
        results = at_once(
            [
                lambda: store.people.set_disabled(two.id, disabled=True, by=one.id),
                lambda: store.people.set_disabled(one.id, disabled=True, by=two.id),
            ]
        )
        assert sorted(type(result).__name__ for result in results) == ["NoneType", "WrongState"]

    def test_a_login_is_one_persons(self, store: CaseStore, ann: User) -> None:
        with pytest.raises(InputRefused):
            store.people.add("aNN", name="Another", role=Role.ANALYST, by="system")
        for login in ("", "a b", "a\x00", "x" * 200):
            with pytest.raises(InputRefused):
                store.people.add(login, name="X", role=Role.ANALYST, by="system")
        assert store.people.by_login("ANN").id == ann.id

    def test_an_identity_provider_vouches_for_its_own_people_only(self, store: CaseStore, ann: User) -> None:
        first = store.people.sign_in_as("https://idp|1", login="cem", name="Cem", role=Role.ANALYST)
        again = store.people.sign_in_as("https://idp|1", login="renamed", name="Cem B.", role=Role.REVIEWER)
        assert (again.id, again.login, again.name, again.role) == (first.id, "cem", "Cem B.", Role.REVIEWER)
        with pytest.raises(NotSignedIn):
            store.people.sign_in_as("https://idp|2", login="ann", name="Ann", role=Role.ADMIN)
        with pytest.raises(NotSignedIn):
            store.people.sign_in("cem", "")
        store.people.set_disabled(first.id, disabled=True, by="system")
        with pytest.raises(NotSignedIn):
            store.people.sign_in_as("https://idp|1", login="cem", name="Cem", role=Role.ANALYST)

    def test_a_session_lasts_until_it_ends(self, store: CaseStore, ann: User) -> None:
        new = store.sessions.begin(ann.id)
        live = store.sessions.get(new.secret)
        assert (live.user.id, live.csrf) == (ann.id, new.csrf)
        assert new.secret not in everything(store)
        assert store.sessions.begin(ann.id).secret != new.secret
        with pytest.raises(NotSignedIn):
            store.sessions.get(new.secret[:-1] + "x")
        store.sessions.end(new.secret)
        with pytest.raises(NotSignedIn):
            store.sessions.get(new.secret)
        assert store.sessions.end_all(ann.id) == 1

    @pytest.mark.parametrize("column", ["seen_at", "expires_at"])
    def test_a_session_ends_by_time(self, store: CaseStore, ann: User, column: str) -> None:
        new = store.sessions.begin(ann.id)
        with store.database.write() as session:
            past = datetime.now(UTC) - (sessions.IDLE if column == "seen_at" else timedelta(0))
            session.connection().execute(update(SessionRow).values({column: past}))
        with pytest.raises(NotSignedIn):
            store.sessions.get(new.secret)

    def test_a_token_reaches_no_further_than_its_user(self, store: CaseStore, ann: User) -> None:
        mine, other = store.create("Mine", by=ann.actor), store.create("Other")
        also = store.create("Also mine", by=ann.actor)
        for wrong in ({"role": Role.ADMIN}, {"role": Role.ANALYST, "cases": frozenset({other.id})}):
            with pytest.raises(InputRefused):
                store.tokens.issue("t", user=ann.id, by=ann.id, **wrong)
        new = store.tokens.issue("t", user=ann.id, role=Role.SERVICE, by=ann.id, cases=frozenset({mine.id}))
        actor = store.tokens.check(new.secret)
        assert (actor.user, actor.role, actor.id) == (ann.id, Role.SERVICE, f"token:{new.token.id}")
        assert [record.id for record in store.list(to=actor)] == [mine.id]
        with pytest.raises(NotKept):
            store.open(also.id, to=actor)
        assert new.secret not in everything(store)
        assert new.secret.startswith(tokens.PREFIX)
        assert store.tokens.list(user=ann.id)[0].used_at is not None
        everywhere = store.tokens.check(store.tokens.issue("u", user=ann.id, role=Role.ANALYST, by=ann.id).secret)
        assert {record.id for record in store.list(to=everywhere)} == {mine.id, also.id}

    def test_a_token_ends_by_time_by_hand_and_with_its_users_role(self, store: CaseStore, ann: User) -> None:
        store.people.set_role(ann.id, Role.REVIEWER, by="system")
        late = store.tokens.issue("a", user=ann.id, role=Role.ANALYST, by=ann.id, expires_at=datetime.now(UTC))
        revoked = store.tokens.issue("b", user=ann.id, role=Role.ANALYST, by=ann.id)
        store.tokens.revoke(revoked.token.id, by=ann.id)
        beyond = store.tokens.issue("c", user=ann.id, role=Role.REVIEWER, by=ann.id)
        store.people.set_role(ann.id, Role.ANALYST, by="system")
        for secret in (late.secret, revoked.secret, beyond.secret, "lastro_unknown"):
            with pytest.raises(NotSignedIn):
                store.tokens.check(secret)
        with store.database.read() as session:
            assert session.get(TokenRow, revoked.token.id) is not None  # kept for the record

    def test_a_service_has_tokens_and_no_password(self, store: CaseStore) -> None:
        with pytest.raises(InputRefused):
            store.people.add("robot", name="Robot", role=Role.SERVICE, by="system", password=PASSWORD)
        robot = store.people.add("robot", name="Robot", role=Role.SERVICE, by="system")
        with pytest.raises(InputRefused):
            store.people.give_password(robot.id, PASSWORD, by="system")
        with pytest.raises(InputRefused):
            store.tokens.issue("t", user=robot.id, role=Role.ANALYST, by="system")
        assert store.tokens.check(store.tokens.issue("t", user=robot.id, role=Role.SERVICE, by="x").secret)
