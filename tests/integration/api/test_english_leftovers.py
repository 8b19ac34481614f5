"""Pages in Russian and Portuguese hold no words of English but those that are names: of products, files, settings, commands."""

import html
import re

import httpx
import pytest

from cases.access import Role
from service.context import Context
from tests.integration.api.house import House, keep_document, keep_run

_UNREAD = re.compile(r"<(script|style|code|svg)\b.*?</\1>|<head\b.*?</head>|<[^>]*>", re.DOTALL)
_SHOWN = re.compile(r'(?:aria-label|title|placeholder)="([^"]*)"')
_COMMAND = re.compile(r"`[^`]*`|\S*[/_=@.:]\S*|\b[A-Z0-9]{2,}\b|\b\w*\d\w*\b")
"""What is in backquotes, paths, settings, hashes and the like."""
_ENGLISH = re.compile(
    r"\b(?:the|of|and|is|are|was|were|with|for|from|this|that|not|no answer|or|to|in|on|by|it|its|file|files|page|case|run|user|"
    r"free|found|read|ready|works|needed|missing|settings|reader|index|database|home|locked|model|signed|agents?)\b"
)
ALLOWED = re.compile(
    r"make system|milvus-lite|Short note|Who borrows\?|How much\?|Who guarantees\?|Reading room|English|Navruz Trading LLC|"
    r"look again|Debian package|PyPI package|tesseract|paddle|dots|labels|openai|nanoe|langgraph|bge|Apache|MIT|"
    r"token(?: tests)?|read",
)
"""Names, and the texts of the test's own case and template, which are English."""
_DATA = ("Borrower", "Amount", "Guarantor", "no guarantor is named")
PAGES = (
    "/cases", "/cases/{case}", "/cases/{case}/runs/{run}", "/cases/{case}/files/{file}", "/admin", "/admin/doctor",
    "/admin/models", "/admin/audit", "/admin/audit/verdict", "/templates", "/removals", "/password", "/nowhere",
    "/cases/{case}/run", "/cases/{case}/files/{file}?page=x",
)  # fmt: skip


def words_of(page: str) -> str:
    shown = " | ".join([*_SHOWN.findall(page), _UNREAD.sub(" | ", page)])
    return _COMMAND.sub(" ", ALLOWED.sub(" ", html.unescape(shown)))


@pytest.mark.parametrize("language", ["ru", "pt"])
async def test_no_page_keeps_words_of_english(house: House, context: Context, language: str) -> None:
    admin = await house.signed_in("root", Role.ADMIN)
    case = (await admin.post("/api/v1/cases", json={"title": "Навруз"})).json()["id"]
    file = keep_document(context, case, "Borrower: Navruz Trading LLC", "Amount: 1 200 000.00 USD")
    run = keep_run(context, case, file)
    admin.headers.update({"Accept-Language": language, "Accept": "text/html"})
    left: dict[str, list[str]] = {}
    for address in PAGES:
        answer: httpx.Response = await admin.get(address.format(case=case, run=run, file=file))
        assert answer.headers["content-type"].startswith("text/html"), (address, answer.text[:200])
        lines = [line.strip() for line in words_of(answer.text).split("|") if line.strip()]
        found = [line for line in lines if _ENGLISH.search(line) and not any(text in line for text in _DATA)]
        if language == "ru":
            found += [line for line in lines if re.search(r"[a-z]{3,} [a-z]{3,}", line)]
        if language == "pt":  # shared words of the two languages stand in Portuguese sentences
            found = [
                line for line in found if len(_ENGLISH.findall(line)) > len(re.findall(r"\b(?:no|for|is)\b", line))
            ]
        if found:
            left[address] = found
    assert not left
