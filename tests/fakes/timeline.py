"""Keep time for several who wait at once: time goes on to the next who waits, when all others have nothing to do."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

ROUNDS = 50
"""Rounds of the event loop after which a task that only computes and waits on this clock has come to rest."""


class Timeline:
    """Virtual time. It stands still while somebody is at work that the event loop does not see."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.time = now
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()
        self._at_work = 0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        waiting = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.time + max(0.0, seconds), next(self._order), waiting))
        await waiting

    @contextmanager
    def work(self) -> Iterator[None]:
        """Work elsewhere: on a wire, in a thread, in a database."""
        self._at_work += 1
        try:
            yield
        finally:
            self._at_work -= 1

    async def run(self, *work: Coroutine[Any, Any, Any]) -> None:
        """Do the work, moving time on whenever all of it waits."""
        doing = asyncio.gather(*work)
        while not doing.done():
            rounds = 0
            while rounds < ROUNDS and not doing.done():
                await asyncio.sleep(0)
                rounds = 0 if self._at_work else rounds + 1
            if self._sleepers and not doing.done():
                at, _, waiting = heapq.heappop(self._sleepers)
                if not waiting.done():  # else the sleeper was cancelled
                    self.time = at
                    waiting.set_result(None)
        await doing
