"""Users, tokens, audit, receipts of removals, and the machine: for admins; and everyone's own tokens."""

from datetime import timedelta
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from cases.access import Actor, Role
from cases.audit import AuditAnchor, AuditVerdict
from cases.people import MAX_PASSWORD, User
from cases.records import DeletionReceipt
from cases.schema import now
from cases.tokens import NewToken, Token
from evidence.errors import InputRefused, NotKept
from service.api.auth import Ctx, SignedIn
from service.api.casework import UserId
from service.api.machine_words import check_in, model_in, verdict_in
from service.api.problems import language_of, responses
from service.api.signing_in import AT_ONCE
from service.audit_names import NamedEntry, named
from service.doctor import Check, examine
from service.models import ModelState, read_lock, verify

users = APIRouter(prefix="/users", tags=["users"])
tokens = APIRouter(prefix="/tokens", tags=["tokens"])
admin = APIRouter(prefix="/admin", tags=["admin"])

Password = Annotated[str, Field(min_length=1, max_length=MAX_PASSWORD)]


class NewUser(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"login": "d.karimova", "name": "Dilnoza Karimova", "role": "analyst", "password": "given to her"}
            ]
        },
    )

    login: Annotated[str, Field(min_length=1, max_length=120)]
    name: Annotated[str, Field(min_length=1, max_length=200)]
    role: Role
    password: Password | None = None
    """Given by you, so it opens nothing but its own change. None for a service, or with an identity provider."""


class UserChange(BaseModel):
    """What is left out stays as it is."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"role": "reviewer"}]})

    role: Role | None = None
    disabled: bool | None = None
    password: Password | None = None
    """A new one, given by you."""
    unlock: bool | None = None
    """Ends a lockout after wrong passwords."""


class NewTokenAsked(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"name": "nightly import", "role": "service", "days": 90}]}
    )

    name: Annotated[str, Field(min_length=1, max_length=200)]
    role: Role
    """At most that of its user."""
    user: Annotated[str | None, Field(pattern="^[0-9A-HJKMNP-TV-Z]{26}$")] = None
    """Whose it is; only an admin gives tokens to others."""
    cases: Annotated[list[str] | None, Field(max_length=1000)] = None
    """Confined to these; null = every case its user is a member of, later ones too."""
    days: Annotated[int | None, Field(ge=1, le=3650)] = 365
    """It ends then; null = never."""


@users.get("", response_model=list[User], responses=responses(), summary="Users")
def list_users(context: Ctx, actor: SignedIn) -> Any:  # FastAPI writes them out by the response model
    actor.must_be(Role.ADMIN)
    return context.people.all()


@users.post("", status_code=201, response_model=User, responses=responses(), summary="Add a user")
async def add_user(context: Ctx, actor: SignedIn, body: NewUser) -> Any:  # as above
    actor.must_be(Role.ADMIN)

    def add() -> User:
        return context.people.add(
            body.login,
            name=body.name,
            role=body.role,
            by=actor.id,
            password=body.password,
            must_change=body.password is not None,
        )

    return await anyio.to_thread.run_sync(add, limiter=AT_ONCE)


@users.patch("/{user}", response_model=User, responses=responses(404, 409), summary="Change a user")
async def change_user(context: Ctx, actor: SignedIn, user: UserId, body: UserChange) -> Any:  # as above
    """A disabled user's sessions end and tokens are refused at once."""
    actor.must_be(Role.ADMIN)
    if body.model_dump(exclude_none=True) == {}:
        raise InputRefused("nothing is asked for; give a role, a password, disabled or unlock")

    def change() -> User:
        people = context.people
        people.get(user)
        if body.role is not None:
            people.set_role(user, body.role, by=actor.id)
        if body.disabled is not None:
            people.set_disabled(user, disabled=body.disabled, by=actor.id)
        if body.password is not None:
            people.give_password(user, body.password, by=actor.id)
        if body.unlock:
            people.unlock(user, by=actor.id)
        return people.get(user)

    return await anyio.to_thread.run_sync(change, limiter=AT_ONCE)


@tokens.get("", response_model=list[Token], responses=responses(), summary="My tokens, or for an admin all")
def list_tokens(
    context: Ctx, actor: SignedIn, all: Annotated[bool, Query(description="Everybody's; for admins.")] = False
) -> Any:  # as above
    if all:
        actor.must_be(Role.ADMIN)
    return context.tokens.list(user=None if all else actor.user)


@tokens.post("", status_code=201, response_model=NewToken, responses=responses(404), summary="Issue a token")
def issue(context: Ctx, actor: SignedIn, body: NewTokenAsked) -> Any:  # as above
    """The secret is shown this once; only its hash is kept. A token cannot issue tokens."""
    _must_be_person(actor)
    user = body.user or actor.user
    if user != actor.user:
        actor.must_be(Role.ADMIN)
    return context.tokens.issue(
        body.name,
        user=user,
        role=body.role,
        by=actor.id,
        cases=None if body.cases is None else frozenset(body.cases),
        expires_at=None if body.days is None else now() + timedelta(days=body.days),
    )


@tokens.delete("/{token}", status_code=204, responses=responses(404), summary="Revoke a token")
def revoke(
    context: Ctx,
    actor: SignedIn,
    token: Annotated[str, Path(pattern="^[0-9A-HJKMNP-TV-Z]{26}$", examples=["01JZX5Q2R8M4T7V9W1Y3A5C7E9"])],
) -> None:
    """One's own, or as an admin anybody's."""
    mine = {held.id for held in context.tokens.list(user=actor.user)}
    if token not in mine and actor.role is not Role.ADMIN:
        raise NotKept(f"no token {token!r}")
    context.tokens.revoke(token, by=actor.id)


def _must_be_person(actor: Actor) -> None:
    if actor.id.startswith("token:"):
        raise InputRefused("a token cannot issue tokens; sign in")


@admin.get("/audit", response_model=list[NamedEntry], responses=responses(), summary="Who did what, newest first")
def audit(
    context: Ctx,
    *,
    actor: SignedIn,
    case: Annotated[str | None, Query(max_length=26)] = None,
    by: Annotated[str | None, Query(max_length=64, description="Id of a user or token.")] = None,
    before: Annotated[int | None, Query(ge=1, le=2**53, description="Number to go on from.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Any:  # as above
    actor.must_be(Role.ADMIN)
    return named(context.store, context.audit.entries(case=case, actor=by, before=before, limit=limit))


@admin.get(
    "/audit/head", response_model=AuditAnchor, responses=responses(), summary="The newest entry, to be noted elsewhere"
)
def audit_head(context: Ctx, actor: SignedIn) -> Any:  # as above
    actor.must_be(Role.ADMIN)
    return context.audit.head()


@admin.post("/audit/verify", response_model=AuditVerdict, responses=responses(), summary="Compute every hash again")
def verify_audit(request: Request, context: Ctx, actor: SignedIn, body: AuditAnchor | None = None) -> Any:  # as above
    """With a head that was noted earlier, also whether that is still there."""
    actor.must_be(Role.ADMIN)
    return verdict_in(context.audit.verify(anchor=body), language_of(request))


@admin.get("/removals", response_model=list[DeletionReceipt], responses=responses(), summary="Receipts of removals")
def removals(context: Ctx, actor: SignedIn, limit: Annotated[int, Query(ge=1, le=500)] = 100) -> Any:  # as above
    """What a removal found before and after. They stay when their case is gone."""
    actor.must_be(Role.ADMIN)
    return context.store.deletions.receipts(limit=limit)


@admin.get("/doctor", response_model=list[Check], responses=responses(), summary="What is used, and what is wrong")
def doctor(request: Request, context: Ctx, actor: SignedIn) -> Any:  # as above
    actor.must_be(Role.ADMIN)
    return [check_in(check, language_of(request)) for check in examine(context.settings)]


@admin.get(
    "/models", response_model=list[ModelState], responses=responses(), summary="Weights held against models.lock"
)
def models(request: Request, context: Ctx, actor: SignedIn) -> Any:  # as above
    actor.must_be(Role.ADMIN)
    settings, language = context.settings, language_of(request)
    states = (verify(model, settings.root, tessdata=settings.read.tessdata) for model in read_lock())
    return [model_in(state, language) for state in states]
