import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.fill.assemble import RunDesk, take_to_review, write_reviewed
from agents.fill.assemble_state import Assembly, Reviewed
from agents.fill.checkpoints import Checkpoints, FileCheckpoints
from agents.fill.postgres import PostgresCheckpoints, count_checkpoints, remove_checkpoints
from evidence.errors import CaseBusy
from evidence.findings import Finding, Producer, Status

PRODUCER = Producer(agent="a", model="m", template="t@1")
REVIEWED = Reviewed(by="ann", at=datetime(2026, 11, 30, tzinfo=UTC), versions={"a": 2})


class Desk:
    """Counts what is done; ``breaks`` makes the next writing fail."""

    def __init__(self) -> None:
        self.filled = 0
        self.written: list[Reviewed] = []
        self.breaks = False

    @property
    def desk(self) -> RunDesk:
        return RunDesk(fill=self.fill, write=self.write)

    async def fill(self) -> tuple[Finding, ...]:
        self.filled += 1
        return (Finding(field="a", status=Status.NOT_FOUND, reason="no", producer=PRODUCER),)

    def write(self, reviewed: Reviewed) -> str:
        if self.breaks:
            raise OSError("the disk is full")
        self.written.append(reviewed)
        return f"{len(self.written)}" * 64


@pytest.fixture(params=["file", pytest.param("postgres", marks=pytest.mark.needs_postgres)])
def checkpoints(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Checkpoints]:
    if request.param == "file":
        yield FileCheckpoints(tmp_path / "r.review.db")
        return
    dsn, run = os.environ["LASTRO_TEST_POSTGRES"], f"r{os.urandom(6).hex()}"
    yield PostgresCheckpoints(dsn, run, of_review=True)
    remove_checkpoints(dsn, [run])
    assert count_checkpoints(dsn, [run]) == 0


@pytest.fixture
def run_id(checkpoints: Checkpoints) -> str:
    return checkpoints._run if isinstance(checkpoints, PostgresCheckpoints) else "r"


async def test_a_run_waits_for_people_and_another_process_writes(checkpoints: Checkpoints, run_id: str) -> None:
    first, second = Desk(), Desk()
    assembly = await take_to_review(first.desk, run_id=run_id, checkpoints=checkpoints)
    assert assembly == Assembly(fields=("a",), waiting=("a",))
    written = await write_reviewed(second.desk, REVIEWED, run_id=run_id, checkpoints=checkpoints)
    assert (first.filled, first.written) == (1, [])
    assert (second.filled, second.written) == (0, [REVIEWED])
    assert written.reviewed == REVIEWED and written.sha256 == "1" * 64


async def test_the_same_review_is_written_once(checkpoints: Checkpoints, run_id: str) -> None:
    desk = Desk()
    await take_to_review(desk.desk, run_id=run_id, checkpoints=checkpoints)
    first = await write_reviewed(desk.desk, REVIEWED, run_id=run_id, checkpoints=checkpoints)
    assert await write_reviewed(desk.desk, REVIEWED, run_id=run_id, checkpoints=checkpoints) == first
    assert desk.written == [REVIEWED]


async def test_a_writing_that_failed_is_done_again_and_nothing_else_is(checkpoints: Checkpoints, run_id: str) -> None:
    desk = Desk()
    await take_to_review(desk.desk, run_id=run_id, checkpoints=checkpoints)
    desk.breaks = True
    with pytest.raises(OSError, match="disk"):
        await write_reviewed(desk.desk, REVIEWED, run_id=run_id, checkpoints=checkpoints)
    desk.breaks = False
    await write_reviewed(desk.desk, REVIEWED, run_id=run_id, checkpoints=checkpoints)
    assert (desk.filled, desk.written) == (1, [REVIEWED])


async def test_a_waiting_run_goes_round_again_for_fields_that_were_asked_again(
    checkpoints: Checkpoints, run_id: str
) -> None:
    desk = Desk()
    for _ in range(3):
        await take_to_review(desk.desk, run_id=run_id, checkpoints=checkpoints)
    assert desk.filled == 3
    await write_reviewed(desk.desk, REVIEWED, run_id=run_id, checkpoints=checkpoints)
    assert desk.written == [REVIEWED]


async def test_a_review_that_was_opened_again_is_written_anew(checkpoints: Checkpoints, run_id: str) -> None:
    desk = Desk()
    await take_to_review(desk.desk, run_id=run_id, checkpoints=checkpoints)
    await write_reviewed(desk.desk, REVIEWED, run_id=run_id, checkpoints=checkpoints)
    later = REVIEWED.model_copy(update={"versions": {"a": 3}})
    assert (await write_reviewed(desk.desk, later, run_id=run_id, checkpoints=checkpoints)).reviewed == later
    assert desk.written == [REVIEWED, later]


async def test_lost_checkpoints_lose_no_review(checkpoints: Checkpoints, run_id: str) -> None:
    desk = Desk()
    await take_to_review(desk.desk, run_id=run_id, checkpoints=checkpoints)
    await checkpoints.forget()
    assert (await write_reviewed(desk.desk, REVIEWED, run_id=run_id, checkpoints=checkpoints)).reviewed == REVIEWED


async def test_one_process_works_on_a_run(checkpoints: Checkpoints) -> None:
    async with checkpoints.held():
        with pytest.raises(CaseBusy, match="another process"):
            async with checkpoints.held():
                pass
    async with checkpoints.held():
        pass


@pytest.mark.needs_postgres
async def test_a_crafted_row_in_postgres_does_not_execute(tmp_path: Path) -> None:
    import ormsgpack
    import psycopg

    from agents.fill.postgres import plain_dsn

    dsn, run = os.environ["LASTRO_TEST_POSTGRES"], f"r{os.urandom(6).hex()}"
    checkpoints = PostgresCheckpoints(dsn, run, of_review=True)
    await take_to_review(Desk().desk, run_id=run, checkpoints=checkpoints)
    marker = tmp_path / "marker"
    bad = ormsgpack.packb(ormsgpack.Ext(0, ormsgpack.packb(("os", "system", f"touch {marker}"))))
    with psycopg.connect(plain_dsn(dsn), autocommit=True) as connection:
        changed = connection.execute(
            "UPDATE checkpoint_blobs SET type = 'msgpack', blob = %s WHERE thread_id = %s AND channel = 'assembly'", (bad, run)
        )  # fmt: skip
        assert changed.rowcount
    async with checkpoints.held() as saver:
        assert await saver.aget_tuple({"configurable": {"thread_id": run, "checkpoint_ns": ""}}) is not None
    assert not marker.exists()
    remove_checkpoints(dsn, [run])
