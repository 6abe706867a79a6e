"""Queue each chat's calls by priority, so that a platform never has to refuse one.

A call that has waited long precedes a newer one of slightly higher priority, so none starves.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import IntEnum
from math import inf

from bot.core.common.clock import Clock, sleep_or
from bot.core.common.lru import LruDict
from bot.core.messages.ports import TryLater
from bot.core.ratelimit.keyed_windows import REMEMBERED
from bot.core.ratelimit.sliding_window import RateLimit, SlidingWindow, whole
from data.records import ChatKey


class Priority(IntEnum):
    """How urgent a call is, the most urgent first."""

    ANSWER = 0
    """An edit of a message that was just pressed, or an answer that must arrive."""
    ACTOR_BOARD = 1
    """A board in the chat of the player to act, or of one who sees how the game ended."""
    LOBBY = 2
    REPLY = 3
    """Any other answer to a command."""
    OTHER_BOARD = 4
    TIDY = 5


_PATIENCE = {
    Priority.ANSWER: 0.0,
    Priority.ACTOR_BOARD: 5.0,
    Priority.LOBBY: 5.5,
    Priority.REPLY: 6.0,
    Priority.OTHER_BOARD: 30.0,
    Priority.TIDY: inf,
}
"""Seconds by which a less urgent call must have come earlier to go first; answers also have a share."""
_EVENLY = frozenset((Priority.ACTOR_BOARD, Priority.OTHER_BOARD, Priority.TIDY))
"""Calls that are spread evenly once a burst is over; the others are rare."""
_BOARDS = frozenset((Priority.ACTOR_BOARD, Priority.LOBBY, Priority.OTHER_BOARD))


@dataclass(frozen=True, slots=True)
class Budget:
    """A chat's limits, all of which hold at once.

    `replies`: limits answers to commands while boards wait. `reserve`: calls of the longest limit kept free by
    tidying, and by answers while no board waits.
    """

    limits: tuple[RateLimit, ...] = ()
    replies: RateLimit | None = None
    reserve: int = 0


class Expired(Exception):
    """A ticket ended before its call could be made."""


class Ticket:
    """A call's place in the queue; it must also pass `windows`.

    `on_wait` is called if the call can't go at once. After `until`, in Unix seconds, the call is useless.
    """

    def __init__(
        self,
        priority: Priority,
        since: float,
        windows: tuple[SlidingWindow, ...] = (),
        on_wait: Callable[[], None] | None = None,
        until: float = inf,
    ) -> None:
        self.priority = priority
        self.since = since
        self.windows = windows
        self.on_wait = on_wait
        self.until = until
        self.queue: _Queue | None = None
        self.go: asyncio.Future[float] | None = None

    @property
    def due(self) -> float:
        """Return the sort key of calls, in Unix seconds."""
        return self.since + _PATIENCE[self.priority]

    def hurry(self, priority: Priority, since: float, windows: tuple[SlidingWindow, ...]) -> None:
        """Raise the priority, if this one is more urgent."""
        if (priority, since) >= (self.priority, self.since):
            return
        self.priority, self.since, self.windows = priority, since, windows
        if self.queue is not None:
            self.queue.resort(self)


@dataclass(slots=True)
class CallSlot:
    """Permission to make one call now. `waited`: the content may be stale."""

    waited: bool = False
    unused: bool = False

    def give_back(self) -> None:
        """Return the slot: no call is needed."""
        self.unused = True


class _Queue:
    """The calls that wait for the same windows."""

    def __init__(
        self, clock: Clock, budget: Budget, rest: Callable[[float], float], share: Callable[[], float] = whole
    ) -> None:
        """Start empty. `rest` returns the seconds for which the platform pauses, `share` a factor of the limits."""
        self._clock = clock
        self._rest_of_all = rest
        self._rest = Rest()
        self._windows = [SlidingWindow(limit, share) for limit in budget.limits]
        self._longest = max(self._windows, key=lambda window: window.limit.seconds, default=None)
        self._replies = SlidingWindow(budget.replies) if budget.replies is not None else None
        self._reserve = budget.reserve
        self._waiting: list[Ticket] = []
        self._news = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None

    @property
    def is_waited_for(self) -> bool:
        return bool(self._waiting)

    def rest(self, seconds: float) -> None:
        """Let nothing through for this time."""
        self._rest.begin(self._clock.now(), seconds)

    def has_room(self) -> bool:
        """Return whether a call could go at once and leave the reserve free."""
        now = self._clock.now()
        return not self._waiting and not self._pause(Ticket(Priority.TIDY, now), now)

    async def enter(self, ticket: Ticket) -> tuple[bool, float]:
        """Wait for a turn and take it; return whether that took time, and the counted moment. Raises Expired."""
        now = self._clock.now()
        if ticket.until < now:
            raise Expired
        if not self._waiting and not self._pause(ticket, now):
            return False, self._take(ticket, now)
        go = ticket.go = asyncio.get_running_loop().create_future()
        ticket.queue = self
        insort(self._waiting, ticket, key=_due)
        self._news.set()
        if self._pump is None:
            self._pump = asyncio.create_task(self._run())
        if ticket.on_wait is not None:
            ticket.on_wait()
        try:
            return True, await go
        except asyncio.CancelledError:
            if go.done() and not go.cancelled():
                self.give_back(ticket, go.result())
            raise
        finally:
            ticket.queue = None
            if ticket in self._waiting:
                self._waiting.remove(ticket)
            self._news.set()

    def resort(self, ticket: Ticket) -> None:
        """Sort a ticket again that has become more urgent."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
            insort(self._waiting, ticket, key=_due)
            self._news.set()

    def move(self, ticket: Ticket, at: float) -> None:
        """Count a call from now instead of from `at`."""
        now = self._clock.now()
        for window in self._counted(ticket):
            window.move(at, now)

    def give_back(self, ticket: Ticket, at: float) -> None:
        """Forget a call that was not made."""
        for window in self._counted(ticket):
            window.give_back(at)
        self._news.set()

    async def _run(self) -> None:
        """Let calls through one by one while any wait."""
        try:
            while self._waiting:
                self._news.clear()
                now = self._clock.now()
                self._expire(now)
                if not self._waiting:
                    break
                ticket, pause = self._next(now)
                if ticket is None:
                    soonest = min(one.until for one in self._waiting)
                    await sleep_or(self._clock, min(pause, soonest - now), self._news)
                    continue
                self._waiting.remove(ticket)
                if ticket.go is not None and not ticket.go.done():  # else its owner has just gone
                    ticket.go.set_result(self._take(ticket, now))
        finally:
            self._pump = None

    def _expire(self, now: float) -> None:
        """Fail the calls that can't be made in time."""
        soonest = now + self._least(now)
        for ticket in [one for one in self._waiting if one.until < soonest or one.until <= now]:
            self._waiting.remove(ticket)
            if ticket.go is not None and not ticket.go.done():
                ticket.go.set_exception(Expired)

    def _least(self, now: float) -> float:
        """Return the seconds for which nothing can pass."""
        return max(self._rests(now), self._filled(now, evenly=False))

    def _next(self, now: float) -> tuple[Ticket | None, float]:
        """Return the ticket that may go now, or else the seconds after which to ask again."""
        pause = self._least(now)
        if pause:
            return None, pause
        pause, tidy = inf, self._waiting[0].priority is Priority.TIDY
        for ticket in self._waiting:
            if ticket.priority is Priority.TIDY and not tidy:
                break
            seconds = self._pause(ticket, now)
            if not seconds:
                return ticket, 0.0
            pause = min(pause, seconds)
        return None, pause

    def _pause(self, ticket: Ticket, now: float) -> float:
        if ticket.priority is Priority.REPLY:
            wait = self._pause_of_reply(now)
        else:
            evenly, spares = ticket.priority in _EVENLY, ticket.priority is Priority.TIDY
            wait = self._filled(now, evenly=evenly, spares=spares)
        return max(self._rests(now), wait, *(window.wait(now) for window in ticket.windows))

    def _pause_of_reply(self, now: float) -> float:
        """Return the seconds until an answer may go: in its share, or beyond it while no board waits."""
        within = self._filled(now, evenly=True)
        if self._replies is not None:
            within = max(within, self._replies.wait(now))
        if any(one.priority in _BOARDS for one in self._waiting):
            return within
        return min(within, self._filled(now, evenly=False, spares=True))

    def _filled(self, now: float, *, evenly: bool, spares: bool = False) -> float:
        """Return the seconds until the limits have room; `spares` keeps the reserve free."""
        return max(
            (
                window.wait(now, reserve=self._reserve if spares and window is self._longest else 0, evenly=evenly)
                for window in self._windows
            ),
            default=0.0,
        )

    def _rests(self, now: float) -> float:
        return max(self._rest.left(now), self._rest_of_all(now))

    def _take(self, ticket: Ticket, now: float) -> float:
        for window in self._counted(ticket):
            window.take(now)
        return now

    def _counted(self, ticket: Ticket) -> list[SlidingWindow]:
        replies = [self._replies] if ticket.priority is Priority.REPLY and self._replies is not None else []
        return [*self._windows, *replies, *ticket.windows]


class Rest:
    """A pause that a platform asked for."""

    def __init__(self) -> None:
        self._began = self._ends = 0.0

    def begin(self, now: float, seconds: float) -> None:
        """Pause for this many seconds, or until the end of an earlier, longer pause."""
        self._began, self._ends = now, max(self._ends, now + seconds)

    def left(self, now: float) -> float:
        """Return the seconds left."""
        return max(0.0, self._ends - now) if now >= self._began else 0.0  # a clock set back must not stop everything


Shared = Callable[[ChatKey], tuple[Hashable, Budget]]
Free = Callable[[ChatKey, str | None], bool]


def _unlimited(chat: ChatKey) -> tuple[Hashable, Budget]:
    return chat, Budget()


class PlatformRateLimiter:
    """Keeps one platform's limits.

    `shared` returns a chat's budget and the key of the chats that share it. `bot`: limits of all chats together.
    `share`: this process's factor of `bot`. `free`: see `is_free`.
    """

    def __init__(
        self,
        clock: Clock,
        shared: Shared = _unlimited,
        bot: tuple[RateLimit, ...] = (),
        free: Free = lambda _chat, _message: False,
        share: Callable[[], float] = whole,
    ) -> None:
        self._clock = clock
        self._shared = shared
        self._free = free
        self._rest = Rest()
        self._bot = _Queue(clock, Budget(bot), self._rest.left, share)
        self._queues = LruDict[Hashable, _Queue](REMEMBERED, in_use=lambda queue: queue.is_waited_for)

    def is_free(self, chat: ChatKey, message: str | None) -> bool:
        """Return whether the platform doesn't count a call about a message (None: a new one)."""
        return self._free(chat, message)

    def has_room(self, chat: ChatKey, message: str | None) -> bool:
        """Return whether one more call now would neither wait nor make others wait."""
        return self._free(chat, message) or (self._queue(chat).has_room() and self._bot.has_room())

    @asynccontextmanager
    async def slot(self, chat: ChatKey, ticket: Ticket, message: str | None = None) -> AsyncIterator[CallSlot]:
        """Wait until a call may be made, and make it inside; it changes `message`, if given.

        Raises Expired. If the call raises TryLater, the chat or the platform pauses.
        """
        if self._free(chat, message):
            slot, noted = CallSlot(), None
        else:
            queue = self._queue(chat)
            noted = await self._enter(queue, ticket)
            slot = CallSlot(noted.waited)
        try:
            yield slot
        except TryLater as later:
            if later.everywhere:
                self._rest.begin(self._clock.now(), later.seconds)
            elif noted is not None:
                queue.rest(later.seconds)
            raise
        finally:
            if noted is not None:
                noted.done(unused=slot.unused)

    async def _enter(self, queue: _Queue, ticket: Ticket) -> _Noted:
        waited, at = await queue.enter(ticket)
        of_all = Ticket(ticket.priority, ticket.since, on_wait=ticket.on_wait, until=ticket.until)
        try:
            waited_more, at_of_all = await self._bot.enter(of_all)
        except BaseException:
            queue.give_back(ticket, at)
            raise
        return _Noted(waited or waited_more, ((queue, ticket, at), (self._bot, of_all, at_of_all)))

    def _queue(self, chat: ChatKey) -> _Queue:
        key, budget = self._shared(chat)
        queue = self._queues.get(key)
        if queue is None:
            queue = _Queue(self._clock, budget, self._rest.left)
        self._queues[key] = queue
        return queue


@dataclass(frozen=True, slots=True)
class _Noted:
    """A counted call and the queues that count it."""

    waited: bool
    places: tuple[tuple[_Queue, Ticket, float], ...]

    def done(self, *, unused: bool) -> None:
        for queue, ticket, at in self.places:
            if unused:
                queue.give_back(ticket, at)
            else:
                queue.move(ticket, at)


def _due(ticket: Ticket) -> float:
    return ticket.due
