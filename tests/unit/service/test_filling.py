import errno
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

import service.filling as filling
from cases.records import RunState, SaidSubject
from cases.store import CaseFiles, RunFindings
from evidence.errors import CaseBusy, InputRefused, ReportNotWritten, StoreUnavailable
from evidence.fields import ReportTemplate
from evidence.pages import Document, Page, PageKind
from render.template import load_template
from service.settings import Settings
from service.wiring import open_index, open_store

SHA = "a" * 64
TEXT = "Company: Blue Heron LLC"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", index={"embedder": "hashing"})


@pytest.fixture
def case(settings: Settings) -> CaseFiles:
    case = open_store(settings).create("C")
    document = Document(sha256=SHA, name="card.txt", media_type="text/plain", page_count=1)
    case.begin_file(document, reader="r")
    case.keep_pages([Page(document=SHA, number=1, kind=PageKind.FLOW, text=TEXT, language="en")])
    case.finish_file(document)
    return case


@pytest.fixture
def template(tmp_path: Path) -> ReportTemplate:
    path = tmp_path / "fields.yaml"
    path.write_text(
        "id: t\ntitle: T\nlanguages: [en]\nfields:\n"
        "- {id: name, question: 'Name?', type: organisation, labels: [Company]}\n",
        encoding="utf-8",
    )
    return load_template(path)


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> None:
    """An index that nobody else owns; the labels reader needs none."""

    @contextmanager
    def opened(*_: object) -> Iterator[None]:
        yield None

    monkeypatch.setattr(filling, "open_index", opened)


def test_a_case_that_another_process_works_on_gets_no_run_and_loses_none(
    settings: Settings, case: CaseFiles, template: ReportTemplate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = case.new_run(template="t@1", template_sha256=template.sha256, model="labels")

    def busy(*_: object) -> None:
        raise CaseBusy("another Lastro process owns this index")

    monkeypatch.setattr(filling, "open_index", busy)
    for run_id in (None, begun.id):
        with pytest.raises(CaseBusy):
            filling.fill_case(settings, case, template, out=tmp_path / "r.docx", run_id=run_id)
    (run,) = case.runs()
    assert (run.id, run.state) == (begun.id, RunState.RUNNING)


def test_a_file_that_another_process_may_be_reading_is_not_called_interrupted(
    settings: Settings, case: CaseFiles, template: ReportTemplate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = Document(sha256="b" * 64, name="long.pdf", media_type="application/pdf", page_count=0)
    case.begin_file(long, reader="r")

    def busy(*_: object) -> None:
        raise CaseBusy("another Lastro process owns this index (process 7 holds it)")

    with monkeypatch.context() as patch:
        patch.setattr(filling, "open_index", busy)
        with pytest.raises(CaseBusy, match=r"'long.pdf' of this case: not read to the end yet.*process 7"):
            filling.fill_case(settings, case, template, out=tmp_path / "r.docx")
    monkeypatch.setattr(filling, "open_index", lambda *_: nullcontext())
    with pytest.raises(InputRefused, match=r"'long.pdf' of this case was not read to its end \(it was interrupted\)"):
        filling.fill_case(settings, case, template, out=tmp_path / "r.docx")
    assert case.runs() == ()


@pytest.mark.usefixtures("free")
def test_a_run_that_another_process_fills_is_left_as_it_is(
    settings: Settings, case: CaseFiles, template: ReportTemplate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a Milvus server no process owns the index; the run's own lock tells."""

    async def busy(*_: object, **__: object) -> None:
        raise CaseBusy("another process fills this run")

    monkeypatch.setattr(filling, "fill", busy)
    begun = case.new_run(template="t@1", template_sha256=template.sha256, model="labels")
    with pytest.raises(CaseBusy):
        filling.fill_case(settings, case, template, out=tmp_path / "r.docx", run_id=begun.id)
    assert case.run(begun.id).record.state == RunState.RUNNING


@pytest.mark.usefixtures("free")
def test_a_run_that_a_crash_cut_short_is_pointed_out_and_gone_on_with(
    settings: Settings, case: CaseFiles, template: ReportTemplate, tmp_path: Path
) -> None:
    begun = case.new_run(template="t@1", template_sha256=template.sha256, model="labels")
    told: list[str] = []
    outcome = filling.fill_case(settings, case, template, out=tmp_path / "r.docx", on_unfinished=told.append)
    assert told == [begun.id] and outcome.run != begun.id
    again = filling.fill_case(settings, case, template, out=tmp_path / "r.docx", run_id=begun.id)
    assert (again.run, again.found) == (begun.id, 1)
    told.clear()
    filling.fill_case(settings, case, template, out=tmp_path / "r.docx", on_unfinished=told.append)
    assert not told


@pytest.mark.parametrize(("number", "fault"), [(errno.ENOSPC, StoreUnavailable), (errno.EACCES, ReportNotWritten)])
def test_a_trace_that_cannot_be_written_leaves_no_half_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, fault: type[Exception]
) -> None:
    def broken(path: Path, *_: object, **__: object) -> None:
        path.touch()
        raise OSError(number, "said the system")

    monkeypatch.setattr(Path, "write_text", broken)
    with pytest.raises(fault, match="trace"):
        filling.write_whole(tmp_path / "trace.json", "{}")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def rivals(settings: Settings) -> CaseFiles:
    """A case whose papers name two companies alike."""
    case = open_store(settings).create("Rivals")
    for sha256, name, street in ((SHA, "Blue Heron LLC", "1 Lake Street"), ("b" * 64, "Grey Gull LLC", "2 Sea Road")):
        document = Document(sha256=sha256, name=f"{name}.txt", media_type="text/plain", page_count=1)
        case.begin_file(document, reader="r")
        text = f"Company: {name}\nAddress: {street}"
        case.keep_pages([Page(document=sha256, number=1, kind=PageKind.FLOW, text=text, language="en")])
        case.finish_file(document)
    return case


@pytest.fixture
def about_somebody(tmp_path: Path) -> ReportTemplate:
    path = tmp_path / "fields.yaml"
    path.write_text(
        "id: t\ntitle: T\nlanguages: [en]\nsubject: {names: [name]}\nfields:\n"
        "- {id: name, question: 'Name?', type: organisation, labels: [Company], about_subject: true}\n"
        "- {id: address, question: 'Address?', labels: [Address], about_subject: true}\n",
        encoding="utf-8",
    )
    return load_template(path)


def said(run: RunFindings) -> dict[str, tuple[str, ...]]:
    return {one.field: tuple(value.value.text for value in one.values) for one in run.kept()}


@pytest.mark.usefixtures("free")
def test_a_run_goes_by_whom_the_case_is_said_to_be_about(
    settings: Settings, rivals: CaseFiles, about_somebody: ReportTemplate, tmp_path: Path
) -> None:
    out = tmp_path / "r.docx"
    before = filling.fill_case(settings, rivals, about_somebody, out=out)
    assert (before.found, before.conflict, before.not_found) == (0, 1, 1)
    rivals.people.set_subject(SaidSubject(name="Grey Gull LLC"), by="ann")  # the case was opened before
    after = filling.fill_case(settings, rivals, about_somebody, out=out)
    assert said(rivals.run(after.run)) == {"name": ("Grey Gull LLC",), "address": ("2 Sea Road",)}


@pytest.mark.usefixtures("free")
def test_a_run_that_is_gone_on_with_goes_by_what_was_said_meanwhile(
    settings: Settings, rivals: CaseFiles, about_somebody: ReportTemplate, tmp_path: Path
) -> None:
    begun = rivals.new_run(template="t@1", template_sha256=about_somebody.sha256, model="labels")
    rivals.people.set_subject(SaidSubject(name="Blue Heron LLC"), by="ann")
    outcome = filling.fill_case(settings, rivals, about_somebody, out=tmp_path / "r.docx", run_id=begun.id)
    assert (outcome.run, outcome.found) == (begun.id, 2)
    assert said(rivals.run(begun.id))["address"] == ("1 Lake Street",)


@pytest.mark.needs_milvus
async def test_a_field_asked_again_goes_by_what_was_said_meanwhile(
    settings: Settings, rivals: CaseFiles, about_somebody: ReportTemplate
) -> None:
    run = rivals.new_run(template="t@1", template_sha256=about_somebody.sha256, model="labels")
    with open_index(settings, rivals.id) as index:
        await filling.work_out(settings, rivals, about_somebody, run=run, index=index)
        assert said(run)["address"] == ()
        run.advance(RunState.PAUSED)
        rivals.people.set_subject(SaidSubject(name="Grey Gull LLC"), by="ann")
        run.reviews.ask_again("address", on=1, by="ann", hint="of Grey Gull")
        await filling.work_out(settings, rivals, about_somebody, run=run, index=index, hints=run.reviews.asked_again())
    assert said(run)["address"] == ("2 Sea Road",)
    assert set(said(run)["name"]) == {"Blue Heron LLC", "Grey Gull LLC"}  # nobody asked for it again


def test_nothing_cited_is_not_called_verified(
    settings: Settings, case: CaseFiles, template: ReportTemplate, tmp_path: Path, free: None
) -> None:
    outcome = filling.fill_case(settings, case, template, out=tmp_path / "r.docx")
    assert outcome.line().endswith("citations verified 100 % (1)")
    empty = outcome.model_copy(update={"citations": 0, "citations_verified": 0})
    assert empty.line().endswith("; no citations") and "%" not in empty.line()
