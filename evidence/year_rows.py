"""Tables that ask for the last so many years: the rows are known once the documents have been looked through."""

from collections.abc import Mapping

from evidence.fields import Field, ReportTemplate
from evidence.findings import Finding


def with_years_to(field: Field, last: int) -> Field:
    """The field with the rows it asks for, the last year at the end."""
    years = range(last - field.years + 1, last + 1)
    return field.model_copy(update={"rows": tuple(map(str, years)), "years": 0})


def with_rows_asked(template: ReportTemplate, findings: Mapping[str, Finding]) -> ReportTemplate:
    """The template as this case was asked: each table of last years with the rows that its finding says."""

    def asked(field: Field) -> Field:
        finding = findings.get(field.id)
        if not field.years or finding is None or not finding.rows_asked:
            return field
        return field.model_copy(update={"rows": finding.rows_asked, "years": 0})

    return template.model_copy(update={"fields": tuple(asked(field) for field in template.fields)})
