"""The road of a run in the service: files, fields, people, report; the work is done by child processes."""

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docx import Document as document_of
from reportlab.pdfgen.canvas import Canvas

from cases.access import Actor
from cases.jobs import JobState
from cases.records import CaseRole, PageProgress, RunState
from cases.store import CaseFiles, CaseStore, RunFindings
from evidence.citations import Citation
from evidence.errors import CaseBusy, InputRefused, NotAllowed, NotKept, WrongState
from evidence.fields import FieldType
from evidence.findings import Finding, FoundValue, Producer, Status, TypedValue
from evidence.reviews import OwnStatement
from evidence.spans import CharSpan
from render.tags import P, T
from render.trace import read_trace
from service import running
from service.jobs.local import LocalJobs
from service.jobs.opening import open_jobs
from service.jobs.queue import QueuedJobs
from service.reverifying import verify_report
from service.run_places import run_place
from service.settings import Settings
from service.wiring import open_store
from tests.integration.service_people import LEASE, Desk, case_of, database_on_server, person, settings_for, spooled

pytestmark = [pytest.mark.needs_milvus, pytest.mark.timeout(120)]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs_postgres)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    if request.param == "sqlite":
        yield settings_for(tmp_path)
        return
    with database_on_server() as dsn:
        yield settings_for(tmp_path, dsn=dsn)


@pytest.fixture
def store(settings: Settings) -> Iterator[CaseStore]:
    store = open_store(settings)
    yield store
    store.close()


@pytest.fixture
def desk(settings: Settings, store: CaseStore) -> Iterator[Desk]:
    jobs = open_jobs(settings, store)
    jobs.start()
    yield Desk(settings, store, jobs)
    jobs.stop(10)


@pytest.fixture
def ann(store: CaseStore) -> Actor:
    return person(store)


def until(holds: Callable[[], bool], *, seconds: float = 60, why: Callable[[], object] = lambda: "") -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, why()
        time.sleep(0.05)


def paused(desk: Desk, case: str, run: str) -> None:
    record = desk.store.open(case).run(run)
    until(
        lambda: record.record.state is RunState.PAUSED,
        why=lambda: (record.record, [(job.kind, job.state, job.error) for job in desk.store.jobs.of_case(case)]),
    )


def filled(desk: Desk, ann: Actor) -> tuple[CaseFiles, RunFindings]:
    """A run that waits for people."""
    case = case_of(desk.store, ann)
    running.read_files(desk, case.id, spooled(desk.settings, case), actor=ann)
    run = running.start_run(desk, case.id, "lease", language=None, actor=ann)
    paused(desk, case.id, run.id)
    return case, case.run(run.id)


def done(run: RunFindings) -> None:
    until(lambda: run.record.state is RunState.DONE, why=lambda: run.record)


def edit(case: CaseFiles, field: str, text: str, *, value: TypedValue) -> Finding:
    """As the review pages make it: the quote is copied from the page by code."""
    document = case.documents()[0]
    page = next(page for page in case.pages(document.sha256) if text in page.text)
    start = page.text.index(text)
    citation = Citation.of(document, page, CharSpan(start=start, end=start + len(text)))
    found = FoundValue(value=value, citations=(0,))
    who = Producer(agent="analyst", model="none", template="none")
    return Finding(field=field, status=Status.FOUND, values=(found,), citations=(citation,), producer=who)


def money(text: str, normalised: str) -> TypedValue:
    return TypedValue(type=FieldType.MONEY, text=text, normalised=normalised, unit="USD")


def test_from_files_to_the_report_of_what_people_decided(desk: Desk, ann: Actor, tmp_path: Path) -> None:
    case = case_of(desk.store, ann)
    paths = spooled(desk.settings, case)
    running.read_files(desk, case.id, paths, actor=ann)
    run = running.start_run(desk, case.id, "lease", language=None, actor=ann)
    assert run.state is RunState.QUEUED
    paused(desk, case.id, run.id)
    assert not paths[0].exists()
    reviews = case.run(run.id).reviews
    found = {one.version.field: one.version.finding.status.value for one in reviews.standing()}
    assert found == dict.fromkeys(("tenant", "rent", "signed", "tax", "left"), "found") | dict.fromkeys(
        ("agent", "deposit"), "not_found"
    )
    assert reviews.one("left").version.finding.values[0].value.normalised == "1000"
    reviews.approve("rent", on=1, by=ann.user)
    reviews.reject("signed", on=1, by=ann.user, reason="the date is of the draft")
    annex = edit(case, "tax", "Tax according to the annex is 300.00 USD", value=money("300.00 USD", "300.00"))
    reviews.edit("tax", on=1, by=ann.user, finding=annex)
    reviews.edit(
        "deposit", on=1, by=ann.user,
        statement=OwnStatement(values=(money("2,500.00 USD", "2500.00"),), basis="told by the landlord by phone"),
    )  # fmt: skip
    preview = running.report_of(desk, case.id, run.id, preview=True)
    assert "Preview: the review is not finished" in text_of(preview)
    assert running.report_of(desk, case.id, run.id, preview=True) == preview
    with pytest.raises(WrongState, match="not finished"):
        running.report_of(desk, case.id, run.id)
    assert running.finish_review(desk, case.id, run.id, actor=ann).state is RunState.FINISHING
    done(case.run(run.id))
    report = running.report_of(desk, case.id, run.id)
    text = text_of(report)
    assert "Preview" not in text
    assert "1,250.00" in text and "300.00" in text and "2,500.00" in text and "950" in text
    assert "own statement; no document is cited for it (Ann Reed," in text and "told by the landlord by phone" in text
    assert "rejected (Ann Reed," in text and "the date is of the draft" in text
    assert "nobody decided on these values; they stand as they were found: Tenant; " in text
    trace = read_trace(running.trace_of(desk, case.id, run.id).read_text("utf-8"))
    fields = {field.id: field for field in trace.fields}
    assert trace.review is not None and trace.review.by == "Ann Reed"
    assert not fields["signed"].in_report and fields["signed"].decision is not None
    deposit = fields["deposit"]
    assert deposit.in_report and deposit.citations == () and deposit.decision is not None
    assert deposit.decision.own_statement and deposit.decision.by == "Ann Reed"
    assert fields["tax"].review == "edited" and fields["tax"].citations[0].quote.endswith("300.00 USD")
    assert fields["tenant"].decision is None and fields["tenant"].in_report
    given = tmp_path / "given" / "lease.txt"
    given.parent.mkdir()
    given.write_text(LEASE, encoding="utf-8")
    outcome = verify_report(desk.settings, report, [given], passwords={})
    assert outcome.ok, list(outcome.lines())
    assert any("own statement (Ann Reed" in line for line in outcome.lines())


def test_a_field_is_asked_again_while_the_others_are_reviewed(desk: Desk, ann: Actor) -> None:
    case, run = filled(desk, ann)
    assert run.reviews.one("agent").version.finding.status is Status.NOT_FOUND
    running.ask_again(desk, case.id, run.id, "agent", on=1, hint='"Broker"', actor=ann)
    with pytest.raises(WrongState, match="asked again and not answered yet: agent"):
        running.finish_review(desk, case.id, run.id, actor=ann)
    run.reviews.approve("rent", on=1, by=ann.user)
    until(lambda: not run.reviews.asked_again() and run.record.state is RunState.PAUSED, why=lambda: run.record)
    history = run.reviews.history("agent").versions
    assert [version.kind.value for version in history] == ["machine", "ask_again", "machine"]
    assert history[-1].standing and history[-1].finding.values[0].value.text == "Marsh and Sons"
    assert run.reviews.one("rent").decision is not None
    assert len(run.reviews.history("tenant").versions) == 1
    running.finish_review(desk, case.id, run.id, actor=ann)
    done(run)


def test_a_finished_review_is_opened_again_and_finished_anew(desk: Desk, ann: Actor) -> None:
    case, run = filled(desk, ann)
    running.finish_review(desk, case.id, run.id, actor=ann)
    done(run)
    first = running.report_of(desk, case.id, run.id).read_bytes()
    running.open_again(desk, case.id, run.id, actor=ann)
    run.reviews.reject("rent", on=1, by=ann.user, reason="another lease")
    running.finish_review(desk, case.id, run.id, actor=ann)
    done(run)
    assert running.report_of(desk, case.id, run.id).read_bytes() != first
    assert "another lease" in text_of(running.report_of(desk, case.id, run.id))


def test_a_worker_that_dies_is_replaced_and_its_job_is_done(desk: Desk, ann: Actor, tmp_path: Path) -> None:
    assert isinstance(desk.jobs, LocalJobs | QueuedJobs)
    case, pages = case_of(desk.store, ann), 200
    path = tmp_path / "long.pdf"
    canvas = Canvas(str(path))
    for number in range(pages):
        canvas.drawString(72, 720, f"Sheet {number} of a long schedule.")
        canvas.showPage()
    canvas.save()
    (place,) = spooled(desk.settings, case, "", name="long.pdf")
    place.write_bytes(path.read_bytes())
    job = running.read_files(desk, case.id, [place], actor=ann)
    until(lambda: any(file.pages.get(PageProgress.READ, 0) for file in case.files()))
    for pid in desk.jobs.crew.pids():
        os.kill(pid, signal.SIGKILL)
    until(lambda: desk.store.jobs.get(job).state is JobState.DONE, why=lambda: desk.store.jobs.get(job))
    assert desk.store.jobs.get(job).attempt == 2
    assert [document.page_count for document in case.documents()] == [pages]


def test_a_job_is_cancelled_while_it_runs(desk: Desk, ann: Actor) -> None:
    case = case_of(desk.store, ann)
    text = "\n\n".join(
        f"Paragraph {number} of a long lease about nothing in particular." * 12 for number in range(3000)
    )
    job = running.read_files(desk, case.id, spooled(desk.settings, case, text), actor=ann)
    until(lambda: desk.store.jobs.get(job).state is JobState.RUNNING)
    desk.jobs.cancel(job)
    until(lambda: desk.store.jobs.get(job).state in (JobState.CANCELLED, JobState.DONE))


def test_a_cancelled_run_is_left_alone(desk: Desk, ann: Actor) -> None:
    case, run = filled(desk, ann)
    running.cancel_run(desk, case.id, run.id, actor=ann)
    assert run.record.state is RunState.CANCELLED
    with pytest.raises(WrongState):
        running.finish_review(desk, case.id, run.id, actor=ann)


def test_a_case_is_not_there_for_strangers_and_readers_only_look(desk: Desk, ann: Actor) -> None:
    case = case_of(desk.store, ann)
    bob, eve = person(desk.store, "bob"), person(desk.store, "eve")
    case.people.add(bob.user, CaseRole.READER, by=ann.user)
    with pytest.raises(NotKept):
        running.start_run(desk, case.id, "lease", language=None, actor=eve)
    with pytest.raises(NotAllowed):
        running.start_run(desk, case.id, "lease", language=None, actor=bob)
    with pytest.raises(InputRefused, match="no files yet"):
        running.start_run(desk, case.id, "lease", language=None, actor=ann)


def test_one_service_works_on_a_home(desk: Desk) -> None:
    if desk.settings.database is not None:
        pytest.skip("on PostgreSQL any number of them do")
    second = LocalJobs(desk.settings, desk.store)
    with pytest.raises(CaseBusy, match="another service"):
        second.start()


def test_a_job_that_cannot_be_done_says_why_and_fails_its_run(desk: Desk, ann: Actor) -> None:
    case, run = filled(desk, ann)
    running.finish_review(desk, case.id, run.id, actor=ann)
    done(run)
    again = running.start_run(desk, case.id, "lease", language=None, actor=ann)
    shutil.rmtree(run_place(desk.settings.root, case.id, again.id))
    until(lambda: case.run(again.id).record.state is not RunState.QUEUED)
    until(lambda: case.run(again.id).record.state in (RunState.FAILED, RunState.PAUSED))
    record = case.run(again.id).record
    if record.state is RunState.FAILED:  # else it was quicker than the folder's removal
        assert record.reason is not None and "template" in record.reason
        assert any(job.state is JobState.FAILED for job in desk.store.jobs.of_case(case.id))


def text_of(docx: Path) -> str:
    body = document_of(str(docx)).element.body
    return "\n".join("".join(node.text or "" for node in one.iter(T)) for one in body.iter(P))
