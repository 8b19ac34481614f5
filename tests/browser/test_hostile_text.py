"""Names, quotes and comments that would be HTML, a script or a template are shown as the text they are."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cases.records import CaseRole
from evidence.citations import Citation
from evidence.fields import FieldType
from evidence.findings import Finding, FoundValue, Producer, Status, TypedValue
from evidence.pages import Block, Document, Page, PageKind
from evidence.spans import CharSpan
from tests.browser.house import House

NASTY = "<img src=x onerror=alert(1)><script>alert(2)</script>{{ 7*7 }}{% raw %}"
SHA = "b" * 64


@pytest.fixture(scope="module")
def place(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    store = house.store
    case = store.create(f"case {NASTY}")
    case.people.add(store.people.by_login("dilnoza").id, CaseRole.OWNER, by="tests")
    file: Path = tmp_path_factory.mktemp("nasty") / "nasty.txt"
    file.write_text(NASTY, encoding="utf-8")
    document = Document(sha256=SHA, name=f"{NASTY}.txt", media_type="text/plain", page_count=1, size=9)
    whole = CharSpan(start=0, end=len(NASTY))
    page = Page(document=SHA, number=1, kind=PageKind.FLOW, text=NASTY, blocks=(Block(span=whole),))
    case.begin_file(document, reader="tests")
    case.keep_pages((page,))
    case.finish_file(document)
    run = case.new_run(template="nasty@1", template_sha256="0" * 64, model="labels")
    run.keep(
        Finding(
            field="name",
            status=Status.FOUND,
            values=(FoundValue(value=TypedValue(type=FieldType.TEXT, text=NASTY, normalised=NASTY), citations=(0,)),),
            citations=(Citation.of(document, page, whole, context=NASTY),),
            cautions=(NASTY,),
            producer=Producer(agent="agent.report.fill", model="labels", template="nasty@1"),
        )
    )
    run.reviews.comment("name", on=1, by=store.people.by_login("dilnoza").id, text=NASTY)
    yield case.id, run.id
    store.close()


def _looked_at(page: Any, address: str) -> str:
    said: list[str] = []
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    page.goto(address)
    page.wait_for_timeout(1200)
    assert said == []
    assert page.locator("img[src='x'], script:not([src])").count() == 0
    text: str = page.inner_text("body")
    assert "49" not in text.replace(":49", "")
    return text


def test_names_and_quotes_are_text(house: House, visit: Callable[..., Any], place: tuple[str, str]) -> None:
    case, run = place
    page = visit()
    for address in (
        "/cases",
        f"/cases/{case}",
        f"/cases/{case}/runs/{run}?field=name",
        f"/cases/{case}/files/{SHA}?page=1",
    ):
        assert "<img src=x onerror=alert(1)>" in _looked_at(page, address), address


def test_a_search_for_html_is_a_search_for_text(
    house: House, visit: Callable[..., Any], place: tuple[str, str]
) -> None:
    page = visit()
    _looked_at(page, f"/cases/{place[0]}?q={NASTY}")
    assert page.input_value("#q") == NASTY


def test_the_policy_lets_no_inline_script_run(house: House, browser: Any) -> None:
    context = browser.new_context()
    page = context.new_page()
    answer = page.goto(f"{house.address}/login")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    ran = page.evaluate(
        """() => {
          const script = document.createElement('script');
          script.textContent = 'document.body.dataset.ran = "yes"';
          document.body.append(script);
          return document.body.dataset.ran ?? 'refused';
        }"""
    )
    context.close()
    assert ran == "refused"
