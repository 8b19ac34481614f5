"""Removal asked for by a person: marked before the answer, so that nobody sees it any more; a job does the rest."""

from cases.access import Actor
from cases.records import Deletion
from service.context import Context
from service.jobs.port import JobKind


def remove_case(context: Context, case: str, *, actor: Actor) -> Deletion:
    """Work that waits for the case is cancelled. The receipt has the deletion's id."""
    begun = context.store.deletions.begin_case(case, by=actor.user)
    _put(context, JobKind.REMOVE_CASE, begun, actor)
    return begun


def remove_file(context: Context, case: str, sha256: str, *, actor: Actor) -> Deletion:
    begun = context.store.deletions.begin_file(case, sha256, by=actor.user)
    _put(context, JobKind.REMOVE_FILE, begun, actor)
    return begun


def _put(context: Context, kind: JobKind, begun: Deletion, actor: Actor) -> None:
    """Should this be interrupted, the next start puts the job."""
    context.jobs.put(kind, case=begun.case, payload={"deletion": begun.id}, by=actor.user, key=begun.id)
