"""Which fields are asked, in which order, and which are not asked at all."""

from typing import NamedTuple

from agents.fill.formula import FormulaInvalid, names_in
from evidence.fields import Field, FilledBy, ReportTemplate


class Plan(NamedTuple):
    subject: tuple[Field, ...]
    """Fields that say who the case is about; asked first."""
    asked: tuple[Field, ...]
    """The other agent fields, in template order."""
    computed: tuple[Field, ...]
    """Operands before what is computed from them."""
    circular: tuple[Field, ...]
    """Computed fields that need themselves; they fail with that reason."""
    left: tuple[Field, ...]
    """The analyst's."""


def make_plan(template: ReportTemplate) -> Plan:
    of_subject = set(template.subject.names) | set(template.subject.identifiers)
    by_agent = [field for field in template.fields if field.filled_by is FilledBy.AGENT]
    computed, circular = _ordered(template)
    return Plan(
        subject=tuple(field for field in by_agent if field.id in of_subject),
        asked=tuple(field for field in by_agent if field.id not in of_subject),
        computed=computed,
        circular=circular,
        left=tuple(field for field in template.fields if field.filled_by is FilledBy.ANALYST),
    )


def _ordered(template: ReportTemplate) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    waiting = {field.id: field for field in template.fields if field.filled_by is FilledBy.COMPUTED}
    needs = {field.id: _operands(field, template) & waiting.keys() for field in waiting.values()}
    ordered: list[Field] = []
    while ready := [field for field in waiting.values() if not needs[field.id] & waiting.keys()]:
        ordered.extend(ready)
        for field in ready:
            del waiting[field.id]
    return tuple(ordered), tuple(waiting.values())


def _operands(field: Field, template: ReportTemplate) -> set[str]:
    try:
        return set(names_in(field.formula or "", template))
    except FormulaInvalid:
        return set()  # computing it says what is wrong, in the finding
