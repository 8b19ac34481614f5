"""For administrators: users, tokens, models, and what `lastro doctor` says."""

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.responses import Response

from cases.access import Role
from service.api.machine_words import check_in, model_in, verdict_in
from service.web.answering import actor_of
from service.web.rendering import language_of, page

if TYPE_CHECKING:
    from service.context import Context


_ENTRIES = 50
"""Of the audit, shown at once."""
_RECEIPTS = 50


def add_routes(router: APIRouter, context: "Context") -> None:
    @router.get("/admin")
    def admin(request: Request) -> Response:
        actor = actor_of(request)
        actor.must_be(Role.ADMIN)
        people = context.people.all()
        return page(
            request, "admin.html", users=people, tokens=context.tokens.list(), roles=[role.value for role in Role],
            names={person.id: person.name for person in people}, settings=context.settings,
            head=context.audit.head(), receipts=context.store.deletions.receipts(limit=_RECEIPTS),
            cases=context.store.list(to=actor),
        )  # fmt: skip

    @router.get("/admin/audit")
    def audit(request: Request, before: int | None = None) -> Response:
        from service.audit_names import named

        actor_of(request).must_be(Role.ADMIN)
        entries = named(context.store, context.audit.entries(before=before, limit=_ENTRIES))
        return page(request, "parts/audit.html", entries=entries, more=len(entries) == _ENTRIES)

    @router.get("/admin/audit/verdict")
    def verdict(request: Request) -> Response:
        actor_of(request).must_be(Role.ADMIN)
        return page(
            request,
            "parts/audit_verdict.html",
            verdict=verdict_in(context.audit.verify(), language_of(request).language),
        )

    @router.get("/admin/models")
    def models(request: Request) -> Response:
        from service.models import read_lock, verify

        actor_of(request).must_be(Role.ADMIN)
        settings = context.settings
        language = language_of(request).language
        states = [
            (model, model_in(verify(model, settings.root, tessdata=settings.read.tessdata), language))
            for model in read_lock()
        ]
        return page(request, "parts/models.html", states=states, model=context.settings.model)

    @router.get("/admin/doctor")
    def doctor(request: Request) -> Response:
        from service.doctor import examine

        actor_of(request).must_be(Role.ADMIN)
        return page(
            request,
            "parts/doctor.html",
            checks=[check_in(check, language_of(request).language) for check in examine(context.settings)],
        )
