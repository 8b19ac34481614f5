"""Events as they happen, taken up again where a listener left."""

import asyncio
import json

import httpx
import pytest
from fastapi import FastAPI

from cases.records import CaseStatus
from service.context import Context
from tests.integration.api.house import House, keep_document, new_case


def parsed(text: str) -> list[tuple[int, str, dict[str, object]]]:
    events = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and not line.startswith(":"))
        if "event" in fields:
            events.append((int(fields.get("id", -1)), fields["event"], json.loads(fields["data"])))
    return events


async def heard(
    client: httpx.AsyncClient, case: str, *, limit: int, **more: object
) -> list[tuple[int, str, dict[str, object]]]:
    answer = await asyncio.wait_for(
        client.get(f"/api/v1/cases/{case}/events", params={"limit": limit, **more.pop("params", {})}, **more),  # type: ignore[arg-type, dict-item]
        20,
    )
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    return parsed(answer.text)


async def begun(app: FastAPI, *, listeners: int) -> None:
    """Until so many listen, however busy the machine is."""
    async with asyncio.timeout(60):
        while app.state.hub.listeners.total() < listeners:
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.2)


async def test_a_listener_hears_what_happens_from_now_on(
    app: FastAPI, analyst: httpx.AsyncClient, context: Context
) -> None:
    case = await new_case(analyst)
    keep_document(context, case, "before")
    listening = asyncio.create_task(heard(analyst, case, limit=1))
    await begun(app, listeners=1)
    await analyst.patch(f"/api/v1/cases/{case}", json={"status": "closed"})
    [(_, kind, data)] = await listening
    assert (kind, data["action"]) == ("case", "case.status")


async def test_a_listener_that_comes_back_misses_nothing_and_hears_nothing_twice(
    analyst: httpx.AsyncClient, context: Context
) -> None:
    case = await new_case(analyst)
    people = context.store.open(case).people
    for _ in range(6):
        people.set_status(CaseStatus.CLOSED, by="tests")
    first = await heard(analyst, case, limit=3, params={"after": 0})
    rest = await heard(analyst, case, limit=3, headers={"Last-Event-ID": str(first[-1][0])})
    assert [number for number, _, _ in first + rest] == [1, 2, 3, 4, 5, 6]


async def test_a_listener_whose_events_were_forgotten_is_told_to_load_anew(
    analyst: httpx.AsyncClient, context: Context
) -> None:
    from sqlalchemy import delete

    from cases.schema import EventRow

    case = await new_case(analyst)
    people = context.store.open(case).people
    for _ in range(4):
        people.set_status(CaseStatus.OPEN, by="tests")
    with context.store.database.write() as session:
        session.connection().execute(delete(EventRow).where(EventRow.number <= 2))
    events = await heard(analyst, case, limit=2, headers={"Last-Event-ID": "1"})
    assert [(number, kind) for number, kind, _ in events] == [(2, "reload"), (3, "case"), (4, "case")]


async def test_whoever_is_taken_out_of_the_case_stops_hearing(
    app: FastAPI, house: House, analyst: httpx.AsyncClient, context: Context, monkeypatch: object
) -> None:
    from service.api import events

    case = await new_case(analyst)
    jasur = await house.signed_in("jasur")
    await analyst.put(f"/api/v1/cases/{case}/members", json={"login": "jasur", "role": "reader"})
    monkeypatch.setattr(events, "_CHECK_SECONDS", 0.2)  # type: ignore[attr-defined]
    listening = asyncio.create_task(heard(jasur, case, limit=100))
    await begun(app, listeners=1)
    context.store.open(case).people.remove(context.people.by_login("jasur").id, by="tests")
    assert (await listening)[-1][1] == "end"


async def test_streams_end_when_the_service_does(app: FastAPI, analyst: httpx.AsyncClient) -> None:
    case = await new_case(analyst)
    listening = asyncio.create_task(heard(analyst, case, limit=100))
    await begun(app, listeners=1)
    app.state.hub.close()
    assert await listening == []
    assert not app.state.hub.listeners


async def test_one_person_cannot_hold_every_stream(
    app: FastAPI, house: House, analyst: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from service.api import events

    monkeypatch.setattr(events, "_MOST_OF_ONE", 2)
    case = await new_case(analyst)
    listening = [asyncio.create_task(heard(analyst, case, limit=1)) for _ in range(2)]
    await begun(app, listeners=2)
    refused = await analyst.get(f"/api/v1/cases/{case}/events")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_streams")
    app.state.hub.close()
    await asyncio.gather(*listening)


async def test_fifty_listeners_cost_one_look(app: FastAPI, analyst: httpx.AsyncClient, context: Context) -> None:
    from cases.case_files import CaseFiles

    case = await new_case(analyst)
    looks = 0
    newest = CaseFiles.newest_event

    def counted(self: CaseFiles) -> int:
        nonlocal looks
        looks += 1
        return newest(self)

    CaseFiles.newest_event = counted  # type: ignore[method-assign]
    try:
        listening = [asyncio.create_task(heard(analyst, case, limit=1)) for _ in range(50)]
        await begun(app, listeners=50)
        async with asyncio.timeout(60):
            while looks < 50:  # one to begin with for each
                await asyncio.sleep(0.05)
            since = looks
            while looks < since + 3:  # rounds go by
                await asyncio.sleep(0.05)
        context.store.open(case).people.set_status(CaseStatus.CLOSED, by="tests")
        heard_by = await asyncio.gather(*listening)
    finally:
        CaseFiles.newest_event = newest  # type: ignore[method-assign]
    assert [len(events) for events in heard_by] == [1] * 50
    assert looks - since < 25, "one for all"
