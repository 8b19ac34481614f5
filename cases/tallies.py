"""How much there is, for figures: counted by the database, without looking into anything."""

from sqlalchemy import func, select

from cases.database import Database
from cases.schema import CaseRow, JobRow, RunRow
from evidence.frozen import Frozen


class Tallies(Frozen):
    cases: int
    runs: dict[str, int]
    """By state."""
    jobs: dict[tuple[str, str], int]
    """By kind and state."""


def tallies(database: Database) -> Tallies:
    with database.read() as session:
        cases = session.scalar(select(func.count()).select_from(CaseRow).where(CaseRow.removing.is_(False))) or 0
        runs = session.execute(select(RunRow.state, func.count()).group_by(RunRow.state)).tuples().all()
        jobs = session.execute(select(JobRow.kind, JobRow.state, func.count()).group_by(JobRow.kind, JobRow.state))
        return Tallies(
            cases=cases, runs=dict(runs), jobs={(kind, state): count for kind, state, count in jobs.tuples()}
        )
