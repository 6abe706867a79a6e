"""Run slow engine work outside the event loop, in a separate process for each lane.

Split work longer than a second or two, since a lane does one piece at a time. Cancelling the caller ends the work at
once; a process that fails, hangs or dies is replaced.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Protocol, TypeVar

T = TypeVar("T")

WAITING = 64
"""Maximum pieces of work in one lane, running or waiting."""
LONGEST = 20.0
"""Seconds after which a piece of work is stopped."""


class Lane(Enum):
    """Moves and answers that people wait for, and reports that may take longer."""

    MOVES = "moves"
    REPORTS = "reports"


class NoThought(Exception):
    """The work has no result; the text has the reason, for the log."""


class Busy(NoThought):
    """Another piece of work has this owner, or the lane is full."""


class Worker(Protocol):
    """Runs one piece of work at a time."""

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        """Run a piece of work; raises NoThought. Cancelling ends the work."""

    async def close(self) -> None:
        """End the running work and its process."""


class Thinking:
    """Runs work outside the event loop: one piece at a time in each lane, and one for each owner in a lane."""

    def __init__(self, worker: Callable[[Lane], Worker]) -> None:
        """`worker` makes a lane's worker, which starts when needed."""
        self._workers = {lane: worker(lane) for lane in Lane}
        self._benches = {lane: asyncio.Lock() for lane in Lane}
        self._owners: dict[Lane, set[str]] = {lane: set() for lane in Lane}
        self._under_way: set[asyncio.Task[object]] = set()
        self._closed = False

    async def do(
        self,
        work: Callable[..., T],
        *arguments: object,
        owner: str,
        lane: Lane = Lane.REPORTS,
        seconds: float = LONGEST,
    ) -> T:
        """Return the result of the work; raises NoThought, and Busy if nothing was tried.

        `work` must be importable, and its arguments and result picklable; pass a state as the line of its `dump`.
        `owner` is a table's code or similar: one piece of work in a lane. `seconds` don't include the time in the
        queue.
        """
        owners = self._owners[lane]
        if self._closed or owner in owners or len(owners) >= WAITING:
            raise Busy(f"{len(owners)} pieces of work are in the lane of {lane.value}")
        owners.add(owner)
        task = asyncio.create_task(self._done(lane, seconds, work, *arguments))
        self._under_way.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            if _is_cancelled():
                raise
            raise NoThought("the program ends") from None
        finally:
            owners.discard(owner)
            self._under_way.discard(task)

    @property
    def is_busy(self) -> bool:
        """Whether any work is running or waiting."""
        return any(self._owners.values())

    async def _done(self, lane: Lane, seconds: float, work: Callable[..., T], *arguments: object) -> T:
        async with self._benches[lane]:
            try:
                async with asyncio.timeout(seconds):
                    return await self._workers[lane].do(work, *arguments)
            except TimeoutError:
                raise NoThought(f"not done after {seconds:g} s") from None

    async def close(self) -> None:
        """Cancel all work and end the processes; later calls raise Busy."""
        self._closed = True
        for task in tuple(self._under_way):
            task.cancel()
        for lane in Lane:
            await self._workers[lane].close()


def _is_cancelled() -> bool:
    """Return whether the caller was cancelled, and not only the work."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
