"""Report templates: what is installed, what lint says, versions and what changed between two of them."""

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.responses import Response

from cases.access import Role
from evidence.errors import NotKept
from service.api.lint_words import issue_in
from service.web.answering import actor_of
from service.web.rendering import language_of, page
from service.web.template_view import difference, docx_differs, installed, one

if TYPE_CHECKING:
    from service.context import Context


def add_routes(router: APIRouter, context: "Context") -> None:
    @router.get("/templates")
    def templates(request: Request) -> Response:
        return page(request, "templates.html", templates=installed(context.settings, context.store))

    @router.get("/templates/{name}")
    def template(
        request: Request, name: str, *, version: str | None = None, before: str | None = None, after: str | None = None
    ) -> Response:
        shown = one(context.settings, context.store, name, version=version)
        if shown is None:
            raise NotKept(f"no template {name!r}; choose one of the list")
        issues = [issue_in(issue, language_of(request).language) for issue in shown.issues]
        changed = difference(context.settings, context.store, name, before=before, after=after)
        is_admin = actor_of(request).role is Role.ADMIN
        return page(
            request,
            "template.html",
            template=shown,
            issues=issues,
            changed=changed,
            docx_changed=docx_differs(context.settings, context.store, name, before=before, after=after),
            before=before,
            after=after,
            is_admin=is_admin,
        )
