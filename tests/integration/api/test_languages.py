"""Refusals in the language of the person: their own choice, else what their browser or program asks for. Codes stay."""

import httpx
import pytest

from service.context import Context
from tests.integration.api.house import keep_document, keep_run, new_case

NOWHERE = "01JZX5Q2R8M4T7V9W1Y3A5C7E9"


@pytest.mark.parametrize(
    ("asked", "language", "title", "detail"),
    [
        ({}, "en", "Not there", f"no case '{NOWHERE}'; `lastro case list` shows what there is"),
        ({"Accept-Language": "ru-RU,ru;q=0.9,en;q=0.5"}, "ru", "Этого здесь нет", f"дела '{NOWHERE}' нет"),
        ({"Accept-Language": "pt-BR"}, "pt", "Não está aqui", f"não há caso '{NOWHERE}'"),
        ({"Accept-Language": "ru", "Cookie": "lastro_language=pt"}, "pt", "Não está aqui", f"não há caso '{NOWHERE}'"),
        ({"Accept-Language": "de"}, "en", "Not there", f"no case '{NOWHERE}'; `lastro case list` shows what there is"),
    ],
)
async def test_a_refusal_reads_in_the_language_of_the_person(
    analyst: httpx.AsyncClient, *, asked: dict[str, str], language: str, title: str, detail: str
) -> None:
    session = "; ".join(f"{name}={value}" for name, value in analyst.cookies.items())
    cookies = "; ".join(filter(None, (session, asked.get("Cookie"))))
    answer = await analyst.get(f"/api/v1/cases/{NOWHERE}", headers={**asked, "Cookie": cookies})
    said = answer.json()
    assert (answer.status_code, said["code"], said["type"]) == (404, "not_kept", "urn:lastro:problem:not_kept")
    assert (said["title"], said["detail"]) == (title, detail)
    assert answer.headers["content-language"] == language
    assert "Accept-Language" in answer.headers["vary"]


async def test_what_is_wrong_with_a_form_is_said_in_the_language_too(analyst: httpx.AsyncClient) -> None:
    answer = await analyst.post("/api/v1/cases", json={"title": ""}, headers={"Accept-Language": "ru"})
    said = answer.json()
    assert (said["code"], said["errors"][0]["where"]) == ("invalid", "body.title")
    assert said["errors"][0]["message"] == "нужно знаков не меньше 1"
    assert "нужно знаков" in said["detail"]
    nowhere = (await analyst.get("/api/v1/nowhere", headers={"Accept-Language": "pt"})).json()
    assert (nowhere["code"], nowhere["detail"]) == ("no_such_address", "não há tal endereço")


async def test_why_a_quote_does_not_say_a_value_is_said_in_the_language(
    analyst: httpx.AsyncClient, context: Context
) -> None:
    case = await new_case(analyst)
    file = keep_document(context, case, "Borrower: Navruz Trading LLC", "Amount: 1 200 000.00 USD")
    run = keep_run(context, case, file)
    place = {"sha256": file, "page": 1, "quote": "Borrower: Navruz Trading LLC"}
    body = {"on": 1, "values": [{"value": "Navruz Holding LLC", "citations": [place]}]}
    answer = await analyst.post(
        f"/api/v1/cases/{case}/runs/{run}/findings/borrower/edit", json=body, headers={"Accept-Language": "ru"}
    )
    detail = answer.json()["detail"]
    assert answer.json()["code"] == "value_not_supported"
    assert detail.startswith("'Borrower' не может быть 'Navruz Holding LLC' по этой цитате: ")
    assert "the quote" not in detail
    assert "Выделите место" in answer.json()["do"] and "Выделите место" not in detail


async def test_a_page_says_why_in_the_language_too(analyst: httpx.AsyncClient) -> None:
    page = await analyst.get("/admin", headers={"Accept-Language": "ru"})
    assert page.status_code == 403
    assert "для этого нужна роль admin, а у &#39;Dilnoza&#39; роль analyst" in page.text


async def test_a_page_says_that_reasons_are_in_the_language_of_the_report(
    analyst: httpx.AsyncClient, context: Context
) -> None:
    case = await new_case(analyst)
    file = keep_document(context, case, "Borrower: Navruz Trading LLC", "Amount: 1 200 000.00 USD")
    run = keep_run(context, case, file)  # its template is English
    at = f"/cases/{case}/runs/{run}?field=guarantor"
    shown = (await analyst.get(at, headers={"Accept-Language": "pt"})).text
    assert "Razões e avisos estão no idioma do relatório (inglês)." in shown
    assert 'lang="en" title="No idioma do relatório"' in shown
    assert "language of the report" not in (await analyst.get(at, headers={"Accept-Language": "en"})).text
