"""The pages. They read by calling the store and the services; what changes something goes through the JSON API."""

from typing import TYPE_CHECKING

from fastapi import APIRouter, Depends, Request
from starlette.responses import FileResponse, RedirectResponse, Response

from service.web import admin_routes, case_routes, evidence_routes, removal_routes, run_routes, template_routes
from service.web.answering import PageRoute, local_path
from service.web.phrases import LANGUAGE_COOKIE, LANGUAGES
from service.web.rendering import HEADERS, STATIC, THEME_COOKIE, THEMES, page

if TYPE_CHECKING:
    from service.context import Context

_YEAR = 31_536_000
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".png": "image/png",
}


def web_router(context: "Context") -> APIRouter:
    from service.api.auth import current_actor, require_session

    router = APIRouter(route_class=PageRoute, include_in_schema=False)
    _open_pages(router, context)
    signed_in = APIRouter(route_class=PageRoute, include_in_schema=False, dependencies=[Depends(current_actor)])
    signed_in.add_api_route("/", lambda: RedirectResponse("/cases", status_code=303), methods=["GET"])
    for routes in (case_routes, run_routes, evidence_routes, template_routes, removal_routes, admin_routes):
        routes.add_routes(signed_in, context)
    router.include_router(signed_in)

    @router.get("/password", dependencies=[Depends(require_session)])
    def password(request: Request) -> Response:
        return page(request, "password.html")

    return router


def _open_pages(router: APIRouter, context: "Context") -> None:
    """Those that need nobody signed in."""
    files = {str(path.relative_to(STATIC)): path for path in STATIC.rglob("*") if path.is_file()}

    @router.get("/static/{name:path}")
    def static(name: str, request: Request) -> Response:
        path = files.get(name)
        if path is None:
            return Response("no such file", status_code=404, media_type="text/plain")
        kept = f"public, max-age={_YEAR}, immutable" if request.url.query else "no-cache"
        headers = {"Cache-Control": kept, "X-Content-Type-Options": "nosniff"}
        return FileResponse(path, media_type=_TYPES.get(path.suffix, "application/octet-stream"), headers=headers)

    @router.get("/login")
    def login(
        request: Request, next: str | None = None, refused: str | None = None
    ) -> Response:  # as it stands in the address
        provider = context.settings.serve.oidc.issuer is not None
        return page(request, "login.html", target=local_path(next), identity_provider=provider, refused=refused)

    @router.get("/preferences")
    def preferences(
        request: Request, language: str | None = None, theme: str | None = None, back: str = "/"
    ) -> Response:
        """Language and look; kept in the browser, as they are nobody else's business."""
        answer = RedirectResponse(
            local_path(back), status_code=303, headers={"Cache-Control": HEADERS["Cache-Control"]}
        )
        for cookie, value, allowed in ((LANGUAGE_COOKIE, language, LANGUAGES), (THEME_COOKIE, theme, THEMES)):
            if value in allowed:
                answer.set_cookie(cookie, str(value), max_age=_YEAR, samesite="lax", httponly=True)
        return answer
