"""What people decide about the findings of one run. Every decision names the version it was made on; nothing is overwritten."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic_core import PydanticSerializationError
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from cases.audit import record_in
from cases.database import Database
from cases.events import EventKind, note_in
from cases.findings import finding_of, lock_run, next_version, standing_row, standing_rows, version_of
from cases.ids import new_id
from cases.records import FieldHistory, FindingVersion, ReviewRecord, RunState, Standing, VersionKind
from cases.run_states import REVIEWABLE, check_step, set_state
from cases.schema import FindingRow, ReviewRow, now
from evidence.errors import InputRefused, NotKept, StaleFinding, WrongState
from evidence.findings import Finding, Producer, ReviewState, Status
from evidence.reviews import Decision, OwnStatement, ReviewAction

_DECIDES = (VersionKind.APPROVE, VersionKind.EDIT, VersionKind.REJECT)
_BY_THE_ANALYST = Producer(agent="analyst", model="none", template="none")


@dataclass(frozen=True)
class _Made:
    """What an action puts in the place of what stood."""

    finding: str
    """JSON."""
    statement: str | None = None
    base: int | None = None
    restores: int | None = None


class RunReviews:
    """Bound to one run when opened. ``by`` is the id of a user; ``on`` the version they were looking at (0 = none yet).

    Every action raises StaleFinding when another version stands by now, and writes nothing then; WrongState when the run is not
    open to review; NotKept for a field without a finding. It returns the version that stands now."""

    def __init__(self, database: Database, *, case: str, run: str) -> None:
        self._database = database
        self._case = case
        self.run = run

    def approve(self, field: str, *, on: int, by: str, note: str | None = None) -> FindingVersion:
        """The finding holds as it is; of one that was not found: it is not there."""
        return self._decide(field, action=ReviewAction.APPROVE, on=on, by=by, note=note)

    def reject(self, field: str, *, on: int, by: str, reason: str) -> FindingVersion:
        return self._decide(field, action=ReviewAction.REJECT, on=on, by=by, note=_said(reason, "a reason"))

    def ask_again(self, field: str, *, on: int, by: str, hint: str) -> FindingVersion:
        """The machine answers anew; until then the field counts as not worked out (``kept`` leaves it out)."""
        return self._decide(field, action=ReviewAction.ASK_AGAIN, on=on, by=by, note=_said(hint, "a hint"))

    def undo(self, field: str, *, on: int, by: str) -> FindingVersion:
        """What stood before the newest decision stands again, as a version of its own; undo once more goes one further back."""
        return self._decide(field, action=ReviewAction.UNDO, on=on, by=by, note=None)

    def edit(
        self,
        field: str,
        *,
        on: int,
        by: str,
        finding: Finding | None = None,
        statement: OwnStatement | None = None,
        note: str | None = None,
    ) -> FindingVersion:
        """Either another finding, with citations that the caller has verified, or the analyst's own statement; of a table both,
        where some of its cells are stated and the others have quotes."""
        is_table = finding is not None and statement is not None and bool(finding.rows and statement.rows)
        if (finding is None) == (statement is None) and not is_table:
            raise InputRefused(
                f"an edit of {field!r} is a finding with citations or an own statement: give one of them"
            )
        if finding is not None:
            if finding.field != field:
                raise InputRefused(
                    f"the edit is of {finding.field!r} and was given for {field!r}; give the field's own"
                )
            if finding.status is Status.FOUND and not finding.citations:
                raise InputRefused(f"the edit of {field!r} cites nothing; mark the place, or make it an own statement")
        if len(field) > 200 or not field.isprintable():
            raise InputRefused(f"{field!r} is no id of a field")
        return self._decide(
            field, action=ReviewAction.EDIT, on=on, by=by, note=note, finding=finding, statement=statement
        )

    def comment(self, field: str, *, on: int, by: str, text: str) -> ReviewRecord:
        """Decides nothing, so it may be about any version, and at any time."""
        note = _said(text, "a comment")
        with self._database.write() as session:
            lock_run(session, self.run)
            if on and (not 0 < on < 2**31 or session.get(FindingRow, (self.run, field, on)) is None):
                raise NotKept(f"{field!r} has no version {on}; look at it again")
            row = self._record(session, field, action=ReviewAction.COMMENT, on=on, made=None, by=by, note=note)
            session.flush()
            return _review_record(row)

    def close(self, *, by: str) -> None:
        """End the review: the run goes on to its report. Refused while a field that was asked again has no answer."""
        with self._database.write() as session:
            run = lock_run(session, self.run)
            waiting = [row.field for row in standing_rows(session, self.run) if row.made_by == VersionKind.ASK_AGAIN]
            if waiting:
                raise WrongState(f"asked again and not answered yet: {', '.join(waiting)}; wait, or undo the asking")
            check_step(self.run, RunState(run.state), RunState.FINISHING)
            set_state(session, run, RunState.FINISHING, by=by, action="review.close")

    # reading

    def standing(self) -> tuple[Standing, ...]:
        """What stands for every field, in the order in which the fields first came."""
        with self._database.read() as session:
            rows = standing_rows(session, self.run)
            comments = self._comments(session)
            notes = self._notes(session)
            return tuple(
                Standing(
                    version=version_of(row),
                    decision=_decision(session, row, notes),
                    comments=comments.get(row.field, 0),
                )
                for row in rows
            )

    def one(self, field: str) -> Standing:
        with self._database.read() as session:
            row = standing_row(session, self.run, field)
            if row is None:
                raise NotKept(f"{field!r} has no finding in run {self.run}")
            decision = _decision(session, row, self._notes(session, field))
            return Standing(
                version=version_of(row), decision=decision, comments=self._comments(session, field).get(field, 0)
            )

    def history(self, field: str) -> FieldHistory:
        with self._database.read() as session:
            versions = session.scalars(
                select(FindingRow)
                .where(FindingRow.run_id == self.run, FindingRow.field == field)
                .order_by(FindingRow.version)
            )
            reviews = session.scalars(
                select(ReviewRow).where(ReviewRow.run_id == self.run, ReviewRow.field == field)
            ).all()
            return FieldHistory(
                field=field,
                versions=tuple(version_of(row) for row in versions),
                reviews=tuple(_review_record(row) for row in sorted(reviews, key=lambda row: (row.at, row.id))),
            )

    def decisions(self) -> Mapping[str, Decision]:
        """By field, where a person's decision stands: what the report says about who decided."""
        return {one.version.field: one.decision for one in self.standing() if one.decision is not None}

    def asked_again(self) -> Mapping[str, str]:
        """Field to hint, of those that wait for the machine."""
        with self._database.read() as session:
            rows = [row for row in standing_rows(session, self.run) if row.made_by == VersionKind.ASK_AGAIN]
            notes = self._notes(session)
            return {row.field: notes.get((row.field, row.version)) or "" for row in rows}

    # writing

    def _decide(
        self,
        field: str,
        *,
        action: ReviewAction,
        on: int,
        by: str,
        note: str | None,
        finding: Finding | None = None,
        statement: OwnStatement | None = None,
    ) -> FindingVersion:
        with self._database.write() as session:
            run = lock_run(session, self.run)
            if RunState(run.state) not in REVIEWABLE:
                raise WrongState(
                    f"run {self.run} is {run.state}; findings are decided on while it is running or paused"
                )
            stood = standing_row(session, self.run, field)
            _must_stand(field, on=on, stood=stood)
            if action is ReviewAction.EDIT:
                try:
                    made = _edited(field, stood, finding=finding, statement=statement)
                except PydanticSerializationError:
                    raise InputRefused(f"the edit of {field!r} holds broken letters; type it anew") from None
            elif stood is None:
                raise NotKept(f"{field!r} has no finding in run {self.run}; an own statement can be made all the same")
            else:
                made = _made(session, action, stood)
            row = FindingRow(
                run_id=self.run,
                field=field,
                version=next_version(session, self.run, field),
                body=made.finding,
                kept_at=now(),
                made_by=VersionKind(action.value).value,
                person=by,
                standing=True,
                base=made.base,
                restores=made.restores,
                statement=made.statement,
                withdrawn=False,
            )
            session.add(row)
            self._record(session, field, action=action, on=on, made=row.version, by=by, note=note)
            session.flush()
            return version_of(row)

    def _record(
        self,
        session: Session,
        field: str,
        *,
        action: ReviewAction,
        on: int,
        made: int | None,
        by: str,
        note: str | None,
    ) -> ReviewRow:
        row = ReviewRow(
            id=new_id(),
            run_id=self.run,
            field=field,
            on_version=on,
            made_version=made,
            action=action.value,
            by=by,
            at=now(),
            note=note,
        )
        session.add(row)
        body = {"field": field, "action": action.value, "on": on, "version": made, "by": by}
        note_in(session, self._case, EventKind.REVIEW, run=self.run, body=body)
        record_in(
            session,
            actor=by,
            action=f"review.{action.value}",
            subject=f"run {self.run} field {field}",
            case=self._case,
            detail={"on": on, "version": made},
        )
        return row

    def _comments(self, session: Session, field: str | None = None) -> dict[str, int]:
        asked = (
            select(ReviewRow.field, func.count())
            .where(ReviewRow.run_id == self.run, ReviewRow.action == ReviewAction.COMMENT.value)
            .group_by(ReviewRow.field)
        )
        rows = session.execute(asked if field is None else asked.where(ReviewRow.field == field))
        return dict(rows.tuples().all())

    def _notes(self, session: Session, field: str | None = None) -> dict[tuple[str, int], str | None]:
        asked = select(ReviewRow).where(ReviewRow.run_id == self.run, ReviewRow.made_version.is_not(None))
        rows = session.scalars(asked if field is None else asked.where(ReviewRow.field == field))
        return {(row.field, row.made_version or 0): row.note for row in rows}


def _must_stand(field: str, *, on: int, stood: FindingRow | None) -> None:
    if stood is None:
        if on:
            raise NotKept(f"{field!r} has no finding yet, and version {on} was named; look at it again")
        return
    if on != stood.version:
        raise StaleFinding(
            field, on=on, standing=stood.version, by=stood.person, action=stood.made_by, at=stood.kept_at
        )


def _made(session: Session, action: ReviewAction, stood: FindingRow) -> _Made:
    if action is ReviewAction.UNDO:
        back = None if stood.base is None else session.get(FindingRow, (stood.run_id, stood.field, stood.base))
        if back is None:
            raise WrongState(f"there is nothing to undo for {stood.field!r}: version {stood.version} is the machine's")
        return _Made(back.body, statement=back.statement, base=back.base, restores=back.restores or back.version)
    review = {
        ReviewAction.APPROVE: ReviewState.APPROVED,
        ReviewAction.REJECT: ReviewState.REJECTED,
        ReviewAction.ASK_AGAIN: ReviewState.PROPOSED,
    }[action]
    finding = finding_of(stood).model_copy(update={"review": review})
    keeps_statement = action is ReviewAction.APPROVE
    return _Made(finding.model_dump_json(), statement=stood.statement if keeps_statement else None, base=_base(stood))


def _edited(field: str, stood: FindingRow | None, *, finding: Finding | None, statement: OwnStatement | None) -> _Made:
    base = None if stood is None else _base(stood)
    if finding is not None:
        body = finding.model_copy(update={"review": ReviewState.EDITED}).model_dump_json()
        return _Made(body, statement=None if statement is None else statement.model_dump_json(), base=base)
    assert statement is not None  # checked by ``edit``
    # The finding beside a statement holds no value: whoever overlooks the statement shows a gap, never the machine's value.
    said = finding_of(stood) if stood is not None else None
    bare = Finding(
        field=field,
        status=Status.NOT_FOUND,
        reason="stated by the analyst",
        rows_asked=said.rows_asked if said is not None else (),
        search=said.search if said is not None else Finding.model_fields["search"].default,
        producer=said.producer if said is not None else _BY_THE_ANALYST,
        review=ReviewState.EDITED,
    )
    return _Made(bare.model_dump_json(), statement=statement.model_dump_json(), base=base)


def _base(stood: FindingRow) -> int | None:
    """Undo never goes back to a question that is being asked: it goes to what stood before."""
    return stood.base if stood.made_by == VersionKind.ASK_AGAIN else stood.version


def _decision(session: Session, row: FindingRow, notes: Mapping[tuple[str, int], str | None]) -> Decision | None:
    made = row
    if row.restores is not None:
        made = session.get_one(FindingRow, (row.run_id, row.field, row.restores))
    if VersionKind(made.made_by) not in _DECIDES or made.person is None:
        return None
    return Decision(
        action=ReviewAction(made.made_by),
        by=made.person,
        at=made.kept_at,
        note=notes.get((made.field, made.version)),
        statement=None if row.statement is None else OwnStatement.model_validate_json(row.statement),
    )


def _said(text: str, what: str) -> str:
    if not text.strip():
        raise InputRefused(f"{what} is needed; say it in a few words")
    return text.strip()


def _review_record(row: ReviewRow) -> ReviewRecord:
    return ReviewRecord(
        id=row.id,
        run=row.run_id,
        field=row.field,
        action=ReviewAction(row.action),
        on_version=row.on_version,
        made_version=row.made_version,
        by=row.by,
        at=row.at,
        note=row.note,
    )
