"""Who acts, and which cases are there for them."""

from enum import StrEnum

from sqlalchemy import ColumnElement, select

from cases.records import CaseRole
from cases.schema import CaseRow, MemberRow
from evidence.errors import NotAllowed
from evidence.frozen import Frozen

COMMAND_LINE = "command line"
"""Who acts where nobody is signed in: whoever may read the home folder."""


class Role(StrEnum):
    """What a user may do in the whole installation; what they may do on a case is their CaseRole there."""

    ANALYST = "analyst"
    REVIEWER = "reviewer"
    ADMIN = "admin"
    """Users, tokens, skills, audit. Sees no case without being its member."""
    SERVICE = "service"
    """A program; by token only."""


class Actor(Frozen):
    """A signed-in person, or a program with a token."""

    id: str
    """As the audit names it: the user's id, or ``token:`` and the token's."""
    user: str
    """Id of the user, also behind a token: memberships are theirs."""
    name: str
    role: Role
    cases: frozenset[str] | None = None
    """Of a token: the cases it is confined to, among those of its user. None = all of theirs."""

    def must_be(self, *roles: Role) -> None:
        """Raises NotAllowed."""
        if self.role not in roles:
            raise NotAllowed(f"this takes the role {' or '.join(roles)}, and {self.name!r} is {self.role}")


_RANK = {CaseRole.READER: 0, CaseRole.ANALYST: 1, CaseRole.REVIEWER: 2, CaseRole.OWNER: 3}


def reaches(held: CaseRole, needed: CaseRole) -> bool:
    """Each role on a case may do what the ones before it may: reader, analyst, reviewer, owner."""
    return _RANK[held] >= _RANK[needed]


def visible_to(actor: Actor) -> ColumnElement[bool]:
    """A condition on CaseRow."""
    member = select(MemberRow.case_id).where(MemberRow.user_id == actor.user)
    seen = CaseRow.id.in_(member)
    return seen if actor.cases is None else seen & CaseRow.id.in_(sorted(actor.cases))
