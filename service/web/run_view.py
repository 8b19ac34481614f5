"""What the run page shows of a run: its fields by section, what each stands at, and what still needs a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cases.records import RunRecord, Standing
from cases.store import CaseFiles, RunFindings
from evidence.citations import Match
from evidence.errors import NotKept
from evidence.fields import Field, FilledBy, ReportTemplate
from evidence.findings import Finding, FoundValue, ReviewState, Status, TypedValue
from evidence.reviews import OwnStatement
from service.api.findings import needs_a_person
from service.run_fields import field_of, template_of
from service.settings import Settings
from service.web.remembered import Remembered
from service.web.said import Said

_DECIDED = {"approved", "edited", "rejected"}
_PREVIEW = 90
_VIEWS: "Remembered[RunView]" = Remembered(64)


@dataclass(frozen=True)
class FieldRow:
    field: Field
    standing: Standing | None
    status: str
    """A key of ``said.STATUSES``."""
    preview: str
    needs_me: bool

    @property
    def decided(self) -> bool:
        return self.status in _DECIDED

    @property
    def version(self) -> int:
        return self.standing.version.version if self.standing is not None else 0

    @property
    def finding(self) -> Finding | None:
        return None if self.standing is None else self.standing.version.finding

    @property
    def worth_a_look(self) -> bool:
        return self.finding is not None and is_doubtful(self.finding)

    @property
    def tags(self) -> str:
        """The filters that show it."""
        found = self.finding.status.value if self.finding is not None else "none"
        marks = ["all", found, *(["mine"] if self.needs_me else []), *(["decided"] if self.decided else [])]
        return " ".join(marks)


@dataclass(frozen=True)
class Group:
    title: str | None
    """None = the template has no sections."""
    rows: tuple[FieldRow, ...]

    @property
    def left(self) -> int:
        return sum(row.needs_me for row in self.rows)


@dataclass(frozen=True)
class RunView:
    record: RunRecord
    template: ReportTemplate | None
    """None = it is not installed any more; fields are then named by their ids."""
    groups: tuple[Group, ...]

    @property
    def rows(self) -> tuple[FieldRow, ...]:
        return tuple(row for group in self.groups for row in group.rows)

    @property
    def title(self) -> str:
        return self.template.title if self.template is not None else self.record.template

    def count(self, tag: str) -> int:
        return sum(tag in row.tags.split() for row in self.rows)

    @property
    def answered(self) -> int:
        return sum(row.status not in ("waiting", "asked") for row in self.rows)

    @property
    def is_open(self) -> bool:
        """To people's decisions."""
        return self.record.state.value in ("running", "paused")

    def row(self, field: str) -> FieldRow | None:
        return next((row for row in self.rows if row.field.id == field), None)

    @property
    def first(self) -> FieldRow | None:
        """Where a review begins."""
        return next((row for row in self.rows if row.needs_me), self.rows[0] if self.rows else None)


def view_run(settings: Settings, case: CaseFiles, run: RunFindings, *, say: Said) -> RunView:
    """As the case's newest event left it: whatever changes a run is told by one."""
    return _VIEWS.of(
        (case.id, run.id, say.language), case.newest_event(), lambda: _viewed(settings, case, run, say=say)
    )


def _viewed(settings: Settings, case: CaseFiles, run: RunFindings, *, say: Said) -> RunView:
    record = run.record
    template = template_of(settings, case, run)
    standing = {one.version.field: one for one in run.reviews.standing()}
    if template is not None:
        fields = template.fields
    else:
        bare = (field_of(None, one.version.field, one.version.finding) for one in standing.values())
        fields = tuple(field for field in bare if field is not None)
    rows = [row_of(field, standing.get(field.id), say) for field in fields]
    return RunView(record=record, template=template, groups=_grouped(template, rows))


def view_field(
    settings: Settings, case: CaseFiles, run: RunFindings, *, field: str, say: Said
) -> tuple[RunView, FieldRow] | None:
    """The run with this one field looked up and no other. None = it has no such field."""
    template = template_of(settings, case, run)
    try:
        standing: Standing | None = run.reviews.one(field)
    except NotKept:
        standing = None
    asked = field_of(template, field, standing.version.finding if standing is not None else None)
    if asked is None:
        return None
    row = row_of(asked, standing, say)
    return RunView(record=run.record, template=template, groups=(Group(title=asked.section, rows=(row,)),)), row


def row_of(field: Field, standing: Standing | None, say: Said) -> FieldRow:
    status = _status(field, standing)
    needs = needs_a_person(field, standing)
    return FieldRow(field=field, standing=standing, status=status, preview=_preview(standing, say), needs_me=needs)


def is_doubtful(finding: Finding) -> bool:
    """Found, and still worth a look."""
    return bool(finding.cautions) or any(citation.match is Match.OCR_NEAR for citation in finding.citations)


def _status(field: Field, standing: Standing | None) -> str:
    if standing is None:
        return "analyst" if field.filled_by is FilledBy.ANALYST else "waiting"
    finding = standing.version.finding
    if standing.version.is_asked_again:
        return "asked"
    if finding.review is not ReviewState.PROPOSED:
        return finding.review.value
    if field.filled_by is FilledBy.ANALYST:
        return "analyst"
    return finding.status.value


def _preview(standing: Standing | None, say: Said) -> str:
    if standing is None:
        return ""
    statement, finding = standing.version.statement, standing.version.finding
    if statement is not None and statement.values:
        return _short("; ".join(value.text for value in statement.values))
    if rows := table_rows(finding, statement):
        return _short(" · ".join(_of_row(row, say) for row in rows[:2]))
    separator = " ≠ " if finding.status is Status.CONFLICT else "; "
    return _short(separator.join(say.value(value) for value in finding.values))


def table_rows(
    finding: Finding, statement: OwnStatement | None
) -> tuple[Mapping[str, FoundValue | TypedValue | None], ...]:
    """With the cells that a person stated in their places."""
    return tuple(row.cells for row in finding.rows) if statement is None else statement.over(finding.rows)


def _of_row(cells: Mapping[str, FoundValue | TypedValue | None], say: Said) -> str:
    first = [cell for cell in cells.values() if cell is not None][:2]
    return " ".join(say.value(cell) for cell in first)


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _PREVIEW else plain[: _PREVIEW - 1].rstrip() + "…"


def _grouped(template: ReportTemplate | None, rows: Sequence[FieldRow]) -> tuple[Group, ...]:
    by_section: dict[str | None, list[FieldRow]] = {}
    for section in template.sections if template is not None else ():
        by_section[section] = []
    for row in rows:
        by_section.setdefault(row.field.section, []).append(row)
    return tuple(Group(title=title, rows=tuple(held)) for title, held in by_section.items() if held)
