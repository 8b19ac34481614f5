"""The thin whole road over the wire, with the real jobs: sign in, make a case, give it files, have them read, see the pages."""

import asyncio
import io
from collections.abc import AsyncIterator

import httpx
import pytest
from PIL import Image

from service.api.app import create_app
from service.context import open_context
from service.settings import Settings
from tests.integration.api import made_up
from tests.integration.api.house import House, new_case


@pytest.fixture
async def worked(settings: Settings) -> AsyncIterator[House]:
    """With a runner that really reads."""
    context = open_context(settings)
    app = create_app(context)
    async with app.router.lifespan_context(app):
        house = House(app, context)
        yield house
        await house.close()
    context.close()


async def read(client: httpx.AsyncClient, case: str, *, files: int) -> list[dict[str, object]]:
    for _ in range(240):
        listed = (await client.get(f"/api/v1/cases/{case}/files")).json()
        if len(listed) == files and all(file["state"] == "read" for file in listed):
            return list(listed)
        await asyncio.sleep(0.25)
    raise AssertionError(f"not read: {listed}")


async def test_files_that_are_given_are_read_and_their_pages_can_be_seen(worked: House) -> None:
    client = await worked.signed_in("dilnoza")
    case = await new_case(client)
    parts = [
        ("files", ("loan.pdf", made_up.pdf(), "application/pdf")),
        ("files", ("balance.xlsx", made_up.xlsx(), "application/octet-stream")),
        ("files", ("letter.docx", made_up.docx(), "application/octet-stream")),
    ]
    given = await client.post(f"/api/v1/cases/{case}/files", files=parts)
    assert given.status_code == 202, given.text
    listed = await read(client, case, files=3)
    assert [file["name"] for file in listed] == ["loan.pdf", "balance.xlsx", "letter.docx"]
    loan, balance, letter = (f"/api/v1/cases/{case}/files/{file['sha256']}/pages/1" for file in listed)

    page = (await client.get(loan)).json()
    assert "1 200 000.00 USD" in page["text"]
    words = (await client.get(f"{loan}/words")).json()
    assert [page["text"][word[4] : word[5]] for word in words][:2] == ["Borrower:", "Navruz"]
    picture = await client.get(f"{loan}/image", params={"dpi": 72})
    assert picture.headers["content-type"] == "image/png"
    width, height = Image.open(io.BytesIO(picture.content)).size
    assert (width, height) == pytest.approx((page["width"], page["height"]), abs=2)

    start = (await client.get(balance)).json()["text"].index("1500")
    grid = (await client.get(f"{balance}/grid", params={"start": start, "end": start + 4})).json()
    assert grid["sheet"] == "Balance"
    assert [cell["a1"] for row in grid["rows"] for cell in row["cells"] if cell["marked"]] == ["C2"]
    paragraphs = (await client.get(f"{letter}/paragraphs")).json()["paragraphs"]
    assert [paragraph["text"] for paragraph in paragraphs] == list(made_up.LINES)
    assert not list((worked.context.settings.root / "spool").rglob("*.pdf")), "the spool is emptied"
