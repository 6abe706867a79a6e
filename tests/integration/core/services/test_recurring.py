"""What features do again and again goes on, whatever goes wrong in it."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.core.common.recurring import Recurring
from data.errors import StoreFailed
from tests.fakes.clock import FakeClock


async def test_it_goes_on_after_whatever_goes_wrong(caplog: pytest.LogCaptureFixture) -> None:
    clock, done = FakeClock(), asyncio.Event()
    begun, moments = clock.now(), list[float]()
    troubles: list[Exception] = [StoreFailed("the disk is full"), RuntimeError("a slip")]

    async def look() -> None:
        moments.append(clock.now() - begun)
        clock.time += 2.0
        if troubles:
            raise troubles.pop(0)
        done.set()

    with caplog.at_level(logging.WARNING):
        task = asyncio.create_task(Recurring(5.0, look).run(clock))
        async with asyncio.timeout(5):
            await done.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert moments[:3] == [5.0, 12.0, 19.0], "from the end of one to the next"
    assert [(record.levelname, record.exc_info is not None) for record in caplog.records] == [
        ("WARNING", False),
        ("ERROR", True),
    ]
