"""The whole road with the real jobs: sign in, make a case, give it files, run, review, finish, download, verify, remove."""

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from render.looks import Looks
from service.api.app import create_app
from service.context import open_context
from service.reverifying import verify_report
from service.settings import Settings
from tests.integration.api import made_up
from tests.integration.api.house import TEMPLATE, House, new_case

pytestmark = [pytest.mark.slow, pytest.mark.needs_milvus]


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    folder = tmp_path / "templates" / "reports" / "short_note"
    folder.mkdir(parents=True)
    (folder / "fields.yaml").write_text(TEMPLATE, encoding="utf-8")
    return settings.model_copy(update={"templates": tmp_path / "templates"})


@pytest.fixture
async def worked(settings: Settings) -> AsyncIterator[House]:
    """With a runner that really works."""
    context = open_context(settings)
    app = create_app(context)
    async with app.router.lifespan_context(app):
        house = House(app, context)
        yield house
        await house.close()
    context.close()


async def until(client: httpx.AsyncClient, path: str, **wanted: Any) -> dict[str, Any]:
    for _ in range(480):
        said: dict[str, Any] = (await client.get(path)).json()
        if all(said[name] == value for name, value in wanted.items()):
            return said
        await asyncio.sleep(0.25)
    raise AssertionError(f"{path} did not come to {wanted}: {said}")


async def read(client: httpx.AsyncClient, case: str, *, files: int) -> list[dict[str, Any]]:
    for _ in range(480):
        listed: list[dict[str, Any]] = (await client.get(f"/api/v1/cases/{case}/files")).json()
        if len(listed) == files and all(file["state"] == "read" for file in listed):
            return listed
        await asyncio.sleep(0.25)
    raise AssertionError(f"not read: {listed}")


async def test_the_whole_road(worked: House, tmp_path: Path) -> None:
    client = await worked.signed_in("dilnoza")
    case = await new_case(client)
    parts = [
        ("files", ("loan.pdf", made_up.pdf(), "application/pdf")),
        ("files", ("balance.xlsx", made_up.xlsx(), "application/octet-stream")),
        ("files", ("letter.docx", made_up.docx("Guarantor: Jasur Rahimov"), "application/octet-stream")),
    ]
    given = await client.post(f"/api/v1/cases/{case}/files", files=parts)
    assert given.status_code == 202, given.text
    listed = await read(client, case, files=3)
    assert [file["name"] for file in listed] == ["loan.pdf", "balance.xlsx", "letter.docx"]
    await _pages_can_be_seen(client, case, [file["sha256"] for file in listed])
    hits = await client.post(f"/api/v1/cases/{case}/search", json={"query": "amount of the loan in USD"})
    assert hits.status_code == 200, hits.text
    assert hits.json()[0]["name"] in ("loan.pdf", "letter.docx", "balance.xlsx")

    begun = (await client.post(f"/api/v1/cases/{case}/runs", json={"template": "short_note"})).json()
    at = f"/api/v1/cases/{case}/runs/{begun['id']}"
    await until(client, at, state="paused")
    found = {one["field"]: one for one in (await client.get(f"{at}/findings")).json()}
    assert found["borrower"]["finding"]["values"][0]["value"]["text"] == "Navruz Trading LLC"
    version = found["borrower"]["version"]
    assert (await client.post(f"{at}/findings/borrower/approve", json={"on": version})).status_code == 200
    statement = {"on": found["guarantor"]["version"], "statement": {"values": ["Jasur Rahimov"], "basis": "his letter"}}
    assert (await client.post(f"{at}/findings/guarantor/edit", json=statement)).status_code == 200
    assert (await client.post(f"{at}/finish")).status_code == 200
    await until(client, at, state="done")
    report = await client.get(f"{at}/report.docx")
    assert report.status_code == 200, report.text
    (tmp_path / "files").mkdir()
    for _, (name, content, _) in parts:
        (tmp_path / "files" / name).write_bytes(content)
    path = tmp_path / "report.docx"
    path.write_bytes(report.content)
    outcome = verify_report(worked.context.settings, path, [tmp_path / "files"], passwords={})
    assert outcome.ok, list(outcome.lines())
    assert outcome.looks is Looks.AS_WRITTEN
    noted = {head: verify_report(worked.context.settings, path, [tmp_path / "files"], passwords={}, head=head).ok
             for head in (f"SHA256: {outcome.head.upper()}", "0" * 64)}  # fmt: skip
    assert list(noted.values()) == [True, False]
    held = await client.post(f"/api/v1/cases/{case}/verify", files={"files": ("report.docx", report.content)})
    assert held.json()["stands"], held.json()["lines"]
    assert (await client.get(f"{at}/trace.json")).json()["schema"].startswith("lastro.trace/")
    assert not list((worked.context.settings.root / "spool").rglob("*.pdf")), "the spool is emptied"

    removed = (await client.delete(f"/api/v1/cases/{case}")).json()["deletion"]
    for _ in range(240):
        receipts = {receipt.id: receipt for receipt in worked.context.store.deletions.receipts()}
        if receipts[removed].finished_at is not None:
            break
        await asyncio.sleep(0.25)
    assert receipts[removed].proved and receipts[removed].finished_at is not None
    left = [place for place in worked.context.settings.root.rglob("*") if case in str(place) and place.is_file()]
    assert not left


async def _pages_can_be_seen(client: httpx.AsyncClient, case: str, files: list[str]) -> None:
    loan, balance, letter = (f"/api/v1/cases/{case}/files/{sha256}/pages/1" for sha256 in files)
    page = (await client.get(loan)).json()
    assert "1 200 000.00 USD" in page["text"]
    words = (await client.get(f"{loan}/words")).json()
    assert [page["text"][word[4] : word[5]] for word in words][:2] == ["Borrower:", "Navruz"]
    picture = await client.get(f"{loan}/image", params={"dpi": 72})
    width, height = Image.open(io.BytesIO(picture.content)).size
    assert (width, height) == pytest.approx((page["width"], page["height"]), abs=2)
    start = (await client.get(balance)).json()["text"].index("1500")
    grid = (await client.get(f"{balance}/grid", params={"start": start, "end": start + 4})).json()
    assert grid["sheet"] == "Balance"
    assert [cell["a1"] for row in grid["rows"] for cell in row["cells"] if cell["marked"]] == ["C2"]
    paragraphs = (await client.get(f"{letter}/paragraphs")).json()["paragraphs"]
    assert [paragraph["text"] for paragraph in paragraphs] == ["Guarantor: Jasur Rahimov"]
