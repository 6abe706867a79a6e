"""Keeps every platform connected: each is started, watched and, after growing pauses, started again by its own task.

What is wrong with the settings shows at the first start, and ends the program. Whatever fails later, or for want of a
network, never ends it, nor any other platform: it is logged, told by /readyz and /metrics, and tried again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count

from bot.core.application import Application
from bot.core.common.clock import Clock
from bot.platforms.base import CannotStart, Platform

_log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
STEADY = 60.0
"""Seconds after which a connection has held, and the next failure is the first one again."""
CONNECTING = "connecting"


class PlatformSupervisor:
    """Runs the platforms side by side; `say` is told the lines for whoever hosts."""

    def __init__(self, platforms: Sequence[Platform], clock: Clock, say: Callable[[str], None]) -> None:
        self._platforms = tuple(platforms)
        self._clock = clock
        self._say = say
        self._problems: dict[str, str] = {}
        self._told: set[str] = set()

    async def run(self, core: Application) -> None:
        """Keep all platforms connected until cancelled.

        Raises CannotStart where one finds at its first start that it cannot be used as it is set up.
        """
        tasks = [asyncio.create_task(self._keep(platform, core)) for platform in self._platforms]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def problems(self) -> Mapping[str, str | None]:
        """Return for each platform why it is not connected, None where it is."""
        problems = {platform.name: self._problems.get(platform.name, CONNECTING) for platform in self._platforms}
        return problems | {platform.name: None for platform in self._platforms if platform.connected}

    async def _keep(self, platform: Platform, core: Application) -> None:
        """Connect one platform, again and again; raises CannotStart at the first attempt only."""
        pause = FIRST_PAUSE
        for attempt in count():
            began, opened = self._clock.now(), False
            try:
                lines = await platform.open(core)
                began, opened = self._clock.now(), True
                self._connected(platform, lines, again=attempt > 0)
                await platform.lost()
                problem = "the connection has ended"
            except CannotStart as error:
                if not attempt and not opened:
                    raise
                problem = str(error)
            except Exception as error:  # noqa: BLE001 - logged; whatever it is, the others play on
                problem = str(error) or type(error).__name__
            if self._clock.now() - began >= STEADY:
                pause = FIRST_PAUSE
            self._problems[platform.name] = problem
            _log.error("%s: %s; tried again in %g s", platform.name, problem, pause)
            await self._leave(platform)
            await self._clock.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _connected(self, platform: Platform, lines: Sequence[str], *, again: bool) -> None:
        self._problems.pop(platform.name, None)
        if again:
            _log.warning("%s: connected again", platform.name)
        if platform.name not in self._told:
            self._told.add(platform.name)
            for line in lines:
                self._say(line)

    async def _leave(self, platform: Platform) -> None:
        with suppress(Exception):  # what it held is given up in any case
            await platform.leave()
