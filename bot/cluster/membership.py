"""This process as a member of those that serve one database, with the leases it holds."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from bot.cluster.chat_leases import ChatLeases
from bot.cluster.giving_back import GivingBack
from bot.cluster.heartbeat import AGAIN, SOON, Heartbeat
from bot.cluster.held_leases import HeldLeases, Pace, boot_time
from bot.cluster.loop_thread import LoopThread
from bot.cluster.notes import Notes, channel_of, is_wake, wake_note
from bot.cluster.quotas import unfair, wanted
from bot.core.common.background import cancel
from bot.core.services.ownership import ANEW, CHANGED, HOUSEKEEPING, Hear, LeaseGroup, Release, board_word
from data.coordination import GATEWAY, ChatScope, Coordination, LeaseKey, Note, ProcessRecord, Roll
from data.errors import StoreError, StoreFailed
from data.records import ChatKey

_log = logging.getLogger(__name__)

T = TypeVar("T")


def process_name() -> str:
    """Return a unique name for this process: machine, process id and a random suffix."""
    return f"{socket.gethostname()[:24]}-{os.getpid()}-{secrets.token_hex(3)}"


class Membership:
    """The leases of this process, one of several."""

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
        """Compete for groups of leases; `now` is a monotonic clock."""
        self.name = name or process_name()
        self._coordination = coordination
        self._groups = {group.name: group.count for group in groups}
        self._serving = asyncio.Lock()
        self._chats = chats
        self._pace = pace
        self._held = HeldLeases(pace, now)
        self._thread = LoopThread("heartbeat")
        self._heart = Heartbeat(coordination, self.name, self._held, pace, self._serves, self._beaten)
        self._notes = Notes(self._send, self.holds, self._holder, self._look_soon)
        self._roll = Roll((), {}, frozenset(), None)
        self._asked: float | None = None
        """When the server was asked for that."""
        self._takes_from = 0.0
        """When it may take free leases: not at once after a silence, which may have hit the others too."""
        self._fresh = asyncio.Event()
        self._woken: dict[str, frozenset[str]] = {}
        """The processes last notified that they have too many leases of a group."""
        self._giving = GivingBack(self._held, self._free)
        self._resigned = self._has_left = False
        self._told: tuple[frozenset[LeaseKey], tuple[ProcessRecord, ...], int] = (frozenset(), (), 0)
        self._next_revision = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._life: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop
        self.revision = 0

    # leases held ----------------------------------------------------------------------------------------------------

    def share(self, group: str) -> float:
        """Return this process's part of a limit shared by all who serve a group, by the leases it holds.

        No lease has two holders, so the parts never exceed the whole. Without a lease it is half of one lease's part,
        for work it has just started.
        """
        return max(self._held.count(group), 0.5) / self._count(group)

    @property
    def held(self) -> tuple[str, ...]:
        return tuple(lease.name for lease in sorted(self._held.held, key=lambda one: (one.group, one.number)))

    @property
    def living(self) -> int:
        """Return how many processes lived at the last heartbeat, including this one."""
        return len(self._roll.processes)

    @property
    def age(self) -> float:
        """Return the seconds since the request of the last answered heartbeat."""
        return self._heart.age

    @property
    def ready(self) -> bool:
        """Return whether this process is ready for work: its heartbeat is fresh, and it is not shutting down."""
        return not self._resigned and self.age < self._pace.counts

    def holds(self, lease: str) -> bool:
        """Return whether this process holds a lease, by its own clock."""
        return self._held.holds(_key(lease))

    def fencing_token(self, lease: str) -> int | None:
        """Return the fencing token of a lease; None if another process has taken it, or nobody holds it."""
        return self._held.fencing_token(_key(lease))

    async def owns(self, chat: ChatKey, *, leaving: bool = False) -> bool:
        """Return whether this process serves a chat; with `leaving`, also while its lease is being released."""
        return self._held.holds(await self._chats.of(chat, self._count), leaving=leaving)

    async def chat_fencing_token(self, chat: ChatKey) -> int | None:
        """Return the fencing token of a chat's lease; None if this process does not serve the chat."""
        lease = await self._chats.of(chat, self._count)
        return self._held.fencing_token(lease) if self._held.holds(lease, leaving=True) else None

    @property
    def scope(self) -> ChatScope:
        """Return the chats of this process, for queries.

        The housekeeping process takes the chats of platforms that no living process serves.
        """
        served = {group for process in self._roll.processes for group in process.groups} | set(self._groups)
        others = self._held.holds(_key(HOUSEKEEPING.lease()))
        return ChatScope(frozenset(self.held), frozenset(served), self._count(GATEWAY), others)

    async def changed(self, since: int | None = None) -> None:
        """Wait until the leases held, or a share, have changed."""
        seen = self.revision if since is None else since
        while self.revision == seen:
            await self._next_revision.wait()

    # notes sent -----------------------------------------------------------------------------------------------------

    def releasing(self, group: str, release: Release, what: str) -> None:
        """Await `release` with each lease of a group before it is released; the log calls what it ends `what`."""
        self._giving.releasing(group, release, what)

    def hearing(self, kind: str, hear: Hear) -> None:
        """Call `hear` with the word of each note of a kind."""
        self._notes.hearing(kind, hear)

    def tell(self, lease: str, kind: str, word: str) -> None:
        """Send a note to the holder of a lease."""
        self._notes.tell(lease, kind, word)

    async def hand_on(self, table: str, chats: Collection[ChatKey], *, anew: bool = False) -> None:
        """Tell the owners of these chats that a table has changed, or must be shown again if `anew`."""
        for chat in chats:
            lease = (await self._chats.of(chat, self._count)).name
            if anew:
                self.tell(lease, ANEW, board_word(table, chat))
            elif not self.holds(lease):
                self.tell(lease, CHANGED, table)  # equal notes are sent once

    # joining and leaving --------------------------------------------------------------------------------------------

    async def join(self) -> None:
        """Join the processes that serve the database, until `leave`; raises DatabaseInUse or StoreFailed."""
        loop = self._loop = asyncio.get_running_loop()

        def heard(note: Note) -> None:  # in the heartbeat's thread
            if is_wake(note):
                self._heart.hurry()
            else:
                loop.call_soon_threadsafe(self._notes.heard, note)

        self._coordination.listen([channel_of(self.name)], heard)
        self._thread.start()
        try:
            await self._enter()
        except BaseException:
            await self._there(self._coordination.close())
            await self._thread.stop()
            raise
        self.live()

    async def _enter(self) -> None:
        """Join, waiting a while for a server that is starting."""
        end = self._held.now() + self._pace.joining
        while True:
            try:
                await self._there(self._coordination.join(self.name, self._groups, lasts=self._pace.alone))
                self._hear(*await self._there(self._heart.beat()))
                return await self._settle()
            except StoreFailed:
                if self._held.now() > end:
                    raise
            await asyncio.sleep(AGAIN)

    def live(self) -> None:
        """Send heartbeats from now on, also after `freeze`."""
        self._thread.call(self._heart.start)
        self._life = asyncio.create_task(self._run())

    async def freeze(self) -> None:
        """Stop the heartbeats as if this process stood still; its clock goes on. For tests, and for the end."""
        if self._life is not None:
            await self._there(self._heart.stop())
            await cancel(self._life)
            self._life = None

    async def serve(self, group: LeaseGroup) -> None:
        """Compete for the leases of a group, replacing its former count; a count of 0 stops that."""
        async with self._serving:  # platforms open concurrently: none may overwrite what another has just added
            groups = {**self._groups, group.name: group.count}
            if not group.count:
                del groups[group.name]
            if groups == self._groups:
                return
            await self._there(self._coordination.join(self.name, groups, lasts=self._pace.alone))
            self._groups = groups
        if not group.count:
            self._give(lease for lease in self._held.fencing_tokens if lease.group == group.name)
        self._thread.call(self._heart.hurry)

    async def _run(self) -> None:
        """Take and release leases after each heartbeat, until each process has its share."""
        while True:
            await self._fresh.wait()
            try:
                await self._settle()
            except Exception as error:  # noqa: BLE001 - logged; the next heartbeat tries again
                _log.info("no lease can be taken now: %s", str(error) or type(error).__name__)

    async def resign(self) -> None:
        """Release all leases, each once its work has ended; new work goes to others."""
        self._resigned = True
        self._give(self._held.fencing_tokens)
        self._thread.call(self._heart.hurry)  # the others must know before they get new work
        await self._giving.done()

    async def leave(self) -> None:
        """Remove this process and its remaining leases from the database."""
        if self._has_left:
            return
        self._resigned = self._has_left = True
        await self.freeze()
        await self._giving.stop()
        with suppress(StoreError, TimeoutError):  # to find the receivers of the last notes
            async with asyncio.timeout(self._pace.patience):
                self._hear(*await self._there(self._heart.beat()))
                self._notes.look_again()
        await self._notes.stop()
        for lease in self._held.fencing_tokens:
            self._held.drop(lease)
        self._tell_changes()
        if self._alarm is not None:
            self._alarm.cancel()
        others = [process for process in self._roll.processes if process.groups & self._groups.keys()]
        notes = [wake_note(other.name, HOUSEKEEPING.lease()) for other in others if other.name != self.name]
        try:
            async with asyncio.timeout(self._pace.patience):
                await self._there(self._coordination.leave(self.name, notes))
        except (StoreError, TimeoutError) as error:
            _log.warning("the leases were not released and will expire: %s", error or "no answer")
        await self._there(self._coordination.close())
        await self._thread.stop()

    # after a heartbeat ----------------------------------------------------------------------------------------------

    def _serves(self) -> tuple[str, ...]:
        return () if self._resigned else tuple(self._groups)

    def _beaten(self, asked: float, roll: Roll | None) -> None:
        """Handle the answer to a heartbeat, or None for no answer, in the heartbeat's thread."""
        with suppress(RuntimeError):  # the program has ended
            self._loop.call_soon_threadsafe(self._hear, asked, roll)

    def _hear(self, asked: float, roll: Roll | None) -> None:
        self._heart.alive()
        if roll is not None:
            if self._asked is not None and asked - self._asked > self._pace.silence:
                self._takes_from = asked + self._pace.every
            self._asked, self._roll = asked, roll
            self._fresh.set()
        self._tell_changes()

    async def _settle(self) -> None:
        """Take and release leases to reach this process's share, by the last heartbeat."""
        self._fresh.clear()
        for group in self._serves():
            await self._balance(group)
        self._notes.look_again()
        self._tell_changes()

    def _counts_of(self, group: str) -> dict[str, int]:
        counts = {process.name: 0 for process in self._roll.processes if group in process.groups}
        for lease, holder in self._roll.holders.items():
            if lease.group == group and holder in counts:
                counts[holder] += 1
        if group in self._serves():
            counts[self.name] = sum(lease.group == group for lease in self._held.fencing_tokens)
        else:
            counts.pop(self.name, None)
        return counts

    async def _balance(self, group: str) -> None:
        if group not in self._groups:
            return
        mine = [lease for lease in self._held.fencing_tokens if lease.group == group]
        counts = self._counts_of(group)
        more = wanted(self.name, self._groups[group], counts) - len(mine)
        asked = self._held.now()
        if more > 0 and asked >= self._takes_from:
            taken = await self._there(
                self._coordination.take(
                    self.name, group, more, count=self._groups[group], lasts=self._pace.lasts, beside=mine
                )
            )
            self._held.take(taken, asked)
            if self._resigned:
                self._give(taken)
            await self._ask_for(group, counts if len(taken) < more else {})
        elif more < 0:
            self._give(sorted(mine, key=lambda lease: (not self._held.is_leaving(lease), -lease.number))[:-more])

    async def _ask_for(self, group: str, counts: Mapping[str, int]) -> None:
        """Notify the processes with too many leases of a group, once; the next heartbeat would show it too."""
        rich = unfair(self._groups[group], counts)[1] if counts else frozenset()
        if rich and rich != self._woken.get(group):
            await self._send([wake_note(name, f"{group}/0") for name in sorted(rich)])
        self._woken[group] = rich

    def _give(self, leases: Iterable[LeaseKey]) -> None:
        self._giving.give(leases)
        self._tell_changes()

    async def _free(self, lease: LeaseKey, fencing_token: int) -> None:
        """Free a lease, and wake the processes that may take it."""
        poor = unfair(self._count(lease.group), self._counts_of(lease.group))[0] - {self.name}
        notes = [wake_note(process, lease.name) for process in sorted(poor)]
        await self._there(self._coordination.give_back(self.name, {lease: fencing_token}, notes))

    # requests and changes -------------------------------------------------------------------------------------------

    async def _there(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a request on the heartbeat's connection."""
        return await self._thread.do(work)

    async def _send(self, notes: Sequence[Note]) -> None:
        await self._there(self._coordination.tell(notes))

    def _look_soon(self) -> None:
        """Find the holder of a lease for a waiting note."""
        self._thread.call(self._heart.hurry_a_little)

    def _holder(self, lease: str) -> str | None:
        return self._roll.holders.get(_key(lease))

    def _count(self, group: str) -> int:
        """Return the number of leases of a group, as far as known if this process does not serve it."""
        if group in self._groups:
            return self._groups[group]
        return max((lease.number + 1 for lease in self._roll.holders if lease.group == group), default=1)

    def _tell_changes(self) -> None:
        """Wake those who wait for a change; called again when a lease expires."""
        if self._alarm is not None:
            self._alarm.cancel()
        rest = self._held.rest
        self._alarm = None if rest is None else asyncio.get_running_loop().call_later(rest + SOON, self._tell_changes)
        now = (self._held.held, self._roll.processes, self._held.lapses)  # who saw a lapse waits for its end
        if now == self._told:
            return
        self._told = now
        self.revision += 1
        self._next_revision.set()
        self._next_revision = asyncio.Event()


def _key(lease: str) -> LeaseKey:
    group, _, number = lease.rpartition("/")
    return LeaseKey(group, int(number))
