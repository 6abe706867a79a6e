"""Store a heartbeat, and detect outages from missing heartbeats.

The cause doesn't matter: stopped, killed, frozen or cut off from the store. If several processes share a database, an
outage is when none of them ran.
"""

from __future__ import annotations

from bot.core.common.clock import Clock
from bot.core.domain.outage import Outage
from data.records import OutageRecord
from data.store import Store

BEAT = 20.0
"""Seconds between two heartbeats."""
NOTICED = 60.0
"""Shortest outage, in seconds."""


class Uptime:
    """The heartbeat in the store, and the last outage found by it."""

    def __init__(self, store: Store, clock: Clock, *, is_shared: bool = False) -> None:
        """Use the store alone, or as one of several processes (`is_shared`)."""
        self._store = store
        self._is_shared = is_shared
        self._clock = clock
        self._seen: float | None = None
        self._noted = 0.0
        self._started = Outage(0.0, 0.0)
        self._last: OutageRecord | None = None
        self.before: float | None = None
        """Last heartbeat of an earlier process, in Unix seconds; None if there was none."""

    @property
    def outages(self) -> tuple[Outage, ...]:
        """Return the outages that tables may not include yet: the last one, and the start, which took no time."""
        return (self._started,) if self.last is None else (self.last, self._started)

    @property
    def last(self) -> Outage | None:
        """Return the last outage, made good or not; None if there never was one."""
        return None if self._last is None else Outage(self._last.began, self._last.ended)

    @property
    def missed(self) -> OutageRecord | None:
        """Return the outage that is not made good yet; None if there is none."""
        return None if self._last is None or self._last.made_good else self._last

    async def beat(self) -> None:
        """Store a heartbeat now; raises StoreError."""
        now = self._clock.now()
        if self._seen is None:
            self.before = await self._store.last_beat()
        if self._seen is None or now - self._noted >= BEAT or now - self._seen >= NOTICED:
            self._last = await self._store.beat(now, seen=self._seen or 0.0, noticed=NOTICED)
            self._noted = now
        if self._seen is None and not self._has_joined(now):
            self._started = Outage(now, now)
        self._seen = now

    def _has_joined(self, now: float) -> bool:
        """Return whether other processes ran all the time, so that there was no outage."""
        return self._is_shared and self.before is not None and now - self.before < NOTICED

    async def make_good(self, outage: OutageRecord) -> None:
        """Mark an outage as made good, unless a longer one replaced it; raises StoreError."""
        await self._store.made_good(outage)
        if self._last == outage:
            self._last = OutageRecord(outage.began, outage.ended, made_good=True)
