"""One run: its states, and its findings as the machine keeps them."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from cases.database import Database
from cases.events import EventKind, note_in
from cases.findings import finding_of, lock_run, next_version, run_record, standing_row, standing_rows
from cases.records import RunRecord, RunState, VersionKind
from cases.reviews import RunReviews
from cases.run_states import check_step, set_state
from cases.schema import FindingRow, RunRow
from evidence.errors import NotKept, WrongState
from evidence.findings import Finding, ReviewState

STOPPED = "stopped before its end"


class RunFindings:
    """One run's FindingLog. Each finding is committed before ``keep`` returns."""

    def __init__(self, database: Database, *, case: str, run: str) -> None:
        self._database = database
        self._case = case
        self.id = run
        self.reviews = RunReviews(database, case=case, run=run)

    # FindingLog

    def keep(self, finding: Finding, *, over_an_approval: bool = False) -> None:
        """Add what the machine found. The same again adds nothing; after a person's decision it is kept beside, and what the
        person decided stands. ``over_an_approval``: what was approved is no more, as a sum whose operand was changed; it waits
        for a person again. Raises WrongState when the run was cancelled or its report is being written."""
        with self._database.write() as session:
            run = lock_run(session, self.id)
            body = finding.model_dump_json()
            standing = standing_row(session, self.id, finding.field)
            decided = ReviewState.PROPOSED if standing is None else finding_of(standing).review
            is_outdated = over_an_approval and decided is ReviewState.APPROVED
            if standing is not None and not is_outdated and _says_the_same(session, standing, body):
                return
            self._take_up(session, run)
            is_decided = decided is not ReviewState.PROPOSED and not is_outdated
            row = FindingRow(
                run_id=self.id,
                field=finding.field,
                version=next_version(session, self.id, finding.field),
                body=body,
                made_by=VersionKind.MACHINE.value,
                standing=not is_decided,
            )
            session.add(row)
            self._tell_finding(session, row, finding)

    def kept(self) -> Sequence[Finding]:
        """What stands, of every field that is worked out; a field that was asked again is not."""
        with self._database.read() as session:
            rows = standing_rows(session, self.id)
            return tuple(finding_of(row) for row in rows if row.made_by != VersionKind.ASK_AGAIN)

    # states

    @property
    def record(self) -> RunRecord:
        with self._database.read() as session:
            row = session.get(RunRow, self.id)
            if row is None:
                raise NotKept(f"no run {self.id!r}; it was removed with its case")
            return run_record(row)

    def advance(
        self, to: RunState, *, by: str = "system", reason: str | None = None, expected: RunState | None = None
    ) -> RunRecord:
        """Take the run to another state. ``expected``: the state it must be in, for whoever saw it there. Raises WrongState."""
        with self._database.write() as session:
            row = lock_run(session, self.id)
            found = RunState(row.state)
            if expected is not None and found is not expected:
                raise WrongState(f"run {self.id} is {found} by now, not {expected}; look at it again")
            check_step(self.id, found, to)
            set_state(session, row, to, by=by, reason=reason)
            session.flush()
            return run_record(row)

    def finish(self, state: str = "done") -> None:
        """The command line's end of a run, without review: ``done``, ``failed`` or ``stopped`` (it can be gone on with)."""
        to, reason = (RunState.FAILED, STOPPED) if state == "stopped" else (RunState(state), None)
        with self._database.write() as session:
            row = lock_run(session, self.id)
            found = RunState(row.state)
            if found is RunState.CANCELLED:
                if to is RunState.DONE:
                    raise WrongState(f"run {self.id} was cancelled; begin a new run")
                return
            if found is not to:
                set_state(session, row, to, by="system", reason=reason)

    def _take_up(self, session: Session, row: RunRow) -> None:
        """A run that is worked on is running, whatever it was left as."""
        found = RunState(row.state)
        if found in (RunState.CANCELLED, RunState.FINISHING):
            raise WrongState(f"run {self.id} is {found}; nothing is added to it")
        if found not in (RunState.RUNNING, RunState.PAUSED):
            set_state(session, row, RunState.RUNNING, by="system")

    def _tell_finding(self, session: Session, row: FindingRow, finding: Finding) -> None:
        body = {"field": row.field, "version": row.version, "status": finding.status.value, "standing": row.standing}
        note_in(session, self._case, EventKind.FINDING, run=self.id, body=body)


def _says_the_same(session: Session, standing: FindingRow, body: str) -> bool:
    """A step that is repeated after a crash: its finding is there already, standing or beside what a person decided."""
    if standing.made_by == VersionKind.MACHINE:
        return standing.body == body
    beside = session.scalars(
        select(FindingRow)
        .where(
            FindingRow.run_id == standing.run_id,
            FindingRow.field == standing.field,
            FindingRow.version > standing.version,
        )
        .order_by(FindingRow.version.desc())
        .limit(1)
    ).one_or_none()
    return beside is not None and beside.body == body
