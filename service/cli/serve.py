"""``lastro serve``: the service on this machine."""

from typing import Annotated

import typer

from service.cli import show


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 127.0.0.1 unless set.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 8080 unless set, 0 = any free one.")] = None,
) -> None:
    """Serve the API and the review pages, and do the work in the background.

    The first start makes an admin and prints a one-time password. Ctrl-C stops it; finished pages and fields are kept.
    """
    from service.api.serving import serve as serve_forever

    settings = show.settings()
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    if given:
        settings = settings.model_copy(update={"serve": settings.serve.model_copy(update=given)})
    serve_forever(settings, say=show.say)
