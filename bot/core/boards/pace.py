"""How often a platform may be called: token buckets, for each chat and for the bot as a whole.

A platform that allows `n` calls in so many seconds refuses the next one, and then everybody waits for as long as it
likes. So the publisher waits by itself, a little and evenly: a bucket lets a few calls through at once and then one
after the other, and in no span of the platform's are there more than it allows.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from bot.core.clock import Clock
from bot.core.lately import Lately
from data.records import ChatKey

REMEMBERED = 10_000
MOMENT = 0.001
"""Seconds that are not worth waiting for."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a platform allows: so many calls in any span of so many seconds; `burst` of them may come at once."""

    calls: int
    seconds: float
    burst: int = 1

    @property
    def rate(self) -> float:
        """Calls a second after a burst, so that burst and rest together stay below what is allowed."""
        return (self.calls - self.burst or 1) / self.seconds * 0.95


@dataclass(slots=True)
class Bucket:
    """One limit's tokens: each call takes one, and they come back evenly."""

    limit: Limit
    tokens: float
    at: float

    @classmethod
    def full(cls, limit: Limit, now: float) -> Bucket:
        """A bucket that nobody has used."""
        return cls(limit, float(limit.burst), now)

    def wait(self, now: float) -> float:
        """How many seconds from now a token will be there."""
        passed = max(0.0, now - self.at)  # a clock that was set back must not stop everything
        self.tokens = min(float(self.limit.burst), self.tokens + passed * self.limit.rate)
        self.at = now
        left = (1.0 - self.tokens) / self.limit.rate
        return left if left > MOMENT else 0.0

    def take(self) -> None:
        """Takes a token, which is lent if it is not there yet."""
        self.tokens -= 1.0


@dataclass(slots=True)
class _Room:
    buckets: list[Bucket]
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)


Shared = Callable[[ChatKey], tuple[Hashable, tuple[Limit, ...]]]
Free = Callable[[ChatKey, str | None], bool]


class Pace:
    """The pace of one platform. `shared`: what a chat's limits are, and which chats share them. `bot`: limits of all
    chats together. `free`: whether a call about a message (or a new one, None) would not be counted by the platform.
    """

    def __init__(
        self,
        clock: Clock,
        shared: Shared,
        bot: tuple[Limit, ...] = (),
        free: Free = lambda _chat, _message: False,
    ) -> None:
        self._clock = clock
        self._shared = shared
        self._free = free
        self._bot = [Bucket.full(limit, clock.now()) for limit in bot]
        self._rooms: OrderedDict[Hashable, _Room] = OrderedDict()
        self._rest = (0.0, 0.0)
        """From when until when the platform takes nothing."""

    def rest(self, seconds: float) -> None:
        """The platform takes nothing from the bot for so many seconds, in whatever chat."""
        now = self._clock.now()
        self._rest = (now, max(self._rest[1], now + seconds))

    async def turn(self, chat: ChatKey, message: str | None = None) -> bool:
        """Waits until a call may be made and counts it; whether it had to wait, and the world may have changed."""
        if self._free(chat, message):
            return False
        room = self._room(chat)
        waited = room.queue.locked()
        async with room.queue:
            while pause := self._pause(room):
                waited = True
                await self._clock.sleep(pause)
            pause = self._reserve()
            if pause:
                waited = True
                await self._clock.sleep(pause)
                for bucket in room.buckets:
                    bucket.wait(self._clock.now())
            for bucket in room.buckets:
                bucket.take()
        return waited

    def _pause(self, room: _Room) -> float:
        now = self._clock.now()
        began, ends = self._rest
        rest = ends - now if now >= began else 0.0  # a clock that was set back must not stop everything
        return max(rest, 0.0, *(bucket.wait(now) for bucket in room.buckets))

    def _reserve(self) -> float:
        """A token of the bot's own, first come, first served: how long to wait until it is there."""
        now = self._clock.now()
        pause = max((bucket.wait(now) for bucket in self._bot), default=0.0)
        for bucket in self._bot:
            bucket.take()
        return pause

    def _room(self, chat: ChatKey) -> _Room:
        key, limits = self._shared(chat)
        room = self._rooms.get(key)
        if room is None:
            room = self._rooms[key] = _Room([Bucket.full(limit, self._clock.now()) for limit in limits])
            oldest = next(iter(self._rooms))
            if len(self._rooms) > REMEMBERED and not self._rooms[oldest].queue.locked():
                del self._rooms[oldest]
        self._rooms.move_to_end(key)
        return room


class Bounds:
    """The bounds that chats set themselves: how many new messages a minute they want at most."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets = Lately[ChatKey, Bucket](REMEMBERED)

    async def turn(self, chat: ChatKey, most: int | None) -> bool:
        """Waits until a chat wants one message more and counts it; whether that took any time."""
        if most is None:
            return False
        bucket = self._buckets.get(chat)
        if bucket is None or bucket.limit.calls != most:
            limit = Limit(most, 60.0, burst=max(1, most // 3))
            bucket = self._buckets[chat] = Bucket.full(limit, self._clock.now())
        waited = False
        while pause := bucket.wait(self._clock.now()):
            waited = True
            await self._clock.sleep(pause)
        bucket.take()
        return waited
