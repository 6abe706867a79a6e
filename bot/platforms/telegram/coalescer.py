"""Coalesce work: while one batch runs, everything that comes in joins the next batch."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Coalescer(Generic[T, R]):
    """Work on things in batches, one batch at a time."""

    def __init__(self, work: Callable[[list[T]], Awaitable[R]]) -> None:
        """Call `work` with each batch, in a task that ends when the queue is empty."""
        self._work = work
        self._things: list[T] = []
        self._told: asyncio.Future[R] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        return len(self._things)

    def add(self, *things: T) -> asyncio.Future[R]:
        """Add items to the next batch; return a future of its result."""
        self._things += things
        if self._told is None:
            self._told = asyncio.get_running_loop().create_future()
            self._told.add_done_callback(_noted)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return self._told

    async def do(self, *things: T) -> R:
        """Add items to the next batch and return its result; raises what `work` raises."""
        return await asyncio.shield(self.add(*things))

    async def idle(self) -> None:
        while self._task is not None:
            await asyncio.wait((self._task,))

    async def _run(self) -> None:
        while self._told is not None:
            things, told = self._things, self._told
            self._things, self._told = [], None
            try:
                result = await self._work(things)
            except Exception as error:  # noqa: BLE001 - passed on to the waiting callers
                told.set_exception(error)
            except asyncio.CancelledError:
                told.cancel()
                raise
            else:
                told.set_result(result)
        self._task = None


def _noted(told: asyncio.Future[R]) -> None:
    """Retrieve an error that nobody waits for, so that asyncio does not log it."""
    if not told.cancelled():
        told.exception()
