"""Receipts of removals, for whoever removed. An admin sees everybody's under ``/admin/removals``."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from cases.access import Actor, Role
from cases.records import DeletionReceipt
from cases.store import CaseStore
from evidence.errors import NotKept
from service.api.auth import Ctx, SignedIn
from service.api.problems import responses

router = APIRouter(prefix="/removals", tags=["removals"])

RemovalId = Annotated[
    str,
    Path(
        pattern="^[0-9A-HJKMNP-TV-Z]{26}$",
        description="Id of the removal, as it was answered.",
        examples=["01JZX5Q2R8M4T7V9W1Y3A5C7E9"],
    ),
]


@router.get("", response_model=list[DeletionReceipt], responses=responses(), summary="Receipts of what I removed")
def mine(
    context: Ctx, actor: SignedIn, limit: Annotated[int, Query(ge=1, le=500)] = 100
) -> Any:  # as FastAPI writes them
    """Newest first; they stay when their case is gone."""
    return receipts_of(context.store, actor, limit=limit)


@router.get("/{deletion}", response_model=DeletionReceipt, responses=responses(404), summary="One receipt")
def show(context: Ctx, actor: SignedIn, deletion: RemovalId) -> Any:  # as above
    """`finished_at` is null until all is removed and counted again."""
    return receipt_for(context.store, actor, deletion)


def receipts_of(store: CaseStore, actor: Actor, *, limit: int) -> tuple[DeletionReceipt, ...]:
    receipts = store.deletions.receipts(by=actor.user, limit=limit)
    return tuple(receipt for receipt in receipts if _may_see(actor, receipt))


def receipt_for(store: CaseStore, actor: Actor, deletion: str) -> DeletionReceipt:
    """Raises NotKept, also where somebody else removed."""
    receipt = store.deletions.receipt(deletion)
    if (receipt.by != actor.user and actor.role is not Role.ADMIN) or not _may_see(actor, receipt):
        raise NotKept(f"no removal {deletion!r}")
    return receipt


def _may_see(actor: Actor, receipt: DeletionReceipt) -> bool:
    return actor.cases is None or receipt.case in actor.cases
