"""What the machine found, what people decided, and the deciding itself."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from cases.records import CaseRole, FieldHistory, ReviewRecord, Standing, VersionKind
from cases.runs import RunFindings
from evidence.citations import Match
from evidence.errors import InputRefused, NotKept
from evidence.fields import Field as Asked
from evidence.fields import FieldType, FilledBy, ReportTemplate
from evidence.findings import Finding, ReviewState, Status
from evidence.ports import PageSource
from evidence.reviews import Decision, OwnStatement
from service import running
from service.api.auth import must_decide_for_people
from service.api.desks import AtDesk, Desk, FieldId, RunId
from service.api.problems import responses
from service.editing import (
    EditedRow,
    EditedValue,
    OwnWords,
    edited_finding,
    has_quotes,
    own_statement,
    stated_cells,
)
from service.run_fields import field_of, template_of

router = APIRouter(prefix="/cases/{case}/runs/{run}/findings", tags=["findings"])

_EXAMPLE_FILE = "9f86d081884c7d659a2feaa0c55ad015" * 2
On = Annotated[int, Field(ge=0, le=1_000_000, examples=[1])]
"""The version that the person was looking at; 0 = the field had none."""
Note = Annotated[str | None, Field(max_length=2000)]


class FindingView(BaseModel):
    """One field: what was asked, what stands, who decided."""

    field: str
    title: str
    question: str
    section: str | None
    type: FieldType
    list: bool
    required: bool
    filled_by: FilledBy
    version: int
    """Name it as `on` when you decide; 0 = nothing was found or said yet."""
    made_by: VersionKind | None
    needs: bool
    """A person has to look: not found, in conflict, failed, doubtful, or left to the analyst."""
    finding: Finding | None
    statement: OwnStatement | None
    """The analyst's own, which stands instead of the finding; of a table, its cells stand beside the finding's."""
    decision: Decision | None
    decided_by: str | None
    """Their name."""
    can_undo: bool
    comments: int


class Decided(BaseModel):
    """What every decision names."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"on": 1}]})

    on: On
    note: Note = None


class Rejected(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"on": 1, "reason": "another company's INN"}]}
    )

    on: On
    reason: Annotated[str, Field(min_length=1, max_length=2000)]


class AskedAgain(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"on": 1, "hint": "it stands in the charter"}]}
    )

    on: On
    hint: Annotated[str, Field(min_length=1, max_length=2000)]


class Commented(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"on": 1, "text": "ask the borrower"}]})

    on: On
    text: Annotated[str, Field(min_length=1, max_length=4000)]


class Edited(BaseModel):
    """Values with the places that say them, or rows of a table, or the analyst's own statement: one of the three."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "on": 1,
                    "values": [
                        {
                            "value": "1 200 000.00 USD",
                            "citations": [{"sha256": _EXAMPLE_FILE, "page": 3, "start": 118, "end": 141}],
                        }
                    ],
                },
                {"on": 1, "statement": {"values": ["1 200 000.00 USD"], "basis": "told by the borrower on the phone"}},
                {
                    "on": 1,
                    "rows": [
                        {
                            "cells": {
                                "year": {
                                    "value": "2025",
                                    "citations": [{"sha256": _EXAMPLE_FILE, "page": 3, "start": 40, "end": 44}],
                                },
                                "profit": {"stated": "1 200 000"},
                            }
                        }
                    ],
                    "basis": "told by the accountant",
                },
            ]
        },
    )  # fmt: skip

    on: On
    note: Note = None
    values: Annotated[tuple[EditedValue, ...], Field(max_length=200)] = ()
    rows: Annotated[tuple[EditedRow, ...], Field(max_length=500)] = ()
    statement: OwnWords | None = None
    basis: Annotated[str | None, Field(max_length=2000)] = None
    """Of a table: why you say so, of the cells that you state."""


@router.get("", response_model=list[FindingView], responses=responses(404), summary="Findings, in the template's order")
def list_findings(
    desk: AtDesk,
    *,
    run: RunId,
    status: Annotated[list[Status] | None, Query(description="Only these.")] = None,
    review: Annotated[list[ReviewState] | None, Query(description="Only these.")] = None,
    section: Annotated[str | None, Query(max_length=300, description="Only of this section.")] = None,
    needs: Annotated[bool | None, Query(description="Only those that need a person, or only the others.")] = None,
) -> Any:  # FastAPI writes them out by the response model
    found = desk.run(run)
    views = _views(desk, found)
    return [
        view
        for view in views
        if (not status or (view.finding is not None and view.finding.status in status))
        and (not review or (view.finding is not None and view.finding.review in review))
        and (section is None or view.section == section)
        and (needs is None or view.needs is needs)
    ]


@router.get("/{field}", response_model=FindingView, responses=responses(404), summary="One finding")
def show(desk: AtDesk, run: RunId, field: FieldId) -> Any:  # as above
    return _view(desk, desk.run(run), field)


@router.get("/{field}/history", response_model=FieldHistory, responses=responses(404), summary="All that was ever said")
def history(desk: AtDesk, run: RunId, field: FieldId) -> Any:  # as above
    """Every version and every decision, oldest first; nothing is overwritten."""
    return desk.run(run).reviews.history(field)


@router.post("/{field}/approve", response_model=FindingView, responses=responses(404, 409), summary="It holds")
def approve(desk: AtDesk, run: RunId, field: FieldId, body: Decided) -> Any:  # as above
    """Of a finding that was not found: it is not there."""
    found = _deciding(desk, run)
    found.reviews.approve(field, on=body.on, by=desk.actor.user, note=body.note or None)
    return _settled(desk, found, field)


@router.post("/{field}/reject", response_model=FindingView, responses=responses(404, 409), summary="It does not hold")
def reject(desk: AtDesk, run: RunId, field: FieldId, body: Rejected) -> Any:  # as above
    found = _deciding(desk, run)
    found.reviews.reject(field, on=body.on, by=desk.actor.user, reason=body.reason)
    return _settled(desk, found, field)


@router.post("/{field}/edit", response_model=FindingView, responses=responses(404, 409), summary="Say it otherwise")
def edit(desk: AtDesk, run: RunId, field: FieldId, body: Edited) -> Any:  # as above
    """Code copies the quotes from the pages and compares the value with them; what they do not say is refused. A value that no
    file says is a statement of the analyst's own, and the report marks it as that; of a table, each cell may be either."""
    found = _deciding(desk, run)
    given = [bool(body.values), bool(body.rows), body.statement is not None]
    if sum(given) != 1:
        raise InputRefused("an edit is `values`, `rows` or a `statement`: give one of them")
    template = template_of(desk.context.settings, desk.files, found)
    stood = _stood(found, field)
    asked = field_of(template, field, stood)
    if asked is None:
        raise NotKept(f"run {run} has no field {field!r}")
    language = template.language if template is not None else None
    statement, finding = None, None
    if body.statement is not None:
        statement = own_statement(asked, body.statement, language=language)
    elif body.rows:
        statement = stated_cells(asked, body.rows, basis=body.basis, language=language)
    if body.values or has_quotes(body.rows) or statement is None:
        finding = edited_finding(
            asked,
            values=body.values,
            rows=body.rows,
            source=_source(desk, asked),
            stood=stood,
            today=date.today(),  # noqa: DTZ011  # the analyst's own day
        )
    note = body.note or None
    found.reviews.edit(field, on=body.on, by=desk.actor.user, finding=finding, statement=statement, note=note)
    return _settled(desk, found, field)


@router.post(
    "/{field}/ask_again", response_model=FindingView, responses=responses(404, 409), summary="Ask the machine again"
)
def ask_again(desk: AtDesk, run: RunId, field: FieldId, body: AskedAgain) -> Any:  # as above
    """It works out this field anew, with the hint."""
    must_decide_for_people(desk.actor)
    running.ask_again(desk.context, desk.case, run, field, on=body.on, hint=body.hint, actor=desk.actor)
    return _view(desk, desk.run(run), field)


@router.post(
    "/{field}/undo", response_model=FindingView, responses=responses(404, 409), summary="Undo the last decision"
)
def undo(desk: AtDesk, run: RunId, field: FieldId, body: Decided) -> Any:  # as above
    """What stood before stands again, as a version of its own."""
    found = _deciding(desk, run)
    found.reviews.undo(field, on=body.on, by=desk.actor.user)
    return _settled(desk, found, field)


@router.post(
    "/{field}/comment", status_code=201, response_model=ReviewRecord, responses=responses(404, 409), summary="Comment"
)
def comment(desk: AtDesk, run: RunId, field: FieldId, body: Commented) -> Any:  # as above
    """Decides nothing."""
    found = desk.run(run)
    if field_of(template_of(desk.context.settings, desk.files, found), field, _stood(found, field)) is None:
        raise NotKept(f"run {run} has no field {field!r}")
    return found.reviews.comment(field, on=body.on, by=desk.actor.user, text=body.text)


def _deciding(desk: Desk, run: str) -> RunFindings:
    must_decide_for_people(desk.actor)
    desk.needs(CaseRole.ANALYST)
    return desk.run(run)


def _settled(desk: Desk, run: RunFindings, field: str) -> FindingView:
    """After a decision: sums follow what was decided, and the field is shown as it stands now."""
    if template_of(desk.context.settings, desk.files, run) is not None:
        running.refresh_computed(desk.context, desk.case, run.record.id, actor=desk.actor)
    return _view(desk, run, field)


def _stood(run: RunFindings, field: str) -> Finding | None:
    try:
        return run.reviews.one(field).version.finding
    except NotKept:
        return None


def _source(desk: Desk, asked: Asked) -> PageSource:
    """The case's own pages, and those of the collection that the field is answered from."""
    if asked.reference is None:
        return desk.files
    from service.references import JoinedPages, named_references

    return JoinedPages(desk.files, *named_references(desk.context.settings, {asked.reference}))


def _views(desk: Desk, run: RunFindings) -> list[FindingView]:
    template = template_of(desk.context.settings, desk.files, run)
    standing = {one.version.field: one for one in run.reviews.standing()}
    fields = _fields(template, standing.values())
    names = _names(desk, standing.values())
    return [_seen(field, standing.get(field.id), names) for field in fields]


def _view(desk: Desk, run: RunFindings, field: str) -> FindingView:
    template = template_of(desk.context.settings, desk.files, run)
    try:
        standing: Standing | None = run.reviews.one(field)
    except NotKept:
        standing = None
    asked = field_of(template, field, standing.version.finding if standing is not None else None)
    if asked is None:
        raise NotKept(f"run {run.id} has no field {field!r}")
    return _seen(asked, standing, _names(desk, [] if standing is None else [standing]))


def _fields(template: ReportTemplate | None, standing: Iterable[Standing]) -> list[Asked]:
    if template is not None:
        return list(template.fields)
    found = [field_of(None, one.version.field, one.version.finding) for one in standing]
    return [field for field in found if field is not None]


def _names(desk: Desk, standing: Iterable[Standing]) -> dict[str, str]:
    """Who decided, by id; one look for each person."""
    names: dict[str, str] = {}
    for user in {one.decision.by for one in standing if one.decision is not None}:
        try:
            names[user] = desk.context.people.get(user).name
        except NotKept:
            names[user] = user
    return names


def _seen(asked: Asked, standing: Standing | None, names: dict[str, str]) -> FindingView:
    version = None if standing is None else standing.version
    decision = None if standing is None else standing.decision
    return FindingView(
        field=asked.id,
        title=asked.title,
        question=asked.question,
        section=asked.section,
        type=asked.type,
        list=asked.list,
        required=asked.required,
        filled_by=asked.filled_by,
        version=0 if version is None else version.version,
        made_by=None if version is None else version.kind,
        needs=needs_a_person(asked, standing),
        finding=None if version is None else version.finding,
        statement=None if version is None else version.statement,
        decision=decision,
        decided_by=None if decision is None else names.get(decision.by),
        can_undo=version is not None and version.base is not None,
        comments=0 if standing is None else standing.comments,
    )


def needs_a_person(asked: Asked, standing: Standing | None) -> bool:
    if standing is None:
        return asked.filled_by is FilledBy.ANALYST
    finding = standing.version.finding
    if standing.version.is_asked_again or finding.review is not ReviewState.PROPOSED:
        return False
    doubtful = bool(finding.cautions) or any(citation.match is Match.OCR_NEAR for citation in finding.citations)
    return finding.status is not Status.FOUND or doubtful or asked.filled_by is FilledBy.ANALYST
