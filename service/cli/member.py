"""``lastro case member``: who sees a case in the browser. A case made by the command line has no members until then."""

from typing import Annotated

import typer

from service.cli import show

app = typer.Typer(no_args_is_help=True, help="Say who works on a case.", rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Case = Annotated[str, typer.Argument(help="Id or title.")]
Login = Annotated[str, typer.Argument(help="Login of the user; `lastro user list` shows who there is.")]


@app.command("add")
def add(
    case: Case,
    login: Login,
    role: Annotated[
        str, typer.Option(help="reader, analyst, reviewer or owner: each may do what the ones before it may.")
    ] = "analyst",
    as_json: Json = False,
) -> None:
    """Add a member to a case, or give one another role. They see it in the browser at once."""
    from cases.access import COMMAND_LINE
    from cases.records import CaseRole
    from evidence.errors import InputRefused
    from service.wiring import open_store

    if role not in set(CaseRole):
        raise InputRefused(f"role {role!r} is not known; give one of: {', '.join(CaseRole)}")
    store = open_store(show.settings())
    held, user = store.open(case), store.people.by_login(login)
    held.people.add(user.id, CaseRole(role), by=COMMAND_LINE)
    if as_json:
        member = next(member for member in held.people.members() if member.login == user.login)
        show.as_json(member.model_dump(mode="json"))
    else:
        show.say(f"{user.name} ({user.login}) is {role} of {held.record.title!r}")
    if user.disabled:
        show.note(f"{user.login!r} is disabled and cannot sign in until an admin enables it again")


@app.command("rm")
def remove(case: Case, login: Login, as_json: Json = False) -> None:
    """Take a member out of a case; it is not there for them any more. The last owner stays."""
    from cases.access import COMMAND_LINE
    from service.wiring import open_store

    store = open_store(show.settings())
    held, user = store.open(case), store.people.by_login(login)
    held.people.remove(user.id, by=COMMAND_LINE)
    if as_json:
        show.as_json({"case": held.id, "removed": user.login})
    else:
        show.say(f"{user.name} ({user.login}) is no member of {held.record.title!r} any more")


@app.command("list")
def list_(case: Case, as_json: Json = False) -> None:
    """List the members of a case."""
    from service.wiring import open_store

    held = open_store(show.settings()).open(case)
    members = held.people.members()
    if as_json:
        show.as_json([member.model_dump(mode="json") for member in members])
    elif not members:
        show.note(f"nobody sees {held.record.title!r} in the browser yet; `lastro case member add` adds someone")
    else:
        show.table(
            ("login", "name", "role", "since"),
            [(m.login, m.name, m.role, f"{m.added_at:%Y-%m-%d %H:%M}") for m in members],
        )
