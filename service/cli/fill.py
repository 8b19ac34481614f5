"""``lastro fill``, ``ingest``, ``search`` and ``demo``: the main road."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli import show
from service.cli.case import Subject, SubjectNumber

if TYPE_CHECKING:
    from cases.store import CaseFiles
    from evidence.fields import ReportTemplate
    from evidence.pages import Problem
    from service.filling import FillOutcome
    from service.reading import ReadSummary
    from service.settings import Settings

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Password = Annotated[
    list[str] | None, typer.Option("--password", help="NAME=PASSWORD of an encrypted file; repeatable.")
]


def ingest(
    case: Annotated[str, typer.Argument(help="Id or title of a case.")],
    files: Annotated[list[Path], typer.Argument(help="Files and folders.", exists=True)],
    password: Password = None,
    as_json: Json = False,
) -> None:
    """Read files into a case: pages, passages, problems. Exit 1 when something could not be read.

    What was read before is not read again.
    """
    from service.filling import passwords_of
    from service.wiring import open_store

    settings = show.settings()
    summary = _read(
        settings, open_store(settings).open(case), files, passwords=passwords_of(password or []), quiet=as_json
    )
    if as_json:
        show.as_json(summary.model_dump(mode="json"))
    else:
        show.say(f"{summary.files} files, {summary.pages} pages, {summary.passages} passages")
    if any(entry.is_error for entry in summary.problems):
        raise typer.Exit(1)


def fill(
    template: Annotated[
        str, typer.Option("--template", help="Folder, DOCX, fields.yaml, or an installed template's id.")
    ],
    out: Annotated[Path, typer.Option("--out", help="Where the report goes.")] = Path("report.docx"),
    files: Annotated[
        list[Path] | None, typer.Option("--files", help="Files and folders; repeatable.", exists=True)
    ] = None,
    trace: Annotated[Path | None, typer.Option("--trace", help="Also write trace.json here.")] = None,
    case: Annotated[str | None, typer.Option("--case", help="Id or title of a case that is kept.")] = None,
    title: Annotated[str | None, typer.Option("--title", help="Keep what is read as a new case of this title.")] = None,
    run: Annotated[str | None, typer.Option("--run", help="Go on with an interrupted run of --case.")] = None,
    data_class: Annotated[
        str, typer.Option(help="Of a new case: confidential, anonymised or synthetic.")
    ] = "confidential",
    subject: Subject = None,
    subject_number: SubjectNumber = None,
    language: Annotated[str | None, typer.Option(help="Of the report's own words: ru, pt, en, uz.")] = None,
    password: Password = None,
    as_json: Json = False,
) -> None:
    """Fill a report template from a folder of documents. Exit 1 when fields wait for a person, or a file was not read.

    Without --case or --title everything that was read is removed again when the report is written.
    """
    from evidence.errors import CaseBusy
    from service import temporary
    from service.filling import check_outputs, passwords_of
    from service.wiring import remove_case, try_model

    settings = show.settings()
    check_outputs(out, trace, inputs=files or [])
    passwords = passwords_of(password or [])
    loaded = _template_of(settings, template, language=language)
    lacking = _lacking(settings, loaded)
    _refuse_at_odds(settings, loaded, case=case, title=title, run=run)
    opened = _case_of(
        settings, case=case, title=title, files=files or [], data_class=data_class, about=(subject, subject_number)
    )
    is_temporary = case is None and title is None
    if not is_temporary:
        temporary.unmark(settings, opened.id)
    mark = None
    try:
        mark = temporary.hold(settings, opened.id) if is_temporary else None
        try_model(settings, data_class=opened.record.data_class)
        unread = _unread(_read(settings, opened, files, passwords=passwords, quiet=as_json)) if files else ()
        outcome = _fill(settings, opened, loaded, out=out, trace=trace, run=run, language=language, quiet=as_json)
        outcome = outcome.model_copy(update={"notes": (*outcome.notes, *lacking, *unread)})
    except BaseException as stopped:  # whatever it was, Ctrl-C too: say how to go on or clean up, then let it through
        if not isinstance(stopped, CaseBusy):  # then nothing was begun
            _leave(settings, opened, run=run, is_temporary=is_temporary)
        raise
    if mark is not None:
        remove_case(settings, opened)
        temporary.unmark(settings, opened.id)
    _tell(outcome, as_json=as_json)
    if outcome.needs_verification or unread:
        raise typer.Exit(1)


def search(
    case: Annotated[str, typer.Argument(help="Id or title.")],
    query: Annotated[str, typer.Argument(help="What to look for, in any language.")],
    k: Annotated[int, typer.Option(min=1, max=1000, help="How many passages.")] = 5,
    as_json: Json = False,
) -> None:
    """Find passages of a case by meaning and by words."""
    from service.wiring import open_index, open_store

    settings = show.settings()
    held = open_store(settings).open(case)
    with open_index(settings, held.id) as index:
        hits = index.search(query, k)
    if as_json:
        show.as_json([hit.model_dump(mode="json") for hit in hits])
        return
    for hit in hits:
        document = held.document(hit.passage.document)
        place = f"page {hit.passage.page}" if document.is_paged else f"part {hit.passage.page}"
        show.say(f"{hit.score:.3f}  {document.name}, {place}: {' '.join(hit.passage.text.split())[:200]}")


def demo(
    out: Annotated[Path, typer.Option("--out", help="Folder for the report and its trace.")] = Path("demo-out"),
    as_json: Json = False,
) -> None:
    """Fill the sample credit case, hold the report against the files and the findings against the gold file."""
    from service.demo import run_demo

    outcome = run_demo(show.settings(home=out / "home"), out, quiet=as_json)
    if as_json:
        show.as_json(outcome.model_dump(mode="json"))


def _template_of(settings: "Settings", given: str, *, language: str | None) -> "ReportTemplate":
    """What can be said before anything is read is said here."""
    from render.phrases import refuse_unwritten
    from render.template import load_template
    from service.wiring import find_template

    refuse_unwritten(language)
    return load_template(find_template(settings, given))


def _lacking(settings: "Settings", template: "ReportTemplate") -> tuple[str, ...]:
    """Reference collections that are not here: said before anything is read, and kept to be said at the end."""
    from service.references import missing_references

    lacking = missing_references(settings, template)
    for line in lacking:
        show.note(f"warning: {line}")
    return lacking


def _refuse_at_odds(
    settings: "Settings", template: "ReportTemplate", *, case: str | None, title: str | None, run: str | None
) -> None:
    """What the options cannot mean together. Raises InputRefused or NotKept, before anything is read or kept."""
    from cases.members import shown_title
    from evidence.errors import InputRefused
    from service.filling import begun_run
    from service.wiring import open_store

    if case is not None and title is not None:
        raise InputRefused("--title is of a new case, and --case of one that is kept; give one of the two")
    if title is not None:
        shown_title(title)
    if run is not None and case is None:
        raise InputRefused("--run goes on with a run of a case that is kept; name that case with --case")
    if run is not None and case is not None:
        begun_run(open_store(settings).open(case), template, run)


def _case_of(
    settings: "Settings", *, case: str | None, title: str | None, files: list[Path], data_class: str,
    about: tuple[str | None, str | None],
) -> "CaseFiles":  # fmt: skip
    """``about``: name and number of whom the case is about; of a case that is kept they replace what was said before."""
    from cases.access import COMMAND_LINE
    from cases.records import DataClass, SaidSubject
    from evidence.errors import InputRefused
    from service.temporary import remove_left, temporary_title
    from service.wiring import open_store

    subject = SaidSubject(name=about[0], number=about[1])
    if case is not None:
        held = open_store(settings).open(case)
        if subject != SaidSubject():
            held.people.set_subject(subject, by=COMMAND_LINE)
        return held
    if not files:
        raise InputRefused("nothing to read; give --files, or --case with files read before")
    if data_class not in set(DataClass):
        raise InputRefused(f"data class {data_class!r} is not known; give one of: {', '.join(DataClass)}")
    for left in remove_left(settings) if title is None else ():
        assert left.run is not None  # others are gone
        show.note(
            f"note: an earlier fill was cut short ({left.case.title}): go on with --case {left.case.id} --run {left.run.id}"
        )
        show.note(f"or remove it with: lastro case rm {left.case.id}")
    name = temporary_title(files[0].name) if title is None else title
    return open_store(settings).create(name, data_class=DataClass(data_class), subject=subject)


def _leave(settings: "Settings", case: "CaseFiles", *, run: str | None, is_temporary: bool) -> None:
    """A run that was begun is kept, to go on with; a temporary case without one is removed."""
    from service.temporary import open_run, unmark
    from service.wiring import open_store, remove_case

    begun = open_run(open_store(settings).open(case.id))
    going_on = run or (begun.id if begun is not None else None)
    if going_on:
        show.note(f"kept so far: go on with --case {case.id} --run {going_on}")
        if is_temporary:
            show.note(f"or remove it with: lastro case rm {case.id}")
    elif is_temporary:
        remove_case(settings, case)
        unmark(settings, case.id)


def _read(
    settings: "Settings", case: "CaseFiles", files: list[Path], *, passwords: dict[str, str], quiet: bool
) -> "ReadSummary":
    from evidence.errors import InputRefused
    from service.reading import read_into
    from service.wiring import open_index

    options = settings.read.model_copy(update={"passwords": passwords})
    with show.progress(quiet=quiet) as progress, open_index(settings, case.id) as index:

        def on_page(name: str, pages: int, total: int) -> None:
            progress.step(show.reading(name, pages, total), done=bool(total))

        summary = read_into(case, files, options=options, index=index, on_page=on_page)
    if not quiet:
        for line in _problem_lines(summary):
            show.note(line)
        for name in sorted(set(passwords) - {document.name for document in case.documents()}):
            show.note(f"warning: a password was given for {name!r}, and no file of this case is called that")
    if not summary.files:
        left_out = f" ({len(summary.problems)} things in it were left out)" if summary.problems else ""
        names = ", ".join(repr(str(path)) for path in files)
        raise InputRefused(f"{names} holds no file to read{left_out}; give files, or the folder that they are in")
    return summary


def _unread(summary: "ReadSummary") -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"not read: {problem.file}" for problem in summary.problems if problem.is_error))


_SAID_NOTES = ("office_lock",)
"""Codes of notes that a person is told too: what lies in the folder and looks like a document of theirs."""


def _problem_lines(summary: "ReadSummary") -> Iterator[str]:
    """One line for each kind of problem of a file: the first in words, the other pages by number."""
    from service.locked import LOCKED

    kinds: dict[tuple[str, str], list[Problem]] = {}
    for entry in summary.problems:
        if entry.problem.severity != "note" or entry.problem.code in _SAID_NOTES:
            kinds.setdefault((entry.file, entry.problem.code), []).append(entry.problem)
    for (name, _), problems in kinds.items():
        first = problems[0]
        others = sorted(
            {problem.page for problem in problems if problem.page is not None and problem.page != first.page}
        )
        more = f" (also pages {', '.join(map(str, others[:12]))}{' …' if len(others) > 12 else ''})" if others else ""
        how = f": --password {name}=…" if first.code in LOCKED else ""
        yield f"{first.severity}: {name}: {first.message}{more}{how}"


def _fill(
    settings: "Settings",
    case: "CaseFiles",
    template: "ReportTemplate",
    *,
    out: Path,
    trace: Path | None,
    run: str | None,
    language: str | None,
    quiet: bool,
) -> "FillOutcome":
    from agents.fill.run import FillEvent
    from service.filling import fill_case

    with show.progress(quiet=quiet) as progress:

        def on_progress(event: FillEvent) -> None:
            if event.stage != "started":
                progress.step(
                    f"{event.done}/{event.total} {event.field}: {event.status}", done=event.done == event.total
                )

        return fill_case(
            settings,
            case,
            template,
            out=out,
            trace=trace,
            run_id=run,
            language=language,
            on_progress=on_progress,
            on_unfinished=lambda run: show.note(
                f"an earlier run of this template was not finished; --run {run} goes on with it"
            ),
        )


def _tell(outcome: "FillOutcome", *, as_json: bool) -> None:
    if as_json:
        show.as_json(outcome.model_dump(mode="json"))
        return
    for line in outcome.notes:
        show.note(f"note: {line}")
    show.say(outcome.line())
    show.say(f"report: {outcome.report}" + (f"  trace: {outcome.trace}" if outcome.trace else ""))
