"""Cases, their people, and before whom they are pending."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from cases.access import Role
from cases.records import CaseRecord, CaseRole, CaseStatus, DataClass, ForumEntry, Member, SaidSubject
from evidence.errors import InputRefused, NotAllowed
from service.api.auth import Ctx, SignedIn
from service.api.desks import AtDesk
from service.api.problems import responses
from service.removing import remove_case

router = APIRouter(prefix="/cases", tags=["cases"])

Title = Annotated[str, Field(min_length=1, max_length=300, examples=["OOO Navruz Tekstil, working capital"])]
Subject = Annotated[
    str | None,
    Field(
        max_length=300,
        description="Name of whom the case is about, as the papers write it; null = the papers decide.",
        examples=["OOO Navruz Tekstil"],
    ),
]
SubjectNumber = Annotated[
    str | None,
    Field(
        max_length=64,
        description="Their tax or personal number, enough by itself; null = none is said.",
        examples=["301234567"],
    ),
]
UserId = Annotated[
    str,
    Path(pattern="^[0-9A-HJKMNP-TV-Z]{26}$", description="Id of the user.", examples=["01JZX5Q2R8M4T7V9W1Y3A5C7E9"]),
]


class NewCase(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"title": "OOO Navruz Tekstil, working capital"},
                {"title": "Working capital 2026", "subject": "OOO Navruz Tekstil", "subject_number": "301234567"},
            ]
        },
    )

    title: Title
    data_class: DataClass = DataClass.CONFIDENTIAL
    """The last two of them may use a model outside of the private network."""
    subject: Subject = None
    subject_number: SubjectNumber = None


class CaseChange(BaseModel):
    """What is left out stays as it is."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"status": "closed"}, {"subject": "OOO Navruz Tekstil", "subject_number": "301234567"}]
        },
    )

    title: Title | None = None
    status: CaseStatus | None = None
    data_class: DataClass | None = None
    subject: Subject = None
    subject_number: SubjectNumber = None

    @property
    def says_subject(self) -> bool:
        """Null takes it back, and what is left out stays."""
        return bool(self.model_fields_set & {"subject", "subject_number"})

    @property
    def is_the_owners(self) -> bool:
        return self.title is not None or self.status is not None or self.data_class is not None


class NewMember(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"login": "d.karimova", "role": "reviewer"}]}
    )

    login: Annotated[str, Field(min_length=1, max_length=120)]
    role: CaseRole


class NewForum(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"forum": "federal_court", "note": "appealed"}]}
    )

    forum: Annotated[str, Field(min_length=1, max_length=120)]
    since: datetime | None = None
    note: Annotated[str | None, Field(max_length=2000)] = None


class CaseView(BaseModel):
    """A case, and what its caller may do there."""

    case: CaseRecord
    role: CaseRole
    event: int
    """Number of the newest event: listen from there."""


class RemovalAnswer(BaseModel):
    deletion: str
    """Id; the receipt has the same."""


@router.get("", response_model=list[CaseRecord], responses=responses(), summary="Cases that I am a member of")
def list_cases(
    context: Ctx,
    actor: SignedIn,
    status: Annotated[CaseStatus | None, Query(description="Only these.")] = None,
) -> Any:  # FastAPI writes the records out by the response model
    cases = context.store.list(to=actor)
    return [case for case in cases if status is None or case.status is status]


@router.post("", status_code=201, response_model=CaseRecord, responses=responses(), summary="Make a case")
def create(context: Ctx, actor: SignedIn, body: NewCase) -> Any:  # as above
    """Who makes it is its owner."""
    if actor.cases is not None:
        raise NotAllowed("this token is confined to cases that are there; use one for all of its user's cases")
    subject = SaidSubject(name=body.subject, number=body.subject_number)
    return context.store.create(body.title, data_class=body.data_class, subject=subject, by=actor).record


@router.get("/{case}", response_model=CaseView, responses=responses(404), summary="One case")
def show(desk: AtDesk) -> CaseView:
    role = desk.files.people.role_of(desk.actor.user)
    return CaseView(case=desk.files.record, role=role or CaseRole.READER, event=desk.files.newest_event())


@router.patch(
    "/{case}",
    response_model=CaseRecord,
    responses=responses(404, 409),
    summary="Rename, close, reclassify, say whom it is about",
)
def change(desk: AtDesk, body: CaseChange) -> Any:  # as above
    """By an owner; whom the case is about, by an analyst too: it counts for runs and fields asked again from now on."""
    desk.needs(CaseRole.OWNER if body.is_the_owners or not body.says_subject else CaseRole.ANALYST)
    people = desk.files.people
    if not body.is_the_owners and not body.says_subject:
        raise InputRefused("nothing is asked for; give a title, a status, a data class or a subject")
    if body.says_subject:
        people.set_subject(_subject_after(body, people.subject()), by=desk.actor.id)
    if body.title is not None:
        people.rename(body.title, by=desk.actor.id)
    if body.data_class is not None:
        people.set_data_class(body.data_class, by=desk.actor.id)
    if body.status is not None:
        people.set_status(body.status, by=desk.actor.id)
    return desk.context.store.open(desk.case, to=desk.actor).record


def _subject_after(body: CaseChange, before: SaidSubject) -> SaidSubject:
    return SaidSubject(
        name=body.subject if "subject" in body.model_fields_set else before.name,
        number=body.subject_number if "subject_number" in body.model_fields_set else before.number,
    )


@router.delete(
    "/{case}", status_code=202, response_model=RemovalAnswer, responses=responses(404, 409), summary="Remove"
)
def remove(desk: AtDesk) -> RemovalAnswer:
    """By an owner. The case is there for nobody from now on; files, pages, vectors, checkpoints and findings follow, and
    a receipt is kept."""
    desk.needs(CaseRole.OWNER)
    return RemovalAnswer(deletion=remove_case(desk.context, desk.case, actor=desk.actor).id)


@router.get("/{case}/members", response_model=list[Member], responses=responses(404), summary="Its people")
def members(desk: AtDesk) -> Any:  # as above
    return desk.files.people.members()


@router.put("/{case}/members", response_model=list[Member], responses=responses(404, 409), summary="Add a member")
def add_member(desk: AtDesk, body: NewMember) -> Any:  # as above
    """Or give a member another role. By an owner."""
    desk.needs(CaseRole.OWNER)
    user = desk.context.people.by_login(body.login)
    if user.role is Role.SERVICE and body.role in (CaseRole.REVIEWER, CaseRole.OWNER):
        raise InputRefused(f"{body.login!r} is a program; it can be a reader or an analyst of a case")
    desk.files.people.add(user.id, body.role, by=desk.actor.id)
    return desk.files.people.members()


@router.delete("/{case}/members/{user}", status_code=204, responses=responses(404, 409), summary="Take a member out")
def remove_member(desk: AtDesk, user: UserId) -> None:
    """By an owner, or by the member."""
    if user != desk.actor.user:
        desk.needs(CaseRole.OWNER)
    desk.files.people.remove(user, by=desk.actor.id)


@router.get("/{case}/forums", response_model=list[ForumEntry], responses=responses(404), summary="Forums, oldest first")
def forums(desk: AtDesk) -> Any:  # as above
    return desk.files.people.forums()


@router.post("/{case}/forums", status_code=201, response_model=list[ForumEntry], responses=responses(404, 409))
def move(desk: AtDesk, body: NewForum) -> Any:  # as above
    """The case is pending before another forum; the history stays."""
    desk.needs(CaseRole.ANALYST)
    desk.files.people.move_to(body.forum, by=desk.actor.id, since=body.since, note=body.note)
    return desk.files.people.forums()
