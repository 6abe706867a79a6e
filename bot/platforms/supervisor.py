"""Keeps every platform connected: each is started, watched and, after growing pauses, started again by its own task.

What is wrong with a platform's settings shows at its first start. It then stays away until the program's next start,
and the others go on; where none is left, the program ends. Whatever fails later, or for want of a network, is tried
again. Both are logged and told by /readyz and /metrics.
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
        self._refused: list[str] = []
        """Why platforms were given up."""

    async def run(self, core: Application) -> None:
        """Keep all platforms connected until cancelled.

        Raises CannotStart where all find at their first start that they cannot be used as they are set up.
        """
        tasks = [asyncio.create_task(self._keep(platform, core)) for platform in self._platforms]
        try:
            await asyncio.gather(*tasks)
        finally:
            await cancel(*tasks)

    def problems(self) -> Mapping[str, str | None]:
        """Return for each platform why it is not connected, None where it is."""
        problems = {platform.name: self._problems.get(platform.name, CONNECTING) for platform in self._platforms}
        return problems | {platform.name: None for platform in self._platforms if platform.connected}

    async def _keep(self, platform: Platform, core: Application) -> None:
        """Connect one platform, again and again, unless it refuses the first time; CannotStart where all have."""
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
            except Exception as error:  # noqa: BLE001 - logged; whatever it is, the others play on
                problem = str(error) or type(error).__name__
            if self._clock.now() - began >= STEADY:
                pause = FIRST_PAUSE
            self._problems[platform.name] = problem
            _log.error("%s: %s; tried again in %g s", platform.name, problem, pause)
            await self._leave(platform)
            await self._clock.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _give_up(self, platform: Platform, problem: str) -> None:
        """Leave a platform that cannot be used as it is set up; raises CannotStart if it was the last one."""
        self._problems[platform.name] = problem
        self._refused.append(problem)
        if len(self._refused) == len(self._platforms):
            raise CannotStart("\n".join(self._refused))
        _log.error("%s: %s; it stays away until the next start, the others go on", platform.name, problem)
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
        with suppress(Exception):  # what it held is given up in any case
            await platform.leave()
