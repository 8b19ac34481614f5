"""One field's finding, as the middle pane shows it: values with the numbers of their citations, and its history."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from cases.records import FieldHistory, FindingVersion
from cases.store import RunFindings
from evidence.citations import Citation
from evidence.fields import Column
from evidence.findings import Finding, FoundValue, Status, TypedValue
from evidence.reviews import OwnStatement
from service.web.run_view import FieldRow, table_rows
from service.web.said import Said


@dataclass(frozen=True)
class Source:
    """A citation with its number, from 1, and the link of its page."""

    number: int
    citation: Citation
    others: tuple[tuple[int, int], ...]
    """Spans of the finding's other citations on the same page."""
    partial: str | None = None
    """Why it was not enough, where it only looked promising."""

    @property
    def mark(self) -> str:
        return f"{self.citation.span.start}-{self.citation.span.end}"

    @property
    def also(self) -> str:
        return ",".join(f"{start}-{end}" for start, end in self.others)


@dataclass(frozen=True)
class Value:
    text: str
    as_written: str | None
    """Where the document writes it otherwise."""
    sources: tuple[int, ...]
    index: int
    is_stated: bool = False
    """By a person, without a quote."""


@dataclass(frozen=True)
class Event:
    """Something that happened to the field, newest first on the page."""

    at: datetime
    by: str | None
    """A name; None = the machine."""
    action: str
    note: str | None
    said: str
    """The value that stood from then on, in short."""
    version: int | None
    withdrawn: bool = False
    aside: bool = False
    """The machine answered after a person had decided; it is kept and does not stand."""


@dataclass(frozen=True)
class FindingView:
    row: FieldRow
    values: tuple[Value, ...]
    columns: tuple[Column, ...]
    table: tuple[tuple[Value | None, ...], ...]
    sources: tuple[Source, ...]
    partial: tuple[Source, ...]
    cautions: tuple[tuple[str, int], ...]
    """Each once, with how often it was said."""
    statement: OwnStatement | None
    decided_by: str | None
    decided_at: datetime | None
    note: str | None
    history: tuple[Event, ...]
    can_undo: bool
    foreign: str | None
    """Language of the report, which reasons and cautions are kept in, where it is not that of the page."""

    @property
    def finding(self) -> Finding | None:
        return self.row.finding

    @property
    def is_conflict(self) -> bool:
        return self.finding is not None and self.finding.status is Status.CONFLICT

    @property
    def comments(self) -> tuple[Event, ...]:
        return tuple(event for event in self.history if event.action == "comment")


def view_finding(
    run: RunFindings, row: FieldRow, *, people: Mapping[str, str], say: Said, report_language: str
) -> FindingView:
    finding = row.finding
    standing = row.standing
    sources = _sources(finding) if finding is not None else ()
    decision = standing.decision if standing is not None else None
    statement = standing.version.statement if standing is not None else None
    return FindingView(
        row=row,
        values=_values(finding, say) if finding is not None else (),
        columns=row.field.columns,
        table=_table(finding, row.field.columns, statement, say) if finding is not None else (),
        sources=sources,
        partial=_partial(finding, len(sources)) if finding is not None else (),
        cautions=_once(finding.cautions) if finding is not None else (),
        statement=statement,
        decided_by=people.get(decision.by, decision.by) if decision is not None else None,
        decided_at=decision.at if decision is not None else None,
        note=decision.note if decision is not None else None,
        history=_history(run.reviews.history(row.field.id), people=people, say=say),
        can_undo=standing is not None and standing.version.base is not None,
        foreign=report_language if report_language and _base(report_language) != _base(say.language) else None,
    )


def _base(language: str) -> str:
    return language.replace("_", "-").split("-")[0].lower()


def _sources(finding: Finding) -> tuple[Source, ...]:
    return tuple(
        Source(
            number=number,
            citation=citation,
            others=tuple(
                (other.span.start, other.span.end)
                for other in finding.citations
                if other is not citation and (other.sha256, other.page) == (citation.sha256, citation.page)
            ),
        )
        for number, citation in enumerate(finding.citations, 1)
    )


def _partial(finding: Finding, before: int) -> tuple[Source, ...]:
    return tuple(
        Source(number=before + number, citation=held.citation, others=(), partial=held.why_not)
        for number, held in enumerate(finding.partial, 1)
    )


def _values(finding: Finding, say: Said) -> tuple[Value, ...]:
    return tuple(_value(found, index, say) for index, found in enumerate(finding.values))


def _value(found: FoundValue, index: int, say: Said) -> Value:
    text = say.value(found)
    written = " ".join(found.value.text.split())
    return Value(
        text=text,
        as_written=written if written != " ".join(text.split()) else None,
        sources=tuple(number + 1 for number in found.citations),
        index=index,
    )


def _table(
    finding: Finding, columns: tuple[Column, ...], statement: OwnStatement | None, say: Said
) -> tuple[tuple[Value | None, ...], ...]:
    rows = table_rows(finding, statement)
    names = [column.id for column in columns] or list(dict.fromkeys(name for row in rows for name in row))
    return tuple(tuple(_of_cell(row.get(name), say) for name in names) for row in rows)


def _of_cell(cell: FoundValue | TypedValue | None, say: Said) -> Value | None:
    if isinstance(cell, TypedValue):
        return Value(text=say.value(cell), as_written=None, sources=(), index=0, is_stated=True)
    return None if cell is None else _value(cell, 0, say)


def _once(cautions: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Many cells of one table are often cautioned about in the same words, but for the formula: those are counted."""
    shaped = sorted(
        ((_shape(caution), number, caution) for number, caution in enumerate(cautions)), key=lambda one: one[0]
    )
    grouped = [list(held) for _, held in groupby(shaped, key=lambda one: one[0])]
    return tuple((held[0][2], len(held)) for held in sorted(grouped, key=lambda held: held[0][1]))


def _shape(caution: str) -> str:
    return " ".join("=" if word.startswith("=") else word for word in caution.split())


def _history(history: FieldHistory, *, people: Mapping[str, str], say: Said) -> tuple[Event, ...]:
    notes = {review.made_version: review.note for review in history.reviews if review.made_version is not None}
    events = [
        Event(
            at=version.at,
            by=people.get(version.by, version.by) if version.by is not None else None,
            action=version.kind.value,
            note=notes.get(version.version),
            said=_said(version, say),
            version=version.version,
            withdrawn=version.withdrawn,
            aside=not version.standing,
        )
        for version in history.versions
    ]
    events += [
        Event(
            at=review.at,
            by=people.get(review.by, review.by),
            action="comment",
            note=review.note,
            said="",
            version=None,
        )
        for review in history.reviews
        if review.made_version is None
    ]
    return tuple(sorted(events, key=lambda event: event.at, reverse=True))


def _said(version: FindingVersion, say: Said) -> str:
    finding = version.finding
    if version.statement is not None and version.statement.values:
        return "; ".join(value.text for value in version.statement.values)
    if version.statement is not None:
        cells = [cell for row in version.statement.rows for cell in row.cells.values()]
        return "; ".join(f"✎ {cell.text}" for cell in cells)[:160]
    separator = " ≠ " if finding.status is Status.CONFLICT else "; "
    return separator.join(say.value(value) for value in finding.values)[:160]
