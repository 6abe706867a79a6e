"""The heartbeat of this process, in a thread of its own: no other work can keep it waiting, however much there is.

It lengthens what the process holds and asks who else is there. It stops once the process does nothing else any more:
then another one is to have its leases.
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
"""Seconds until one that failed is tried again, and until one when something has changed elsewhere."""


class Heartbeat:
    """Sends heartbeats; everything here but `age` and `alive` is for the event loop that they are sent from."""

    def __init__(
        self,
        coordination: Coordination,
        name: str,
        held: HeldLeases,
        pace: Pace,
        serving: Callable[[], Sequence[str]],
        told: Callable[[float, Roll | None], None],
    ) -> None:
        """Beat for a process that serves some groups.

        `told` is called with each answer and the moment when it was asked for, None where none has come. It has to
        have `alive` called by the work beside which the heart beats.
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
        """Return the seconds since the server answered last, counted from when it was asked."""
        return float("inf") if self._beaten is None else self._held.now() - self._beaten

    def alive(self) -> None:
        """Note that the process does its other work too."""
        self._alive = self._held.now()

    def hurry(self) -> None:
        """Send the next one at once: something has changed."""
        self._wake.set()

    def hurry_a_little(self) -> None:
        """Send the next one soon, however often this is asked for: somebody waits to hear of a change."""
        if self._hurrying is None or self._hurrying.when() < asyncio.get_running_loop().time():
            self._hurrying = asyncio.get_running_loop().call_later(AGAIN, self._wake.set)

    def start(self) -> None:
        """Beat from now on."""
        self._alive = self._held.now()
        self._life = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Beat no more."""
        await cancel(self._life)
        self._life = None

    async def beat(self) -> tuple[float, Roll]:
        """Lengthen what is held; return when the server was asked, and who is there. Raises StoreFailed."""
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
                async with asyncio.timeout(wait):  # unlike `wait_for`, it never swallows that the task is cancelled
                    await self._wake.wait()

    async def _tried(self) -> float:
        """Beat once; return the seconds until the next one."""
        try:
            async with asyncio.timeout(self._pace.patience):
                asked, roll = await self.beat()
        except Exception as error:  # noqa: BLE001 - logged; whatever it is, what is held runs out by itself
            if not self._lost:
                word = str(error) or type(error).__name__
                _log.warning("no heartbeat can be sent, what is held runs out soon: %s", word)
            self._lost = True
            self._told(self._held.now(), None)
            return AGAIN
        if self._lost:
            _log.warning("heartbeats are answered again")
        self._lost = False
        self._told(asked, roll)
        return self._until_next()

    def _stands_still(self) -> bool:
        """Tell whether the process does nothing else any more."""
        stuck = self._held.now() - self._alive > self._pace.stuck
        if stuck:
            if not self._stuck:
                _log.error(
                    "nothing was done for %.0f s, no heartbeat is sent: what is held runs out", self._pace.stuck
                )
            self._told(self._held.now(), None)  # it may go on after all
        self._stuck = stuck
        return stuck

    def _until_next(self) -> float:
        """Return the seconds until the next heartbeat: earlier where a lease of another is about to run out.

        A slow answer does not put it off: what is held is counted from when the last one was sent.
        """
        every = max(SOON, self._pace.every - self.age)
        return every if self._rest is None else min(every, max(0.0, self._rest) + SOON)
