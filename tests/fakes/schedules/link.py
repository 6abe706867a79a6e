"""The ways from a process to the database and to Telegram: slow, or cut in one direction or both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from data.coordination import Heard, LeaseKey, Note, Roll
from data.errors import StoreFailed
from data.inbox import UpdateRecord
from data.postgres.coordination import JOINING, PATIENCE
from tests.fakes.schedules.database import Database
from tests.fakes.schedules.stage import Call, SimLoop, Stage

T = TypeVar("T")

FAST = 0.004
"""Seconds that a message takes, at most, while nothing is wrong."""


class Way:
    """One process's way to one server."""

    def __init__(self, stage: Stage, luck: Random) -> None:
        self._stage = stage
        self._luck = luck
        self.there = self.back = True
        """Whether messages arrive in each direction."""
        self.slow_there = self.slow_back = 0.0
        """Seconds that a message takes beyond the usual."""

    @property
    def delay(self) -> float:
        """Return the usual seconds of a message."""
        return self._luck.random() * FAST

    def ask(self, work: Callable[[], T], patience: float) -> asyncio.Future[T]:
        """Have the server do some work; the answer is StoreFailed if it does not come in time.

        What was sent may be done even if nobody waits for it any more.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        if self.there:
            self._stage.later(self.delay + self.slow_there, self._arrive, work, loop, answer)
        loop.call_later(patience, _late, answer)
        return answer

    def _arrive(self, work: Callable[[], T], loop: SimLoop, answer: asyncio.Future[T]) -> None:
        result = work()
        if self.back:
            self._stage.at(self._stage.now + self.delay + self.slow_back, Call(loop, _give, (answer, result)))


def _late(answer: asyncio.Future[Any]) -> None:
    if not answer.done():
        answer.set_exception(StoreFailed("no answer"))


def _give(answer: asyncio.Future[T], result: T) -> None:
    if not answer.done():
        answer.set_result(result)


class LinkedCoordination:
    """The connection of a process's heartbeat."""

    def __init__(self, way: Way, database: Database) -> None:
        self._way = way
        self._database = database
        self._free = asyncio.Lock()
        self.channels: Sequence[str] = ()
        self.heard: Heard | None = None
        self.connected = False
        """Whether notes arrive: not from a failure to the next answer."""

    async def join(self, process: str, groups: Mapping[str, int], *, lasts: float, alone: bool = False) -> None:
        groups = dict(groups)
        await self._do(lambda: self._database.join(process, groups, lasts=lasts, alone=alone), JOINING)

    async def beat(
        self, process: str, groups: Sequence[str], fencing_tokens: Mapping[LeaseKey, int], *, lasts: float
    ) -> Roll:
        return await self._do(lambda: self._database.beat(process, groups, fencing_tokens, lasts=lasts))

    async def take(
        self, process: str, group: str, most: int, *, count: int, lasts: float, beside: Collection[LeaseKey] = ()
    ) -> dict[LeaseKey, int]:
        return await self._do(
            lambda: self._database.take(process, group, most, count=count, lasts=lasts, beside=beside)
        )

    async def give_back(
        self, process: str, fencing_tokens: Mapping[LeaseKey, int], notes: Sequence[Note] = ()
    ) -> None:
        await self._do(lambda: self._database.give_back(process, fencing_tokens, notes))

    async def leave(self, process: str, notes: Sequence[Note] = ()) -> None:
        await self._do(lambda: self._database.leave(process, notes))

    async def tell(self, notes: Sequence[Note]) -> None:
        await self._do(lambda: self._database.tell(notes))

    def listen(self, channels: Sequence[str], heard: Heard) -> None:
        self.channels, self.heard = channels, heard

    async def close(self) -> None:
        self.connected = False

    async def _do(self, work: Callable[[], T], patience: float = PATIENCE) -> T:
        async with self._free:
            try:
                result = await self._way.ask(work, patience)
            except BaseException:
                self.connected = False
                raise
            self.connected = True
            return result


class LinkedStore:
    """The inbox and the taken commands, as one process reaches them."""

    def __init__(self, way: Way, database: Database) -> None:
        self._way = way
        self._database = database

    async def put_in(self, updates: Sequence[UpdateRecord], *, most: int) -> set[int]:
        updates = list(updates)
        return await self._do(lambda: self._database.put_in(updates, most=most))

    async def take_out(
        self, shards: Collection[int], *, done: Collection[tuple[int, int]], known: Collection[int], limit: int
    ) -> list[UpdateRecord]:
        shards, done, known = set(shards), list(done), set(known)
        return await self._do(lambda: self._database.take_out(shards, done=done, known=known, limit=limit))

    async def inbox_depth(self, shards: Collection[int]) -> tuple[int, float]:
        """Return nothing: only metrics ask."""
        return 0, 0.0

    async def take_command(self, bot: str, digest: str, at: float) -> bool:
        return await self._do(lambda: self._database.take_command(bot, digest, at))

    async def forget_commands(self, before: float) -> None:
        """They are too young."""

    async def _do(self, work: Callable[[], T]) -> T:
        return await self._way.ask(work, PATIENCE)
