"""``lastro user``: who may sign in to the service. For whoever has the machine; the rest is in the pages and the API."""

from typing import Annotated

import typer

from service.cli import show

app = typer.Typer(no_args_is_help=True, help="List users and give them new passwords.", rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_(as_json: Json = False) -> None:
    """List the users of the service."""
    from service.wiring import open_store

    users = open_store(show.settings()).people.all()
    if as_json:
        show.as_json([user.model_dump(mode="json") for user in users])
        return
    show.table(
        ("login", "name", "role", "state"),
        [(user.login, user.name, user.role, "disabled" if user.disabled else "active") for user in users],
    )


@app.command("password")
def password(
    login: Annotated[str, typer.Argument(help="Whose; of the first start: admin.")],
    as_json: Json = False,
) -> None:
    """Give a user a new one-time password and print it this once: for one that was lost or forgotten.

    The old password, open sessions and a lock after wrong passwords end; it opens nothing but its own change.
    """
    from cases.access import COMMAND_LINE
    from cases.people import one_time_password
    from service.wiring import open_store

    people = open_store(show.settings()).people
    user = people.by_login(login)
    given = one_time_password()
    people.give_password(user.id, given, by=COMMAND_LINE)
    if as_json:
        show.as_json({"login": user.login, "password": given})
    else:
        show.say(f"sign in as {user.login!r} with the one-time password {given}")
        if user.disabled:
            show.note(f"{user.login!r} is disabled and cannot sign in until an admin enables it again")
