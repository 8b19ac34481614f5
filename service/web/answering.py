"""Who asks, and what they get to see when something is refused: a page in words, or a part of one."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from fastapi import HTTPException
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from evidence.errors import LastroError, NotSignedIn
from service.api.details import in_language
from service.api.refusals import PasswordChangeNeeded
from service.web.rendering import language_of, page

if TYPE_CHECKING:
    from cases.access import Actor


class PageRoute(APIRoute):
    """A refusal becomes a page that says what happened, what is kept and what to do."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:  # as starlette types it
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handle(request)
            except NotSignedIn:
                return to_login(request)
            except PasswordChangeNeeded:
                return RedirectResponse("/password", status_code=303)
            except LastroError as error:
                why = getattr(error, "why", None)
                said = in_language(str(error), language_of(request).language, reason=why)
                return refused(request, status=error.http_status, code=error.code, message=said)
            except RequestValidationError:
                return refused(request, status=422, code="invalid", message="")
            except HTTPException as error:
                return refused(request, status=error.status_code, code="http", message=str(error.detail))

        return answer


def to_login(request: Request) -> Response:
    """Back to where they were, after signing in. ``next`` is a path of ours: the login page looks at it again."""
    target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    address = "/login" if target == "/" else f"/login?next={quote(target, safe='')}"
    if is_part(request):
        return Response(status_code=401, headers={"HX-Redirect": "/login"})
    return RedirectResponse(address, status_code=303)


def is_part(request: Request) -> bool:
    """Whether a script asks for a part of a page."""
    return "hx-request" in request.headers


def refused(request: Request, *, status: int, code: str, message: str) -> Response:
    template = "parts/refused.html" if is_part(request) else "refused.html"
    return page(request, template, status=status, code=code, message=message, status_code=status)


def local_path(given: str | None) -> str:
    """Where to go after signing in; never another site."""
    is_ours = given is not None and given.startswith("/") and not given.startswith(("//", "/\\")) and "\\" not in given
    return given if is_ours and given is not None and given.isprintable() else "/cases"


def actor_of(request: Request) -> "Actor":
    """The signed-in person, as the dependency of the router left them."""
    actor: Actor = request.state.actor
    return actor
