"""``lastro review``: what waits for a person."""

from typing import Annotated

import typer

from service.cli import show


def review(
    run: Annotated[str | None, typer.Argument(help="Id of a run; the last one of --case when left out.")] = None,
    case: Annotated[str | None, typer.Option("--case", help="Id or title of a case.")] = None,
    template: Annotated[
        str | None, typer.Option("--template", help="The run's template, where it is not installed.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the fields of a run that wait for a person, with why. Exit 1 when one does. It decides nothing.

    Every quote is held against the pages as they are now: where a file was read anew since, the field says so. Decisions are
    made in the pages of `lastro serve`.
    """
    from render.template import load_template
    from service.waiting import find_run, review_of
    from service.wiring import find_template, open_store

    settings = show.settings()
    held, found = find_run(open_store(settings), run=run, case=case)
    given = load_template(find_template(settings, template)) if template is not None else None
    outcome = review_of(settings, held, found, template=given)
    if as_json:
        show.as_json(outcome.model_dump(mode="json"))
    else:
        show.say(f"run {outcome.run}  {outcome.template}  {outcome.state}")
        rows = [
            (one.field, one.status, one.reason + (f" (read anew: {'; '.join(one.read_anew)})" if one.read_anew else ""))
            for one in outcome.waiting
        ]
        if rows:
            show.table(("field", "status", "why"), rows)
        show.say(f"{len(rows)} of {outcome.fields} fields wait for a person; {outcome.decided} are decided")
    if outcome.waiting:
        raise typer.Exit(1)
