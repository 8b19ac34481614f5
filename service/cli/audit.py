"""``lastro audit``: who did what, and whether the record still holds."""

from typing import TYPE_CHECKING, Annotated

import typer

from service.cli import show

if TYPE_CHECKING:
    from cases.audit import AuditAnchor

app = typer.Typer(no_args_is_help=True, help="Read the audit, and verify it.", rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_(
    case: Annotated[str | None, typer.Option(help="Only of this case: id or title.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many, the newest.")] = 50,
    as_json: Json = False,
) -> None:
    """Say who did what and when, newest first; a token is named with its user."""
    from service.audit_names import named
    from service.wiring import open_store

    store = open_store(show.settings())
    held = None if case is None else store.open(case).id
    entries = named(store, store.audit.entries(case=held, limit=limit))
    if as_json:
        show.as_json([entry.model_dump(mode="json") for entry in entries])
        return
    show.table(
        ("no.", "at", "who", "did", "to"),
        [
            (
                e.number,
                f"{e.at:%Y-%m-%d %H:%M:%S}",
                e.who,
                e.action,
                e.subject if e.about is None else f"{e.subject} ({e.about})",
            )
            for e in entries
        ],
    )


@app.command("head")
def head(as_json: Json = False) -> None:
    """Print the newest entry's number and hash, to be noted where nobody who owns the database can change it."""
    from service.wiring import open_store

    anchor = open_store(show.settings()).audit.head()
    if as_json:
        show.as_json(anchor.model_dump(mode="json"))
    else:
        show.say(f"{anchor.number}:{anchor.hash}")


@app.command("verify")
def verify(
    anchor: Annotated[
        str | None, typer.Option(help="NUMBER:HASH that `lastro audit head` printed earlier; it must still be there.")
    ] = None,
    files: Annotated[
        bool, typer.Option("--files", help="Also hash every kept file and template version again.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Compute every hash of the audit again, and name the first entry that does not hold. Exit 1 when one does not."""
    from service.audit_names import named
    from service.keeping import changed_files
    from service.wiring import open_store

    store = open_store(show.settings())
    verdict = store.audit.verify(anchor=_anchor(anchor))
    changed = changed_files(store) if files else ()
    broken = None if verdict.broken_at is None else store.audit.entry(verdict.broken_at)
    reads = None if broken is None else named(store, [broken])[0]
    if as_json:
        said = verdict.model_dump(mode="json") | {"reads": reads and reads.model_dump(mode="json"), "changed": changed}
        show.as_json(said)
    else:
        if verdict.holds:
            show.say(f"{verdict.entries} entries hold; the newest is {verdict.head.number}:{verdict.head.hash}")
        else:
            show.say(f"entry {verdict.broken_at} does not hold: {verdict.reason}")
            show.say(f"{verdict.entries} entries before it hold")
        if reads is not None:
            show.say(f"it reads: {reads.at:%Y-%m-%d %H:%M:%S} UTC, {reads.who}, {reads.action}, {reads.subject}")
        for line in changed:
            show.say(line)
        if files and not changed:
            show.say("every kept file and template version is as it was given")
    if not verdict.holds or changed:
        raise typer.Exit(1)


def _anchor(given: str | None) -> "AuditAnchor | None":
    from cases.audit import AuditAnchor
    from evidence.errors import InputRefused

    if given is None:
        return None
    number, _, digest = given.strip().partition(":")
    if not number.isdecimal() or len(digest) != 64:
        raise InputRefused(f"{given!r} is no anchor; give NUMBER:HASH as `lastro audit head` prints it")
    return AuditAnchor(number=int(number), hash=digest)
