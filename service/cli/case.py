"""``lastro case``: what is kept."""

from typing import Annotated

import typer

from service.cli import member, show

app = typer.Typer(no_args_is_help=True, help="Make, list, show and remove cases.", rich_markup_mode=None)
app.add_typer(member.app, name="member")

Subject = Annotated[
    str | None, typer.Option("--subject", help="Name of whom the case is about, as the papers write it.")
]
SubjectNumber = Annotated[
    str | None, typer.Option("--subject-number", help="Their tax or personal number; enough by itself.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("new")
def new(
    title: Annotated[str, typer.Argument(help="What people call the case.")],
    data_class: Annotated[
        str, typer.Option(help="confidential, anonymised or synthetic; the last two may use an outside model.")
    ] = "confidential",
    subject: Subject = None,
    subject_number: SubjectNumber = None,
    as_json: Json = False,
) -> None:
    """Make an empty case and print its id."""
    from cases.records import DataClass, SaidSubject
    from evidence.errors import InputRefused
    from service.wiring import open_store

    if data_class not in set(DataClass):
        raise InputRefused(f"data class {data_class!r} is not known; give one of: {', '.join(DataClass)}")
    case = open_store(show.settings()).create(
        title, data_class=DataClass(data_class), subject=SaidSubject(name=subject, number=subject_number)
    )
    if as_json:
        show.as_json(case.record.model_dump(mode="json"))
    else:
        show.say(case.id)


@app.command("list")
def list_(as_json: Json = False) -> None:
    """List the cases."""
    from service.wiring import open_store

    records = open_store(show.settings()).list()
    if as_json:
        show.as_json([record.model_dump(mode="json") for record in records])
        return
    show.table(
        ("id", "title", "data", "files", "runs", "made"),
        [(r.id, r.title, r.data_class, r.files, r.runs, f"{r.created_at:%Y-%m-%d %H:%M}") for r in records],
    )


@app.command("show")
def show_case(case: Annotated[str, typer.Argument(help="Id or title.")], as_json: Json = False) -> None:
    """Show a case's files with their problems, and its runs."""
    from service.wiring import open_store

    held = open_store(show.settings()).open(case)
    documents, runs, unfinished = held.documents(), held.runs(), held.unfinished()
    if as_json:
        show.as_json(
            {
                "case": held.record.model_dump(mode="json"),
                "unfinished": unfinished,
                "files": [document.model_dump(mode="json") for document in documents],
                "runs": [run.model_dump(mode="json") for run in runs],
            }
        )
        return
    show.say(f"{held.record.title}  {held.id}  ({held.record.data_class})")
    if about := ", ".join(said for said in (held.record.subject, held.record.subject_number) if said):
        show.say(f"  about {about}")
    for document in documents:
        show.say(f"  {document.name}  {document.media_type}  {document.page_count} pages")
        for problem in document.problems:
            show.say(f"    {problem.severity}: {problem.message}")
    for name in unfinished:
        show.say(f"  {name}  NOT READ TO ITS END (interrupted): read it again with `lastro ingest`")
    for run in runs:
        show.say(f"  run {run.id}  {run.template}  {run.model}  {run.state}")


@app.command("subject")
def subject(
    case: Annotated[str, typer.Argument(help="Id or title.")],
    name: Annotated[str | None, typer.Option("--name", help="As the papers write it.")] = None,
    number: Annotated[str | None, typer.Option("--number", help="Tax or personal number; enough by itself.")] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Nobody says it any more: the papers decide.")] = False,
    as_json: Json = False,
) -> None:
    """Say whom a case is about, or show what was said. It replaces what was said before.

    Where papers name two companies or persons alike, fields about the subject stay open until somebody says it. It counts
    for runs, and for fields asked again, from now on.
    """
    from cases.access import COMMAND_LINE
    from cases.records import SaidSubject
    from evidence.errors import InputRefused
    from service.wiring import open_store

    people = open_store(show.settings()).open(case).people
    if clear and (name is not None or number is not None):
        raise InputRefused("--clear takes back what was said; give it without --name and --number")
    if clear or name is not None or number is not None:
        people.set_subject(SaidSubject(name=name, number=number), by=COMMAND_LINE)
    said = people.subject()
    if as_json:
        show.as_json(said.model_dump(mode="json"))
    else:
        show.say(", ".join(one for one in (said.name, said.number) if one) or "nobody said it: the papers decide")


@app.command("rm")
def remove(
    case: Annotated[str, typer.Argument(help="Id or title.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: Json = False,
) -> None:
    """Remove a case: files, pages, vectors, checkpoints and findings; print the receipt that proves it."""
    from evidence.errors import LastroError
    from service.wiring import open_store, remove_case

    settings = show.settings()
    held = open_store(settings).open(case)
    if not yes and not _agreed(f"remove case {held.record.title!r} with its {held.record.files} files for good?"):
        show.note("nothing was removed")
        raise typer.Exit(1)
    receipt = remove_case(settings, held)
    if as_json:
        show.as_json(receipt.model_dump(mode="json"))
    else:
        show.say(f"removed {receipt.what}: " + ", ".join(f"{count} {name}" for name, count in receipt.removed.items()))
    if not receipt.proved:
        raise LastroError(f"{receipt.what} is not wholly gone: {receipt.left}; run the command again")


def _agreed(question: str) -> bool:
    try:
        return typer.confirm(show.harmless(question), err=True)  # stdout is the receipt's
    except typer.Abort:  # no terminal and nothing piped in, or Ctrl-C
        show.note("")  # the question's own line ends
        raise typer.BadParameter(
            "nobody is here to confirm, so nothing was removed; with --yes it is removed without asking",
            param_hint="--yes",
        ) from None
