"""What one process does for all begins with its lease and ends with it."""

from __future__ import annotations

import asyncio

from bot.core.services.lease_tasks import while_held
from bot.core.services.ownership import SoleOwnership
from tests.fakes.owners import Owners

LEASE = "housekeeping/0"


async def turned() -> None:
    """Let everybody do what there is to do."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_work_begins_ends_and_begins_again_with_the_lease() -> None:
    owners, told = Owners(), []
    one = owners.join()

    async def work() -> None:
        told.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            told.append("ended")

    duty = asyncio.create_task(while_held(one, LEASE, work))
    await turned()
    assert told == []
    for _ in range(2):
        owners.hold(LEASE, one)
        await turned()
        assert told[-1] == "begun"
        owners.hold(LEASE, None)
        await turned()
        assert told[-1] == "ended"
    duty.cancel()
    await asyncio.gather(duty, return_exceptions=True)
    assert told == ["begun", "ended"] * 2


async def test_a_process_that_has_its_database_to_itself_does_everything() -> None:
    done = asyncio.Event()

    async def work() -> None:
        done.set()

    duty = asyncio.create_task(while_held(SoleOwnership(), LEASE, work))
    await asyncio.wait_for(done.wait(), 10)
    duty.cancel()
    await asyncio.gather(duty, return_exceptions=True)
