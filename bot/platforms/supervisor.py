"""Keep every platform connected: a task for each starts it, watches it and restarts it after growing pauses.

A platform with invalid settings at its first start stays off; if none is left, the program ends. Later failures are
retried, and shown by /readyz and /metrics.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count

from bot.core.application import Application
from bot.core.common.background import cancel
from bot.core.common.clock import Clock
from bot.platforms.base import CannotStart, Platform

_log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
STEADY = 60.0
"""Seconds after which a connection counts as stable, and pauses start again at their shortest."""
CONNECTING = "connecting"


class PlatformSupervisor:
    """Runs the platforms concurrently; `say` gets the lines for the host."""

    def __init__(self, platforms: Sequence[Platform], clock: Clock, say: Callable[[str], None]) -> None:
        self._platforms = tuple(platforms)
        self._clock = clock
        self._say = say
        self._problems: dict[str, str] = {}
        self._told: set[str] = set()
        self._refused: list[str] = []
        """Why platforms were given up."""

    async def run(self, core: Application) -> None:
        """Keep all platforms connected until cancelled.

        Raises CannotStart if at their first start all have invalid settings.
        """
        tasks = [asyncio.create_task(self._keep(platform, core)) for platform in self._platforms]
        try:
            await asyncio.gather(*tasks)
        finally:
            await cancel(*tasks)

    def problems(self) -> Mapping[str, str | None]:
        """Return why each platform is not connected; None if it is."""
        problems = {platform.name: self._problems.get(platform.name, CONNECTING) for platform in self._platforms}
        return problems | {platform.name: None for platform in self._platforms if platform.connected}

    async def _keep(self, platform: Platform, core: Application) -> None:
        """Connect one platform, again and again; give it up if it refuses the first time, CannotStart if all have."""
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
                problem = str(error)
                if not attempt and not opened:
                    await self._give_up(platform, problem)
                    return
            except Exception as error:  # noqa: BLE001 - logged; the other platforms go on
                problem = str(error) or type(error).__name__
            if self._clock.now() - began >= STEADY:
                pause = FIRST_PAUSE
            self._problems[platform.name] = problem
            _log.error("%s: %s; tried again in %g s", platform.name, problem, pause)
            await self._leave(platform)
            await self._clock.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _give_up(self, platform: Platform, problem: str) -> None:
        """Give up a platform with invalid settings; raises CannotStart if it was the last one."""
        self._problems[platform.name] = problem
        self._refused.append(problem)
        if len(self._refused) == len(self._platforms):
            raise CannotStart("\n".join(self._refused))
        _log.error("%s: %s; it stays off until the next start, the others run", platform.name, problem)
        await self._leave(platform)

    def _connected(self, platform: Platform, lines: Sequence[str], *, again: bool) -> None:
        self._problems.pop(platform.name, None)
        if again:
            _log.warning("%s: connected again", platform.name)
        if platform.name not in self._told:
            self._told.add(platform.name)
            for line in lines:
                self._say(line)

    async def _leave(self, platform: Platform) -> None:
        with suppress(Exception):  # its resources are freed in any case
            await platform.leave()
