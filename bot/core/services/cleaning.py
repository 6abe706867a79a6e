"""Give back the space of what was deleted, beside play: one clean-up at a time, however many people ask for it."""

from __future__ import annotations

import asyncio
import logging

from bot.core.common.background import BackgroundTasks
from bot.core.common.clock import Clock
from data.errors import StoreError
from data.store import Store

_log = logging.getLogger(__name__)

GATHERED = 5.0
"""Seconds in which requests are gathered before a clean-up begins."""
PAUSE = 0.05
"""Seconds between two steps: play has the store for ten times as long as a step takes."""
MOST = 20_000
"""Steps of one clean-up: it ends also where a program that reads the database lets nobody empty its log."""


class Cleaning:
    """Cleans the store up on request."""

    def __init__(self, store: Store, clock: Clock, background: BackgroundTasks) -> None:
        self._store = store
        self._clock = clock
        self._background = background
        self._wanted = False
        self._running: asyncio.Task[None] | None = None

    async def ask(self) -> None:
        """Ask for a clean-up, without waiting for it; requests before its beginning are one."""
        self._wanted = True
        if self._running is None or self._running.done():
            self._running = self._background.start(self._run())

    async def _run(self) -> None:
        while self._wanted:
            await self._clock.sleep(GATHERED)
            self._wanted = False
            try:
                for _step in range(MOST):
                    if not await self._store.clean():
                        break
                    await self._clock.sleep(PAUSE)
            except StoreError as error:
                _log.warning("the database cannot be cleaned up now: %s", error)
