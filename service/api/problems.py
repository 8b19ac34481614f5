"""Every refusal as application/problem+json: what happened, what is kept, what to do.

The status is the error class's own; this module adds the words. Messages of errors that are not ours are never sent or logged:
they may hold text of documents.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from evidence.errors import LastroError, NotSignedIn, StaleFinding, TemplateInvalid
from service.api.advice import ADVICE, Advice
from service.api.details import in_language
from service.api.lint_words import refusal_in
from service.store_faults import fault_of
from service.web.phrases import LANGUAGE_COOKIE, Words, chosen_language, words_in

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:lastro:problem:"


class FieldFault(BaseModel):
    where: str
    """Such as ``body.title``."""
    message: str


class Problem(BaseModel):
    """RFC 9457."""

    model_config = ConfigDict(extra="forbid")

    type: str = Field(examples=["urn:lastro:problem:not_kept"])
    title: str = Field(examples=["Not there"])
    status: int = Field(examples=[404])
    detail: str = Field(examples=["no case '01J…'; it may have been removed"])
    code: str = Field(examples=["not_kept"])
    kept: str = Field(examples=["Nothing was changed."])
    do: str = Field(examples=["Look at the list it was in: it may have been removed."])
    request: str | None = None
    """Id of the request, for the administrator."""
    retryable: bool = False
    errors: list[FieldFault] | None = None
    field: str | None = None
    on: int | None = None
    """Of a stale finding: the version that was acted on."""
    standing: int | None = None
    """The version that stands now."""
    by: str | None = None
    """Who made it: id of a user; null = the machine."""
    by_name: str | None = None
    action: str | None = None
    at: datetime | None = None


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:  # FastAPI's own type
    """For the OpenAPI: these, and what every signed-in call may answer."""
    said = {"description": "application/problem+json", "content": {MEDIA_TYPE: {"schema": SCHEMA}}}
    return dict.fromkeys(sorted({400, 401, 403, 408, 413, 421, 422, 429, 500, 503, *statuses}), said)


SCHEMA: dict[str, Any] = {"$ref": "#/components/schemas/Problem"}


def problem_of(error: LastroError, request: Request) -> Problem:
    words = _words(request)
    advice = _said(_advice(error), words)
    problem = Problem(
        type=TYPE + error.code,
        title=advice.title,
        status=error.http_status,
        detail=_detail(error, words.language),
        code=error.code,
        kept=advice.kept,
        do=advice.do,
        request=request_id(request),
        retryable=error.retryable,
    )
    if isinstance(error, StaleFinding):
        stale = {"field": error.field, "on": error.on, "standing": error.standing, "by": error.by}
        return problem.model_copy(update={**stale, "action": error.action, "at": error.at})
    return problem


def _detail(error: LastroError, language: str) -> str:
    if isinstance(error, TemplateInvalid):
        return refusal_in(str(error), language)
    return in_language(str(error), language, reason=getattr(error, "why", None))


def answer(problem: Problem, *, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse(
        problem.model_dump(mode="json", exclude_none=True),
        status_code=problem.status,
        media_type=MEDIA_TYPE,
        headers={"Cache-Control": "no-store", **(headers or {})},
    )


def of_lastro(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, LastroError)
    headers: dict[str, str] = {}
    if isinstance(error, NotSignedIn):
        if error.http_status == 401:
            headers["WWW-Authenticate"] = 'Bearer realm="lastro"'
        if error.retry_after is not None:
            headers["Retry-After"] = str(max(1, round(error.retry_after)))
    problem = problem_of(error, request)
    if isinstance(error, StaleFinding) and error.by is not None:
        problem = problem.model_copy(update={"by_name": _name_of(request, error.by)})
    return answer(problem, headers={**headers, **_language(request)})


def of_validation(request: Request, error: Exception) -> JSONResponse:
    """Says where and why, never what was sent: it may be text of a document."""
    assert isinstance(error, RequestValidationError)
    language = _words(request).language
    faults = [
        FieldFault(where=".".join(map(str, fault["loc"])), message=in_language(str(fault["msg"]), language))
        for fault in error.errors()[:50]
    ]
    detail = "; ".join(f"{fault.where}: {fault.message}" for fault in faults[:3])
    problem = _plain("invalid", 422, detail, request).model_copy(update={"errors": faults})
    return answer(problem, headers=_language(request))


def of_http(request: Request, error: Exception) -> Response:
    """Raised by the framework: unknown addresses, methods and broken bodies. A browser that asks for a page gets one."""
    assert isinstance(error, HTTPException)
    cause = error.__cause__
    if isinstance(cause, LastroError):  # the framework wraps what a body's stream raises
        return of_lastro(request, cause)
    code = "no_such_address" if error.status_code in (404, 405) else "invalid"
    if _asks_for_a_page(request):
        from service.web.answering import refused

        return refused(request, status=error.status_code, code=code, message="")
    headers = {**(error.headers or {}), **_language(request)}
    return answer(_plain(code, error.status_code, str(error.detail), request), headers=headers)


def _asks_for_a_page(request: Request) -> bool:
    """What stands in a browser's address bar, not what a script or a program fetches."""
    is_ours = request.url.path.startswith(("/api/", "/static/"))
    return request.method in ("GET", "HEAD") and not is_ours and "text/html" in request.headers.get("accept", "")


def of_database(request: Request, error: Exception) -> JSONResponse:
    """A database that fails in the middle: its words hold statements, so ours are sent."""
    cause = fault_of(error, request.app.state.context.settings.root)
    return of_lastro(request, cause if isinstance(cause, LastroError) else LastroError("the database failed"))


def of_fault(request: Request) -> JSONResponse:
    return answer(_plain("fault", 500, "something broke that should not break", request), headers=_language(request))


def request_id(request: Request) -> str | None:
    found = request.scope.get("lastro.request")
    return found if isinstance(found, str) else None


def _plain(code: str, status: int, detail: str, request: Request) -> Problem:
    words = _words(request)
    advice, detail = _said(ADVICE[code], words), _OWN.get(detail, {}).get(words.language, detail)
    return Problem(
        type=TYPE + code,
        title=advice.title,
        status=status,
        detail=detail,
        code=code,
        kept=advice.kept,
        do=advice.do,
        request=request_id(request),
    )


_OWN: Mapping[str, Mapping[str, str]] = {
    "something broke that should not break": {
        "ru": "сломалось то, что не должно ломаться",
        "pt": "quebrou algo que não devia quebrar",
    },
    "Not Found": {"ru": "такого адреса нет", "pt": "não há tal endereço"},
    "Method Not Allowed": {"ru": "по этому адресу так не спрашивают", "pt": "este endereço não aceita este método"},
    "There was an error parsing the body": {"ru": "запрос нельзя разобрать", "pt": "o pedido não pode ser lido"},
}
"""Details that the framework raises, and our last one."""


def language_of(request: Request) -> str:
    return _words(request).language


def _words(request: Request) -> Words:
    """The person's own choice, or what their browser or program asks for; English where nothing is asked."""
    cookie, accept = request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language")
    return words_in(chosen_language(cookie, accept))


def _said(advice: Advice, words: Words) -> Advice:
    return Advice(*(words.get(part) for part in advice))


def _language(request: Request) -> dict[str, str]:
    return {"Content-Language": _words(request).language, "Vary": "Accept-Language, Cookie"}


def _advice(error: LastroError) -> Advice:
    for kind in type(error).__mro__:
        advice = ADVICE.get(str(getattr(kind, "code", None)))
        if advice is not None:
            return advice
    return ADVICE["lastro"]


def _name_of(request: Request, user: str) -> str | None:
    try:
        return str(request.app.state.context.people.get(user).name)
    except LastroError:
        return None
