"""What a call about one case works with: the case as its caller may see it."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request
from starlette.concurrency import run_in_threadpool

from cases.access import Actor
from cases.records import CaseRole
from cases.store import CaseFiles, RunFindings
from service.api.auth import context_of, current_actor
from service.context import Context

CaseId = Annotated[
    str,
    Path(
        description="Id of the case.",
        pattern="^[0-9A-HJKMNP-TV-Z]{26}$",
        examples=["01JZX5Q2R8M4T7V9W1Y3A5C7E9"],
    ),
]
RunId = Annotated[
    str,
    Path(description="Id of the run.", pattern="^[0-9A-HJKMNP-TV-Z]{26}$", examples=["01JZX5Q2R8M4T7V9W1Y3A5C7F1"]),
]
FileId = Annotated[
    str,
    Path(
        description="sha256 of the file.", pattern="^[0-9a-f]{64}$", examples=["9f86d081884c7d659a2feaa0c55ad015" * 2]
    ),
]
PageNumber = Annotated[int, Path(description="Number of the page, from 1.", ge=1, le=1_000_000, examples=[3])]
FieldId = Annotated[
    str,
    Path(description="Id of the field.", pattern=r"^[A-Za-z_][A-Za-z0-9_.-]*$", max_length=200, examples=["inn"]),
]


@dataclass(frozen=True)
class Desk:
    context: Context
    actor: Actor
    files: CaseFiles

    def needs(self, role: CaseRole) -> None:
        """Raises NotAllowed."""
        self.files.people.must_reach(self.actor, role)

    def run(self, run: str) -> RunFindings:
        """Raises NotKept for a run of another case."""
        return self.files.run(run)

    @property
    def case(self) -> str:
        return self.files.id


async def desk_of(request: Request, case: CaseId, actor: Annotated[Actor, Depends(current_actor)]) -> Desk:
    """Raises NotKept where the case is not there, or not for this caller: one cannot tell which."""
    context = context_of(request)
    files = await run_in_threadpool(context.store.open, case, to=actor)
    return Desk(context=context, actor=actor, files=files)


AtDesk = Annotated[Desk, Depends(desk_of)]
