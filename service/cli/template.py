"""``lastro template``: report templates."""

from typing import Annotated

import typer

from service.cli import show

app = typer.Typer(no_args_is_help=True, help="List, show and check report templates.", rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("lint")
def lint(
    template: Annotated[str, typer.Argument(help="Folder, DOCX, fields.yaml, or the id of an installed template.")],
    as_json: Json = False,
) -> None:
    """Find unfilled, duplicate, split, misspelt and unknown tags, and say where.

    Exit 3 when `lastro fill` would refuse the template, 1 when a warning wants a look, 0 when there are at most notes.
    """
    from render.template import LintIssue, Severity, lint_template, load_template
    from service.references import missing_references
    from service.wiring import find_template

    settings = show.settings()
    path = find_template(settings, template)
    issues = lint_template(path)
    if not any(issue.severity is Severity.ERROR for issue in issues):
        said = missing_references(settings, load_template(path))
        issues += tuple(
            LintIssue(severity=Severity.NOTE, code="reference", file=path.name, message=line) for line in said
        )
    if as_json:
        show.as_json([issue.model_dump(mode="json") for issue in issues])
    else:
        for issue in issues:
            show.say(str(issue))
        if not issues:
            show.say("nothing to mend")
    severities = {issue.severity.value for issue in issues}
    if severities & {"error", "warning"}:
        raise typer.Exit(3 if "error" in severities else 1)


@app.command("show")
def show_template(
    template: Annotated[str, typer.Argument(help="Folder, DOCX, fields.yaml, or the id of an installed template.")],
    as_json: Json = False,
) -> None:
    """Show a template's fields in order."""
    from render.template import load_template
    from service.wiring import find_template

    loaded = load_template(find_template(show.settings(), template))
    if as_json:
        show.as_json(loaded.model_dump(mode="json"))
        return
    show.say(f"{loaded.title}  {loaded.id}@{loaded.version}  {len(loaded.fields)} fields")
    show.table(
        ("field", "type", "filled by", "title"),
        [(field.id, field.type, field.filled_by, field.title) for field in loaded.fields],
    )


@app.command("list")
def list_(as_json: Json = False) -> None:
    """List the installed templates."""
    from render.template import load_template
    from service.wiring import installed_templates

    loaded = [load_template(path) for path in installed_templates(show.settings())]
    if as_json:
        show.as_json([{"id": each.id, "version": each.version, "title": each.title} for each in loaded])
        return
    show.table(("id", "version", "title", "fields"), [(t.id, t.version, t.title, len(t.fields)) for t in loaded])
