"""Serve the gateway shards whose leases this process holds, if several processes share the bot.

A process leaves a shard before it releases the lease, and the next holder resumes the session; after a crash the
shard identifies again. The database grants turns to identify, so that all processes together keep Discord's pace.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol, runtime_checkable

from bot.core.common.background import cancel
from bot.core.common.clock import Clock
from bot.core.services.lease_tasks import changed_within
from bot.core.services.ownership import LeaseGroup, Ownership
from bot.platforms.base import Unreachable
from bot.platforms.discord.markdown import PLATFORM
from bot.platforms.discord.single_shards import FAILURES, SingleShardClient
from data.coordination import GatewaySession
from data.errors import StoreError

_log = logging.getLogger(__name__)

BETWEEN = 5.25
"""Seconds between two shards of a bucket that identify; Discord requires five."""
LOOKING = 0.5
"""Seconds between checks of the leases, which may expire."""
RELEASE = 0.1
"""Seconds in which a lost lease could be requested back."""
GOOD_FOR = 60.0
"""Seconds for which a stored session is worth resuming."""
AGREED = 15.0
"""Seconds for which the number of shards is valid after a process that uses it last extended it."""
LENGTHEN = 5.0
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0


@runtime_checkable
class GatewayStore(Protocol):
    """Shared state of processes with connections to Discord's gateway; everything raises StoreError."""

    async def agree_on_shards(self, shards: int, *, lasts: float) -> int:
        """Propose a number of shards; return the valid one, extended by `lasts` seconds if it is the same."""

    async def take_turn(self, bucket: int, seconds: float) -> float:
        """Take the turn to identify; return 0, or the seconds until the next try."""

    async def leave_session(self, session: GatewaySession) -> None:
        """Store a session for the next holder of its shard."""

    async def take_session(self, shard: int, *, good_for: float) -> GatewaySession | None:
        """Return a shard's session stored within `good_for` seconds, and remove it; None without one."""


class LeasedShards:
    """The shards of this process; a new object for each connection of the platform."""

    def __init__(self, client: SingleShardClient, ownership: Ownership, store: GatewayStore, clock: Clock) -> None:
        self._client = client
        self._ownership = ownership
        self._store = store
        self._clock = clock
        self._group = LeaseGroup(PLATFORM, 0)
        self._buckets = 1
        self._connecting: dict[int, asyncio.Task[None]] = {}
        self._releasing: dict[int, asyncio.Task[None]] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._lost: dict[int, tuple[int, float, GatewaySession]] = {}
        """Sessions of shards whose lease expired, with its fencing token and the time."""
        self._stopped = False
        self._told = frozenset[int]()

    @property
    def count(self) -> int:
        """Return the number of shards that all processes share; 0 before it is known."""
        return self._group.count

    @property
    def held(self) -> frozenset[int]:
        return frozenset(shard for shard in range(self.count) if self._holds(shard))

    async def agree(self, wanted: int | None) -> None:
        """Agree on the number of shards; raises Unreachable if other processes use another number than `wanted`."""
        recommended, self._buckets = await self._client.start_limits()
        count = await self._store.agree_on_shards(wanted or recommended, lasts=AGREED)
        if wanted is not None and count != wanted:
            raise Unreachable(
                f"PALMARES_DISCORD_SHARDS wants {wanted} shards, and other processes serve this bot with {count}: "
                "this process waits until they stop, or have the same setting"
            )
        if count != recommended:
            _log.info("Discord recommends %d shards; all processes use %d", recommended, count)
        self._group = LeaseGroup(PLATFORM, count)
        self._client.divide(count)
        await self._ownership.serve(self._group)

    async def run(self) -> None:
        """Connect shards that this process acquires and leave those it loses, until cancelled.

        Raises Unreachable if all other processes have switched to another number of shards.
        """
        lengthening = asyncio.create_task(self._lengthen())
        try:
            await self._client.begun.wait()
            while not self._stopped:
                if lengthening.done():
                    lengthening.result()
                seen = self._ownership.revision
                self._follow()
                await changed_within(self._ownership, LOOKING, seen)
        finally:
            await cancel(lengthening, *self._connecting.values(), *self._closing)

    async def may_identify(self, shard: int) -> bool:
        """Wait for a shard's turn to identify; return False if this process no longer holds it."""
        while self._holds(shard):
            try:
                left = await self._store.take_turn(shard % self._buckets, BETWEEN)
            except StoreError:
                left = LOOKING
            if not left:
                return self._holds(shard)
            while left > 0 and self._holds(shard):
                await self._clock.sleep(min(left, LOOKING))
                left -= LOOKING
        return False

    def stop(self) -> None:
        self._stopped = True

    async def release(self, *shards: int) -> None:
        """Leave shards that other processes will take, and store their sessions."""
        for shard in shards:
            if shard not in self._releasing:
                task = self._releasing[shard] = asyncio.create_task(self._release(shard))
                task.add_done_callback(lambda _, shard=shard: self._releasing.pop(shard))  # type: ignore[misc]
        await asyncio.gather(*(asyncio.shield(self._releasing[shard]) for shard in shards))

    def _holds(self, shard: int) -> bool:
        return not self._stopped and self._ownership.holds(self._group.lease(shard))

    def _follow(self) -> None:
        held = self.held
        if held != self._told:
            self._told = held
            _log.info("this process serves the shards %s", named(held, self.count))
        known = set(self._client.known_shards)
        for shard in held - known - self._connecting.keys():
            self._connecting[shard] = asyncio.create_task(self._connect(shard))
        for shard in known - held:
            task = asyncio.create_task(self._lose(shard))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _connect(self, shard: int) -> None:
        pause = FIRST_PAUSE
        try:
            session = await self._left(shard)
            while self._holds(shard):
                try:
                    await self._client.connect_shard(shard, session)
                except asyncio.CancelledError:
                    task = asyncio.current_task()
                    if task is not None and task.cancelling():
                        raise
                    return  # another process holds it
                except (TimeoutError, *FAILURES) as error:
                    _log.warning("shard %d: %s: %s; tried again in %g s", shard, type(error).__name__, error, pause)
                    session = None
                    await self._clock.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                else:
                    return
        finally:
            del self._connecting[shard]

    async def _left(self, shard: int) -> GatewaySession | None:
        fencing_token, at, session = self._lost.pop(shard, (None, 0.0, None))
        if (
            fencing_token is not None
            and fencing_token == self._fencing_token(shard)
            and self._clock.now() - at < GOOD_FOR
        ):
            return session
        try:
            session = await self._store.take_session(shard, good_for=GOOD_FOR)
        except StoreError:
            return None
        return session if session is not None and session.shards == self.count else None

    def _fencing_token(self, shard: int) -> int | None:
        return self._ownership.fencing_token(self._group.lease(shard))

    async def _release(self, shard: int) -> None:
        connecting = self._connecting.get(shard)
        if connecting is not None:  # without the lease it ends before it identifies
            await asyncio.wait((connecting,))
        session = await self._client.leave_shard(shard)
        if session is not None:
            with suppress(StoreError):  # then the shard identifies again
                await self._store.leave_session(session)

    async def _lose(self, shard: int) -> None:
        """Leave a shard whose lease is lost, unless it is being released."""
        await asyncio.sleep(RELEASE)
        if self._holds(shard):
            return
        fencing_token, session = self._fencing_token(shard), await self._client.leave_shard(shard)
        if session is not None:
            _log.warning("shard %d: disconnected, this process lost its lease", shard)
            if fencing_token is not None:
                self._lost[shard] = fencing_token, self._clock.now(), session

    async def _lengthen(self) -> None:
        while True:
            await self._clock.sleep(LENGTHEN)
            try:
                count = await self._store.agree_on_shards(self.count, lasts=AGREED)
            except StoreError:
                continue
            if count != self.count:
                raise Unreachable(
                    f"other processes serve this bot with {count} shards now, this one with {self.count}"
                )


def named(shards: frozenset[int], count: int) -> str:
    """Return the names of some of `count` shards: `0-3, 7 of 16`."""
    runs: list[list[int]] = []
    for shard in sorted(shards):
        if runs and shard == runs[-1][-1] + 1:
            runs[-1][1:] = [shard]
        else:
            runs.append([shard])
    return f"{', '.join('-'.join(map(str, run)) for run in runs) or 'none'} of {count}"
