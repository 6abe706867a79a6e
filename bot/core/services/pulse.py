"""Outages: time in which the program did not run or could not reach its store, and that is nobody's absence.

The program notes that it lives, in memory at each look and in the store now and then. A gap between two notes is an
outage, whatever its cause: stopped, killed, frozen with its machine, or a store that did not answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.common.clock import Clock
from bot.core.domain.outage import Outage
from data.store import Store

BEAT = 20.0
"""Seconds between two notes in the store."""


NOTICED = 60.0
"""Seconds: what is shorter is no outage."""


@dataclass(frozen=True, slots=True)
class Missed:
    """What happened before now that tables must learn of; without an `outage` only that the program has started."""

    outage: Outage | None


class Pulse:
    """A note in the store that the program runs, by which it finds when it did not."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._last: float | None = None
        self._noted: float | None = None
        self._missed: Missed | None = None

    async def beat(self) -> Missed | None:
        """Note that the program runs now, and return what was missed until that is made good.

        Raises StoreError.
        """
        now = self._clock.now()
        if self._last is None:
            self._last = await self._store.last_beat()
            self._missed = Missed(None)
        if self._noted is None or now - self._noted >= BEAT:
            await self._store.beat(now)
            self._noted = now
        if self._last is not None and now - self._last >= NOTICED:
            began = self._last
            if self._missed is not None and self._missed.outage is not None:
                began = self._missed.outage.began  # two that follow on each other, before the first was made good
            self._missed = Missed(Outage(began, now))
        self._last = now
        return self._missed

    def made_good(self, missed: Missed) -> Missed | None:
        """Note that this has been given back to everybody; return what more was missed meanwhile, if anything."""
        if self._missed is missed:
            self._missed = None
        return self._missed
