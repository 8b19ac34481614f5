import asyncio
import threading

import pytest

from service.jobs.stopping import Stopped, Stopping


def test_what_nobody_stops_gives_its_result() -> None:
    async def work() -> int:
        await asyncio.sleep(0)
        return 7

    assert Stopping().run(work()) == 7


def test_an_error_of_the_work_goes_on() -> None:
    async def work() -> None:
        raise ValueError("x")

    with pytest.raises(ValueError, match="x"):
        Stopping().run(work())


def test_what_waits_is_cancelled_when_stopping_is_asked_for() -> None:
    stopping, seen = Stopping(), []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    threading.Timer(0.1, stopping.ask).start()
    with pytest.raises(Stopped):
        stopping.run(work())
    assert seen == ["cancelled"]
