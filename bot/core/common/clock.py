"""Time, passed in so that tests can turn it."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """The time, and waiting for it."""

    def now(self) -> float:
        """Return the time in Unix seconds."""

    async def sleep(self, seconds: float) -> None:
        """Wait; never less than asked."""


class SystemClock:
    """The machine's own."""

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


async def sleep_or(clock: Clock, seconds: float, event: asyncio.Event) -> bool:
    """Wait so long, or until the event is set; return whether it is."""
    tasks = {asyncio.ensure_future(clock.sleep(seconds)), asyncio.ensure_future(event.wait())}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    return event.is_set()


async def wait_until(clock: Clock, moment: float) -> None:
    """Wait until a moment, not at all if it is past: how a deadline is waited for."""
    while (left := moment - clock.now()) > 0:
        await clock.sleep(left)
