"""``lastro reference``: laws, rules and manuals that every case may cite and none may change."""

from pathlib import Path
from typing import Annotated

import typer

from service.cli import show

app = typer.Typer(no_args_is_help=True, help="Add, list and remove reference collections.", rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("add")
def add(
    name: Annotated[str, typer.Argument(help="Short name, as citations print it: aila.")],
    folder: Annotated[Path, typer.Option("--from", help="Folder of Markdown, HTML, text or PDF files.", exists=True)],
    as_json: Json = False,
) -> None:
    """Make or replace a collection of sections with stable ids."""
    from service.references import add_from_folder

    settings = show.settings()
    with show.progress(quiet=as_json) as progress:

        def on_progress(done: int, total: int) -> None:
            progress.step(f"embedded {done} of {total} passages", done=done == total)

        info, passed_over = add_from_folder(settings, name, folder, on_progress=on_progress)
    if as_json:
        show.as_json(info.model_dump(mode="json"))
    else:
        for file in passed_over:
            show.note(f"passed over: {file} (not Markdown, HTML, text, PDF or DOCX)")
        show.say(f"{info.name}: {info.documents} files, {info.sections} sections, version {info.version}")


@app.command("list")
def list_(as_json: Json = False) -> None:
    """List the collections."""
    from index.references import list_references

    found = list_references(show.settings().root)
    if as_json:
        show.as_json([info.model_dump(mode="json") for info in found])
        return
    show.table(("name", "files", "sections", "version"), [(i.name, i.documents, i.sections, i.version) for i in found])


@app.command("rm")
def remove(name: Annotated[str, typer.Argument(help="Name of a collection.")], as_json: Json = False) -> None:
    """Remove a collection. Reports that cite it can no longer be verified against it."""
    from index.references import remove_reference

    remove_reference(show.settings().root, name)
    if as_json:
        show.as_json({"removed": name})
    else:
        show.say(f"removed {name}")
