"""When a platform may be called: each chat's calls form a queue by what they are worth, behind its limits.

A platform that allows `n` calls in so many seconds refuses the next one, and then everybody waits for as long as it
likes. So whoever calls waits here before: first come those who are waited for most. Who has waited long comes before
somebody who has just come and is worth a little more, so that nobody starves; but tidying up comes only when nothing
else waits, and leaves room for what may come next.
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
    """What a call is worth, the most urgent first."""

    ANSWER = 0
    """The new face of a message that somebody has just pressed, or an answer that nobody may miss."""
    ACTOR_BOARD = 1
    """A board for who is to act, or who sees how the game ended."""
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
"""By how many seconds a call of less worth must have come earlier to go first; answers are bounded by their share."""
_EVENLY = frozenset((Priority.ACTOR_BOARD, Priority.OTHER_BOARD, Priority.TIDY))
"""Calls that are spread evenly once a burst is over; the others come seldom and are waited for."""
_BOARDS = frozenset((Priority.ACTOR_BOARD, Priority.LOBBY, Priority.OTHER_BOARD))


@dataclass(frozen=True, slots=True)
class Budget:
    """What a chat may be sent: all of `limits` at once.

    `replies`: the share of them that answers to commands have while boards wait. `reserve`: how many places of the
    longest limit tidying leaves to others, and answers while no board waits.
    """

    limits: tuple[RateLimit, ...] = ()
    replies: RateLimit | None = None
    reserve: int = 0


class Expired(Exception):
    """A call could not be made by the end of its ticket."""


class Ticket:
    """A place in the queue: what the call is worth, since when it waits, and further windows that it must pass.

    `on_wait` is told if it cannot go at once. `until`: the moment in Unix seconds after which the call is of no use.
    `queue` is where it waits, and `go` the moment at which it was let go.
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
        """Return the moment by which calls are ordered, in Unix seconds."""
        return self.since + _PATIENCE[self.priority]

    def hurry(self, priority: Priority, since: float, windows: tuple[SlidingWindow, ...]) -> None:
        """Wait from now on as a call of this worth, if that is more urgent."""
        if (priority, since) >= (self.priority, self.since):
            return
        self.priority, self.since, self.windows = priority, since, windows
        if self.queue is not None:
            self.queue.resort(self)


@dataclass(slots=True)
class Slot:
    """A call that may be made now. `waited`: it had to wait, and the world may have changed."""

    waited: bool = False
    unused: bool = False

    def give_back(self) -> None:
        """Say that there is nothing to call for after all."""
        self.unused = True


class _Queue:
    """The calls that wait for the same windows."""

    def __init__(
        self, clock: Clock, budget: Budget, rest: Callable[[float], float], share: Callable[[], float] = whole
    ) -> None:
        """Begin empty. `rest`: for how many seconds everything stands still, at a moment; `share`: of the limits."""
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
        """Return whether anything waits here."""
        return bool(self._waiting)

    def rest(self, seconds: float) -> None:
        """Let nothing through for so many seconds."""
        self._rest.begin(self._clock.now(), seconds)

    def has_room(self) -> bool:
        """Tell whether a call could go at once and leave room for what may come next, as tidying does."""
        now = self._clock.now()
        return not self._waiting and not self._pause(Ticket(Priority.TIDY, now), now)

    async def enter(self, ticket: Ticket) -> tuple[bool, float]:
        """Wait for one's turn and take it; return whether that took any time, and the moment that was noted.

        Raises Expired.
        """
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
        """Take note that a ticket has become more urgent."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
            insort(self._waiting, ticket, key=_due)
            self._news.set()

    def move(self, ticket: Ticket, at: float) -> None:
        """Count a call from now on: it was on its way until now."""
        now = self._clock.now()
        for window in self._counted(ticket):
            window.move(at, now)

    def give_back(self, ticket: Ticket, at: float) -> None:
        """Forget a call that was not made."""
        for window in self._counted(ticket):
            window.give_back(at)
        self._news.set()

    async def _run(self) -> None:
        """Let one after the other through, while anybody waits."""
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
        """End the wait of those whose calls cannot be made in time."""
        soonest = now + self._least(now)
        for ticket in [one for one in self._waiting if one.until < soonest or one.until <= now]:
            self._waiting.remove(ticket)
            if ticket.go is not None and not ticket.go.done():
                ticket.go.set_exception(Expired)

    def _least(self, now: float) -> float:
        """Return for how many seconds at least nothing goes through."""
        return max(self._rests(now), self._filled(now, evenly=False))

    def _next(self, now: float) -> tuple[Ticket | None, float]:
        """Return who may go now, or else in how many seconds it is worth asking again."""
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
        """Return when an answer may go: within its share, or with room to spare while no board waits."""
        within = self._filled(now, evenly=True)
        if self._replies is not None:
            within = max(within, self._replies.wait(now))
        if any(one.priority in _BOARDS for one in self._waiting):
            return within
        return min(within, self._filled(now, evenly=False, spares=True))

    def _filled(self, now: float, *, evenly: bool, spares: bool = False) -> float:
        """Return for how many seconds the chat's limits are used up; who `spares` leaves others their reserve."""
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
    """A time in which a platform takes nothing."""

    def __init__(self) -> None:
        self._began = self._ends = 0.0

    def begin(self, now: float, seconds: float) -> None:
        """Rest for so many seconds from now on, or for as long as was said before."""
        self._began, self._ends = now, max(self._ends, now + seconds)

    def left(self, now: float) -> float:
        """Tell how many seconds of it are left."""
        return max(0.0, self._ends - now) if now >= self._began else 0.0  # a clock set back must not stop everything


Shared = Callable[[ChatKey], tuple[Hashable, Budget]]
Free = Callable[[ChatKey, str | None], bool]


def _unlimited(chat: ChatKey) -> tuple[Hashable, Budget]:
    return chat, Budget()


class PlatformRateLimiter:
    """One platform's limits.

    `shared`: what a chat may be sent, and which chats share that. `bot`: limits of all chats together. `free`:
    whether a call about a message (or a new one, None) would not be counted by the platform. `share`: which part of
    `bot` is this process's, where several speak for one bot; a chat's own limits are those of one process.
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
        """Tell whether the platform would not count a call about a message, or a new one (None)."""
        return self._free(chat, message)

    def has_room(self, chat: ChatKey, message: str | None) -> bool:
        """Tell whether there are calls to spare now: one more would neither wait nor keep others waiting."""
        return self._free(chat, message) or (self._queue(chat).has_room() and self._bot.has_room())

    @asynccontextmanager
    async def slot(self, chat: ChatKey, ticket: Ticket, message: str | None = None) -> AsyncIterator[Slot]:
        """Wait until a call may be made, which is to be made inside; `message` is what it changes, if anything.

        Raises Expired where that is not before the ticket's end. If the call raises TryLater, the chat rests for as
        long, or all chats, and it is raised on.
        """
        if self._free(chat, message):
            slot, noted = Slot(), None
        else:
            queue = self._queue(chat)
            noted = await self._enter(queue, ticket)
            slot = Slot(noted.waited)
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
    """A call that is counted, and where."""

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
