"""Audit entries with the names of those who acted. The chain holds ids, which never change; names are looked up at reading."""

from collections.abc import Iterable

from cases.audit import AuditEntry
from cases.store import CaseStore


class NamedEntry(AuditEntry):
    name: str
    """Of the user; ``system`` and ``command line`` for themselves."""
    login: str | None
    through: str | None
    """Name of the token through which they acted."""
    about: str | None
    """Name of the user or token that the entry is about."""

    @property
    def who(self) -> str:
        return self.name if self.through is None else f"{self.name} ({self.through})"


def named(store: CaseStore, entries: Iterable[AuditEntry]) -> tuple[NamedEntry, ...]:
    """Users and tokens are never deleted, so that every id of an entry still has its name."""
    users = {user.id: user for user in store.people.all()}
    tokens = {token.id: token for token in store.tokens.list()}
    names = {f"user {user.id}": user.name for user in users.values()}
    names |= {f"token {token.id}": token.name for token in tokens.values()}
    shown = []
    for entry in entries:
        token = tokens.get(entry.token or "")
        user = users.get(entry.actor) or (users.get(token.user) if token is not None else None)
        shown.append(
            NamedEntry(
                **dict(entry),
                name=user.name if user is not None else entry.actor,
                login=user.login if user is not None else None,
                through=token.name if token is not None else entry.token,
                about=names.get(entry.subject),
            )
        )
    return tuple(shown)
