"""Which fields are asked, in which order, and which are not asked at all."""

from typing import NamedTuple

from evidence.fields import Field, FilledBy, ReportTemplate
from evidence.formula import in_order


class Plan(NamedTuple):
    subject: tuple[Field, ...]
    """Fields that say who the case is about; asked first, but for numbers that belong to a person."""
    asked: tuple[Field, ...]
    """The other agent fields, in template order."""
    held: tuple[Field, ...]
    """Those that belong to a person whom another field names; asked when it is."""
    computed: tuple[Field, ...]
    """Operands before what is computed from them."""
    circular: tuple[Field, ...]
    """Computed fields that need themselves; they fail with that reason."""
    left: tuple[Field, ...]
    """The analyst's."""


def make_plan(template: ReportTemplate) -> Plan:
    of_subject = set(template.subject.names) | set(template.subject.identifiers)
    by_agent = [field for field in template.fields if field.filled_by is FilledBy.AGENT]
    computed, circular = in_order(template.fields)
    return Plan(
        subject=tuple(field for field in by_agent if field.id in of_subject and field.holder is None),
        asked=tuple(field for field in by_agent if field.id not in of_subject and field.holder is None),
        held=tuple(field for field in by_agent if field.holder is not None),
        computed=computed,
        circular=circular,
        left=tuple(field for field in template.fields if field.filled_by is FilledBy.ANALYST),
    )
