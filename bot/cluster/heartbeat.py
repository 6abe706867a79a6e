"""The heartbeat of this process, in a separate thread, so that no other work can delay it.

It extends the leases. It stops once the process does nothing else, so that others can take them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.cluster.held_leases import HeldLeases, Pace
from bot.core.common.background import cancel
from data.coordination import Coordination, Roll

_log = logging.getLogger(__name__)

AGAIN, SOON = 0.3, 0.03
"""Seconds until a failed heartbeat is repeated, and until the next one after a change elsewhere."""


class Heartbeat:
    """Sends heartbeats; everything here but `age` and `alive` is for the heartbeat's event loop."""

    def __init__(
        self,
        coordination: Coordination,
        name: str,
        held: HeldLeases,
        pace: Pace,
        serving: Callable[[], Sequence[str]],
        told: Callable[[float, Roll | None], None],
    ) -> None:
        """Send heartbeats for a process that serves some groups.

        `told` is called with each answer and the time of its request, or None without an answer. It must have the
        process's other work call `alive`.
        """
        self._coordination = coordination
        self._name = name
        self._held = held
        self._pace = pace
        self._serving = serving
        self._told = told
        self._beaten: float | None = None
        self._rest: float | None = None
        self._alive = held.now()
        self._lost = self._stuck = False
        self._wake = asyncio.Event()
        self._hurrying: asyncio.TimerHandle | None = None
        self._life: asyncio.Task[None] | None = None

    @property
    def age(self) -> float:
        """Return the seconds since the request of the last answered heartbeat."""
        return float("inf") if self._beaten is None else self._held.now() - self._beaten

    def alive(self) -> None:
        """Note that the process does its other work too."""
        self._alive = self._held.now()

    def hurry(self) -> None:
        """Send the next heartbeat at once: something has changed."""
        self._wake.set()

    def hurry_a_little(self) -> None:
        """Send the next heartbeat soon, however often this is called: somebody waits for a change."""
        if self._hurrying is None or self._hurrying.when() < asyncio.get_running_loop().time():
            self._hurrying = asyncio.get_running_loop().call_later(AGAIN, self._wake.set)

    def start(self) -> None:
        self._alive = self._held.now()
        self._life = asyncio.create_task(self._run())

    async def stop(self) -> None:
        await cancel(self._life)
        self._life = None

    async def beat(self) -> tuple[float, Roll]:
        """Extend the leases; return the time of the request and the living processes. Raises StoreFailed."""
        asked, fencing_tokens = self._held.now(), self._held.fencing_tokens
        roll = await self._coordination.beat(self._name, self._serving(), fencing_tokens, lasts=self._pace.lasts)
        self._held.keep(roll.kept, asked, fencing_tokens)
        self._beaten, self._rest = asked, roll.rest
        return asked, roll

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(SOON)
            self._wake.clear()
            wait = AGAIN if self._stands_still() else await self._tried()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):  # unlike `wait_for`, it never swallows a cancellation
                    await self._wake.wait()

    async def _tried(self) -> float:
        """Send one heartbeat; return the seconds until the next one."""
        try:
            async with asyncio.timeout(self._pace.patience):
                asked, roll = await self.beat()
        except Exception as error:  # noqa: BLE001 - logged; the leases expire
            if not self._lost:
                word = str(error) or type(error).__name__
                _log.warning("heartbeats fail, the leases expire soon: %s", word)
            self._lost = True
            self._told(self._held.now(), None)
            return AGAIN
        if self._lost:
            _log.warning("heartbeats work again")
        self._lost = False
        self._told(asked, roll)
        return self._until_next()

    def _stands_still(self) -> bool:
        """Return whether the process does nothing else any more."""
        stuck = self._held.now() - self._alive > self._pace.stuck
        if stuck:
            if not self._stuck:
                _log.error("the process was stuck for %.0f s: heartbeats stop, the leases expire", self._pace.stuck)
            self._told(self._held.now(), None)  # it may recover
        self._stuck = stuck
        return stuck

    def _until_next(self) -> float:
        """Return the seconds until the next heartbeat: fewer if another process's lease is about to expire.

        A slow answer does not delay it: leases count from the last request.
        """
        every = max(SOON, self._pace.every - self.age)
        return every if self._rest is None else min(every, max(0.0, self._rest) + SOON)
