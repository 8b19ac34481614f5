"""What people do with runs: begin them, ask again, end the review, take the report. All of it answers at once; jobs do the rest.

Whoever asks is checked here too: a case that they may not see is not there (NotKept), and their role on it must reach.
"""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from cases.access import Actor
from cases.jobs import JobState
from cases.records import CaseRole, RunRecord, RunState
from cases.run_states import ENDED
from cases.runs import RunFindings
from cases.store import CaseFiles, CaseStore
from evidence.errors import InputRefused, NotKept, WrongState
from service.jobs.port import JobKind, JobRunner
from service.jobs.taking_up import BY_THE_SERVICE
from service.locked import lacks_password
from service.reviewed import refresh_sums
from service.run_places import PREVIEW, REPORT, TRACE, keep_template, kept_template, run_place
from service.sealed import seal
from service.settings import Settings
from service.spool import Spool

_LIVE = (JobState.QUEUED, JobState.RUNNING)


class Wired(Protocol):
    """What of the service's Context is needed here."""

    @property
    def settings(self) -> Settings: ...

    @property
    def store(self) -> CaseStore: ...

    @property
    def jobs(self) -> JobRunner: ...


def read_files(context: Wired, case_id: str, paths: Sequence[Path], *, actor: Actor) -> str:
    """Files that lie in the spool; it is emptied when they are read. Returns the job's id."""
    case = _case(context, case_id, actor, CaseRole.ANALYST)
    if not paths:
        raise InputRefused("there are no files to read; choose some")
    payload = {"case": case.id, "paths": [str(path) for path in paths], "by": actor.user}
    return context.jobs.put(JobKind.READ_FILES, case=case.id, payload=payload, by=actor.user)


def read_again(context: Wired, case_id: str, sha256: str, *, password: str, actor: Actor) -> str:
    """A file that lacks its password, with it. Returns the job's id. The password is kept sealed until the job has ended, and
    nowhere else. Raises WrongState for a file that lacks none."""
    case = _case(context, case_id, actor, CaseRole.ANALYST)
    held = case.document(sha256)
    if not lacks_password(held):
        raise WrongState(f"{held.name!r} needs no password; its pages are there")
    place = Spool(context.settings.root).begin(case.id)
    try:
        sealed, key = seal(password, place.folder)
        context.store.audit.record(
            actor=actor.id, action="file.password", subject=f"file {sha256}", case=case.id, detail={}
        )
        payload = {"case": case.id, "file": sha256, "sealed": str(sealed), "key": key}
        return context.jobs.put(JobKind.READ_AGAIN, case=case.id, payload=payload, by=actor.user)
    except BaseException:  # whatever stopped it: the password does not stay behind
        place.discard()
        raise


def start_run(context: Wired, case_id: str, template: str, *, language: str | None, actor: Actor) -> RunRecord:
    """``template``: an installed one's name, or ``name@version`` of a skill. The run is queued behind whatever the case is
    busy with. Raises InputRefused where there is nothing to read from."""
    from render.phrases import refuse_unwritten
    from service.run_templates import found_template

    refuse_unwritten(language)
    case = _case(context, case_id, actor, CaseRole.ANALYST)
    if not case.documents() and not any(job.state in _LIVE for job in context.store.jobs.of_case(case.id)):
        raise InputRefused(f"case {case.record.title!r} has no files yet; add some first")
    with found_template(context.settings, context.store, template) as (folder, loaded):
        model = context.settings.model.name or context.settings.model.kind
        run = case.new_run(
            template=f"{loaded.id}@{loaded.version}",
            template_sha256=loaded.sha256,
            model=model,
            by=actor.user,
            state=RunState.QUEUED,
            options={BY_THE_SERVICE: True, "template": template, "language": language},
            fields=len(loaded.fields),
        )
        keep_template(folder, run_place(context.settings.root, case.id, run.id))
    payload = {"case": case.id, "run": run.id}
    context.jobs.put(JobKind.FILL_RUN, case=case.id, payload=payload, by=actor.user, key=run.id)
    return run.record


def cancel_run(context: Wired, case_id: str, run_id: str, *, actor: Actor) -> RunRecord:
    """For good. What it found stays on record; nothing is added to it any more."""
    case = _case(context, case_id, actor, CaseRole.ANALYST)
    run = case.run(run_id)
    record = run.advance(RunState.CANCELLED, by=actor.user)
    for job in context.store.jobs.of_case(case.id):
        if job.run == run.id and job.state in _LIVE:
            context.jobs.cancel(job.id)
    return record


def try_again(context: Wired, case_id: str, run_id: str, *, actor: Actor) -> RunRecord:
    """Of a run that failed: finished fields stay, the rest is worked out."""
    case = _case(context, case_id, actor, CaseRole.ANALYST)
    run = case.run(run_id)
    record = run.advance(RunState.QUEUED, by=actor.user, expected=RunState.FAILED)
    payload = {"case": case.id, "run": run.id}
    context.jobs.put(JobKind.FILL_RUN, case=case.id, payload=payload, by=actor.user, key=run.id)
    return record


def ask_again(context: Wired, case_id: str, run_id: str, field: str, *, on: int, hint: str, actor: Actor) -> RunRecord:
    """The machine works out one field anew, with a person's hint; the rest of the review goes on meanwhile."""
    case = _case(context, case_id, actor, CaseRole.ANALYST)
    run = case.run(run_id)
    run.reviews.ask_again(field, on=on, by=actor.user, hint=hint)
    payload = {"case": case.id, "run": run.id}
    context.jobs.put(JobKind.ASK_AGAIN, case=case.id, payload=payload, by=actor.user)
    return run.record


def finish_review(context: Wired, case_id: str, run_id: str, *, actor: Actor) -> RunRecord:
    """Close the review; the report is written of what stands. Raises WrongState while fields are still worked out."""
    case = _case(context, case_id, actor, CaseRole.REVIEWER)
    run = case.run(run_id)
    state = run.record.state
    if state is not RunState.PAUSED:
        raise WrongState(f"run {run.id} is {state}; its review can be finished when it is paused for review")
    refresh_sums(run, kept_template(context.settings, case, run))
    run.reviews.close(by=actor.user)
    payload = {"case": case.id, "run": run.id, "by": actor.user, "at": datetime.now(UTC).isoformat()}
    context.jobs.put(JobKind.FINISH_REVIEW, case=case.id, payload=payload, by=actor.user, key=run.id)
    return run.record


def refresh_computed(context: Wired, case_id: str, run_id: str, *, actor: Actor) -> int:
    """After a decision: computed fields follow their operands. Returns how many fields are computed."""
    case = _case(context, case_id, actor, CaseRole.ANALYST)
    run = case.run(run_id)
    return refresh_sums(run, kept_template(context.settings, case, run))


def open_again(context: Wired, case_id: str, run_id: str, *, actor: Actor) -> RunRecord:
    """A finished review is taken up again. The report stays as it is until the review is finished once more."""
    run = _case(context, case_id, actor, CaseRole.REVIEWER).run(run_id)
    return run.advance(RunState.PAUSED, by=actor.user, expected=RunState.DONE)


def report_of(context: Wired, case_id: str, run_id: str, *, preview: bool = False, actor: Actor | None = None) -> Path:
    """The DOCX of the reviewed state, or a preview of what stands now, which says on its first page that it is one."""
    case, run = _readable(context, case_id, run_id, actor)
    place = run_place(context.settings.root, case.id, run.id)
    if not preview:
        return _finished(run, place / REPORT)
    return _preview(context, case, run, place)


def trace_of(context: Wired, case_id: str, run_id: str, *, preview: bool = False, actor: Actor | None = None) -> Path:
    """trace.json beside ``report_of``."""
    case, run = _readable(context, case_id, run_id, actor)
    place = run_place(context.settings.root, case.id, run.id)
    if not preview:
        return _finished(run, place / TRACE)
    return _preview(context, case, run, place).with_suffix(".json")


def _case(context: Wired, case_id: str, actor: Actor, needed: CaseRole) -> CaseFiles:
    case = context.store.open(case_id, to=actor)
    case.people.must_reach(actor, needed)
    return case


def _readable(context: Wired, case_id: str, run_id: str, actor: Actor | None) -> tuple[CaseFiles, RunFindings]:
    case = context.store.open(case_id, to=actor)
    return case, case.run(run_id)


def _finished(run: RunFindings, path: Path) -> Path:
    state = run.record.state
    if state is RunState.FINISHING:
        raise WrongState(f"the report of run {run.id} is being written; ask again in a moment")
    if not path.exists():
        if state in ENDED:
            raise NotKept(
                f"run {run.id} has no report (it is {state}, or a file it cites was removed); open its review again and finish it"
            )
        raise WrongState(f"the review of run {run.id} is not finished; take the preview, or finish it")
    return path


def _preview(context: Wired, case: CaseFiles, run: RunFindings, place: Path) -> Path:
    """Written once for each state of the review."""
    from service.filling import write_whole
    from service.reviewed import render_reviewed

    standing = [(one.version.field, one.version.version) for one in run.reviews.standing()]
    digest = hashlib.sha256(repr(standing).encode()).hexdigest()[:16]
    out = place / f"{digest}.{PREVIEW}"
    if not (out.exists() and out.with_suffix(".json").exists()):
        template = kept_template(context.settings, case, run)
        result = render_reviewed(context.settings, context.store, case, template, run=run, out=out, closed=None)
        write_whole(out.with_suffix(".json"), result.trace.json_text())
        for old in place.glob(f"*.{PREVIEW}"):
            if old != out:
                old.unlink(missing_ok=True)
                old.with_suffix(".json").unlink(missing_ok=True)
    return out
