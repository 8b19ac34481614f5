"""From a view's values to an HTML answer: language, look, words for the scripts, and the headers that go with every page."""

import json
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.web import said
from service.web.phrases import LANGUAGE_COOKIE, LANGUAGES, Words, chosen_language, words_in

if TYPE_CHECKING:
    from fastapi import Request
    from jinja2 import Environment
    from starlette.responses import HTMLResponse

HERE = Path(__file__).parent
STATIC = HERE / "static"
THEMES = ("auto", "light", "dark")
THEME_COOKIE = "lastro_theme"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
    "Vary": "Cookie, Accept-Language, HX-Request",
}
"""Of every page: what it shows is of one person's cases, so no cache may keep it."""


def language_of(request: "Request") -> Words:
    return words_in(chosen_language(request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language")))


def theme_of(request: "Request") -> str:
    chosen = request.cookies.get(THEME_COOKIE)
    return chosen if chosen in THEMES else "auto"


def page(
    request: "Request", name: str, /, *, status: int = 200, **values: Any
) -> "HTMLResponse":  # what the template takes
    """A page, or a part of one for htmx, in the reader's language."""
    html = rendered(
        language_of(request),
        name,
        request=request,
        theme=theme_of(request),
        here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        csrf=getattr(request.state, "csrf", ""),
        actor=getattr(request.state, "actor", None),
        **values,
    )
    return html_answer(html, status=status)


def rendered(words: Words, name: str, /, **values: Any) -> str:  # as above
    """A part that shows nothing of who asks, so that it can be given to several."""
    return environment(words.language).get_template(name).render(**values)


def html_answer(html: str, *, status: int = 200) -> "HTMLResponse":
    from starlette.responses import HTMLResponse

    return HTMLResponse(html, status_code=status, headers=HEADERS)


@lru_cache
def environment(language: str) -> "Environment":
    """Autoescaping and sandboxed: no value that a template shows is a template itself, and none can reach into Python."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    words = words_in(language)
    made = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    # added by the extension above
    made.install_gettext_callables(words.get, words.count, newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {
        "lang": language,
        "languages": LANGUAGES,
        "asset": asset,
        "script_words": json.dumps(said.for_scripts(words), ensure_ascii=False),
        "say": said.Said(words),
    }
    made.filters |= {
        "when": lambda at: said.when(at, words),
        "ago": lambda at: said.ago(at, words),
        "size": said.size_in(words),
    }
    return made


@lru_cache
def asset(path: str) -> str:
    """Address of a static file, with its hash: a browser keeps it for good, and never an old one."""
    digest = sha256((STATIC / path).read_bytes()).hexdigest()[:12]
    return f"/static/{path}?{digest}"


def iso(at: datetime) -> str:
    return at.astimezone().isoformat(timespec="seconds")
