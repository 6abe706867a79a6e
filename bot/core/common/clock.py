"""Time, passed in so that tests can control it."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """The current time, and waiting."""

    def now(self) -> float:
        """Return the time in Unix seconds."""

    async def sleep(self, seconds: float) -> None:
        """Wait at least this long."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def sleep_or(clock: Clock, seconds: float, event: asyncio.Event) -> bool:
    """Wait until the time is over or the event is set; return whether the event is set."""
    tasks = {asyncio.ensure_future(clock.sleep(seconds)), asyncio.ensure_future(event.wait())}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    return event.is_set()


async def wait_until(clock: Clock, moment: float) -> None:
    """Wait until a moment; return at once if it is past."""
    while (left := moment - clock.now()) > 0:
        await clock.sleep(left)
