"""``lastro verify``, ``doctor``, ``models`` and ``docs``: holding things against what they should be."""

from pathlib import Path
from typing import Annotated

import typer

from service.cli import show

models_app = typer.Typer(no_args_is_help=True, help="Hold model weights against models.lock.", rich_markup_mode=None)
docs_app = typer.Typer(no_args_is_help=True, help="The generated pages of the documentation.", rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def verify(
    report: Annotated[Path, typer.Argument(help="A report made by lastro fill, or its trace.json.", exists=True)],
    files: Annotated[list[Path], typer.Option("--files", help="Folder or files that the report cites.", exists=True)],
    password: Annotated[
        list[str] | None, typer.Option("--password", help="NAME=PASSWORD of an encrypted file.")
    ] = None,
    head: Annotated[
        str | None, typer.Option("--head", help="Head of the trace's chain as you noted it elsewhere.", metavar="HASH")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also list what holds.")] = False,
    as_json: Json = False,
) -> None:
    """Hold every citation of a report against the files again, with no model and no database.

    Values and quotes are read from the files anew. Text outside of the report's fields is compared with what was written, and no
    more: no quote proves it. Whoever rewrites a whole trace can also give it a new chain: with --head the chain's head is
    compared with the one printed at the end of the report, as you kept it. Exit 1 when a person has to look: a citation or
    value that does not hold, a changed trace, another head, or text that was changed or added in Word, or is seen otherwise.
    """
    from service.filling import passwords_of
    from service.reverifying import verify_report

    settings = show.settings()
    outcome = verify_report(settings, report, files, passwords=passwords_of(password or []), head=head)
    if as_json:
        show.as_json(outcome.model_dump(mode="json"))
    else:
        for line in outcome.lines(everything=everything):
            show.say(line)
    if not outcome.ok:
        raise typer.Exit(1)


def doctor(
    model: Annotated[
        bool, typer.Option("--model", help="Try the served model too; print its conformance card.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Say what is used and why, and what is wrong and how to mend it. Exit 4 when something is wrong."""
    from service.doctor import examine, try_model

    settings = show.settings()
    checks = list(examine(settings))
    if model:
        checks += try_model(settings)
    if as_json:
        show.as_json([check.model_dump(mode="json") for check in checks])
    else:
        for check in checks:
            show.say(
                f"{check.state:5} {check.name}: {check.message}" + (f"\n      mend: {check.mend}" if check.mend else "")
            )
    if any(check.state == "wrong" for check in checks):
        raise typer.Exit(4)


@models_app.command("verify")
def models_verify(as_json: Json = False) -> None:
    """Hash the weights on this machine and hold them against models.lock. Exit 3 when one differs."""
    from service.models import read_lock, verify

    settings = show.settings()
    models = read_lock()
    states = [verify(model, settings.root, tessdata=settings.read.tessdata) for model in models]
    if as_json:
        show.as_json([state.model_dump(mode="json") for state in states])
    else:
        for state in states:
            show.say(f"{state.state:8} {state.name}: {state.message}")
    required = {model.name for model in models if model.required}
    if any(s.state == "mismatch" or (s.state == "missing" and s.name in required) for s in states):
        raise typer.Exit(3)


@models_app.command("lock")
def models_lock(
    add: Annotated[str | None, typer.Option(help="Name of a model to add.")] = None,
    folder: Annotated[Path | None, typer.Option("--from", help="Folder of its files.", exists=True)] = None,
    role: Annotated[str, typer.Option(help="embedding, ocr or language_model.")] = "language_model",
    source: Annotated[str, typer.Option(help="Where it comes from: repository or vendor.")] = "",
    revision: Annotated[str, typer.Option(help="Its revision there.")] = "",
    licence: Annotated[str, typer.Option(help="Its licence.")] = "",
    as_json: Json = False,
) -> None:
    """Write models.lock anew from the weights that lie here; with --add, take in a model from a folder."""
    from evidence.errors import InputRefused
    from service.models import ROLES, add_folder, lock_again, read_lock, write_lock

    settings = show.settings()
    models = lock_again(read_lock(), settings.root, tessdata=settings.read.tessdata)
    if add:
        if folder is None or not source or not revision or not licence or role not in ROLES:
            raise InputRefused(
                f"--add {add} needs --from, --source, --revision, --licence and a --role of {', '.join(ROLES)}"
            )
        entry = add_folder(name=add, folder=folder, role=role, source=source, revision=revision, licence=licence)
        models = (*(model for model in models if model.name != add), entry)
    write_lock(models)
    if as_json:
        show.as_json([model.model_dump(mode="json") for model in models])
    else:
        show.say(f"models.lock: {len(models)} models")


@docs_app.command("write")
def docs_write(
    context: typer.Context,
    folder: Annotated[Path, typer.Option(help="The docs folder.")] = Path("docs"),
    as_json: Json = False,
) -> None:
    """Write the generated pages: commands, settings, errors, graphs."""
    from service.pages import generated

    pages = {folder / name: text for name, text in generated(context.find_root().command).items()}
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if not as_json:
            show.say(str(path))
    if as_json:
        show.as_json([str(path) for path in pages])
