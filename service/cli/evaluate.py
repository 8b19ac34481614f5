"""``lastro eval``: how well a reader does on cases whose answers are known."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from service.cli import show

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def evaluate(
    data: Annotated[
        Path, typer.Option("--data", help="Folder of SET/CASE/{files/, fields.yaml, gold.json}.", exists=True)
    ],
    out: Annotated[Path, typer.Option("--out", help="Where each case's trace.json goes.")] = Path("eval-out"),
    sets: Annotated[str, typer.Option("--sets", help="Names of sets, with commas; all when left out.")] = "",
    cases: Annotated[int | None, typer.Option("--cases", min=1, help="Only the first N of each set.")] = None,
    scorer: Annotated[
        Path | None,
        typer.Option("--scorer", help="A Python program that takes --data, --traces and --json.", exists=True),
    ] = None,
    cache: Annotated[
        Path | None, typer.Option("--cache", help="Keep the pages that were read here, to try another reader on them.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Fill cases with known answers by the whole road, write their traces, and have a scorer judge them.

    The reader, the limits and the text recognition are those of the settings. Nothing is kept in LASTRO_HOME.
    """
    from sandbox.evaluation import evaluate as results_of
    from service.evaluating import reader_of_settings

    settings = show.settings()
    results = results_of(
        data,
        out=out,
        reading=settings.read,
        open_reader=partial(reader_of_settings, settings),
        sets=tuple(name.strip() for name in sets.split(",") if name.strip()),
        most_cases=cases,
        scorer=scorer,
        cache=cache,
    )
    shown = []
    for result in results:
        shown.append(result.model_dump(mode="json"))
        for line in () if as_json else result.lines():
            show.say(line)
    if as_json:
        show.as_json(shown)
