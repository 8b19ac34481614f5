from pathlib import Path

import pytest

from cases import events
from cases.events import EventKind, note_in
from cases.store import CaseStore


def test_old_events_are_forgotten_and_a_listener_can_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "KEPT", 100)
    store = CaseStore(tmp_path)
    case = store.create("A")
    with store.database.write() as session:
        for _ in range(510):
            note_in(session, case.id, EventKind.CASE)
    kept = case.events(after=3, limit=1000)
    assert [event.number for event in kept] == list(range(401, 511))
    assert kept[0].number != 3 + 1
