"""Turn a clock by a test's hand, or by itself whenever somebody waits."""

from __future__ import annotations

import asyncio


class FakeClock:
    """Sleeping takes no time, but the clock says it did; `slept` tells how long each time."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.time = now
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += max(0.0, seconds)
        await asyncio.sleep(0)
