"""One piece of work at a time, for all who wanted it meanwhile: many things go into one statement."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Rounds(Generic[T, R]):
    """Works on things in rounds. What comes while one is under way goes into the next, all of it together."""

    def __init__(self, work: Callable[[list[T]], Awaitable[R]]) -> None:
        """Have `work` done, by a task that lasts for as long as there is something to do."""
        self._work = work
        self._things: list[T] = []
        self._told: asyncio.Future[R] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Return how many things wait for the next round."""
        return len(self._things)

    def add(self, *things: T) -> asyncio.Future[R]:
        """Have things be part of the next round; return what will tell its result."""
        self._things += things
        if self._told is None:
            self._told = asyncio.get_running_loop().create_future()
            self._told.add_done_callback(_noted)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return self._told

    async def do(self, *things: T) -> R:
        """Have things be part of the next round, and return its result; raises what the work does."""
        return await asyncio.shield(self.add(*things))

    async def idle(self) -> None:
        """Wait until nothing is left to be done."""
        while self._task is not None:
            await asyncio.wait((self._task,))

    async def _run(self) -> None:
        while self._told is not None:
            things, told = self._things, self._told
            self._things, self._told = [], None
            try:
                result = await self._work(things)
            except Exception as error:  # noqa: BLE001 - it is for those who wait
                told.set_exception(error)
            except asyncio.CancelledError:
                told.cancel()
                raise
            else:
                told.set_result(result)
        self._task = None


def _noted(told: asyncio.Future[R]) -> None:
    """Look at a failure that nobody waited for: whoever wants the work done asks again."""
    if not told.cancelled():
        told.exception()
