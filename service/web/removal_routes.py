"""Receipts of removals: of one's own, and of one that was just asked for, until it is proved."""

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.responses import Response

from service.api.removals import receipt_for, receipts_of
from service.web.answering import actor_of, is_part
from service.web.rendering import page

if TYPE_CHECKING:
    from service.context import Context

_SHOWN = 100


def add_routes(router: APIRouter, context: "Context") -> None:
    @router.get("/removals")
    def removals(request: Request) -> Response:
        return page(request, "removals.html", receipts=receipts_of(context.store, actor_of(request), limit=_SHOWN))

    @router.get("/removals/{deletion}")
    def removal(request: Request, deletion: str) -> Response:
        """The script asks for the part again until the removal is proved."""
        receipt = receipt_for(context.store, actor_of(request), deletion)
        there = {record.id: record.title for record in context.store.list(to=actor_of(request))}
        template = "parts/receipt.html" if is_part(request) else "removal.html"
        return page(request, template, receipt=receipt, title=there.get(receipt.case or ""))
