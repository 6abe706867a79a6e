"""Hold time until a test moves it; a sleeper wakes when its time has come."""

from __future__ import annotations

import asyncio


class ManualClock:
    """Time for Discord's deadlines: three seconds for an answer, fifteen minutes for a token."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.time = now
        self.slept: list[float] = []
        self._sleepers: list[tuple[float, asyncio.Event]] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        woken = asyncio.Event()
        self._sleepers.append((self.time + seconds, woken))
        await woken.wait()

    async def advance(self, seconds: float) -> None:
        """Move on, waking everybody on the way in order."""
        end = self.time + seconds
        while due := sorted((at, n) for n, (at, woken) in enumerate(self._sleepers) if at <= end):
            at, number = due[0]
            self.time = max(self.time, at)
            self._sleepers.pop(number)[1].set()
            for _ in range(20):
                await asyncio.sleep(0)
        self.time = end
