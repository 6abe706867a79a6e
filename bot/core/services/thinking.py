"""Work of the engine that takes longer than a press may wait, done beside the event loop.

    move = await thinking.do(players.chosen, "parchis", line, "master", seed, owner=table.id, lane=Lane.MOVES)

The work is a function that can be imported, with arguments and a result that can be pickled: texts, numbers, tuples,
plain dataclasses. A state of a game goes as the line of its `dump`, since pickled it is long and shares nothing with
others. Each lane is a process of its own that does one piece of work at a time, so that nobody's move waits for
a report. What takes longer than a second or two is to be cut into several pieces, between which others get theirs.

Cancelling whoever waits for it ends the work, at once. A process that fails, hangs or dies is ended, and the next
piece of work has another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Protocol, TypeVar

T = TypeVar("T")

WAITING = 64
"""How many pieces of work may be in one lane, under way or waiting."""
LONGEST = 20.0
"""Seconds after which a piece of work that is not done is given up."""


class Lane(Enum):
    """What waits for what: moves and answers that somebody waits for, and reports that may take their time."""

    MOVES = "moves"
    REPORTS = "reports"


class NoThought(Exception):
    """Nothing came of the work; the text says why, for the log."""


class Busy(NoThought):
    """There is too much to do: work for the same owner, or for too many others."""


class Worker(Protocol):
    """Where work is done, one piece at a time."""

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        """Do a piece of work; raises NoThought. Cancelled, it ends the work."""

    async def close(self) -> None:
        """End what is under way, and whatever does it."""


class Thinking:
    """Has work done beside the event loop: in each lane one piece after the other, for each owner one at a time."""

    def __init__(self, worker: Callable[[Lane], Worker]) -> None:
        """Take how the worker of a lane is made, which is to start when it is needed."""
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
        """Return what the work returns; raises NoThought, and Busy where nothing was tried.

        `owner` is whose it is, a table's code or what else names one thing: each has one piece of work in a lane.
        The work is given up after so many `seconds`, without those for which it had to wait for others.
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
        """Whether anybody waits for a thought, in any lane."""
        return any(self._owners.values())

    async def _done(self, lane: Lane, seconds: float, work: Callable[..., T], *arguments: object) -> T:
        async with self._benches[lane]:
            try:
                async with asyncio.timeout(seconds):
                    return await self._workers[lane].do(work, *arguments)
            except TimeoutError:
                raise NoThought(f"not done after {seconds:g} s") from None

    async def close(self) -> None:
        """Give up all work, and end the processes; from then on there is no thinking."""
        self._closed = True
        for task in tuple(self._under_way):
            task.cancel()
        for lane in Lane:
            await self._workers[lane].close()


def _is_cancelled() -> bool:
    """Tell whether whoever waits was cancelled, and not only the work."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
