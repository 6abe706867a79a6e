"""This process among those that serve one database: a heartbeat, and the leases that it holds by it."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress

from bot.cluster.chat_leases import CONNECTED, ChatLeases
from bot.cluster.held_leases import HeldLeases, Pace, boot_time
from bot.cluster.notes import Notes, channel_of
from bot.cluster.quotas import wanted
from bot.core.services.ownership import ANEW, CHANGED, HOUSEKEEPING, Hear, LeaseGroup, Release, board_word
from data.coordination import LEASES, ChatScope, Coordination, LeaseKey, Note, ProcessRecord, Roll
from data.records import ChatKey
from data.store import StoreError, StoreFailed

_log = logging.getLogger(__name__)

AGAIN, SOON = 0.3, 0.03
"""Seconds until one that failed is tried again, and until one when something has changed elsewhere."""
RELEASING = 4.0
"""Seconds in which what is under way under a lease must have ended when it is given back."""


def process_name() -> str:
    """Make a name for this process that no other has: machine, process id and a random end."""
    return f"{socket.gethostname()[:24]}-{os.getpid()}-{secrets.token_hex(3)}"


class Membership:
    """What this process holds, as one of several."""

    is_shared = True

    def __init__(
        self,
        coordination: Coordination,
        groups: Sequence[LeaseGroup],
        chats: ChatLeases,
        name: str = "",
        pace: Pace = Pace(),  # noqa: B008 - it never changes
        now: Callable[[], float] = boot_time,
    ) -> None:
        """Serve groups of leases; `now` is a clock that never goes back."""
        self.name = name or process_name()
        self._coordination = coordination
        self._groups = {group.name: group.count for group in groups}
        self._serving = asyncio.Lock()
        self._chats = chats
        self._pace = pace
        self._held = HeldLeases(pace, now)
        self._notes = Notes(coordination, self.holds, self._holder)
        self._roll = Roll((), {}, frozenset(), None)
        self._beaten: float | None = None
        self._takes_from = 0.0
        """When it may take what is free: not at once after a silence, which may have been that of the others too."""
        self._lost = False
        self._wake = asyncio.Event()
        self._releases: dict[str, list[Release]] = {}
        self._giving: dict[LeaseKey, asyncio.Task[None]] = {}
        self._resigned = False
        self._told: tuple[frozenset[LeaseKey], tuple[ProcessRecord, ...]] = (frozenset(), ())
        self._next_revision = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._life: asyncio.Task[None] | None = None
        self.revision = 0

    # what it holds --------------------------------------------------------------------------------------------------

    def share(self, group: str) -> float:
        """Return this process's part of what is allowed to all who serve a group: that of its leases which it holds.

        No lease is held twice, so all parts together are never more than the whole. Who holds none has half of one's
        part, for what it has just begun.
        """
        return max(self._held.count(group), 0.5) / self._count(group)

    @property
    def held(self) -> tuple[str, ...]:
        """Return the leases that this process holds now, by name."""
        return tuple(_named(lease) for lease in sorted(self._held.held, key=lambda one: (one.group, one.number)))

    @property
    def living(self) -> int:
        """Return how many processes lived at the last heartbeat, this one among them."""
        return len(self._roll.processes)

    @property
    def age(self) -> float:
        """Return the seconds since the server answered a heartbeat last, counted from when it was sent."""
        return float("inf") if self._beaten is None else self._held.now() - self._beaten

    @property
    def ready(self) -> bool:
        """Return whether this process may be sent work: its heartbeat is fresh, and it is not about to end."""
        return not self._resigned and self.age < self._pace.counts

    def holds(self, lease: str) -> bool:
        """Tell whether this process holds a lease, by its own clock."""
        return self._held.holds(_key(lease))

    def term(self, lease: str) -> int | None:
        """Return the number of a lease's taking by this process; None where it is another's by now, or nobody's."""
        return self._held.term(_key(lease))

    async def owns(self, chat: ChatKey, *, leaving: bool = False) -> bool:
        """Tell whether this process answers for a chat, with `leaving` until its lease is given back."""
        return self._held.holds(await self._chats.of(chat, self._count), leaving=leaving)

    async def tenure(self, chat: ChatKey) -> int | None:
        """Return the number of the lease by which this process answers for a chat; None once it does not."""
        lease = await self._chats.of(chat, self._count)
        return self._held.term(lease) if self._held.holds(lease, leaving=True) else None

    @property
    def scope(self) -> ChatScope:
        """Return which chats this process answers for, as the database is asked for them.

        Chats of a platform that no living process serves are looked after by whoever does what is beside play.
        """
        served = {group for process in self._roll.processes for group in process.groups} | set(self._groups)
        others = self._held.holds(_key(HOUSEKEEPING.lease()))
        return ChatScope(frozenset(self.held), frozenset(served), self._count(CONNECTED), others)

    async def changed(self, since: int | None = None) -> None:
        """Wait until what is held is more or less than it was, or a share another."""
        seen = self.revision if since is None else since
        while self.revision == seen:
            await self._next_revision.wait()

    # what it tells --------------------------------------------------------------------------------------------------

    def releasing(self, group: str, release: Release) -> None:
        """Have `release` awaited with each lease of a group before it is given back."""
        self._releases.setdefault(group, []).append(release)

    def hearing(self, kind: str, hear: Hear) -> None:
        """Have `hear` called with the word of each note of a kind."""
        self._notes.hearing(kind, hear)

    def tell(self, lease: str, kind: str, word: str) -> None:
        """Send a note to whoever holds a lease."""
        self._notes.tell(lease, kind, word)

    async def hand_on(self, table: str, chats: Collection[ChatKey], *, anew: bool = False) -> None:
        """Tell the owners of these chats that a table has changed, or is to be shown anew."""
        for chat in chats:
            lease = _named(await self._chats.of(chat, self._count))
            if anew:
                self.tell(lease, ANEW, board_word(table, chat))
            elif not self.holds(lease):
                self.tell(lease, CHANGED, table)  # twice the same is sent once

    # its life -------------------------------------------------------------------------------------------------------

    async def join(self) -> None:
        """Become one of those who serve the database, until `leave`; raises DatabaseInUse or StoreFailed."""
        self._coordination.listen([channel_of(self.name)], self._heard)
        try:
            await self._enter()
        except BaseException:
            await self._coordination.close()
            raise
        self.live()

    async def _enter(self) -> None:
        """Join, waiting a while for a server that is just starting."""
        end = self._held.now() + self._pace.joining
        while True:
            try:
                await self._coordination.join(self.name, self._groups, lasts=self._pace.alone)
                return await self._beat()
            except StoreFailed:
                if self._held.now() > end:
                    raise
            await asyncio.sleep(AGAIN)

    def live(self) -> None:
        """Beat from now on, as after `freeze`."""
        self._life = asyncio.create_task(self._run())

    async def freeze(self) -> None:
        """Beat no more, as if this process stood still; its clock goes on. For tests, and for the end."""
        if self._life is not None:
            self._life.cancel()
            await asyncio.gather(self._life, return_exceptions=True)
            self._life = None

    async def serve(self, group: LeaseGroup) -> None:
        """Compete for the leases of a group too, however many there were of it before; with a count of 0 no more."""
        async with self._serving:  # platforms open side by side: none may forget what another has just added
            groups = {**self._groups, group.name: group.count}
            if not group.count:
                del groups[group.name]
            if groups == self._groups:
                return
            await self._coordination.join(self.name, groups, lasts=self._pace.alone)
            self._groups = groups
        if not group.count:
            self._give(lease for lease in self._held.terms if lease.group == group.name)
        self._wake.set()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(SOON)
            self._wake.clear()
            try:
                async with asyncio.timeout(self._pace.patience):
                    await self._beat()
            except Exception as error:  # noqa: BLE001 - logged; whatever it is, what is held runs out by itself
                if not self._lost:
                    word = str(error) or type(error).__name__
                    _log.warning("no heartbeat can be sent, what is held runs out soon: %s", word)
                self._lost, wait = True, AGAIN
            else:
                if self._lost:
                    _log.warning("heartbeats are answered again")
                self._lost, wait = False, self._until_next()
            self._tell_changes()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):  # unlike `wait_for`, it never swallows that the task is cancelled
                    await self._wake.wait()
            self._tell_changes()

    async def resign(self) -> None:
        """Give everything back, each lease as soon as nothing is under way under it; what comes goes to others."""
        self._resigned = True
        self._give(self._held.terms)
        await asyncio.gather(*self._giving.values(), return_exceptions=True)

    async def leave(self) -> None:
        """Strike this process out, with whatever it still holds."""
        self._resigned = True
        await self.freeze()
        for task in tuple(self._giving.values()):
            task.cancel()
        await asyncio.gather(*self._giving.values(), return_exceptions=True)
        with suppress(StoreError, TimeoutError):  # to know who is to have the last notes
            async with asyncio.timeout(self._pace.patience):
                await self._beat()
        await self._notes.stop()
        for lease in self._held.terms:
            self._held.drop(lease)
        self._tell_changes()
        if self._alarm is not None:
            self._alarm.cancel()
        try:
            async with asyncio.timeout(self._pace.patience):
                await self._coordination.leave(self.name)
        except (StoreError, TimeoutError) as error:
            _log.warning("what was held runs out by itself: %s", error or "no answer")
        await self._coordination.close()

    # one heartbeat ----------------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        """Lengthen what is held, see who is there, and take or give back what that makes fair."""
        asked, terms = self._held.now(), self._held.terms
        serving = () if self._resigned else tuple(self._groups)
        self._roll = await self._coordination.beat(self.name, serving, terms, lasts=self._pace.lasts)
        self._held.keep(self._roll.kept, asked, terms)
        if self._beaten is not None and asked - self._beaten > self._pace.silence:
            self._takes_from = asked + self._pace.every
        self._beaten = asked
        for group in serving:
            await self._balance(group)
        self._notes.look_again()
        self._tell_changes()

    async def _balance(self, group: str) -> None:
        if group not in self._groups:
            return
        mine = [lease for lease in self._held.terms if lease.group == group]
        counts = {process.name: 0 for process in self._roll.processes if group in process.groups}
        for lease, holder in self._roll.holders.items():
            if lease.group == group and holder in counts:
                counts[holder] += 1
        counts[self.name] = len(mine)
        more = wanted(self.name, self._groups[group], counts) - len(mine)
        asked = self._held.now()
        if more > 0 and asked >= self._takes_from:
            taken = await self._coordination.take(
                self.name, group, more, count=self._groups[group], lasts=self._pace.lasts, beside=mine
            )
            self._held.take(taken, asked)
            if self._resigned:
                self._give(taken)
        elif more < 0:
            self._give(sorted(mine, key=lambda lease: (not self._held.is_leaving(lease), -lease.number))[:-more])

    def _give(self, leases: Iterable[LeaseKey]) -> None:
        for lease in leases:
            if lease not in self._giving:
                self._held.leave(lease)
                self._giving[lease] = asyncio.create_task(self._give_back(lease))
        self._tell_changes()

    async def _give_back(self, lease: LeaseKey) -> None:
        """End what is under way under a lease, then let others take it. If that fails it runs out by itself."""
        try:
            releases = [release(_named(lease)) for release in self._releases.get(lease.group, ())]
            await asyncio.gather(*map(_bounded, releases))
            term = self._held.terms.get(lease)
            if term is not None:
                await self._coordination.give_back(self.name, {lease: term})
        except StoreError as error:
            _log.info("%s is not given back now: %s", _named(lease), error)
        finally:
            self._held.drop(lease)
            del self._giving[lease]

    # what it is told ------------------------------------------------------------------------------------------------

    def _heard(self, note: Note) -> None:
        if note.channel != LEASES:
            self._notes.heard(note)
        elif note.text != self.name:
            self._wake.set()

    def _holder(self, lease: str) -> str | None:
        return self._roll.holders.get(_key(lease))

    def _count(self, group: str) -> int:
        """Return how many leases there are of a group, as far as is known where this process serves none of them."""
        if group in self._groups:
            return self._groups[group]
        return max((lease.number + 1 for lease in self._roll.holders if lease.group == group), default=1)

    def _until_next(self) -> float:
        """Return the seconds until the next heartbeat: earlier where a lease of another is about to run out.

        A slow answer does not put it off: what is held is counted from when the last one was sent.
        """
        every = max(SOON, self._pace.every - self.age)
        return every if self._roll.rest is None else min(every, max(0.0, self._roll.rest) + SOON)

    def _tell_changes(self) -> None:
        """Wake whoever waits for a change; called again when something runs out by itself."""
        if self._alarm is not None:
            self._alarm.cancel()
        rest = self._held.rest
        self._alarm = None if rest is None else asyncio.get_running_loop().call_later(rest + SOON, self._tell_changes)
        now = (self._held.held, self._roll.processes)
        if now == self._told:
            return
        self._told = now
        self.revision += 1
        self._next_revision.set()
        self._next_revision = asyncio.Event()


async def _bounded(release: Awaitable[None]) -> None:
    """Wait for what ends, but not for ever: a lease that nobody holds keeps others from play."""
    try:
        async with asyncio.timeout(RELEASING):
            await release
    except Exception as error:  # noqa: BLE001 - logged; the lease is given back all the same
        _log.warning("not everything ended before a lease was given back: %s: %s", type(error).__name__, error)


def _named(lease: LeaseKey) -> str:
    return f"{lease.group}/{lease.number}"


def _key(lease: str) -> LeaseKey:
    group, _, number = lease.rpartition("/")
    return LeaseKey(group, int(number))
