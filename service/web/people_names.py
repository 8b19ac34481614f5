"""Names of users by their ids, for histories."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cases.store import CaseFiles
    from service.context import Context


class Names(dict[str, str]):
    """Members of the case first; whoever left it is looked up once."""

    def __init__(self, context: "Context", known: dict[str, str]) -> None:
        super().__init__(known)
        self._context = context

    def get(self, key: str, default: str | None = None) -> str | None:  # type: ignore[override]  # text in, text out
        if key not in self:
            self[key] = self._looked_up(key)
        return self[key]

    def _looked_up(self, user: str) -> str:
        from evidence.errors import NotKept

        try:
            return self._context.people.get(user).name
        except NotKept:
            return user


def names(context: "Context", files: "CaseFiles") -> Names:
    return Names(context, {member.user: member.name for member in files.people.members()})
