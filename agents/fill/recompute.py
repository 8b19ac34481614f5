"""Sums done again after people decided: a computed value never stands on an operand that was changed under it."""

from collections.abc import Mapping

from agents.fill.compute import compute_field
from agents.fill.plan import make_plan
from agents.fill.run import AGENT
from agents.fill.wording import Wording
from evidence.fields import ReportTemplate
from evidence.findings import Finding, Producer, ReviewState
from evidence.reviews import OwnStatement
from evidence.year_rows import with_rows_asked


def recompute(
    template: ReportTemplate, standing: Mapping[str, Finding], statements: Mapping[str, OwnStatement] | None = None
) -> dict[str, Finding]:
    """The computed fields as they follow from what stands; ``statements``: people's own, by field. A person's edit or rejection
    of a sum stays; an approval stays while the sum is still the one that was approved, and otherwise the new sum is proposed."""
    held = dict(standing)
    template = with_rows_asked(template, standing)
    plan, wording = make_plan(template), Wording(template.language)
    producer = Producer(agent=AGENT, model="computed", template=f"{template.id}@{template.version}")
    for field in plan.computed:
        before = held.get(field.id)
        if before is not None and before.review in (ReviewState.EDITED, ReviewState.REJECTED):
            continue
        made = compute_field(
            field, template=template, findings=held, producer=producer, wording=wording, statements=statements
        )
        if before is None or before.review is ReviewState.PROPOSED or not _is_same_sum(before, made):
            held[field.id] = made
    return {field.id: held[field.id] for field in plan.computed if field.id in held}


def _is_same_sum(one: Finding, other: Finding) -> bool:
    return (one.status, one.values, one.computation) == (other.status, other.values, other.computation)
