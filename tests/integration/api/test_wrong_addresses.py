"""A wrong address: a page in words for a browser, a problem for a program."""

import httpx
import pytest

from service.context import Context
from tests.integration.api.house import keep_document, new_case

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "ru"}


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/nowhere", 404, "Такой страницы нет"),
        ("/cases/{case}/run", 404, "Такой страницы нет"),
        ("/cases/{case}/files/{file}?page=x", 422, "Этот адрес нельзя разобрать"),
        ("/cases/{case}/files/{file}?page=0", 422, "Этот адрес нельзя разобрать"),
    ],
)
async def test_a_browser_gets_a_page_in_words(
    analyst: httpx.AsyncClient, context: Context, *, address: str, status: int, said: str
) -> None:
    case = await new_case(analyst)
    file = keep_document(context, case, "Navruz")
    answer = await analyst.get(address.format(case=case, file=file), headers=BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    body = answer.text.partition("<body")[2]  # the head holds the words of the scripts
    assert said in body and "openapi" not in body and 'href="/cases"' in body


async def test_a_program_gets_a_problem(analyst: httpx.AsyncClient) -> None:
    for address, accept in (("/nowhere", "*/*"), ("/api/v1/nowhere", BROWSER["Accept"])):
        answer = await analyst.get(address, headers={"Accept": accept})
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
        assert "openapi.json" in answer.json()["do"]
